// Loops that count with `while`.
void spmv(int n, const int *restrict row, const int *restrict col, const double *restrict val, const double *restrict x,
          double *restrict y)
{
  int i = 0;
  while (i < n) {
    y[i] = 0;
    int k = row[i];
    while (k < row[i + 1]) {
      y[i] += val[k] * x[col[k]];
      k++;
    }
    i += 1;
  }
}

// The start comes before a store that cannot change it, and the counter is used afterwards.
int before_store(int n, const int *row, double *restrict y)
{
  int k = 0, i;
  for (i = 0; i < n; i = i + 1) {
    k = row[i];
    y[i] = 0;
    while (row[i + 1] > k) {
      y[i] += k;
      k = 1 + k;
    }
  }
  return i;
}

// Stores of integers may change where a row begins: it is not known any more.
void after_store(int n, const int *row, int *y, int *restrict z)
{
  for (int i = 0; i < n; i++) {
    int k = row[i];
    y[i] = 0;
    for (; k < row[i + 1]; k++) z[k] += 1;
  }
}

// `continue` skips the step.
void skips(int n, double *restrict a)
{
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < n && a[k] < 1) {
      if (a[k] < 0) { k += 2; continue; }
      a[k] = i;
      k++;
    }
  }
}

int down(int n, double *restrict a)
{
  int i = n;
  while (i-- > 0) a[i] += 1;
  return i;
}

// A start that a call, a pointer or a jump may change.
int unsure(int n, int *p, double *restrict a, double *restrict b)
{
  int k = 0, m = n, *q = &m;
  *q = n - 1;
  k = m;
  *p = 3;
  q[0] = 4;
  while (k < n) {
    a[k] = 1;
    k++;
  }
  k = 2;
again:
  for (; k < n; k++) b[k] = 1;
  if (p[0]) goto again;
  return 0;
}

// A counter that goes on from row to row is not known at the start of a row.
void cursor(int n, const int *restrict row, double *restrict y)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    while (k < row[i + 1]) {
      y[i] += k;
      k++;
    }
}
