/* What is live before and after regions. */

void dead_scalar(int n, double *a) {
  double w;
  for (int i = 0; i < n; i++) {
    w = a[i];
    a[i] = w * w;
  }
}

double live_scalar(int n, const double *a) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}

void dead_array(int n, double *a) {
  double t[100];
  for (int i = 0; i < 100; i++) t[i] = a[i];
  for (int i = 0; i < 100; i++) a[i] = t[99 - i];
}

int printf(const char *, ...);
void live_in_an_outer_loop(int n, double *a) {
  double s = 0, t;
  while (n-- > 0) {
    for (int i = 0; i < 100; i++) s += a[i];
    for (int i = 0; i < 100; i++) {
      t = a[i];
      a[i] = t / s;
    }
    printf("round\n");
  }
}

void overwritten_after(int n, double *a) {
  double s = 0;
  for (int i = 0; i < n; i++) s = a[i];
  s = 1;
  a[0] = s;
}

void with_goto(int n, double *a) {
  double s;
again:
  for (int i = 0; i < n; i++) {
    s = a[i];
    a[i] = s + 1;
  }
  if (n--) goto again;
}
