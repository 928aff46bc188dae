#pragma once
static inline int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }
static inline int row_before(int i, int n) { return wrap(i - 1, n); }
static inline void add(double *restrict x, const double *y, int n, double by)
{
  for (int i = 0; i < n; i++)
    x[i] += by * y[i];
}
