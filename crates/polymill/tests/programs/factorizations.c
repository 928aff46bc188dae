// cc -O3 -ffp-contract=off
// Factorizations of matrices of 1 to 150 rows, in the orders in which people write them. They run in panels of 48 columns.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void lu(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) { for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * A[k][j]; A[i][j] /= A[j][j]; }
    for (int j = i; j < n; j++) for (int k = 0; k < i; k++) A[i][j] -= A[i][k] * A[k][j];
  }
}
__attribute__((noinline)) void kij(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    for (int i = k + 1; i < n; i++) A[i][k] /= A[k][k];
    for (int i = k + 1; i < n; i++) for (int j = k + 1; j < n; j++) A[i][j] -= A[i][k] * A[k][j];
  }
}
__attribute__((noinline)) void cholesky(int n, double A[n][n]) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) { for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k]; A[i][j] /= A[j][j]; }
    for (int k = 0; k < i; k++) A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i]);
  }
}
__attribute__((noinline)) void ldl(int n, double A[n][n]) {
  for (int k = 0; k < n; k++) {
    A[k][k] = sqrt(A[k][k]);
    for (int i = k + 1; i < n; i++) A[i][k] = A[i][k] / A[k][k];
    for (int i = k + 1; i < n; i++) for (int j = k + 1; j <= i; j++) A[i][j] -= A[i][k] * A[j][k];
  }
}
__attribute__((noinline)) void crout(int n, double *A) {
  for (int j = 0; j < n; j++) {
    for (int i = j; i < n; i++) for (int k = 0; k < j; k++) A[i * n + j] -= A[i * n + k] * A[k * n + j];
    for (int i = j + 1; i < n; i++) { for (int k = 0; k < j; k++) A[j * n + i] -= A[j * n + k] * A[k * n + i]; A[j * n + i] /= A[j * n + j]; }
  }
}
/* From the last row and column to the first. */
__attribute__((noinline)) void ul(int n, double A[n][n]) {
  for (int k = n - 1; k >= 0; k--) {
    for (int i = k - 1; i >= 0; i--) A[i][k] /= A[k][k];
    for (int i = k - 1; i >= 0; i--) for (int j = k - 1; j >= 0; j--) A[i][j] -= A[i][k] * A[k][j];
  }
}
static unsigned long hash(size_t bytes, const void *p) { const unsigned char *c = p; unsigned long h = 1469598103934665603UL; for (size_t i = 0; i < bytes; i++) h = (h ^ c[i]) * 1099511628211UL; return h; }
static void fill(int n, double *A) { unsigned s = 7 + n; for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) { s = s * 1664525u + 1013904223u; A[i * n + j] = A[j * n + i] = (s >> 8) / 16777216.0 + (i == j ? n : 0); } }
int main(void) {
  int sizes[] = {191, 192, 193, 240, 301};
  for (int t = 1; t <= 155; t++) {
    int n = t <= 150 ? t : sizes[t - 151];
    double *A = malloc(sizeof(double) * n * n);
    fill(n, A); lu(n, (double (*)[n])A); printf("%d %lx", n, hash(sizeof(double) * n * n, A));
    fill(n, A); kij(n, (double (*)[n])A); printf(" %lx", hash(sizeof(double) * n * n, A));
    fill(n, A); cholesky(n, (double (*)[n])A); printf(" %lx", hash(sizeof(double) * n * n, A));
    fill(n, A); ldl(n, (double (*)[n])A); printf(" %lx", hash(sizeof(double) * n * n, A));
    fill(n, A); crout(n, A); printf(" %lx", hash(sizeof(double) * n * n, A));
    fill(n, A); ul(n, (double (*)[n])A); printf(" %lx\n", hash(sizeof(double) * n * n, A));
    free(A);
  }
}
