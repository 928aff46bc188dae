// test opt --check-contexts
// Debug builds stop where a promise does not hold. What is promised shapes the code: no version for small sizes.
void scale(int n, double *restrict A)
{
#pragma polymill context(n >= 1000 && n % 4 == 0)
#pragma scop
  for (int i = 0; i < n; i++)
    A[i] = 2 * A[i] + A[i] / 3;
#pragma endscop
}
//| static inline void polymill_broken_promise(const char *promise)
//| {
//|   int dprintf(int, const char *, ...);
//|   dprintf(2, "a promise about parameters does not hold: %s\n", promise);
//|   __builtin_abort();
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
//| static void scale_default(int n, double *restrict A)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++)
//|     A[i] = 2 * A[i] + A[i] / 3;
//| }
//|
//| // test opt --check-contexts
//| // Debug builds stop where a promise does not hold. What is promised shapes the code: no version for small sizes.
//| void scale(int n, double *restrict A)
//| {
//| #pragma polymill context(n >= 1000 && n % 4 == 0)
//|   if (!(n >= 1000 && n % 4 == 0))
//|     polymill_broken_promise("scale: n >= 1000 && n % 4 == 0");
//|   if (n <= 7424) {
//|     /* as written, for n <= 7424 */
//|     for (int i = 0; i < n; i++)
//|       A[i] = 2 * A[i] + A[i] / 3;
//|   } else {
//|     scale_default(n, A);
//|   }
//| }
