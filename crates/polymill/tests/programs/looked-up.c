// cc -O2
// cc -O2 -fno-strict-aliasing
//
// Only data say where these functions read: it is looked up before whether that is apart from what they write. Nothing is looked up that
// they do not read themselves.
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, M = 400 };

static void multiply(int n, const int *row, const int *column, const double *value, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

struct matrix {
  int n, *row, *column;
  double *value;
};

/* The matrix is a variable of the function. */
static void square(int n, int *row, int *column, double *value, const double *x, double *y, double *z)
{
  struct matrix a;
  a.n = n, a.row = row, a.column = column, a.value = value;
  for (int i = 0; i < a.n; i++)
    for (int k = a.row[i]; k < a.row[i + 1]; k++)
      y[i] += a.value[k] * x[a.column[k]];
  for (int i = 0; i < a.n; i++)
    for (int k = a.row[i]; k < a.row[i + 1]; k++)
      z[i] += a.value[k] * y[a.column[k]];
}

static void gather(long n, const long *index, const float *x, float *y)
{
  for (long i = 0; i < n; i++)
    y[i] = x[index[i]] + x[i];
}

static void count(int n, const unsigned char *key, int *bins)
{
  for (int i = 0; i < n; i++)
    bins[key[i]]++;
}

static void count_down(int n, const int *key, int *bins)
{
  for (int i = 0; i < n; i++)
    bins[key[i]]--;
}

/* No rows are looked at without a step. */
static void iterate(int n, int steps, const int *row, const int *column, const double *value, double *x, double *y,
                    const double *z)
{
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = row[i]; k < row[i + 1]; k++)
        sum += value[k] * (x[column[k]] + z[column[k]]);
      y[i] = sum;
    }
    for (int i = 0; i < n; i++)
      x[i] = 0.01 * y[i] + x[i];
  }
}

/* Integers that are not one next to the other. */
struct node {
  int first, weight;
};

static void mark(int n, const struct node *node, double *x)
{
  for (int i = 0; i < n; i++)
    for (int k = node[i].first; k < node[i + 1].first; k++)
      x[k] = 0.5 * x[k] + i;
}

static void follow(int n, const int *row, const struct node *edge, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += x[edge[k].first];
}

struct point {
  double x, y;
};

static void members(int n, const int *index, const struct point *p, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = p[index[i]].y + 0.5 * y[i];
}

static void back(int n, const unsigned long *index, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = x[index[i]] + 0.5 * y[i];
}

/* Columns are read only where there are parts. */
static void in_parts(int n, const int *row, const int *part, const int *column, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      for (int l = part[k]; l < part[k + 1]; l++)
        y[i] += x[column[k]];
}

static void below(int n, const int *row, const int *column, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      for (int l = 0; l < k; l++)
        y[i] += x[column[k]];
}

/* Only some rows are looked at, only some elements are. */
static void some(int n, const int *flag, const int *row, const int *column, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    if (flag[i])
      for (int k = row[i]; k < row[i + 1]; k++)
        y[i] += x[column[k]];
}

static void chosen(int n, const int *flag, const int *index, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = flag[i] ? x[index[i]] : 0;
}

static void print(int n, const double *x)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = 0.75 * sum + x[i];
  printf("%.17g\n", sum);
}

