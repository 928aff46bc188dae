// cc -O2
// cc -O3 -fno-strict-aliasing
//
// Variables that loops change by a constant are functions of the counters: indices, pointers that walk, counters that count down.
#include <stddef.h>
#include <stdio.h>

static void count_down_beside(int n, double *restrict a, double *restrict b)
{
  int i, k;
  for (i = 0, k = n; i < n; i++, k--)
    a[i] = b[k];
}

static void by_two(int n, double *restrict a, double *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++) {
    a[i] = b[k];
    k += 2;
  }
  a[0] = k;
}

static void reverse(int n, double *restrict a)
{
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    double t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

static void walk(int n, double *restrict a, double *restrict b)
{
  for (int i = 0; i < n; i++)
    *a++ = 2 * *b++;
}

static void walk_and_count_down(int n, double *restrict a, double *restrict b)
{
  double *p = a, *q = b + 3;
  int i = n;
  while (i-- > 0) {
    *p++ = *q++;
  }
}

static void diagonal(int n, int m, int lb, double *restrict a, double *restrict b)
{
  int i, j, l;
  for (j = 0; j < n; j++)
    for (i = j, l = lb + j - i; i < m; i++, l++)
      a[m * j + i] = b[l];
}

static void from_one(size_t n, float *restrict a, float *restrict b)
{
  size_t i;
  unsigned k = 0;
  for (i = 1; i <= n; i++) {
    b[i] = a[k++];
  }
  b[0] = k;
}

static int compress(int n, int *restrict a, int *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (a[i])
      b[k++] = a[i];
  }
  return k;
}

static int until_seven(int n, int *restrict a, int *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++) {
    b[k++] = a[i];
    if (b[k] == 7)
      break;
  }
  return k;
}

static void start_more(int n, double *restrict a, double *restrict b)
{
  int i, sum;
  for (sum = 3, i = 0; i < n; i++) {
    a[i] = b[i] + sum;
  }
}

static void count_argument(int n, float *restrict a, const unsigned char *restrict b)
{
  for (; n > 0; n--)
    *a++ = *b++;
}

static void count_pointer(int n, double *restrict a, double *restrict b)
{
  double *end = a + n;
  for (double *p = a; p < end; p++)
    *p = 2;
}

static void linear(int n, int m, double *restrict a, double *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[k++] = b[i];
}

static void three_loops(int n, int m, int o, double *restrict a, double *restrict b)
{
  int k = 7;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) {
      for (int l = 2; l <= o; l++)
        a[k++] = b[i];
      k += 3;
    }
    k--;
  }
}

static void walk_rows(int n, int m, double *restrict a, double *restrict b)
{
  double *p = a;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      *p++ += b[j];
}

static int linear_and_last(int n, int m, double *restrict a, double *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[k++] += b[j];
  return k;
}

static void triangle(int n, double *restrict a, double *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[k++] += b[j];
}

static void by_four(int n, double *restrict a, double *restrict b)
{
  int k = 0;
  for (int i = 0; i < 2 * n; i += 2) {
    a[i] = b[k];
    k += 4;
    a[i + 1] = b[k - 1];
  }
}

static void restart(int n, double *restrict a, double *restrict b)
{
  int k;
  for (int i = 0; i < n; i++) {
    k = 0;
    for (int j = n; j > 0; --j)
      a[i] += b[k++];
  }
}

static void four_at_a_time(int n, float *restrict a, const float *restrict b)
{
  for (int i = 0; i < n; i += 4, a += 4, b += 4) {
    a[0] = b[0];
    a[1] = b[1];
    a[2] = b[2];
    a[3] = b[3];
  }
}

static void while_walk(int n, float *restrict a, const float *restrict b)
{
  while (n--)
    *a++ = 2 * *b++;
}

static void while_unsigned(unsigned n, float *restrict a, const float *restrict b)
{
  while (n-- != 0) {
    *a = *b;
    ++a;
    ++b;
  }
}

static void unsigned_down(unsigned n, float *restrict a, float *restrict b)
{
  unsigned k = n;
  for (unsigned i = 0; i < n; i++) {
    k--;
    a[i] = b[k] + k;
  }
}

static void size_down(size_t n, float *restrict a, float *restrict b)
{
  size_t k = 2 * n;
  for (size_t i = 0; i < n; i++, k -= 2)
    a[i] = b[k];
  b[k] = 1;
}

/* The header of the inner loop sets another variable to the one that is counted. */
static void from_here(int n, float *restrict a, float *restrict b)
{
  int k = 0, s, j;
  for (int i = 0; i < n; i++)
    for (j = 0, s = k; j < 4; j++) {
      a[k] = b[j] + s;
      k++;
    }
}

static void while_down(long n, float *restrict a, const float *restrict b)
{
  while (n > 0) {
    a[n - 1] = b[n];
    n--;
  }
}

static double d_to[4000], d_from[4000];
static float f_to[4000], f_from[4000];
static int i_to[4000], i_from[4000];
static unsigned char bytes[4000];

int main(void)
{
  for (int n = 0; n < 30; n += 3) {
    int m = (7 * n) % 11, o = n % 5;
    unsigned sum = 0;
    for (int k = 0; k < 4000; k++) {
      d_to[k] = k % 13, d_from[k] = k % 7;
      f_to[k] = k % 5, f_from[k] = k % 11;
      i_to[k] = k % 3, i_from[k] = k % 17, bytes[k] = k;
    }
    count_down_beside(n, d_to, d_from);
    by_two(n, d_to, d_from);
    reverse(n, d_to);
    walk(n, d_to, d_from);
    walk_and_count_down(n, d_to, d_from);
    diagonal(n, m, 3, d_to, d_from);
    from_one(n, f_to, f_from);
    sum = sum * 3 + compress(n, i_to, i_from);
    sum = sum * 3 + until_seven(n, i_to, i_from);
    start_more(n, d_to, d_from);
    count_argument(n, f_to, bytes);
    count_pointer(n, d_to, d_from);
    linear(n, m, d_to, d_from);
    three_loops(n, m, o, d_to, d_from);
    walk_rows(n, m, d_to, d_from);
    sum = sum * 3 + linear_and_last(n, m, d_to, d_from);
    triangle(n, d_to, d_from);
    by_four(n, d_to, d_from);
    restart(n, d_to, d_from);
    four_at_a_time(n, f_to, f_from);
    while_walk(n, f_to, f_from);
    while_unsigned(n, f_to, f_from);
    unsigned_down(n, f_to, f_from);
    size_down(n, f_to, f_from);
    from_here(n, f_to, f_from);
    while_down(n, f_to, f_from);
    double total = 0;
    for (int k = 0; k < 4000; k++)
      total += (d_to[k] + f_to[k] + i_to[k]) * (k % 19) + (d_from[k] + f_from[k] + i_from[k]) * (k % 23);
    printf("%d %.17g %u\n", n, total, sum);
  }
  return 0;
}
