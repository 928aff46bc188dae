// test opt --max-versions=1 --recompute=always
// Two chains of stages, one step of both after the other, and a table that all of the last stage needs.
void chains(int n, const float *restrict a, const float *restrict b, float *restrict out)
{
  float a1[280], b1[280], a2[140], b2[140], table[16];
#pragma scop
  for (int i = 1; i < 279; i++)
    a1[i] = a[i - 1] + a[i + 1];
  for (int i = 1; i < 279; i++)
    b1[i] = b[i - 1] + b[i + 1];
  for (int i = 1; i < 139; i++)
    a2[i] = a1[2 * i] + a1[2 * i + 1];
  for (int i = 1; i < 139; i++)
    b2[i] = b1[2 * i] + b1[2 * i + 1];
  for (int i = 0; i < 16; i++)
    table[i] = i * i;
  for (int i = 1; i < 139; i++)
    out[i] = a2[i] * table[i % 16] + b2[i];
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| static inline long polymill_max(long a, long b)
//| {
//|   return a > b ? a : b;
//| }
//|
//| // test opt --max-versions=1 --recompute=always
//| // Two chains of stages, one step of both after the other, and a table that all of the last stage needs.
//| void chains(int n, const float *restrict a, const float *restrict b, float *restrict out)
//| {
//|   float a1[280], b1[280], a2[140], b2[140], table[16];
//|   #pragma omp simd
//|   for (long i = 0; i < 16; i++)
//|     table[i] = i * i;
//|   for (long ii = 0; ii < 3; ii++) {
//|     float a1_1[128];
//|     float b1_1[128];
//|     const long i_end = polymill_min(139, 64 * ii + 64);
//|     const long i_start = polymill_max(1, 64 * ii);
//|     #pragma omp simd
//|     for (long i = polymill_max(1, 128 * ii); i < polymill_min(279, 128 * ii + 128); i++) {
//|       a1_1[i - 128 * ii] = a[i - 1] + a[i + 1];
//|       b1_1[i - 128 * ii] = b[i - 1] + b[i + 1];
//|     }
//|     float a2_1[64];
//|     float b2_1[64];
//|     for (long i = i_start; i < i_end; i++) {
//|       a2_1[i - 64 * ii] = a1_1[2 * i - 128 * ii] + a1_1[2 * i - 128 * ii + 1];
//|       b2_1[i - 64 * ii] = b1_1[2 * i - 128 * ii] + b1_1[2 * i - 128 * ii + 1];
//|     }
//|     #pragma omp simd
//|     for (long i = i_start; i < i_end; i++)
//|       out[i] = a2_1[i - 64 * ii] * table[i % 16] + b2_1[i - 64 * ii];
//|   }
//| }
