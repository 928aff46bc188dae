/* Which code becomes a region. */
void report(double);

void several(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = 0;
  a[0] = 1;
  for (int i = 1; i < n; i++) a[i] += a[i - 1];
}

void split_by_a_call(int n, double *a) {
  double s = 0;
  for (int i = 0; i < n; i++) a[i] = 0;
  report(a[0]);
  for (int i = 0; i < n; i++) s += a[i];
  report(s);
}

void inside_a_loop(int n, double *a) {
  for (int t = 0; t < 10; t++) {
    for (int i = 0; i < n; i++) a[i] += 1;
    report(a[t]);
  }
}

void inside_branches(int n, double *a) {
  if (a[0] > 0) {
    for (int i = 0; i < n; i++) a[i] = 0;
  } else
    for (int i = 0; i < n; i++) a[i] = 1;
}

void declaration_used_after(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = 0;
  double t = a[0];
  for (int i = 0; i < n; i++) a[i] = t;
  report(t);
}

void declaration_used_inside_only(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = 0;
  double t = a[0];
  for (int i = 0; i < n; i++) a[i] = t;
}

void no_loop(double *a) {
  a[0] = 1;
  a[1] = 2;
}