static double *numbers(int n)
{
  double *x = malloc(n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = 1 + i * 7 % 13;
  return x;
}

int main(void)
{
  int *row = malloc((N + 1) * sizeof *row), *column = malloc(M * sizeof *column), *flag = malloc(N * sizeof *flag);
  row[0] = 0;
  for (int i = 0; i < N; i++) {
    row[i + 1] = row[i] + (i * 5 % 12 < M - row[i] ? i * 5 % 12 : M - row[i]);
    flag[i] = i % 3 == 1;
  }
  for (int k = 0; k < M; k++)
    column[k] = k * 17 % N;
  double *value = numbers(M), *x = numbers(2 * M);

  /* Apart, then more and more in what is read. */
  for (int shift = 2 * N; shift >= -N / 2; shift -= N / 4) {
    multiply(N, row, column, value, x + N, x + N + shift);
    print(4 * N, x);
  }
  multiply(N, row, column, x, value, x + N);
  print(4 * N, x);

  double *z = numbers(2 * M);
  for (int shift = 0; shift <= 3 * N; shift += N / 2) {
    iterate(N, 3, row, column, value, z, z + N, z + shift);
    iterate(N, 3, row, column, value, z + shift, z + 4 * N, z);
    print(2 * M, z);
  }

  square(N, row, column, value, z, z + N, z + 2 * N);
  square(N, row, column, value, z, z + N / 2, z + 2 * N);
  print(2 * M, z);

  struct node *node = malloc(M * sizeof *node);
  for (int k = 0; k < M; k++)
    node[k].first = k * 7 % N, node[k].weight = 500 + k;
  follow(N, row, node, z, z + N);
  follow(N, row, node, z + N, z + N + N / 2);
  print(2 * M, z);
  /* The second half of the rows goes up and down. */
  for (int k = 0; k <= N; k++)
    node[k].first = k < N / 2 ? k : k % 2 ? 2 * N : N, node[k].weight = k;
  mark(N, node, z);
  print(2 * M, z);
  for (int shift = 0; shift <= 3 * N; shift += 6) {
    members(N, column, (struct point *)z, z + shift);
    members(N, column + N, (struct point *)(z + 2 * N), z + shift);
  }
  print(2 * M, z);
  unsigned long *up = malloc(N * sizeof *up);
  for (int i = 0; i < N; i++)
    up[i] = i % 2 ? i : -(unsigned long)i;
  for (int shift = 0; shift <= 3 * N; shift += 6)
    back(N, up, z + 2 * N, z + shift);
  print(2 * M, z);
  int *part = calloc(M + 1, sizeof *part);
  in_parts(N, row, part, NULL, NULL, z);
  int only[2] = {0, 1};
  below(1, only, NULL, NULL, z);
  print(2 * M, z);

  /* Nothing to look at, and nothing there. */
  iterate(4, 0, NULL, NULL, NULL, NULL, NULL, NULL);
  multiply(0, NULL, NULL, NULL, NULL, x);
  multiply(-3, NULL, NULL, NULL, NULL, x);
  gather(0, NULL, NULL, NULL);

  /* Empty rows that end before they begin, far from what there is. */
  int *odd = malloc(5 * sizeof *odd);
  odd[0] = 1 << 30, odd[1] = -(1 << 30), odd[2] = -(1 << 30), odd[3] = -(1 << 30) - 1, odd[4] = -(1 << 30) - 7;
  multiply(4, odd, column, value, x, x + 10);
  print(4 * N, x);

  /* All rows are empty, and nothing is where they begin. */
  for (int i = 0; i < 5; i++)
    odd[i] = 1 << 30;
  multiply(4, odd, NULL, NULL, NULL, x + 10);
  print(4 * N, x);

  long *index = malloc(N * sizeof *index);
  float *f = malloc(3 * N * sizeof *f);
  for (int i = 0; i < 3 * N; i++)
    f[i] = i % 19;
  for (int i = 0; i < N; i++)
    index[i] = i * 11 % N - N / 2;
  for (int shift = -N; shift <= N; shift += N / 2) {
    gather(N, index, f + N, f + N + shift);
    printf("%g %g %g\n", f[3], f[N + 5], f[2 * N + 7]);
  }

  unsigned char *key = malloc(M);
  int *bins = calloc(256 + M, sizeof *bins);
  for (int i = 0; i < M; i++)
    key[i] = 255 - i % 100;
  count(M, key, bins);
  /* The keys are bins. */
  count_down(M - 256, bins, bins + 200);
  count_down(200, bins, bins);
  long sum = 0;
  for (int i = 0; i < 256 + M; i++)
    sum = 3 * (sum % 1000003) + bins[i];
  printf("%ld\n", sum);

  /* What rows without a flag say leads nowhere. */
  for (int i = 0; i < N; i++)
    if (i % 3 == 0)
      row[i] = i % 2 ? -1000000 : 2000000000;
  some(N, flag, row, column, x, x + N);
  print(4 * N, x);
  int *wild = malloc(N * sizeof *wild);
  for (int i = 0; i < N; i++)
    wild[i] = flag[i] ? i : 2000000000;
  chosen(N, flag, wild, x, x + 2 * N);
  print(4 * N, x);

  free(row), free(column), free(flag), free(value), free(x), free(odd), free(index), free(f), free(key), free(bins), free(wild), free(z), free(node), free(part), free(up);
}
