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
//|   #pragma omp parallel for
//|   for (long ii = 0; ii < n; ii += 512) {
//|     const long i_end = polymill_min(n, ii + 512);
//|     #pragma omp simd
//|     for (long i = ii; i < i_end; i++)
//|       y[i] = 0;
//|     for (long j = 0; j < n; j += 4) {
//|       if (j < n - 3) {
//|         const double x_j = x[j];
//|         const double x_j1 = x[j + 1];
//|         const double x_j2 = x[j + 2];
//|         const double x_j3 = x[j + 3];
//|         #pragma omp simd
//|         for (long i = ii; i < i_end; i++) {
//|           double y_i = y[i];
//|           y_i += A[j][i] * x_j;
//|           y_i += A[j + 1][i] * x_j1;
//|           y_i += A[j + 2][i] * x_j2;
//|           y_i += A[j + 3][i] * x_j3;
//|           y[i] = y_i;
//|         }
//|       } else {
//|         for (long j2 = j; j2 < n; j2++) {
//|           const double x_j2 = x[j2];
//|           #pragma omp simd
//|           for (long i = ii; i < i_end; i++)
//|             y[i] += A[j2][i] * x_j2;
//|         }
//|       }
//|     }
//|   }
//|   printf("after\n");
//| }
