/* Statements and what is in them. */
double exp(double);
double pow(double, double);
double fmax(double, double);
int abs(int);
double pure_one(double) __attribute__((pure));
double const_one(double) __attribute__((const));
static double square(double x) { double y = x; y *= x; return y; }

void compound(int n, int *a) {
  for (int i = 0; i < n; i++) {
    a[i] += i;
    a[i] -= 2;
    a[i] *= 3;
    a[i] /= 4;
    a[i] %= 5;
  }
  for (int i = 0; i < n; i++) {
    a[i] <<= 1;
    a[i] >>= 1;
    a[i] &= 6;
    a[i] |= 7;
    a[i] ^= 8;
    a[i]++;
    --a[i];
  }
}

void chains(int n, double *a, double *b, float *c) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i] = 0;
    a[i] = c[i] = b[i] * 2;
    a[i] = 1, b[i] = 2;
    a[i] = (b[i] += 3);
  }
}

void steps_with_values(int n, int *a, int *b) {
  for (int i = 0; i < n; i++) {
    a[i] = b[i]++;
    a[i] = ++b[i];
  }
}

void choices(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) {
    a[i] = a[i] > b[i] ? a[i] : b[i];
    b[i] = a[i] ?: b[i];
    a[i] > 0 ? (a[i] = 1) : (b[i] = 2);
  }
}

void calls(int n, double *a, int *b) {
  for (int i = 0; i < n; i++) {
    a[i] = exp(a[i]) + pow(i, 2) + fmax(a[i], 1);
    a[i] = square(a[i]) + const_one(i);
    b[i] = abs(b[i]);
    a[i] = __builtin_sqrt(a[i]);
  }
}

void pure_calls(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = pure_one(i);
}

void no_effect(int n, double *a) {
  for (int i = 0; i < n; i++) {
    ;
    (void) n;
    a[i];
    a[i] = 0;
  }
}
