/* Integers that wrap. */
typedef unsigned long size_t;

void plain(size_t n, double *a) {
  for (size_t i = 0; i < n; i++) a[i] = 0;
}

void below_zero(unsigned n, double *a) {
  for (unsigned i = 0; i < n - 1; i++) a[i] = a[i + 1];
}

void mixed_signs(int n, double *a) {
  for (size_t i = 0; i < n; i++) a[i] = 0;
}

void inclusive(unsigned n, double *a) {
  for (unsigned i = 0; i <= n; i++) a[i] = 0;
}

void downward(unsigned n, double *a) {
  for (unsigned i = n; i > 0; i--) a[i - 1] = 0;
}

void until_wrap(unsigned n, double *a) {
  for (unsigned i = n - 1; i < n; i--) a[i] = 0;
}

void never_ends(unsigned n, double *a) {
  for (unsigned i = n; i >= 0; i--) a[i] = 0;
}

void narrow(int n, double *a) {
  for (unsigned char i = 0; i < n; i++) a[i] = 0;
}

void narrow_stride(unsigned n, double *a) {
  for (unsigned i = 0; i < n; i += 3) a[i] = 0;
}

void narrow_casts(int n, double *a) {
  for (int i = 0; i < n; i++) a[(short) (i + 1)] = a[(unsigned char) i];
}

void difference(unsigned n, double *a) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i; j - i < 5; j++) a[j] = 0;
}

void unequal(unsigned n, unsigned m, double *a) {
  for (unsigned i = n; i != m; i++) a[i] = 0;
}

void wide(long long n, double *a) {
  for (long long i = 0; i < n; i++) a[i] = 0;
}
