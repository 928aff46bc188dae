// test opt
// Several iterations at once, one after the other: what the second statement reads, the first one changes.
void products(int n, const int row[restrict n + 1], const double val[restrict], double y[restrict])
{
  for (int i = 0; i < n; i++) {
    double product = 1, sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++) {
      product *= val[k];
      sum += product;
    }
    y[i] = sum;
  }
}
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
//| static void products_default(int n, const int row[restrict], const double val[restrict],
//|                              double y[restrict])
//| {
//|   polymill_has_effects();
//|   const int n_parts = polymill_threads();
//|   #pragma omp parallel for
//|   for (int part = 0; part < n_parts; part++) {
//|     const long i_end = polymill_first_of_part_int(&row[0], 0, n, part + 1, n_parts);
//|     for (long i = polymill_first_of_part_int(&row[0], 0, n, part, n_parts); i < i_end; i++) {
//|       double product_1 = 1;
//|       double y_i = 0;
//|       const long k_start = row[i];
//|       const long k_end = row[i + 1];
//|       if (k_end > k_start) {
//|         for (long k = k_start; k < k_end - 3; k += 4) {
//|           polymill_prefetch(&val[k], 4096);
//|           product_1 *= val[k];
//|           y_i += product_1;
//|           product_1 *= val[k + 1];
//|           y_i += product_1;
//|           product_1 *= val[k + 2];
//|           y_i += product_1;
//|           product_1 *= val[k + 3];
//|           y_i += product_1;
//|         }
//|         for (long k = k_start + 4 * ((k_end - k_start) / 4); k < k_end; k++) {
//|           product_1 *= val[k];
//|           y_i += product_1;
//|         }
//|       }
//|       y[i] = y_i;
//|     }
//|   }
//| }
//|
//| // test opt
//| // Several iterations at once, one after the other: what the second statement reads, the first one changes.
//| void products(int n, const int row[restrict n + 1], const double val[restrict], double y[restrict])
//| {
//|   if (1.0 * n + polymill_row_elements_int(&row[0], 0, n) <= 2244) {
//|     /* as written, for n + (row[n] - row[0]) <= 2244 */
//|     for (int i = 0; i < n; i++) {
//|       double product = 1, sum = 0;
//|       for (int k = row[i]; k < row[i + 1]; k++) {
//|         product *= val[k];
//|         sum += product;
//|       }
//|       y[i] = sum;
//|     }
//|   } else {
//|     products_default(n, row, val, y);
//|   }
//| }
