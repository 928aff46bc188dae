// test opt --occupancy=1 --grid=16
// The functions go in front of all that belongs to the enclosing one: its comment, and the macro in front of it.
#define KERNEL __attribute__((noinline))

/* Fills a triangle. */
KERNEL void fill(int n, double A[n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      A[i][j] = 1;
}
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| // test opt --occupancy=1 --grid=16
//| // The functions go in front of all that belongs to the enclosing one: its comment, and the macro in front of it.
//| #define KERNEL __attribute__((noinline))
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void fill_default(int n, double A[][n])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for schedule(static, 1)
//|   for (long i = 1; i < n; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < i; j++)
//|       A[i][j] = 1;
//|   }
//| }
//|
//| /* optimized, for n <= 16 */
//| __attribute__((noinline))
//| static void fill_n_le_16(int n, double A[][n])
//| {
//|   polymill_has_effects();
//|   for (long i = 1; i < n; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < i; j++)
//|       A[i][j] = 1;
//|   }
//| }
//|
//| /* Fills a triangle. */
//| KERNEL void fill(int n, double A[n][n])
//| {
//|   if (n <= 16) {
//|     fill_n_le_16(n, A);
//|   } else {
//|     fill_default(n, A);
//|   }
//| }
