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
//| // test opt
//| // For rows that are not too long, each thread has its own `work`, and the last iteration of `j` copies it.
//| void smooth(int n, int m, const double u[restrict n][m], double work[restrict m], double v[restrict n][m])
//| {
//|   if (m <= 8192 && 1.0 * n * m >= 2917) {
//|     smooth_m_le_8192(n, m, u, work, v);
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
