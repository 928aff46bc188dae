// cc -O2
// cc -O2 -ffast-math
// What a pointer leads to is looked at only where loops run: `a` and `b` lead nowhere where `n` is zero.
#include <stdio.h>

struct matrix {
  int rows, cols;
  double *data;
};

__attribute__((noinline)) void scale(int n, const struct matrix *a, double *restrict x)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < a->cols; j++)
      x[i] += a->data[i * a->cols + j] * 2;
}

__attribute__((noinline)) void add(int n, struct matrix *a, const struct matrix *b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < b->cols; j++)
      a->data[i * a->cols + j] += b->data[i * b->cols + j];
}

__attribute__((noinline)) void bias(int n, float *restrict y, const float *x, const float *b)
{
  for (int i = 0; i < n; i++)
    y[i] = x[i] + (b != NULL ? b[i] : 1.0f);
}

/* The address itself, not whether there is one. */
__attribute__((noinline)) void address(int n, double *restrict x, const float *b)
{
  for (int i = 0; i < n; i++)
    x[i] += ((unsigned long)b % 4 == 0) + 2 * ((long)b != 1);
  if (b)
    for (int i = 0; i < n; i++)
      x[i] += b[i] > 3 && b;
}

int main(void)
{
  enum { n = 40 };
  static double one[n * n], two[n * n], x[n];
  static float y[n], z[n];
  for (int i = 0; i < n * n; i++)
    one[i] = i % 7, two[i] = i % 5;
  struct matrix a = {n, n, one}, b = {n, n, two}, same = {n, n, one + n};
  scale(0, NULL, x);
  add(0, NULL, NULL);
  add(0, &a, NULL);
  scale(n, &a, x);
  add(n, &a, &b);
  add(n - 1, &a, &same);
  for (int i = 0; i < n; i++)
    z[i] = i;
  bias(n, y, z, NULL);
  bias(0, y, z, z);
  bias(n / 2, y, z, z);
  address(n, x, z);
  address(n, x, NULL);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * i + y[i];
    for (int j = 0; j < n; j++)
      sum += one[i * n + j] * (i - j);
  }
  printf("%.17g\n", sum);
}
