/* Loops over rows on data at the edges: each array has exactly the elements that the loops as written access. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void multiply(int n, const int row[restrict], const int col[restrict], const double val[restrict],
              const double x[restrict], double y[restrict])
{
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}

/* An element may be in several rows, if where they begin decreases. */
void scale(int n, const int row[restrict], const double d[restrict], double val[restrict])
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      val[k] = val[k] * d[i] + 1;
}

enum { MOST = 6 };

/* At most MOST elements of each list. */
void sum_up(int n, const unsigned char length[restrict], const double list[restrict][MOST], double y[restrict])
{
  for (int i = 0; i < n; i++) {
    int end = length[i] < MOST ? length[i] : MOST;
    y[i] = 0;
    for (int k = 0; k < end; k++)
      y[i] += list[i][k];
  }
}

/* From the last element to the first, every second one. */
void backwards(int n, const int first[restrict], const int behind[restrict], const double val[restrict],
               double y[restrict])
{
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = behind[i] - 1; k >= first[i]; k -= 2)
      y[i] = y[i] / 2 + val[k];
  }
}

static void *copy(const void *data, size_t size)
{
  void *memory = malloc(size);
  if (memory && size)
    memcpy(memory, data, size);
  return memory;
}

static void print(const char *what, int n, const double *values)
{
  printf("%s:", what);
  for (int i = 0; i < n; i++)
    printf(" %a", values[i]);
  printf("\n");
}

/* `n` rows, of `m` elements together. */
static void run(const char *what, int n, const int *row_data, int m)
{
  printf("-- %s\n", what);
  int *row = copy(row_data, (n ? n + 1 : 0) * sizeof *row), *behind = malloc(n * sizeof *behind);
  unsigned char *length = malloc(n);
  int *col = malloc(m * sizeof *col);
  double *val = malloc(m * sizeof *val), *x = malloc((m + 1) * sizeof *x), *d = malloc(n * sizeof *d);
  double *y = malloc(n * sizeof *y), (*list)[MOST] = malloc(n * sizeof *list);
  for (int k = 0; k < m; k++) {
    /* The first and the last column among them. */
    col[k] = k % 3 == 0 ? 0 : k % 3 == 1 ? m : k;
    val[k] = 1 + k % 7;
  }
  for (int k = 0; k <= m; k++)
    x[k] = 1.0 / (k + 1);
  for (int i = 0; i < n; i++) {
    behind[i] = row[i + 1];
    d[i] = i % 5 - 1.5;
    length[i] = row[i + 1] > row[i] ? row[i + 1] - row[i] : 255;
    for (int k = 0; k < MOST; k++)
      list[i][k] = i + k / 8.0;
  }
  multiply(n, row, col, val, x, y);
  print("multiply", n, y);
  backwards(n, row, behind, val, y);
  print("backwards", n, y);
  scale(n, row, d, val);
  print("scale", m, val);
  sum_up(n, length, list, y);
  print("sum_up", n, y);
  free(row), free(behind), free(length), free(col), free(val), free(x), free(d), free(y), free(list);
}

int main(void)
{
  int zeros[41] = {0}, full[41], ends[41], steps[41], down[41], saw[41];
  for (int i = 0; i <= 40; i++) {
    full[i] = i <= 20 ? 0 : 40;
    ends[i] = i == 0 ? 0 : i < 40 ? 1 : 2;
    steps[i] = i * i / 40;
    down[i] = 40 - i;
    saw[i] = i % 4 * 7;
  }
  run("no rows", 0, zeros, 0);
  run("one empty row", 1, zeros, 0);
  run("empty rows", 40, zeros, 0);
  run("one full row", 40, full, 40);
  run("the first and the last row have one element", 40, ends, 2);
  run("longer and longer rows", 40, steps, 40);
  run("rows that end before they begin", 40, down, 41);
  run("every fourth row ends before it begins", 40, saw, 21);
  return 0;
}
