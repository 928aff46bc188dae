// test opt --max-versions=1
// Blocks of a loop whose step does not divide them.
void triangle(int n, double A[restrict n - 2][n - 2][2])
{
#pragma scop
  for (int i = 0; i < n; i += 3)
    for (int j = n; j >= i; j--)
      A[i][0][0] -= 1;
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| // test opt --max-versions=1
//| // Blocks of a loop whose step does not divide them.
//| void triangle(int n, double A[restrict n - 2][n - 2][2])
//| {
//|   #pragma omp parallel for schedule(static, 1)
//|   for (long ii = 0; ii < n; ii += 8)
//|     for (long j = n; j >= ii + ii % 24 / 8; j--)
//|       for (long i = ii + ii % 24 / 8; i < polymill_min(n, polymill_min(ii + 8, j + 1)); i += 3)
//|         A[i][0][0] -= 1;
//| }
