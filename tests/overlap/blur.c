// test opt
// Tiles of rows: no row is computed twice, for `out` needs one row of `t`. Each thread has one buffer.
void blur(int n, int m, float in[restrict n + 2][m + 2], float out[restrict n][m])
{
  float t[n][m + 2];
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m + 2; j++)
      t[i][j] = (in[i][j] + in[i + 1][j] + in[i + 2][j]) * 0.333f;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i][j] = (t[i][j] + t[i][j + 1] + t[i][j + 2]) * 0.333f;
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| static inline void *polymill_allocate(unsigned long size)
//| {
//|   char *memory = __builtin_malloc(size + 192);
//|   if (!memory) {
//|     void perror(const char *);
//|     perror("temporary array");
//|     __builtin_abort();
//|   }
//|   char *aligned = memory + 128 - (unsigned long)memory % 64;
//|   ((void **)aligned)[-1] = memory;
//|   return aligned;
//| }
//|
//| static inline void polymill_free(void *aligned)
//| {
//|   __builtin_free(((void **)aligned)[-1]);
//| }
//|
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void blur_default(int n, int m, float in[restrict][m + 2], float out[restrict][m],
//|                          float t[][m + 2])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel
//|   {
//|     float (*t_1)[m + 2L] = polymill_allocate(4 * sizeof *t_1);
//|     #pragma omp for
//|     for (long ii = 0; ii <= (n - 1) / 4; ii++) {
//|       const long i_end = polymill_min(n, 4 * ii + 4);
//|       for (long i = 4 * ii; i < i_end; i++) {
//|         #pragma omp simd
//|         for (long j = 0; j < m + 2L; j++)
//|           t_1[i - 4 * ii][j] = (in[i][j] + in[i + 1][j] + in[i + 2][j]) * 0.333f;
//|       }
//|       for (long i = 4 * ii; i < i_end; i++) {
//|         #pragma omp simd
//|         for (long j = 0; j < m; j++)
//|           out[i][j] = (t_1[i - 4 * ii][j] + t_1[i - 4 * ii][j + 1] + t_1[i - 4 * ii][j + 2])
//|                       * 0.333f;
//|       }
//|     }
//|     polymill_free(t_1);
//|   }
//| }
//|
//| // test opt
//| // Tiles of rows: no row is computed twice, for `out` needs one row of `t`. Each thread has one buffer.
//| void blur(int n, int m, float in[restrict n + 2][m + 2], float out[restrict n][m])
//| {
//|   float t[n][m + 2];
//|   if (1.0 * n * m <= 4624) {
//|     /* as written, for n * m <= 4624 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m + 2; j++)
//|         t[i][j] = (in[i][j] + in[i + 1][j] + in[i + 2][j]) * 0.333f;
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m; j++)
//|         out[i][j] = (t[i][j] + t[i][j + 1] + t[i][j + 2]) * 0.333f;
//|   } else {
//|     blur_default(n, m, in, out, t);
//|   }
//| }
