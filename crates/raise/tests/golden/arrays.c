/* Kinds of arrays. */

double global[20][30];
static float matrix[4][4];

void globals(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) global[i][j] = matrix[j][i];
}

void rows(int n, int m, double (*a)[m], double b[restrict n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i][j] = b[i][j];
}

void pointer_to_array(int n, double (*a)[n][n]) {
  for (int i = 0; i < n; i++) (*a)[i][0] = 1;
}

void pointer_arithmetic(int n, double *a) {
  for (int i = 0; i < n; i++) *(a + i) = *(a + 2 * i + 1);
}

void scalars(int n, double *restrict alpha, double beta, const double *restrict a) {
  for (int i = 0; i < n; i++) *alpha += beta * a[i];
}

void pointers_to_rows(int n, double a[n][n]) {
  for (int i = 0; i < n; i++) {
    double *row = a[i], *next = &a[i][1];
    for (int j = 0; j < n - 1; j++) row[j] = next[j];
  }
}

void array_of_pointers(int n, double **a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 0;
}

void promised_rows(int n, double **a) {
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = 0;
#pragma endscop
}

void moving_pointer(int n, double *a) {
  double *p = a;
  for (int i = 0; i < n; i++) *p++ = 0;
}

void odd_sizes(int n, double a[n][n * n], double b[n][2 * n + 1]) {
  for (int i = 0; i < n; i++) a[i][i] = b[i][i];
}

void volatile_memory(int n, volatile int *a) {
  for (int i = 0; i < n; i++) a[i] = 0;
}

void index_first(int n, double *a) {
  for (int i = 0; i < n; i++) i[a] = 0;
}
