/* C's conversions, written out. */
double sqrt(double);
float fabsf(float);

void integers(int n, char *c, short *s, unsigned *u, long *l) {
  for (int i = 0; i < n; i++) {
    c[i] = c[i] + s[i];
    s[i] += 1;
    u[i] = u[i] * 2 - i;
    l[i] = u[i] + l[i] << 3;
    c[i] = ~c[i] >> 1;
  }
}

void floats(int n, float *f, double *d, long double *ld) {
  for (int i = 0; i < n; i++) {
    f[i] = f[i] * 2.0 + 1;
    f[i] = f[i] * 2.0f;
    d[i] = f[i] / 3 - i;
    ld[i] = d[i] * 0x1p-3L;
    f[i] = fabsf(d[i]) + sqrt(f[i]);
  }
}

void truth(int n, _Bool *b, int *a, double *d) {
  for (int i = 0; i < n; i++) {
    b[i] = a[i];
    a[i] = !d[i] && a[i] || b[i];
    d[i] = a[i] > d[i];
    b[i] = a[i] == 3;
  }
}

void casts(int n, double *d, int *a) {
  for (int i = 0; i < n; i++) {
    a[i] = (int) d[i] % 7;
    d[i] = (double) a[i] / (float) n;
    a[i] = (unsigned char) a[i];
  }
}

void constants(double *d, long *l) {
  for (int i = 0; i < 4; i++) {
    d[i] = 1e300 + 'a';
    l[i] = 4000000000 - 1u + -5;
  }
}
