// What code promises in a region: PENCIL's functions, and compilers' own.
void __pencil_assume(int);
void __pencil_kill();

void lengths(int n, int m, const int *restrict len, const double *restrict val, double *restrict y)
{
  for (int i = 0; i < n; i++) {
    __pencil_assume(len[i] <= m && m > 4);
    for (int k = 0; k < len[i]; k++)
      y[i] += val[k * (long)n + i];
  }
}

void unreachable(int n, const int *restrict len, const double *restrict val, double *restrict y)
{
  for (int i = 0; i < n; i++) {
    if (len[i] >= 100 || !(i < 1000)) __builtin_unreachable();
    for (int k = 0; k < len[i]; k++)
      y[i] += val[k * (long)n + i];
  }
}

// Not what is asked, not kept, or not of use.
void of_no_use(int n, int *restrict len, int *restrict other, double *restrict y)
{
  for (int i = 0; i < n; i++) {
    __pencil_assume(len[i] <= 100);
    __pencil_assume(other[i] <= 100);
    for (int k = 0; k < len[i]; k++) {
      __builtin_assume(n < 50);
      y[k] += 1;
    }
    len[i + 1] = 0;
    for (int k = 0; k < other[i + 1]; k++)
      y[k] += 2;
  }
}

double dead[100];
void kills(int n, double *restrict y)
{
#pragma scop
  __pencil_kill(dead);
  for (int i = 0; i < 100; i++) dead[i] = y[i];
  for (int i = 0; i < 100; i++) y[i] = dead[99 - i] * n;
  __pencil_kill(dead);
#pragma endscop
}

void kills_parameters(int n, int m, double A[restrict n][m], double *restrict t, double *restrict u)
{
  for (int i = 0; i < n; i++) t[i] = A[i][0];
  for (int i = 0; i < n; i++) u[i] += t[i] * t[i];
  __pencil_kill(t, A[0], n + 1);
  for (int i = 0; i < n; i++) A[i][0] = u[i];
}

// Only for some parameters.
void kills_sometimes(int n, double *restrict t, double *restrict u)
{
  for (int i = 0; i < n; i++) t[i] = u[i] * 2;
  if (n > 5) __pencil_kill(t);
  for (int i = 0; i < n; i++) u[i] += 1;
}
