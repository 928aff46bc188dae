// cc -O2
// cc -O2 -fno-strict-aliasing
//
// Rows of pointers may lead anywhere: to each other's memory, to other arrays, in any order. It is tested whether they overlap.
#include <stdio.h>
#include <stdlib.h>

enum { N = 37, M = 53 };

static double memory[8 * N * M];
static double *a[N], *b[N], *c[N];

static void smooth(int n, int m, double **to, double **from)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void product(int n, double **out, double **x, double **y)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      out[i][j] = 0;
      for (int k = 0; k < n; k++)
        out[i][j] += x[i][k] * y[k][j];
    }
}

static void sums(int n, int m, double *sum, double **x)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum[j] += x[i][j];
}

/* Two arrays in one piece beside rows. */
static void weighted(int n, int m, double *sum, double *weight, double **x)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum[i] += weight[j] * x[i][j];
}

/* Rows may be read twice, but not written. */
static void wave(int n, int m, double **x)
{
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      x[i][j] += 0.5 * x[i - 1][j] + 0.25 * x[i][j - 1];
}

struct plane {
  int tag;
  float *data;
};

static void mix(int n, int size, struct plane *to, struct plane *from)
{
  for (int k = 0; k < n; k++)
    for (int i = 0; i < size; i++)
      to[k].data[i] = to[k].data[i] / 2 + from[k].data[size - 1 - i];
}

static void cube(int n, float ***to, float ***from)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        to[i][j][k] = from[i][j][k] + from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] + from[i][j + 1][k];
}

/* Only some of the pointers lead somewhere. */
static void some(int n, int m, double **x, const int *is_there)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (is_there[i])
        x[i][j] *= 2;
}

/* Only the lower half of the pointers is there. */
static void lower(int n, float ***x)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < n; k++)
        x[i][j][k] += x[i][j][(k + 1) % 2] + i;
}

/* Stores of characters may change the pointers. */
static void copy(int n, int m, unsigned char **to, unsigned char **from)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i][j] = from[i][j];
}

struct image {
  int w, h;
  unsigned char **rows;
};

static void darken(struct image *to, const struct image *from)
{
  for (int y = 0; y < from->h; y++)
    for (int x = 0; x < from->w; x++)
      to->rows[y][x] = 3 * from->rows[y][x] / 4;
}

static void lay(double **rows, int start, int step, int shuffle)
{
  for (int i = 0; i < N; i++)
    rows[i] = memory + start + step * (shuffle ? (i * shuffle) % N : i);
  for (int i = 0; i < 8 * N * M; i++)
    memory[i] = i % 17;
}

static double checksum(void)
{
  double sum = 0;
  for (int i = 0; i < 8 * N * M; i++)
    sum = sum * 1.000001 + memory[i] * (1 + i % 5);
  return sum;
}

static void all(const char *name)
{
  smooth(N, M, b, a);
  smooth(N, M, a, b);
  product(N, c, a, b);
  sums(N, M, memory + 3 * N * M, a);
  sums(N, M, a[3] + 2, b);
  weighted(N, M, memory + 3 * N * M, memory + 3 * N * M + 5, b);
  weighted(N, M, memory + 3 * N * M, memory + 4 * N * M, b);
  wave(N, M, a);
  smooth(1, M, b, a);
  smooth(0, 0, 0, 0);
  product(0, 0, 0, 0);
  printf("%s %.17g\n", name, checksum());
}

int main(void)
{
  const int steps[] = {M, -M, M - 1, 1, 0, 2 * M};
  for (int k = 0; k < 6; k++)
    for (int shuffle = 0; shuffle < 6; shuffle += 5) {
      int start = steps[k] < 0 ? (N - 1) * M : 0;
      lay(a, start, steps[k], shuffle);
      lay(b, start + N * M, steps[k], 0);
      lay(c, start + 5 * N * M / 2, steps[k], shuffle);
      all("apart or not");
      lay(a, start, steps[k], shuffle);
      lay(b, start + 1, steps[k], shuffle);
      lay(c, start + N * M, steps[k], shuffle);
      all("next to each other");
      lay(a, start, steps[k], 0);
      b[5] = a[6];
      a[9] = a[10];
      c[N - 1] = a[0] + 7;
      all("some shared");
    }

  static float planes[6][1000];
  struct plane to[3] = {{0, planes[4]}, {1, planes[0]}, {2, planes[2]}}, from[3] = {{0, planes[1]}, {1, planes[3]}, {2, planes[5]}};
  for (int i = 0; i < 6000; i++)
    planes[i / 1000][i % 1000] = i % 23;
  mix(3, 1000, to, from);
  from[1].data = to[2].data + 500;
  mix(3, 500, to, from);
  from[1].data = to[2].data + 499;
  mix(3, 500, to, from);
  to[1] = to[0];
  mix(3, 300, to, from);
  double sum = 0;
  for (int i = 0; i < 6000; i++)
    sum += planes[i / 1000][i % 1000] * (i % 7);
  printf("planes %.17g\n", sum);

  enum { P = sizeof(unsigned char *) };
  static unsigned char bytes[20][500], *to_rows[20], *from_rows[20];
  for (int i = 0; i < 10000; i++)
    bytes[i / 500][i % 500] = i % 251;
  for (int i = 0; i < 20; i++) {
    to_rows[i] = bytes[i];
    from_rows[i] = bytes[19 - i];
  }
  copy(10, 500, to_rows, from_rows);
  copy(11, 500, to_rows, from_rows);
  struct image to_image = {480, 10, to_rows}, from_image = {480, 10, from_rows};
  darken(&to_image, &from_image);
  from_image.h = 20;
  darken(&to_image, &from_image);
  /* The first row is the pointers to the second and the third one. */
  unsigned char *pointers[3] = {0}, *others[3] = {(unsigned char *)&to_rows[5], bytes[6], bytes[7]};
  pointers[0] = (unsigned char *)&pointers[1];
  pointers[1] = bytes[0];
  pointers[2] = bytes[1];
  copy(3, 2 * P, pointers, others);
  unsigned hash = pointers[1] == bytes[5];
  for (int i = 0; i < 10000; i++)
    hash = hash * 31 + bytes[i / 500][i % 500];
  printf("bytes %u\n", hash);

  enum { L = 24 };
  static float cells[2][L][L][L], *rows[2][L][L], **tables[2][L];
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < L; i++) {
      tables[t][i] = rows[t][i];
      for (int j = 0; j < L; j++) {
        rows[t][i][j] = cells[t][i][j];
        for (int k = 0; k < L; k++)
          cells[t][i][j][k] = (i * j + k) % 11;
      }
    }
  cube(L, tables[1], tables[0]);
  rows[1][3][4] = cells[0][4][4];
  cube(L, tables[1], tables[0]);
  rows[0][3][4] = 0;
  for (int i = 0; i < L; i++)
    for (int j = i + 1; j < L; j++)
      rows[1][i][j] = 0;
  for (int i = 0; i < L; i++)
    for (int j = i + 1; j < L; j++)
      rows[1][i][j] = 0;
  lower(L, tables[1]);
  sum = 0;
  for (int i = 0; i < 2 * L * L * L; i++)
    sum += (&cells[0][0][0][0])[i] * (i % 7);
  printf("cells %.17g\n", sum);

  int is_there[N];
  lay(a, 0, M, 0);
  for (int i = 0; i < N; i++)
    if (!(is_there[i] = i % 3 != 0))
      a[i] = 0;
  some(N, M, a, is_there);
  printf("some %.17g\n", checksum());
  return 0;
}
