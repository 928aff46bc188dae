/* Code out of macros cannot be replaced in the original file. */
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define ZERO(a, n) for (int i = 0; i < n; i++) a[i] = 0;
#define VALUE(x) ((x) * 2)

void header_in_macro(int n, double *a) {
  FOR(i, n) a[i] = 1;
}

void all_in_macro(int n, double *a) {
  ZERO(a, n)
}

void values_in_macros(int n, double *a) {
  for (int i = 0; i < VALUE(n); i++) a[i] = VALUE(a[i]);
}
