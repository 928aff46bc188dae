// test opt --occupancy=1 --grid=2,4
// The loops that run on a grid of two dimensions share all threads, where nothing stands between them.
void scale(int n, int m, int o, double A[restrict n][m][o])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < o; k++)
        A[i][j][k] *= 2;
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
//| static void scale_default(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for collapse(2)
//|   for (long i = 0; i < n; i++)
//|     for (long j = 0; j < m; j++) {
//|       #pragma omp simd
//|       for (long k = 0; k < o; k++)
//|         A[i][j][k] *= 2;
//|     }
//| }
//|
//| /* optimized, for n = 1 */
//| __attribute__((noinline))
//| static void scale_n_eq_1(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for collapse(2)
//|   for (long j = 0; j < m; j++)
//|     for (long k = 0; k < o; k++)
//|       A[0][j][k] *= 2;
//| }
//|
//| /* optimized, for m <= 3 */
//| __attribute__((noinline))
//| static void scale_m_le_3(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++)
//|     for (long j = 0; j < m; j++)
//|       for (long k = 0; k < o; k++)
//|         A[i][j][k] *= 2;
//| }
//|
//| /* optimized, for m = 1 and n = 1 */
//| __attribute__((noinline))
//| static void scale_m_eq_1_and_n_eq_1(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long k = 0; k < o; k++)
//|     A[0][0][k] *= 2;
//| }
//|
//| /* optimized, for n = 1 and o <= 3 */
//| __attribute__((noinline))
//| static void scale_n_eq_1_and_o_le_3(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long j = 0; j < m; j++) {
//|     #pragma omp simd
//|     for (long k = 0; k < o; k++)
//|       A[0][j][k] *= 2;
//|   }
//| }
//|
//| /* optimized, for n = 1 and m <= 3 */
//| __attribute__((noinline))
//| static void scale_n_eq_1_and_m_le_3(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for collapse(2)
//|   for (long j = 0; j < m; j++)
//|     for (long k = 0; k < o; k++)
//|       A[0][j][k] *= 2;
//| }
//|
//| /* optimized, for o <= 3 and m <= 3 */
//| __attribute__((noinline))
//| static void scale_o_le_3_and_m_le_3(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++)
//|     for (long j = 0; j < m; j++) {
//|       #pragma omp simd
//|       for (long k = 0; k < o; k++)
//|         A[i][j][k] *= 2;
//|     }
//| }
//|
//| /* optimized, for o = 1 and m = 1 and n = 1 */
//| __attribute__((noinline))
//| static void scale_o_eq_1_and_m_eq_1_and_n_eq_1(int n, int m, int o, double A[restrict][m][o])
//| {
//|   polymill_has_effects();
//|   A[0][0][0] *= 2;
//| }
//|
//| // test opt --occupancy=1 --grid=2,4
//| // The loops that run on a grid of two dimensions share all threads, where nothing stands between them.
//| void scale(int n, int m, int o, double A[restrict n][m][o])
//| {
//|   if (n == 1 && m == 1 && o == 1) {
//|     scale_o_eq_1_and_m_eq_1_and_n_eq_1(n, m, o, A);
//|   } else if (n == 1 && m == 1) {
//|     scale_m_eq_1_and_n_eq_1(n, m, o, A);
//|   } else if (n == 1 && o <= 3) {
//|     scale_n_eq_1_and_o_le_3(n, m, o, A);
//|   } else if (m <= 3 && n == 1) {
//|     scale_n_eq_1_and_m_le_3(n, m, o, A);
//|   } else if (n == 1) {
//|     scale_n_eq_1(n, m, o, A);
//|   } else if (m <= 3 && o <= 3) {
//|     scale_o_le_3_and_m_le_3(n, m, o, A);
//|   } else if (m <= 3) {
//|     scale_m_le_3(n, m, o, A);
//|   } else {
//|     scale_default(n, m, o, A);
//|   }
//| }
