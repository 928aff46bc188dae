// test explain
// Where other loops cannot take the place of pragmas, they stay, and it is said why.
#include <stdio.h>

double last(int n, const double *a)
{
  double x = 0;
  int i;
#pragma omp parallel for private(x) // remark: `x` is private to the loop, and may be used after it
  for (i = 0; i < n; i++)
    x = a[i];
  return x;
}

void limited(int n, double *a)
{
#pragma omp parallel for num_threads(2) // remark: `num_threads` asks for something that other loops would not do
  for (int i = 0; i < n; i++)
    a[i] = 0;
#pragma omp parallel
  {
#pragma omp for // remark: the iterations of this loop are taken to be independent, as the pragma promises
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
#pragma omp parallel // remark: each thread does something else in this region than its share of loops
  {
    a[0] = 1;
#pragma omp for
    for (int i = 1; i < n; i++)
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
#pragma omp parallel for // remark: taken to be independent
  for (int i = 0; i < 1000000; i++)
    a[i] *= 2;
}
//| remark[region]: `limited`: left as written
//|   --> pragmas.c:21:3
//|    |
//| 21 | /   {
//| 22 | | #pragma omp for // remark: the iterations of this loop are taken to be independent, as the pragma promises
//| 23 | |     for (int i = 0; i < n; i++)
//| 24 | |       a[i] += 1;
//| 25 | |   }
//|    | |___^
//|    |
//|    = note: no other order is predicted to be clearly faster
//|    = note: considered, with the predicted time:
//|            as written (chosen)
//|            original order: loop 0 parallel
//| remark[loop-parallel]: loop over `i`: parallel, as its pragma says
//|   --> pragmas.c:23:5
//|    |
//| 23 |     for (int i = 0; i < n; i++)
//|    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| remark[region]: `hinted`: 1 loop runs in parallel
//|   --> pragmas.c:38:3
//|    |
//| 38 | /   for (int i = 0; i < n; i++)
//| 39 | |     a[i] += b[i];
//|    | |_________________^
//|    |
//|    = note: it now runs as
//|            parallel for i
//|              S0
//|    = note: considered, with the predicted time:
//|            as written
//|            original order: loop 0 parallel (chosen)
//| remark[loop-parallel]: loop over `i`: parallel
//|   --> pragmas.c:38:3
//|    |
//| 38 |   for (int i = 0; i < n; i++)
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//| remark[version]: `hinted_n_le_5120`, for n <= 5120: left as written
//|   --> pragmas.c:38:3
//|    |
//| 38 | /   for (int i = 0; i < n; i++)
//| 39 | |     a[i] += b[i];
//|    | |_________________^
//| remark[region]: `scaled`: left as written
//|   --> pragmas.c:46:3
//|    |
//| 46 | /   for (int i = 0; i < 1000000; i++)
//| 47 | |     a[i] *= 2;
//|    | |______________^
//|    |
//|    = note: no other order is predicted to be clearly faster
//|    = note: considered, with the predicted time:
//|            as written (chosen)
//|            original order: loop 0 parallel
//| remark[loop-parallel]: loop over `i`: parallel, as its pragma says
//|   --> pragmas.c:46:3
//|    |
//| 46 |   for (int i = 0; i < 1000000; i++)
//|    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
