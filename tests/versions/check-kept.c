// test opt --check-contexts
// Also where the code stays as it is.
void sum(int n, double *restrict A)
{
#pragma polymill context(n >= 4)
#pragma scop
  for (int i = 1; i < n; i++)
    A[i] += A[i - 1];
#pragma endscop
}
//| static inline void polymill_broken_promise(const char *promise)
//| {
//|   int dprintf(int, const char *, ...);
//|   dprintf(2, "a promise about parameters does not hold: %s\n", promise);
//|   __builtin_abort();
//| }
//|
//| // test opt --check-contexts
//| // Also where the code stays as it is.
//| void sum(int n, double *restrict A)
//| {
//| #pragma polymill context(n >= 4)
//|   if (!(n >= 4))
//|     polymill_broken_promise("sum: n >= 4");
//|   for (int i = 1; i < n; i++)
//|     A[i] += A[i - 1];
//| }
