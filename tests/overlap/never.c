// test opt --recompute=never
// Nothing may be computed twice, so that each convolution runs for itself.
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
//|   #pragma omp parallel for
//|   for (long i = 0; i < n + 2L; i++)
//|     for (long j = 0; j < m + 2L; j++) {
//|       float t_ij = 0;
//|       for (long k = 0; k < 3; k++)
//|         for (long l = 0; l < 3; l++)
//|           t_ij += in[i + k][j + l] * k1[k][l];
//|       t_ij = t_ij > 0 ? t_ij : 0;
//|       t[i][j] = t_ij;
//|     }
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++)
//|     for (long j = 0; j < m; j++) {
//|       float out_ij = 0;
//|       for (long k = 0; k < 3; k++)
//|         for (long l = 0; l < 3; l++)
//|           out_ij += t[i + k][j + l] * k2[k][l];
//|       out[i][j] = out_ij;
//|     }
//| }
//|
//| // test opt --recompute=never
//| // Nothing may be computed twice, so that each convolution runs for itself.
//| void two(int n, int m, float in[restrict n + 4][m + 4], float out[restrict n][m], float k1[restrict 3][3],
//|          float k2[restrict 3][3])
//| {
//|   float t[n + 2][m + 2];
//|   if (1.0 * n * m <= 8464) {
//|     /* as written, for n * m <= 8464 */
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
