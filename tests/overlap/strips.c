// test opt --strips=16 --recompute=local
// Strips along the rows: `t` is a window of three rows, and what the next strip needs of it waits.
void blur(int n, int m, float in[restrict n + 2][m + 2], float out[restrict n][m])
{
  float t[n + 2][m + 2];
#pragma scop
  for (int i = 0; i < n + 2; i++)
    for (int j = 0; j < m + 2; j++)
      t[i][j] = in[i][j] * 0.333f;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i][j] = t[i][j] + t[i + 1][j + 1] + t[i + 2][j + 2];
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
//|   float (*t_1_1)[2] = polymill_allocate((n + 2L) * sizeof *t_1_1);
//|   const long c1_end = polymill_min(18, m + 2L);
//|   if (n > 0)
//|     for (long jj = 0; jj <= (m - 1) / 16; jj++) {
//|       float t_2_1[3][18];
//|       const long c1_end2 = polymill_min(m + 2L, 16 * jj + 18);
//|       for (long ii = -2; ii < 0; ii++) {
//|         if (jj > 0) {
//|           float in_1_1[18];
//|           for (long c1 = 16 * jj + 2; c1 < c1_end2; c1++)
//|             in_1_1[c1 - 16 * jj] = in[ii + 2][c1];
//|           for (long j = 16 * jj + 2; j < c1_end2; j++)
//|             t_2_1[(ii + 2) % 3][j - 16 * jj] = in_1_1[j - 16 * jj] * 0.333f;
//|           for (long c1 = 16 * jj; c1 < 16 * jj + 2; c1++)
//|             t_2_1[(ii + 2) % 3][c1 - 16 * jj] = t_1_1[ii + 2][c1 - 16 * jj];
//|         } else {
//|           float in_1_1[18];
//|           for (long c1 = 0; c1 < c1_end; c1++)
//|             in_1_1[c1] = in[ii + 2][c1];
//|           for (long j = 0; j < c1_end; j++)
//|             t_2_1[(ii + 2) % 3][j] = in_1_1[j] * 0.333f;
//|         }
//|         if (16 * jj < m - 16)
//|           for (long c1 = 16 * jj + 16; c1 < 16 * jj + 18; c1++)
//|             t_1_1[ii + 2][c1 - 16 * jj - 16] = t_2_1[(ii + 2) % 3][c1 - 16 * jj];
//|       }
//|       for (long ii = 0; ii < n; ii++) {
//|         if (jj > 0) {
//|           float in_1_1[18];
//|           for (long c1 = 16 * jj + 2; c1 < c1_end2; c1++)
//|             in_1_1[c1 - 16 * jj] = in[ii + 2][c1];
//|           for (long j = 16 * jj + 2; j < c1_end2; j++)
//|             t_2_1[(ii + 2) % 3][j - 16 * jj] = in_1_1[j - 16 * jj] * 0.333f;
//|           for (long c1 = 16 * jj; c1 < 16 * jj + 2; c1++)
//|             t_2_1[(ii + 2) % 3][c1 - 16 * jj] = t_1_1[ii + 2][c1 - 16 * jj];
//|         } else {
//|           float in_1_1[18];
//|           for (long c1 = 0; c1 < c1_end; c1++)
//|             in_1_1[c1] = in[ii + 2][c1];
//|           for (long j = 0; j < c1_end; j++)
//|             t_2_1[(ii + 2) % 3][j] = in_1_1[j] * 0.333f;
//|         }
//|         if (16 * jj < m - 16)
//|           for (long c1 = 16 * jj + 16; c1 < 16 * jj + 18; c1++)
//|             t_1_1[ii + 2][c1 - 16 * jj - 16] = t_2_1[(ii + 2) % 3][c1 - 16 * jj];
//|         #pragma omp simd
//|         for (long j = 16 * jj; j < polymill_min(m, 16 * jj + 16); j++)
//|           out[ii][j] = t_2_1[ii % 3][j - 16 * jj] + t_2_1[(ii + 1) % 3][j - 16 * jj + 1]
//|                        + t_2_1[(ii + 2) % 3][j - 16 * jj + 2];
//|       }
//|     }
//|   polymill_free(t_1_1);
//| }
//|
//| // test opt --strips=16 --recompute=local
//| // Strips along the rows: `t` is a window of three rows, and what the next strip needs of it waits.
//| void blur(int n, int m, float in[restrict n + 2][m + 2], float out[restrict n][m])
//| {
//|   float t[n + 2][m + 2];
//|   if (1.0 * n * m <= 921600) {
//|     /* as written, for n * m <= 921600 */
//|     for (int i = 0; i < n + 2; i++)
//|       for (int j = 0; j < m + 2; j++)
//|         t[i][j] = in[i][j] * 0.333f;
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m; j++)
//|         out[i][j] = t[i][j] + t[i + 1][j + 1] + t[i + 2][j + 2];
//|   } else {
//|     blur_default(n, m, in, out, t);
//|   }
//| }
