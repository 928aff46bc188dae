// cc -O2 -fopenmp
// cc -O2
// cc -O2 -fopenmp-simd
//
// Loops with pragmas are taken for what they are without them, where that leaves the same values; other pragmas stay.
#include <stdio.h>
#include <stdlib.h>

#define N 300

static int product(int n, const int *a, const int *b, int *c)
{
  int i, j, k;
#pragma omp parallel for private(j, k) schedule(static) \
    default(shared)
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      int sum = 0;
      for (k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  k = c[n];
  return k;
}

/* After the loop, `t` has the value from before it, and so has `i`. */
static int kept(int n, int *a)
{
  int t = 7, i = 5;
#pragma omp parallel for private(t)
  for (i = 0; i < n; i++) {
    t = a[i] * 2;
    a[i] = t + 1;
  }
#ifdef _OPENMP
  return t + i;
#else
  return 12;
#endif
}

/* Each thread has a copy of `limit`. */
static void copied(int n, int *a, int limit)
{
#pragma omp parallel for firstprivate(limit) schedule(static)
  for (int i = 0; i < n; i++) {
    if (i % 100 == 0)
      limit = limit * 1;
    a[i] += limit;
  }
}

static int last(int n, int *a)
{
  int x = 0;
#pragma omp parallel for lastprivate(x)
  for (int i = 0; i < n; i++) {
    x = a[i];
    a[i] = x * 3;
  }
  return x;
}

static long reduced(int n, const int *a)
{
  long sum = 0;
  int most = -1;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < n; i++) {
    sum += a[i];
    if (a[i] > most)
      most = a[i];
  }
  return sum + most;
}

static void steps(int n, int times, int *a, int *b)
{
  for (int t = 0; t < times; t++) {
    int shift = t & 3;
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i * n + j] = a[i * n + j - 1] + a[(i + 1) * n + j] + shift;
    if (t % 2) {
#pragma omp parallel for
      for (int i = 0; i < n * n; i++)
        a[i] = b[i] & 1023;
    } else {
#pragma GCC ivdep
      for (int i = 0; i < n * n; i++)
        a[i] = b[i] & 511;
    }
  }
}

/* Where arrays overlap, the source runs, with its pragmas. */
static void shifted(int n, int *a, const int *b)
{
#pragma GCC unroll 2
  for (int i = 0; i < n; i++)
    a[i] = b[i] + 1;
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = 2 * a[i];
}

static int counted(int n, const int *a)
{
  int found = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    if (a[i] % 3 == 0) {
#pragma omp atomic
      found++;
    }
#pragma omp parallel
  {
#pragma omp for reduction(+ : found)
    for (int i = 0; i < n; i++)
      found += a[i] & 1;
  }
  return found;
}

/* Rows of their own. */
static int rows(int n, const int *a)
{
  int row[N], total[N];
#pragma omp parallel for private(row)
  for (int i = 0; i < n; i++) {
    total[i] = 0;
    for (int j = 0; j < n; j++)
      row[j] = a[i * n + j] * j;
    for (int j = 0; j < n; j++)
      total[i] += row[n - 1 - j] - row[j] * i;
  }
  return total[n / 2];
}

static unsigned hash(int n, const int *a)
{
  unsigned h = 1;
  for (int i = 0; i < n; i++)
    h = h * 31 + (unsigned)a[i];
  return h;
}

int main(void)
{
  int *a = malloc(sizeof(int) * N * N), *b = malloc(sizeof(int) * N * N), *c = malloc(sizeof(int) * N * N);
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 17;
    b[i] = i % 13;
    c[i] = 0;
  }
  printf("%d %u\n", product(N, a, b, c), hash(N * N, c));
  printf("%d %u\n", kept(N * N, a), hash(N * N, a));
  copied(N * N, b, 3);
  printf("%u\n", hash(N * N, b));
  printf("%d %u\n", last(N * N, b), hash(N * N, b));
  printf("%ld\n", reduced(N * N, b));
  steps(N, 9, a, c);
  printf("%u %u\n", hash(N * N, a), hash(N * N, c));
  shifted(N * N, a, b);
  shifted(N * N - 1, a, a + 1);
  printf("%u\n", hash(N * N, a));
  printf("%d\n", counted(N * N, a));
  printf("%d\n", rows(N, b));
  free(a);
  free(b);
  free(c);
  return 0;
}
