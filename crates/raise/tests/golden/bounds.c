/* Bounds with minima, divisions, helpers and constants. */
double fmin(double, double);
double floor(double);
double ceil(double);

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define N 100
enum { SIZE = 3 * N };
static const int OFFSET = 7;
static inline int max(int a, int b) { return a > b ? a : b; }

void minimum_macro(int n, int m, double *a) {
  for (int i = 0; i < MIN(n, m); i++) a[i] = 0;
}

void helpers(int n, double *a) {
  for (int i = max(0, n - 10); i < (int) fmin(n, 2 * n - 5); i++) a[i] = 0;
}

void quotients(int n, double *a) {
  for (int i = n / 4; i < (n + 3) / 4 + n % 4; i++) a[i / 2] = a[i % 2];
}

void floor_and_ceil(int n, double *a) {
  for (int i = ceil((double) (n - 1) / 4.0); i <= floor((double) n / 2); i++) a[i] = 0;
}

void constants(double *a) {
  for (int i = OFFSET; i < SIZE; i++) a[i - OFFSET] = N;
}

void shifts(int n, double *a) {
  for (int i = n << 1; i < 8 * n; i++) a[i] = 0;
}

void product_of_parameters(int n, double *a) {
  for (int i = 0; i < n * n; i++) a[i] = 0;
}

void triangle(int n, double a[n][n]) {
  for (int i = 0; i < n; i++)
    for (int j = max(i - 5, 0); j < MIN(i + 6, n); j++) a[i][j] = 0;
}
