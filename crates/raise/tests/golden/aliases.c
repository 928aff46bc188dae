/* What may overlap. */

double shared[100];
static double own[100];

void pointers(int n, double *a, double *b, const float *f, char *c) {
  for (int i = 0; i < n; i++) a[i] = b[i] + f[i];
  for (int i = 0; i < n; i++) c[i] = a[i];
}

void restricted(int n, double *restrict a, double *b) {
  for (int i = 0; i < n; i++) a[i] = b[i];
}

void with_globals(int n, double *a) {
  for (int i = 0; i < 100; i++) shared[i] = a[i];
  for (int i = 0; i < 100; i++) own[i] = a[i];
}

void only_read(int n, const double *a, const double *b, double *restrict c) {
  for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}

void use(double *);
void locals(int n, double *a) {
  double x[100], y[100];
  use(x);
  for (int i = 0; i < 100; i++) a[i] = x[i] + y[i];
}

void bound_through_pointer(int *n, int *a) {
  for (int i = 0; i < *n; i++) a[i] = 0;
}

void promised(int n, double *a, double *b) {
#pragma scop
  for (int i = 0; i < n; i++) a[i] = b[i];
#pragma endscop
}

struct two { double *p, *q; };
void members(int n, struct two *t) {
  for (int i = 0; i < n; i++) t->p[i] = t->q[i];
}
