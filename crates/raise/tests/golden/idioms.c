/* Ways of writing that macros and habits bring. */
#define SWAP(a, b) do { double t = a; a = b; b = t; } while (0)

void statement_macros(int n, double *a) {
  for (int i = 0; i < n; i++) SWAP(a[i], a[2 * n - i]);
}

void parity(int n, double *a) {
  for (int i = 0; i < n; i++) {
    if (i & 1) a[i >> 1] = 0;
    else a[i] = i & 6;
  }
}

void commas(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) a[i] = 0, b[i] = 1;
}

void types_inside(int n, double *a) {
  for (int i = 0; i < n; i++) {
    typedef double real;
    struct pair { real x, y; };
    struct pair p;
    p.x = a[i];
    a[i] = -p.x;
  }
}

void address_of_data(int n, double *restrict a, int *restrict index) {
  for (int i = 0; i < n; i++) {
    double *p = &a[index[i]];
    index[i] = 0;
    *p = 1;
  }
}

void ignored_values(int n, double *a, void *p) {
  for (int i = 0; i < n; i++) {
    (void) p;
    a[i] = 1;
  }
}

int *where;
void shared_counter(int n, int *a) {
  int i;
  where = &i;
  for (i = 0; i < n; i++) a[i] = *where;
}
