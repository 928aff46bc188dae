// test opt
// Elements of `row` beyond those where rows begin are read if data say so: the test does not look at them.
void f(int n, const int row[restrict], const int flag[restrict], const double d[restrict], double val[restrict], int out[restrict])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int k = row[i]; k < row[i + 1]; k++)
      val[k] *= d[i];
    if (flag[i] > 0)
      out[i] = row[i + 2];
  }
#pragma endscop
}
//| static inline int polymill_ascending_int(const void *array, long first, long last)
//| {
//|   typedef int __attribute__((may_alias)) element;
//|   const element *elements = array;
//|   int descents = 0;
//|   for (long k = first; k < last; k++)
//|     descents |= elements[k + 1] < elements[k];
//|   return !descents;
//| }
//|
//| static inline double polymill_row_elements_int(const void *array, long first, long last)
//| {
//|   typedef int __attribute__((may_alias)) element;
//|   const element *elements = array;
//|   return first < last ? (double)elements[last] - (double)elements[first] : 0;
//| }
//|
//| /* optimized, for `row` does not decrease */
//| __attribute__((noinline))
//| static void f_ascending(int n, const int row[restrict], const int flag[restrict],
//|                         const double d[restrict], double val[restrict], int out[restrict])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++) {
//|     const long k_start = row[i];
//|     const long k_end = row[i + 1];
//|     if (k_end > k_start) {
//|       const double d_i = d[i];
//|       #pragma omp simd
//|       for (long k = k_start; k < k_end; k++)
//|         val[k] *= d_i;
//|     }
//|     if (flag[i] > 0)
//|       out[i] = row[i + 2];
//|   }
//| }
//|
//| // test opt
//| // Elements of `row` beyond those where rows begin are read if data say so: the test does not look at them.
//| void f(int n, const int row[restrict], const int flag[restrict], const double d[restrict], double val[restrict], int out[restrict])
//| {
//|   if (polymill_row_elements_int(&row[0], 0, n) + 1.0 * n >= 5017
//|       && polymill_ascending_int(&row[0], 0, n)) {
//|     f_ascending(n, row, flag, d, val, out);
//|   } else {
//|     /* as written */
//|     for (int i = 0; i < n; i++) {
//|       for (int k = row[i]; k < row[i + 1]; k++)
//|         val[k] *= d[i];
//|       if (flag[i] > 0)
//|         out[i] = row[i + 2];
//|     }
//|   }
//| }
