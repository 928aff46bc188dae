// cc -O3 -ffp-contract=off
// Stencils over time, in the forms in which people write them, at sizes about those of the tiles. They run in tiles of space and time.
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void line(int steps, int n, double *restrict a, double *restrict b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = 0.33 * (a[i - 1] + a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++) a[i] = 0.33 * (b[i - 1] + b[i] + b[i + 1]);
  }
}
__attribute__((noinline)) void plane(int steps, int n, double A[restrict n][n], double B[restrict n][n]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) A[i][j] = B[i][j];
  }
}
/* Two copies in one array, a wider and lopsided neighbourhood. */
__attribute__((noinline)) void turns(int steps, int n, int m, double A[restrict 2][n][m]) {
  for (int t = 0; t < steps; t++)
    for (int i = 2; i < n - 1; i++)
      for (int j = 1; j < m - 2; j++)
        A[(t + 1) % 2][i][j] = 0.3 * A[t % 2][i][j] + 0.2 * (A[t % 2][i - 2][j] + A[t % 2][i + 1][j]) + 0.1 * (A[t % 2][i][j - 1] + A[t % 2][i][j + 2]);
}
/* Fields that wait for each other; a source at the border. */
__attribute__((noinline)) void fields(int steps, int n, int m, double X[restrict n][m], double Y[restrict n][m], double H[restrict n][m], double *restrict source) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < m; j++) Y[0][j] = source[t];
    for (int i = 1; i < n; i++) for (int j = 0; j < m; j++) Y[i][j] -= 0.5 * (H[i][j] - H[i - 1][j]);
    for (int i = 0; i < n; i++) for (int j = 1; j < m; j++) X[i][j] -= 0.5 * (H[i][j] - H[i][j - 1]);
    for (int i = 0; i < n - 1; i++) for (int j = 0; j < m - 1; j++) H[i][j] -= 0.7 * (X[i][j + 1] - X[i][j] + Y[i + 1][j] - Y[i][j]);
  }
}
__attribute__((noinline)) void cube(int steps, int n, double A[restrict n][n][n], double B[restrict n][n][n]) {
  for (int t = 1; t <= steps; t++) {
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) for (int k = 1; k < n - 1; k++)
      B[i][j][k] = 0.1 * (A[i + 1][j][k] + A[i - 1][j][k] + A[i][j + 1][k] + A[i][j - 1][k] + A[i][j][k + 1] + A[i][j][k - 1]) + 0.4 * A[i][j][k];
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) for (int k = 1; k < n - 1; k++)
      A[i][j][k] = 0.1 * (B[i + 1][j][k] + B[i - 1][j][k] + B[i][j + 1][k] + B[i][j - 1][k] + B[i][j][k + 1] + B[i][j][k - 1]) + 0.4 * B[i][j][k];
  }
}
static unsigned long hash(size_t n, const double *p) { const unsigned char *c = (const void *)p; unsigned long h = 1469598103934665603UL; for (size_t i = 0; i < n * sizeof *p; i++) h = (h ^ c[i]) * 1099511628211UL; return h; }
static void fill(size_t n, double *a) { unsigned s = 7; for (size_t i = 0; i < n; i++) { s = s * 1664525u + 1013904223u; a[i] = (s >> 8) / 16777216.0; } }
int main(void) {
  int sizes[] = {-1, 0, 1, 2, 3, 4, 5, 8, 9, 17, 31, 32, 33, 34, 63, 66, 97, 130};
  int steps[] = {-2, 0, 1, 2, 3, 7, 8, 15, 16, 17, 33, 70};
  size_t most = 131 * 131 * 131;
  double *a = malloc(most * sizeof *a), *b = malloc(most * sizeof *b), *c = malloc(most * sizeof *c), source[70];
  fill(70, source);
  for (int s = 0; s < 18; s++)
    for (int t = 0; t < 12; t++) {
      int n = sizes[s], m = sizes[17 - s], positive = n > 1 ? n : 1, other = m > 1 ? m : 1;
      size_t area = (size_t)positive * positive, box = (size_t)positive * other, volume = area * positive;
      printf("%d %d", n, steps[t]);
      fill(positive, a); fill(positive, b); line(steps[t], n, a, b); printf(" %lx %lx", hash(positive, a), hash(positive, b));
      fill(area, a); fill(area, b); plane(steps[t], positive, (double (*)[positive])a, (double (*)[positive])b); printf(" %lx %lx", hash(area, a), hash(area, b));
      fill(2 * box, a); turns(steps[t], positive, other, (double (*)[positive][other])a); printf(" %lx", hash(2 * box, a));
      fill(box, a); fill(box, b); fill(box, c); fields(steps[t], positive, other, (double (*)[other])a, (double (*)[other])b, (double (*)[other])c, source); printf(" %lx %lx %lx", hash(box, a), hash(box, b), hash(box, c));
      if (n < 64) { fill(volume, a); fill(volume, b); cube(steps[t], positive, (double (*)[positive][positive])a, (double (*)[positive][positive])b); printf(" %lx %lx", hash(volume, a), hash(volume, b)); }
      printf("\n");
    }
}
