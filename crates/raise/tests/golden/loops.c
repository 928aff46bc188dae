/* Loops that count. */

void upward(int n, double a[n]) {
  for (int i = 0; i < n; i++) a[i] = 1;
}

void upward_inclusive(int n, double a[]) {
  for (int i = 1; i <= n - 1; ++i) a[i] = 1;
}

void downward(int n, double a[]) {
  for (int i = n - 1; i >= 0; i--) a[i] = a[i + 1];
}

void downward_exclusive(int n, double a[]) {
  for (int i = n; i > 0; i -= 1) a[i - 1] = a[i];
}

void strided(int n, double a[]) {
  for (int i = 3; i < n; i += 2) a[i] = 1;
  for (int i = n; i > 0; i = i - 3) a[i] = 2;
  for (int i = 0; n > i; i = 4 + i) a[i] = 3;
}

void until_equal(int n, double a[]) {
  for (int i = 0; i != n; i++) a[i] = 1;
}

void until_equal_strided(int n, double a[]) {
  for (int i = 0; i != n; i += 2) a[i] = 1;
}

void conjunction(int n, int m, double a[]) {
  for (int i = 0; i < n && i < m; i++) a[i] = 1;
}

void nested(int n, double a[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      a[j][i] = a[i][j];
}

void imperfect(int n, double a[n][n], double *s) {
  for (int i = 0; i < n; i++) {
    s[i] = 0;
    for (int j = 0; j < i; j++)
      s[i] += a[i][j];
    s[i] /= i + 1;
  }
}

void same_name_twice(double a[10][10]) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 10; j++) {
      int k = j;
      for (int j = 0; j < 5; j++)
        a[k][i + j] = 1;
    }
}

void bound_set_inside(int n, double *a) {
  for (int i = 0; i < 10; i++) {
    int m = i + n;
    for (int j = 0; j < m; j++) a[j] = i;
  }
}

void constant_extents(void) {
  static double a[100];
  for (int i = 0; i < 100; i++) a[i] = i * 0.5;
}
