/* Control flow inside of statements. */

void sparse(int n, double *restrict y, const int *restrict row, const int *restrict col, const double *restrict v,
            const double *restrict x) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++) sum += v[k] * x[col[k]];
    y[i] = sum;
  }
}

void counter_outside(int n, double *restrict y, const int *restrict length) {
  int k;
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (k = 0; k < length[i]; k++) y[i] += k;
  }
}

void whiles(int n, double *a) {
  for (int i = 0; i < n; i++) {
    double x = a[i];
    while (x > 1) x /= 2;
    do x += 1; while (x < 0);
    a[i] = x;
  }
}

void early_exits(int n, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 10; j++) {
      if (b[j] < 0) continue;
      if (b[j] > a[i]) break;
      a[i] += b[j];
    }
  }
}

void skip_on_data(int n, double *a) {
  for (int i = 0; i < n; i++) {
    a[i] = a[i] - 1;
    if (a[i] < 0) continue;
    a[i] = 2;
    a[i] *= 3;
  }
}

void stride_from_data(int n, double *restrict a, const int *restrict s) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j += s[i]) a[j] = i;
}

void condition_with_effect(int n, int *a) {
  for (int i = 0; i < n; i++) {
    int k = a[i];
    while (k-- > 0) a[i] += k;
  }
}

void outermost_while(int n, double *a, double limit) {
  while (a[0] > limit)
    for (int i = 0; i < n; i++) a[i] /= 2;
}

void good_nest_inside(int n, double a[n][n], const int *flag) {
  for (int t = 0; t < n; t++)
    if (flag[t])
      for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++) a[i][j] += a[i - 1][j - 1];
}
