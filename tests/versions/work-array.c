// test opt
// Elements of `work` that are read are written before where `m` is no larger than `l`: there each iteration of `j` has its own.
double work[200], u[1000][200], v[1000][200];
void smooth(int n, int m, int l)
{
#pragma scop
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < l; i++)
      work[i] = u[j][i] * 0.5;
    for (int i = 1; i < m; i++)
      v[j][i] = work[i - 1] + work[i] / (1.0 + work[i] * work[i]);
  }
#pragma endscop
}
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| // test opt
//| // Elements of `work` that are read are written before where `m` is no larger than `l`: there each iteration of `j` has its own.
//| double work[200], u[1000][200], v[1000][200];
//|
//| /* optimized, for m >= 2 and l >= m and n > 0 */
//| __attribute__((noinline))
//| static void smooth_m_ge_2_and_l_ge_m_and_n_gt_0(int n, int m, int l)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long j = 0; j < n; j++) {
//|     double work_1[200];
//|     #pragma omp simd
//|     for (long i = 0; i < l; i++)
//|       work_1[i] = u[j][i] * 0.5;
//|     #pragma omp simd
//|     for (long i = 1; i < m; i++)
//|       v[j][i] = work_1[i - 1] + work_1[i] / (1.0 + work_1[i] * work_1[i]);
//|     if (j + 1 == n) {
//|       #pragma omp simd
//|       for (long c0 = 0; c0 < l; c0++)
//|         work[c0] = work_1[c0];
//|     }
//|   }
//| }
//|
//| void smooth(int n, int m, int l)
//| {
//|   if (m >= 2 && l >= m && n > 0 && 1.0 * n * l + 1.0 * n * m >= 1537) {
//|     smooth_m_ge_2_and_l_ge_m_and_n_gt_0(n, m, l);
//|   } else {
//|     /* as written */
//|     for (int j = 0; j < n; j++) {
//|       for (int i = 0; i < l; i++)
//|         work[i] = u[j][i] * 0.5;
//|       for (int i = 1; i < m; i++)
//|         v[j][i] = work[i - 1] + work[i] / (1.0 + work[i] * work[i]);
//|     }
//|   }
//| }
