// test opt --max-versions=1
// The file with the region replaced; the rest stays as it is.
#include <stdio.h>

void matvec(int n, double A[n][n], const double x[restrict n], double y[restrict n])
{
  printf("before\n");
#pragma scop
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < n; j++)
      y[i] += A[j][i] * x[j];
  }
#pragma endscop
  printf("after\n");
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| // test opt --max-versions=1
//| // The file with the region replaced; the rest stays as it is.
//| #include <stdio.h>
//|
//| void matvec(int n, double A[n][n], const double x[restrict n], double y[restrict n])
//| {
//|   printf("before\n");
//|   #pragma omp simd
//|   for (long i = 0; i < n; i++)
//|     y[i] = 0;
//|   #pragma omp parallel for
//|   for (long ii = 0; ii < n; ii += 256) {
//|     const long i_end = polymill_min(n, ii + 256);
//|     for (long j = 0; j < n; j += 2) {
//|       if (j + n % 2 < n - 1) {
//|         const double x_j = x[j];
//|         const double x_j1 = x[j + 1];
//|         #pragma omp simd
//|         for (long i = ii; i < i_end; i++) {
//|           double y_i = y[i];
//|           y_i += A[j][i] * x_j;
//|           y_i += A[j + 1][i] * x_j1;
//|           y[i] = y_i;
//|         }
//|       } else {
//|         const double x_nm1 = x[n - 1];
//|         #pragma omp simd
//|         for (long i = ii; i < i_end; i++)
//|           y[i] += A[n - 1][i] * x_nm1;
//|       }
//|     }
//|   }
//|   printf("after\n");
//| }
