// cc -O2 -fopenmp
// cc -O2
//
// Parallel regions in which threads do nothing but share loops, and others.
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num() 0
#endif
enum { N = 300 };
static double A[N][N], B[N][N], C[N][N], D[N][N], x[N], y[N];
void both(int n) {
  int i, j, k;
  double t;
#pragma omp parallel private(k)
  {
#pragma omp for private(j, t)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        t = 0;
        for (k = 0; k < n; k++) t += A[i][k] * B[k][j];
        C[i][j] = t;
      }
#pragma omp for private(j)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        for (k = 0; k < n; k++) D[i][j] += C[i][k] * A[k][j];
  }
}
void direct(int n) {
  int i;
#pragma omp parallel
#pragma omp for
  for (i = 0; i < n; i++) x[i] += 2 * y[i];
}
double reduced(int n) {
  double s = 0;
#pragma omp parallel
  {
    int j;
#pragma omp for reduction(+ : s) nowait
    for (int i = 0; i < n; i++)
      for (j = 0; j < n; j++) s += A[i][j];
  }
  return s;
}
int each(int n) {
  int c = 0;
#pragma omp parallel
  {
#pragma omp atomic
    c++;
#pragma omp for
    for (int i = 0; i < n; i++) x[i] = i;
  }
  return c > 0;
}
void mixed(int n) {
#pragma omp parallel
  {
    int id = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = i + 0 * id;
  }
}
void failing(int n, int *restrict p) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) { y[i] = x[i] * 2; }
#pragma omp for
    for (int i = 0; i < n; i++) { y[i] += rand() > -1; }
  }
}
int main(void) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) A[i][j] = (i * j) % 7, B[i][j] = i % 5 + j % 3;
  both(N); direct(N); double s = reduced(N); int e = each(N); mixed(N); failing(N, &e);
  for (int i = 0; i < N; i++) { s += x[i] * 3 + y[i]; for (int j = 0; j < N; j++) s += C[i][j] * (i % 3) + D[i][j] * (j % 5); }
  printf("%.17g %d\n", s, e);
}
