/* Regions between pragmas. */
void report(double);

void whole(int n, double *a) {
  for (int i = 0; i < n; i++) a[i] = 9;
#pragma scop
  a[0] = 1;
  for (int i = 1; i < n; i++) a[i] = a[i - 1];
#pragma endscop
  report(a[0]);
}

void inside_a_block(int n, double *a) {
  while (n-- > 0) {
    if (a[0] > 0) {
#pragma scop
      for (int i = 0; i < n; i++) a[i] = 0;
#pragma endscop
    }
  }
}

void body_without_braces(int n, double *a) {
  for (int t = 0; t < 3; t++)
#pragma scop
    for (int i = 0; i < n; i++) a[i] = 0;
#pragma endscop
}

void not_as_a_whole(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) a[i] = 0;
  report(a[0]);
  for (int i = 0; i < n; i++) a[i] = 1;
#pragma endscop
}

void across_blocks(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 0;
#pragma endscop
  }
}

void empty(void) {
#pragma scop
#pragma endscop
}

double declares_for_later(int n, double *a) {
#pragma scop
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
#pragma endscop
  return s;
}

void two(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++) a[i] = 1;
#pragma endscop
}

void never_closed(int n, double *a) {
#pragma scop
  for (int i = 0; i < n; i++) a[i] = 0;
}
