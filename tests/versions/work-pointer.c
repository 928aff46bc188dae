// test opt
// For rows that are not too long, each thread has its own `work`, and the last iteration of `j` copies it.
void smooth(int n, int m, const double u[restrict n][m], double work[restrict m], double v[restrict n][m])
{
#pragma scop
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      work[i] = u[j][i] * 0.5;
    for (int i = 1; i < m - 1; i++)
      v[j][i] = work[i - 1] + work[i + 1] / (1.0 + work[i] * work[i]);
  }
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
//| /* optimized, for m <= 8192 */
//| __attribute__((noinline))
//| static void smooth_m_le_8192(int n, int m, const double u[restrict][m], double work[restrict],
//|                              double v[restrict][m])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel
//|   {
//|     double *work_1 = polymill_allocate(m * sizeof *work_1);
//|     #pragma omp for
//|     for (long j = 0; j < n; j++) {
//|       #pragma omp simd
//|       for (long i = 0; i < m; i++)
//|         work_1[i] = u[j][i] * 0.5;
//|       #pragma omp simd
//|       for (long i = 1; i < m - 1; i++)
//|         v[j][i] = work_1[i - 1] + work_1[i + 1] / (1.0 + work_1[i] * work_1[i]);
//|       if (j + 1 == n) {
//|         #pragma omp simd
//|         for (long c0 = 0; c0 < m; c0++)
//|           work[c0] = work_1[c0];
//|       }
//|     }
//|     polymill_free(work_1);
//|   }
//| }
//|
//| /* optimized, for m >= 3 and n > 0 */
//| __attribute__((noinline))
//| static void smooth_m_ge_3_and_n_gt_0(int n, int m, const double u[restrict][m],
//|                                      double work[restrict], double v[restrict][m])
//| {
//|   polymill_has_effects();
//|   for (long iii = -1; iii <= (n - 1) / 64; iii++) {
//|     #pragma omp parallel for
//|     for (long ii = (iii + 1) / 2;
//|          ii <= polymill_min((128 * iii + m + 126) / 256, (2L * n + m - 3) / 256); ii++)
//|       for (long j = polymill_max(0, polymill_max(64 * iii, 128 * ii + m / 2 - m + 1));
//|            j < polymill_min(n, polymill_min(64 * iii + 128, 128 * iii + m / 2 - 128 * ii + 128));
//|            j++) {
//|         #pragma omp simd
//|         for (long i = polymill_max(0,
//|                                    polymill_max(256 * ii + 2 * j - 256 * iii - 255,
//|                                                 256 * ii - 2 * j));
//|              i < polymill_min(m,
//|                               polymill_min(256 * ii + 2 * j - 256 * iii + 1,
//|                                            256 * ii - 2 * j + 256)); i++)
//|           work[i] = u[j][i] * 0.5;
//|         #pragma omp simd
//|         for (long i = polymill_max(1,
//|                                    polymill_max(256 * ii + 2 * j - 256 * iii - 254,
//|                                                 256 * ii - 2 * j - 1));
//|              i < polymill_min(m - 1,
//|                               polymill_min(256 * ii + 2 * j - 256 * iii + 2,
//|                                            256 * ii - 2 * j + 255)); i++)
//|           v[j][i] = work[i - 1] + work[i + 1] / (1.0 + work[i] * work[i]);
//|       }
//|   }
//| }
//|
//| // test opt
//| // For rows that are not too long, each thread has its own `work`, and the last iteration of `j` copies it.
//| void smooth(int n, int m, const double u[restrict n][m], double work[restrict m], double v[restrict n][m])
//| {
//|   if (m <= 8192) {
//|     if (1.0 * n * m <= 2916) {
//|       /* as written, for m <= 8192 and n * m <= 2916 */
//|       for (int j = 0; j < n; j++) {
//|         for (int i = 0; i < m; i++)
//|           work[i] = u[j][i] * 0.5;
//|         for (int i = 1; i < m - 1; i++)
//|           v[j][i] = work[i - 1] + work[i + 1] / (1.0 + work[i] * work[i]);
//|       }
//|     } else {
//|       smooth_m_le_8192(n, m, u, work, v);
//|     }
//|   } else if (n > 0 && 1.0 * n * m >= 53825) {
//|     smooth_m_ge_3_and_n_gt_0(n, m, u, work, v);
//|   } else {
//|     /* as written */
//|     for (int j = 0; j < n; j++) {
//|       for (int i = 0; i < m; i++)
//|         work[i] = u[j][i] * 0.5;
//|       for (int i = 1; i < m - 1; i++)
//|         v[j][i] = work[i - 1] + work[i + 1] / (1.0 + work[i] * work[i]);
//|     }
//|   }
//| }
