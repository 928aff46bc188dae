// test explain --remarks
// Where other loops cannot take the place of pragmas, they stay, and it is said why.
#include <stdio.h>

double last(int n, const double *a)
{
  double x = 0;
  int i;
#pragma omp parallel for private(x)
  for (i = 0; i < n; i++)
    x = a[i];
  return x;
}

void limited(int n, double *a)
{
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

void hinted(int n, double *restrict a, const double *restrict b)
{
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

/* The source's own threads are as good. */
void scaled(double a[1000000])
{
#pragma omp parallel for
  for (int i = 0; i < 1000000; i++)
    a[i] *= 2;
}
