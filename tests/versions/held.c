// test opt --max-versions=2
// Stores to `a` may change `rows`, unless both are apart; then the loops see that they do not.
extern int rows;
void clear(int *a)
{
  for (int i = 0; i < rows; i++)
    a[i] = 0;
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
//| // test opt --max-versions=2
//| // Stores to `a` may change `rows`, unless both are apart; then the loops see that they do not.
//| extern int rows;
//|
//| /* optimized, for `rows` and `a` do not overlap */
//| __attribute__((noinline))
//| static void clear_disjoint(int *a)
//| {
//|   polymill_has_effects();
//|   const int rows_1 = rows;
//|   #pragma omp parallel for
//|   for (long i = 0; i < rows_1; i++)
//|     a[i] = 0;
//| }
//|
//| void clear(int *a)
//| {
//|   if (polymill_disjoint(&rows, sizeof rows, 0, 1, &a[0], sizeof a[0], 0, rows)) {
//|     clear_disjoint(a);
//|   } else {
//|     /* as written */
//|     for (int i = 0; i < rows; i++)
//|       a[i] = 0;
//|   }
//| }
