/* Accesses and conditions that depend on data. */

void gather(int n, double *a, const double *restrict b, const int *restrict index) {
  for (int i = 0; i < n; i++) a[i] = b[index[i]];
}

void scatter(int n, double a[restrict n][8], const int *restrict index) {
  for (int i = 0; i < n; i++) a[i][index[i] & 7] += 1;
}

void guarded(int n, double *a) {
  for (int i = 0; i < n; i++)
    if (a[i] > 0) a[i] = -a[i];
}

void guarded_else(int n, double *restrict a, double *restrict b) {
  for (int i = 0; i < n; i++) {
    if (a[i] > b[i]) {
      a[i] = 0;
      b[i] = 1;
    } else
      b[i] = 2;
  }
}

void partly_affine(int n, double *a) {
  for (int i = 0; i < n; i++)
    if (i > 3 && a[i] > 0 && i < n - 3) a[i] = 0;
}

void histogram(int n, const unsigned char *restrict data, int counts[restrict 256]) {
  for (int i = 0; i < n; i++) counts[data[i]]++;
}

void not_linear(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i * j] = 0;
}

void counter_from_data(int n, double *restrict a, const double *restrict b) {
  int k = 0;
  for (int i = 0; i < n; i++)
    if (b[i] > 0) a[k++] = b[i];
}
