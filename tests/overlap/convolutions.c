// test opt
// Tiles overlap by two rows of `t`, which both compute. The sum of a convolution is inside of a stage.
void two(int n, int m, float in[restrict n + 4][m + 4], float out[restrict n][m], float k1[restrict 3][3],
         float k2[restrict 3][3])
{
  float t[n + 2][m + 2];
#pragma scop
  for (int i = 0; i < n + 2; i++)
    for (int j = 0; j < m + 2; j++) {
      float s = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          s += in[i + k][j + l] * k1[k][l];
      t[i][j] = s > 0 ? s : 0;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float s = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          s += t[i + k][j + l] * k2[k][l];
      out[i][j] = s;
    }
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| static inline long polymill_floor_div(long a, long b)
//| {
//|   return a / b - (a % b < 0);
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
//| static void two_default(int n, int m, float in[restrict][m + 4], float out[restrict][m],
//|                         float k1[restrict][3], float k2[restrict][3], float t[][m + 2])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel
//|   {
//|     float (*t_1)[m + 2L] = polymill_allocate(18 * sizeof *t_1);
//|     #pragma omp for
//|     for (long ii = 0; ii <= polymill_floor_div(n - 1, 16); ii++) {
//|       for (long i = 16 * ii; i < polymill_min(n + 2L, 16 * ii + 18); i++)
//|         for (long j = 0; j < m + 2L; j++) {
//|           float t_1_ij = 0;
//|           for (long k = 0; k < 3; k++)
//|             for (long l = 0; l < 3; l++)
//|               t_1_ij += in[i + k][j + l] * k1[k][l];
//|           t_1_ij = t_1_ij > 0 ? t_1_ij : 0;
//|           t_1[i - 16 * ii][j] = t_1_ij;
//|         }
//|       for (long i = 16 * ii; i < polymill_min(n, 16 * ii + 16); i++)
//|         for (long j = 0; j < m; j++) {
//|           float out_ij = 0;
//|           for (long k = 0; k < 3; k++)
//|             for (long l = 0; l < 3; l++)
//|               out_ij += t_1[i + k - 16 * ii][j + l] * k2[k][l];
//|           out[i][j] = out_ij;
//|         }
//|     }
//|     polymill_free(t_1);
//|   }
//| }
//|
//| // test opt
//| // Tiles overlap by two rows of `t`, which both compute. The sum of a convolution is inside of a stage.
//| void two(int n, int m, float in[restrict n + 4][m + 4], float out[restrict n][m], float k1[restrict 3][3],
//|          float k2[restrict 3][3])
//| {
//|   float t[n + 2][m + 2];
//|   if (1.0 * n * m <= 3600) {
//|     /* as written, for n * m <= 3600 */
//|     for (int i = 0; i < n + 2; i++)
//|       for (int j = 0; j < m + 2; j++) {
//|         float s = 0;
//|         for (int k = 0; k < 3; k++)
//|           for (int l = 0; l < 3; l++)
//|             s += in[i + k][j + l] * k1[k][l];
//|         t[i][j] = s > 0 ? s : 0;
//|       }
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m; j++) {
//|         float s = 0;
//|         for (int k = 0; k < 3; k++)
//|           for (int l = 0; l < 3; l++)
//|             s += t[i + k][j + l] * k2[k][l];
//|         out[i][j] = s;
//|       }
//|   } else {
//|     two_default(n, m, in, out, k1, k2, t);
//|   }
//| }
