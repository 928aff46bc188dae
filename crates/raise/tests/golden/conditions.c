/* Affine conditions. */

void parts(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (i < 10 || (i > 20 && !(i == 30))) a[i] = 1;
    else a[i] = 2;
  }
}

void chain(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (i == 0) a[i] = 0;
    else if (i % 2 == 0) { a[i] = 1; }
    else if (i != n - 1) a[i] = 2;
  }
}

void on_parameters(int n, int flag, double *a) {
  if (flag)
    for (int i = 0; i < n; i++) a[i] = 0;
  else {
    for (int i = 0; i < n; i++) a[i] = 1;
  }
}

void never(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (0) a[i] = 0;
    if (i < 0) a[i] = 1;
    a[i] = 2;
  }
}

void skipped(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (i == 5) continue;
    a[i] = 1;
    if (i > 50) { continue; }
    a[i] += 1;
  }
}

void ternary(int n, double *a, const double *b) {
  for (int i = 0; i < n; i++) a[i] = i > 0 ? b[i - 1] : 0;
}
