// test opt --typical-size=1000
// Tiles of space and time, and in each tile the innermost loop of one statement after the other; for sizes at which all statements run.
void fields(int steps, int n, int m, double X[restrict n][m], double Y[restrict n][m], double H[restrict n][m], const double *restrict source)
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < m; j++)
            Y[0][j] = source[t];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                Y[i][j] -= 0.5 * (H[i][j] - H[i - 1][j]);
        for (int i = 0; i < n; i++)
            for (int j = 1; j < m; j++)
                X[i][j] -= 0.5 * (H[i][j] - H[i][j - 1]);
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < m - 1; j++)
                H[i][j] -= 0.7 * (X[i][j + 1] - X[i][j] + Y[i + 1][j] - Y[i][j]);
    }
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
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized, for m >= 2 and n >= 2 and steps > 0 */
//| __attribute__((noinline))
//| static void fields_m_ge_2_and_n_ge_2_and_steps_gt_0(int steps, int n, int m, double X[restrict][m],
//|                                                     double Y[restrict][m], double H[restrict][m],
//|                                                     const double *restrict source)
//| {
//|   polymill_has_effects();
//|   for (long iii = -1; iii <= (2L * steps + n - 3) / 32; iii++) {
//|     #pragma omp parallel for
//|     for (long ii = polymill_max(iii - (steps + 31L) / 32 + 1, (iii + 1) / 2);
//|          ii <= polymill_min(iii,
//|                             polymill_min((32 * iii + n + 30) / 64, ((long)steps + n - 2) / 32));
//|          ii++)
//|       for (long jj = (iii - ii) / 16;
//|            jj <= polymill_min((32 * iii + m - 32 * ii + 30) / 512, ((long)steps + m - 2) / 512);
//|            jj++)
//|         for (long t = polymill_max(32 * iii - 32 * ii,
//|                                    polymill_max(32 * ii - n + 1, 512 * jj - m + 1));
//|              t < polymill_min(steps, 32 * iii - 32 * ii + 32); t++) {
//|           const long j_end = polymill_min(m, 512 * jj - t + 512);
//|           const long j_start = polymill_max(0, 512 * jj - t);
//|           if (iii == 2 * ii
//|               && polymill_min(m - 1, 512 * jj - t + 511) >= polymill_max(0, 512 * jj - t)) {
//|             const double source_t = source[t];
//|             #pragma omp simd
//|             for (long j = j_start; j < j_end; j++)
//|               Y[0][j] = source_t;
//|           }
//|           for (long i = polymill_max(0, polymill_max(32 * ii - t, t - 512 * jj - 510));
//|                i < polymill_min(n, 32 * ii - t + 32); i++) {
//|             if (i > 0) {
//|               #pragma omp simd
//|               for (long j = j_start; j < j_end; j++)
//|                 Y[i][j] -= 0.5 * (H[i][j] - H[i - 1][j]);
//|               #pragma omp simd
//|               for (long j = polymill_max(0, 512 * jj - t - 1);
//|                    j < polymill_min(m - 1, 512 * jj - t + 511); j++)
//|                 H[i - 1][j] -= 0.7 * (X[i - 1][j + 1] - X[i - 1][j] + Y[i][j] - Y[i - 1][j]);
//|             }
//|             #pragma omp simd
//|             for (long j = polymill_max(1, 512 * jj - t); j < j_end; j++)
//|               X[i][j] -= 0.5 * (H[i][j] - H[i][j - 1]);
//|           }
//|         }
//|   }
//| }
//|
//| // test opt --typical-size=1000
//| // Tiles of space and time, and in each tile the innermost loop of one statement after the other; for sizes at which all statements run.
//| void fields(int steps, int n, int m, double X[restrict n][m], double Y[restrict n][m], double H[restrict n][m], const double *restrict source)
//| {
//|     if (m >= 2 && n >= 2 && steps > 0 && 1.0 * steps * m * n >= 1404929) {
//|       fields_m_ge_2_and_n_ge_2_and_steps_gt_0(steps, n, m, X, Y, H, source);
//|     } else {
//|       /* as written */
//|       for (int t = 0; t < steps; t++) {
//|           for (int j = 0; j < m; j++)
//|               Y[0][j] = source[t];
//|           for (int i = 1; i < n; i++)
//|               for (int j = 0; j < m; j++)
//|                   Y[i][j] -= 0.5 * (H[i][j] - H[i - 1][j]);
//|           for (int i = 0; i < n; i++)
//|               for (int j = 1; j < m; j++)
//|                   X[i][j] -= 0.5 * (H[i][j] - H[i][j - 1]);
//|           for (int i = 0; i < n - 1; i++)
//|               for (int j = 0; j < m - 1; j++)
//|                   H[i][j] -= 0.7 * (X[i][j + 1] - X[i][j] + Y[i + 1][j] - Y[i][j]);
//|       }
//|     }
//| }
