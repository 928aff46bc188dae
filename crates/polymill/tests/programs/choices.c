// cc -O3 -ffp-contract=off
// Minima, maxima and sums under conditions, of variables and of elements, as people write them. What a condition guards may not exist.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define PAGE ((size_t)sysconf(_SC_PAGESIZE))
static int shared_most;
/* The longest ascending subsequence. */
__attribute__((noinline)) void ascending(int n, const int *restrict a, int *restrict d) {
  for (int i = 0; i < n; i++) { d[i] = 1; for (int j = 0; j < i; j++) if (a[j] < a[i] && d[j] + 1 > d[i]) d[i] = d[j] + 1; }
}
/* The order in which to multiply matrices. */
__attribute__((noinline)) void chain(int n, int m[restrict n + 1][n + 1], const int *restrict p) {
  for (int i = 1; i <= n; i++) m[i][i] = 0;
  for (int len = 2; len <= n; len++)
    for (int i = 1; i <= n - len + 1; i++) {
      int j = i + len - 1;
      m[i][j] = 2000000000;
      for (int k = i; k < j; k++) { int q = m[i][k] + m[k + 1][j] + p[i - 1] * p[k] * p[j]; if (q < m[i][j]) m[i][j] = q; }
    }
}
/* The same, row by row from the last one: what is updated with an element comes after it. */
__attribute__((noinline)) void chain_upwards(int n, int m[restrict n + 1][n + 1], const int *restrict p) {
  for (int i = n; i >= 1; i--) {
    m[i][i] = 0;
    for (int j = i + 1; j <= n; j++) {
      m[i][j] = 2000000000;
      for (int k = i; k < j; k++) if (m[i][k] + m[k + 1][j] + p[i - 1] * p[k] * p[j] < m[i][j]) m[i][j] = m[i][k] + m[k + 1][j] + p[i - 1] * p[k] * p[j];
    }
  }
}
__attribute__((noinline)) void of_rows(int n, int m, float A[restrict n][m], float *restrict most, float *restrict least) {
  for (int i = 0; i < n; i++) { most[i] = -1; least[i] = 1e30f; for (int j = 0; j < m; j++) { if (A[i][j] > most[i]) most[i] = A[i][j]; if (least[i] > A[i][j]) least[i] = A[i][j]; } }
}
__attribute__((noinline)) void of_columns(int n, int m, float A[restrict n][m], float *restrict most) {
  for (int j = 0; j < m; j++) most[j] = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) most[j] = A[i][j] >= most[j] ? A[i][j] : most[j];
}
__attribute__((noinline)) int largest(int n, const int *x) { int most = -5; for (int i = 0; i < n; i++) if (x[i] > most) most = x[i]; return most; }
__attribute__((noinline)) int smallest_even(int n, const int *x) { int least = 1 << 30; for (int i = 0; i < n; i++) if (x[i] % 2 == 0 && x[i] < least) least = x[i]; return least; }
__attribute__((noinline)) unsigned some(int n, const int *x, const unsigned *y) { unsigned sum = 0; for (int i = 0; i < n; i++) if (x[i] > 3) sum += y[i]; else sum += 2; return sum; }
__attribute__((noinline)) unsigned bits(int n, const unsigned *x) { unsigned all = 0; for (int i = 0; i < n; i++) all |= x[i]; return all; }
__attribute__((noinline)) void into_shared(int n, const int *x) { for (int i = 0; i < n; i++) if (x[i] > shared_most) shared_most = x[i]; }
__attribute__((noinline)) void clamped(int n, const float *restrict x, float *restrict o) { for (int i = 0; i < n; i++) { o[i] = 1; if (x[i] > 0.25f && x[i] < 0.75f) o[i] = o[i] + x[i]; } }
/* There is no y[i] where x[i] does not say so, and no z[i] behind m. */
__attribute__((noinline)) void guarded(int n, int m, const int *restrict x, const float *restrict y, const float *restrict z, float *restrict o) {
  for (int i = 0; i < n; i++) { o[i] = 0; if (x[i] > 0 && y[i] > o[i]) o[i] = y[i]; if (i < m && z[i] > o[i]) o[i] = z[i]; }
}
/* Only written where the condition holds: constants otherwise. */
__attribute__((noinline)) void rarely(int n, const int *restrict x, int *restrict o) { for (int i = 0; i < n; i++) if (x[i] > o[i]) o[i] = x[i]; }
static unsigned long hash(size_t n, const void *p) { const unsigned char *c = p; unsigned long h = 1469598103934665603UL; for (size_t i = 0; i < n * 4; i++) h = (h ^ c[i]) * 1099511628211UL; return h; }
static unsigned state = 7;
static unsigned random_bits(void) { state = state * 1664525u + 1013904223u; return state >> 8; }
/* Memory that ends with a page behind which there is none. */
static void *at_end(size_t bytes) {
  size_t size = (bytes + PAGE - 1) / PAGE * PAGE;
  char *all = mmap(0, size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + size, PAGE, PROT_NONE)) abort();
  return all + size - bytes;
}
int main(void) {
  int sizes[] = {-1, 0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 70, 129, 300};
  for (int s = 0; s < 14; s++) {
    int n = sizes[s], room = n > 0 ? n : 0, m = room / 2;
    size_t area = (size_t)(room + 1) * (room + 1);
    int *a = malloc((area + 1) * 4), *x = at_end(room * 4 + 4), *d = malloc((area + 1) * 4), *only_read = at_end(PAGE);
    float *A = malloc((area + 1) * 4), *y = at_end(room * 4 + 4), *z = at_end(m * 4), *o = malloc((room + 1) * 4), *l = malloc((room + 1) * 4);
    for (size_t i = 0; i <= area; i++) { a[i] = random_bits() % 997 + 1; A[i] = random_bits() % 1000 / 999.0f; d[i] = 0; }
    int n_chosen = room > 4 ? room - 4 : room;
    for (int i = 0; i <= room; i++) { x[i] = (int)(random_bits() % 19) - 9; y[i] = random_bits() % 1000 / 999.0f; o[i] = l[i] = 0; }
    for (int i = 0; i < m; i++) z[i] = random_bits() % 1000 / 999.0f;
    for (int i = n_chosen; i < room; i++) x[i] = -1;
    ascending(n, a, d); printf("%d %lx", n, hash(room, d));
    if (n >= 0) { for (int i = 0; i <= room; i++) a[i] = a[i] % 9 + 1; chain(n, (int (*)[n + 1])d, a); printf(" %lx", hash(area, d)); memset(d, 0, area * 4); chain_upwards(n, (int (*)[n + 1])d, a); printf(" %lx", hash(area, d)); }
    if (n > 0) { of_rows(n, n, (float (*)[n])A, o, l); printf(" %lx %lx", hash(room, o), hash(room, l)); of_columns(n, n, (float (*)[n])A, o); printf(" %lx", hash(room, o)); }
    printf(" %d %d %u %u", largest(n, x), smallest_even(n, x), some(n, x, (unsigned *)a), bits(n, (unsigned *)a));
    into_shared(n, x); printf(" %d", shared_most);
    clamped(n, A, o); printf(" %lx", hash(room, o));
    /* y ends with the last element that is chosen. */
    float *chosen = at_end(n_chosen * 4); memcpy(chosen, y, n_chosen * 4);
    guarded(n, m, x, chosen, z, o); printf(" %lx", hash(room, o));
    int n_read = room < 1024 ? room : 1024; for (int i = 0; i < n_read; i++) only_read[i] = 100;
    mprotect(only_read, PAGE, PROT_READ);
    rarely(n_read, x, only_read); printf(" %lx\n", hash(n_read, only_read));
    free(a); free(d); free(A); free(o); free(l);
  }
}
