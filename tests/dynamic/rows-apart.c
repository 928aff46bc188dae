// test opt
// Two rows share an element only if where they begin decreases, which a look at the data tells.
void scale(int n, const int row[restrict n + 1], const double d[restrict n], double val[restrict])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      val[k] *= d[i];
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
//| static inline long polymill_first_of_part_int(const void *array, long first, long last, int part, int n_parts)
//| {
//|   typedef int __attribute__((may_alias)) element;
//|   const element *elements = array;
//|   if (part == 0 || first >= last)
//|     return first;
//|   if (part == n_parts)
//|     return last;
//|   double start = (double)elements[first] + first, share = ((double)elements[last] + last - start) / n_parts;
//|   if (!(share > 0))
//|     return first + (last - first) / n_parts * part;
//|   while (first < last) {
//|     long middle = first + (last - first) / 2;
//|     if ((double)elements[middle] + middle < start + share * part)
//|       first = middle + 1;
//|     else
//|       last = middle;
//|   }
//|   return first;
//| }
//|
//| extern int polymill_omp_get_max_threads(void) __asm__("omp_get_max_threads") __attribute__((weak));
//|
//| static inline int polymill_threads(void)
//| {
//|   return polymill_omp_get_max_threads ? polymill_omp_get_max_threads() : 1;
//| }
//|
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized, for `row` does not decrease */
//| __attribute__((noinline))
//| static void scale_ascending(int n, const int row[restrict], const double d[restrict],
//|                             double val[restrict])
//| {
//|   polymill_has_effects();
//|   const int n_parts = polymill_threads();
//|   #pragma omp parallel for
//|   for (int part = 0; part < n_parts; part++) {
//|     const long i_end = polymill_first_of_part_int(&row[0], 0, n, part + 1, n_parts);
//|     for (long i = polymill_first_of_part_int(&row[0], 0, n, part, n_parts); i < i_end; i++) {
//|       const long k_start = row[i];
//|       const long k_end = row[i + 1];
//|       if (k_end > k_start) {
//|         const double d_i = d[i];
//|         #pragma omp simd
//|         for (long k = k_start; k < k_end; k++)
//|           val[k] *= d_i;
//|       }
//|     }
//|   }
//| }
//|
//| // test opt
//| // Two rows share an element only if where they begin decreases, which a look at the data tells.
//| void scale(int n, const int row[restrict n + 1], const double d[restrict n], double val[restrict])
//| {
//|   if (polymill_row_elements_int(&row[0], 0, n) >= 4609 && polymill_ascending_int(&row[0], 0, n)) {
//|     scale_ascending(n, row, d, val);
//|   } else {
//|     /* as written */
//|     for (int i = 0; i < n; i++)
//|       for (int k = row[i]; k < row[i + 1]; k++)
//|         val[k] *= d[i];
//|   }
//| }
