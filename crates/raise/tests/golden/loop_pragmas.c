// What users promise of loops.
void scatter(int n, const int *restrict idx, const double *restrict x, double *restrict y)
{
#pragma polymill independent
  for (int i = 0; i < n; i++)
    y[idx[i]] += x[i];
}

void faces(int n, int m, const int *restrict owner, const double *restrict flux, double *restrict r, double *restrict total)
{
#pragma pencil independent reduction(+: total)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++) {
      r[owner[i] * 4 + k] += flux[i] * k;
      total[0] += flux[i];
    }
}

void ragged(int n, const int *restrict len, const double *restrict val, double *restrict y)
{
  for (int i = 0; i < n; i++) {
#pragma polymill bound(k < 64)
    for (int k = 0; k < len[i]; k++)
      y[i] += val[k * n + i];
  }
}
void wrong(int n, const int *restrict len, const double *restrict val, double *restrict y)
{
  for (int i = 0; i < n; i++) {
#pragma polymill bound(j < 64)
    for (int k = 0; k < len[i]; k++)
      y[i] += val[k * n + i];
#pragma polymill bound(k < 64 + q)
    for (int k = 0; k < len[i]; k++)
      y[i] += val[k * n + i];
#pragma polymill independent foo
    for (int k = 0; k < len[i]; k++)
      y[i] += val[k * n + i];
#pragma polymill independent
    y[i] = 0;
  }
}

// Inside of other loops, in a scop; several statements, and a loop that is not dynamic.
void nested(int n, int m, int idx[restrict n], double a[restrict n][m], double t)
{
#pragma scop
  for (int i = 0; i < n; i++) {
#pragma polymill independent
#pragma polymill bound(j < 8)
    for (int j = 0; j < m; j++) {
      a[idx[i]][j] += t;
      a[idx[j]][j] = t;
    }
  }
#pragma endscop
}
