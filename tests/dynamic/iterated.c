// test opt
// A parallel loop over rows in a loop that is not: threads take `p` from one another each time, which is shorter than a row.
void iterate(int n, int times, const int row[restrict n + 1], const int col[restrict], const double val[restrict],
             double p[restrict n], double q[restrict n])
{
#pragma scop
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = row[i]; k < row[i + 1]; k++)
        sum += val[k] * p[col[k]];
      q[i] = sum;
    }
    for (int i = 1; i < n; i++)
      p[i] = q[i] + 0.5 * p[i - 1];
  }
#pragma endscop
}
//| static inline void polymill_prefetch(const volatile void *memory, unsigned long bytes)
//| {
//|   __builtin_prefetch((const void *)((unsigned long)memory + bytes));
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
//| static void iterate_default(int n, int times, const int row[restrict], const int col[restrict],
//|                             const double val[restrict], double p[restrict], double q[restrict])
//| {
//|   polymill_has_effects();
//|   for (long t = 0; t < times; t++) {
//|     #pragma omp parallel for
//|     for (long i = 0; i < n; i++) {
//|       double q_i = 0;
//|       const long k_start = row[i];
//|       const long k_end = row[i + 1];
//|       if (k_end > k_start) {
//|         for (long k = k_start; k < k_end - 3; k += 4) {
//|           polymill_prefetch(&val[k], 4096);
//|           polymill_prefetch(&col[k], 4096);
//|           q_i += val[k] * p[col[k]];
//|           q_i += val[k + 1] * p[col[k + 1]];
//|           q_i += val[k + 2] * p[col[k + 2]];
//|           q_i += val[k + 3] * p[col[k + 3]];
//|         }
//|         for (long k = k_start + 4 * ((k_end - k_start) / 4); k < k_end; k++)
//|           q_i += val[k] * p[col[k]];
//|       }
//|       q[i] = q_i;
//|     }
//|     for (long i = 1; i < n; i++)
//|       p[i] = q[i] + 0.5 * p[i - 1];
//|   }
//| }
//|
//| // test opt
//| // A parallel loop over rows in a loop that is not: threads take `p` from one another each time, which is shorter than a row.
//| void iterate(int n, int times, const int row[restrict n + 1], const int col[restrict], const double val[restrict],
//|              double p[restrict n], double q[restrict n])
//| {
//|   if (1.0 * times * n <= 16384) {
//|     /* as written, for times * n <= 16384 */
//|     for (int t = 0; t < times; t++) {
//|       for (int i = 0; i < n; i++) {
//|         double sum = 0;
//|         for (int k = row[i]; k < row[i + 1]; k++)
//|           sum += val[k] * p[col[k]];
//|         q[i] = sum;
//|       }
//|       for (int i = 1; i < n; i++)
//|         p[i] = q[i] + 0.5 * p[i - 1];
//|     }
//|   } else {
//|     iterate_default(n, times, row, col, val, p, q);
//|   }
//| }
