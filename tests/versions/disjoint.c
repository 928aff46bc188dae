// test opt
// Pointers that may overlap: addresses are compared, and the loops are parallel if they do not.
void smooth(int n, int m, const double *a, double *b)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.2 * (a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
}
//| static inline int polymill_disjoint(const volatile void *a, unsigned long a_size, long a_first, long a_behind,
//|                                     const volatile void *b, unsigned long b_size, long b_first, long b_behind)
//| {
//|   unsigned long a_start = (unsigned long)a + a_first * a_size, a_end = (unsigned long)a + a_behind * a_size;
//|   unsigned long b_start = (unsigned long)b + b_first * b_size, b_end = (unsigned long)b + b_behind * b_size;
//|   return a_end <= b_start || b_end <= a_start;
//| }
//|
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized, for `a` and `b` do not overlap */
//| __attribute__((noinline))
//| static void smooth_disjoint(int n, int m, const double *a, double *b)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 1; i < n - 1L; i++) {
//|     #pragma omp simd
//|     for (long j = 1; j < m - 1L; j++)
//|       b[i * m + j] = 0.2
//|                      * (a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1]
//|                         + a[i * m + j + 1]);
//|   }
//| }
//|
//| // test opt
//| // Pointers that may overlap: addresses are compared, and the loops are parallel if they do not.
//| void smooth(int n, int m, const double *a, double *b)
//| {
//|   if (1.0 * n * m >= 4625
//|       && polymill_disjoint(&a[0], sizeof a[0], 0, (long)n * m, &b[0], sizeof b[0], m,
//|                            ((long)n - 1) * m)) {
//|     smooth_disjoint(n, m, a, b);
//|   } else {
//|     /* as written */
//|     for (int i = 1; i < n - 1; i++)
//|       for (int j = 1; j < m - 1; j++)
//|         b[i * m + j] = 0.2 * (a[i * m + j] + a[(i - 1) * m + j] + a[(i + 1) * m + j] + a[i * m + j - 1] + a[i * m + j + 1]);
//|   }
//| }
