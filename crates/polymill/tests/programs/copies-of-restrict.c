// cc -O2
//
// What a `restrict` pointer leads to may be reached through pointers that are based on it: copies of it, in variables or elsewhere.
#include <stdio.h>

enum { N = 300000 };

double *restrict x, *y;
double a[2 * N];

struct holder {
  double *values;
};

void of_globals(int n)
{
  y = x;
  for (int i = 0; i < n - 1; i++)
    x[i] = y[i + 1] + 1.0;
}

void of_a_parameter(int n, double *restrict p, int d)
{
  double *q = p;
  q += d;
  for (int i = 0; i < n - 1; i++)
    q[i] = p[i] + 1.0;
}

void in_memory(int n, double *restrict p, struct holder *h)
{
  h->values = p + 1;
  for (int i = 0; i < n - 1; i++)
    p[i] = h->values[i] + i;
}

static double *moved(double *p, int by)
{
  return by > N ? p : p + by;
}

void from_a_call(int n, double *restrict p, int by)
{
  double *q = 0;
  for (int t = 0; t < 3; t++) {
    q = moved(p, by);
    for (int i = 0; i < n - 1; i++)
      q[i] = p[i] + 2.0;
  }
}

int main(void)
{
  for (int i = 0; i < 2 * N; i++)
    a[i] = i * 37 % 101 * 0.125;
  struct holder h;
  x = a;
  of_globals(N);
  of_a_parameter(N, a + N / 2, 1);
  in_memory(N, a, &h);
  from_a_call(N, a, 1);
  double sum = 0.0;
  for (int i = 0; i < 2 * N; i++)
    sum += a[i] * (i % 7);
  printf("%.17g\n", sum);
}
