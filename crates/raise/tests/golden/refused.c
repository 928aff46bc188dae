/* What does not qualify, and what is said about it. */
int rand(void);
void report(double);

void calls(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = rand();
}

int leaves(int n, double *a) {
  for (int i = 0; i < n; i++)
    if (a[i] < 0) return i;
  return n;
}

void jumps(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) goto out;
    a[i] = 0;
  }
out:;
}

int recursive(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = recursive(n - 1, a);
  return 0;
}

void breaks(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (a[i] < 0) break;
    a[i] = 0;
  }
}

void stride(int n, int s, double *a) {
  for (int i = 0; i < n; i += s) a[i] = 0;
}

void changes_iterator(int n, double *a) {
  for (int i = 0; i < n; i++) a[i++] = 0;
}

void floating_counter(double *a) {
  for (double x = 0; x < 10; x += 1) a[(int) x] = x;
}

void endless(double *a) {
  for (int i = 0;; i++) a[i] = 0;
}

void switches(int n, double *a) {
  for (int i = 0; i < n; i++)
    switch (i) {
    case 1: a[i] = 0;
    }
}

void assembly(int n, double *a) {
  for (int i = 0; i < n; i++) __asm__("nop");
}

void strings(int n, char **a) {
  for (int i = 0; i < n; i++) a[i] = "x";
}

void through_pointer(int n, double *a, double (*f)(double)) {
  for (int i = 0; i < n; i++) a[i] = f(a[i]);
}

void chases(int n, double *a) {
  double *p = a;
  for (int i = 0; i < n; i++) {
    p = p + 1;
    *p = 0;
  }
}

void statement_expression(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = ({ double t = i; t; });
}
