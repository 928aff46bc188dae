/* Converts many sparse matrices, and compares what executors do with what loops as written do, bit for bit. Arrays have
 * exactly the elements that the loops as written access. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void multiply(int n, const int row[], const int col[], const double val[], const double x[], double y[]);
struct multiply_matrix;
struct multiply_matrix *multiply_inspect(int n, const int row[], const int col[], const double val[], const double x[],
                                         double y[]);
void multiply_execute(const struct multiply_matrix *matrix, int n, const int row[], const int col[],
                      const double val[], const double x[], double y[]);
long multiply_pays_after(const struct multiply_matrix *matrix);
void multiply_release(struct multiply_matrix *matrix);

void accumulate(long length, const long row[], const int column[], const float weight[], const short known[],
                const float k[], float end[]);
struct accumulate_matrix;
struct accumulate_matrix *accumulate_inspect(long length, const long row[], const int column[], const float weight[],
                                             const short known[], const float k[], float end[]);
void accumulate_execute(const struct accumulate_matrix *matrix, long length, const long row[], const int column[],
                        const float weight[], const short known[], const float k[], float end[]);
void accumulate_release(struct accumulate_matrix *matrix);

void scale(int i, int k, int strip, int element, const int row[], const int col[], const double width[],
           const double first[], double offset[]);
struct scale_matrix;
struct scale_matrix *scale_inspect(int i, int k, int strip, int element, const int row[], const int col[],
                                   const double width[], const double first[], double offset[]);
void scale_execute(const struct scale_matrix *matrix, int i, int k, int strip, int element, const int row[],
                   const int col[], const double width[], const double first[], double offset[]);
void scale_release(struct scale_matrix *matrix);

enum { MOST_ROWS = 3000, MOST_ELEMENTS = 20 * MOST_ROWS };

static unsigned long state = 1;

static int below(int n)
{
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  return (int)((state >> 33) % (unsigned long)n);
}

static double value(int how_odd)
{
  static const double odd[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e308, -1e308, 5e-324};
  return below(100) < how_odd ? odd[below(8)] : below(2001) / 1000.0 - 1;
}

static int is_same(const void *a, const void *b, size_t size)
{
  double x = size == 4 ? *(const float *)a : *(const double *)a, y = size == 4 ? *(const float *)b : *(const double *)b;
  return memcmp(a, b, size) == 0 || (isnan(x) && isnan(y));
}

static void *exactly(const void *data, size_t size)
{
  void *memory = malloc(size);
  if (size)
    memcpy(memory, data, size);
  return memory;
}

static int n_rows, n_columns, row[MOST_ROWS + 1], col[MOST_ELEMENTS];
static double val[MOST_ELEMENTS], x[MOST_ROWS];
static int formats[4];

static void check(const char *what, int matrix)
{
  int n_elements = 0;
  for (int i = 0; i < n_rows; i++)
    n_elements = row[i + 1] > n_elements ? row[i + 1] : n_elements;
  int *rows = exactly(row, (n_rows + 1) * sizeof *row), *cols = exactly(col, n_elements * sizeof *col);
  double *vals = exactly(val, n_elements * sizeof *val), *xs = exactly(x, n_columns * sizeof *x);
  double *y = calloc(n_rows, sizeof *y), *z = calloc(n_rows, sizeof *z);
  struct multiply_matrix *converted = multiply_inspect(n_rows, rows, cols, vals, xs, y);
  formats[*(int *)converted]++;
  if ((*(int *)converted != 0) != (multiply_pays_after(converted) > 0))
    printf("%s matrix %d: when does it pay?\n", what, matrix);
  multiply(n_rows, rows, cols, vals, xs, y);
  multiply_execute(converted, n_rows, rows, cols, vals, xs, z);
  for (int i = 0; i < n_rows; i++)
    if (!is_same(&y[i], &z[i], sizeof y[i]))
      printf("%s matrix %d, format %d: row %d is %a, not %a\n", what, matrix, *(int *)converted, i, z[i], y[i]);
  multiply_release(converted);
  struct scale_matrix *scaled = scale_inspect(n_rows, 1, 2, 3, rows, cols, vals, xs, y);
  scale(n_rows, 1, 2, 3, rows, cols, vals, xs, y);
  scale_execute(scaled, n_rows, 1, 2, 3, rows, cols, vals, xs, z);
  for (int i = 0; i < n_rows; i++)
    if (!is_same(&y[i], &z[i], sizeof y[i]))
      printf("%s matrix %d, scaled: row %d is %a, not %a\n", what, matrix, i, z[i], y[i]);
  scale_release(scaled);
  /* All elements lie before what the pointers point to. */
  for (int i = 0; i <= n_rows; i++)
    rows[i] -= n_elements;
  converted = multiply_inspect(n_rows, rows, cols + n_elements, vals + n_elements, xs, y);
  multiply(n_rows, rows, cols + n_elements, vals + n_elements, xs, y);
  multiply_execute(converted, n_rows, rows, cols + n_elements, vals + n_elements, xs, z);
  for (int i = 0; i < n_rows; i++)
    if (!is_same(&y[i], &z[i], sizeof y[i]))
      printf("%s matrix %d, before: row %d is %a, not %a\n", what, matrix, i, z[i], y[i]);
  multiply_release(converted);
  free(y), free(z);

  long *longs = malloc((n_rows + 1) * sizeof *longs);
  float *floats = malloc(n_elements * sizeof *floats), *fx = malloc(n_columns * sizeof *fx);
  short *shorts = malloc(n_elements * sizeof *shorts);
  float *a = malloc(n_rows * sizeof *a), *b = malloc(n_rows * sizeof *b);
  for (int i = 0; i <= n_rows; i++)
    longs[i] = row[i];
  for (int e = 0; e < n_elements; e++)
    floats[e] = (float)vals[e], shorts[e] = (short)(below(5) - 2), cols[e]++;
  for (int c = 0; c < n_columns; c++)
    fx[c] = (float)xs[c];
  for (int i = 0; i < n_rows; i++)
    a[i] = b[i] = (float)value(20);
  struct accumulate_matrix *other = accumulate_inspect(n_rows, longs, cols, floats, shorts, fx, a);
  accumulate(n_rows, longs, cols, floats, shorts, fx, a);
  accumulate_execute(other, n_rows, longs, cols, floats, shorts, fx, b);
  for (int i = 0; i < n_rows; i++)
    if (!is_same(&a[i], &b[i], sizeof a[i]))
      printf("%s matrix %d, accumulated: row %d is %a, not %a\n", what, matrix, i, b[i], a[i]);
  accumulate_release(other);
  free(longs), free(floats), free(fx), free(shorts), free(a), free(b), free(rows), free(cols), free(vals), free(xs);
}

/* Elements on some diagonals, of which some are missing. */
static void fill_diagonals(int n_diagonals, int distance, int missing, int odd)
{
  int k = 0;
  for (int i = 0; i < n_rows; i++) {
    row[i] = k;
    for (int d = 0; d < n_diagonals; d++) {
      int j = i + (d - n_diagonals / 2) * distance;
      if (j >= 0 && j < n_columns && below(100) >= missing)
        col[k] = j, val[k++] = value(odd);
    }
  }
  row[n_rows] = k;
}

/* Elements in blocks of some rows and columns, of which a few are missing; rows behind the last block have one element. */
static void fill_blocks(int size, int missing)
{
  int first = size * below(3), k = 0;
  n_columns = first + size * (1 + below(MOST_ROWS / size - 3));
  const unsigned long seed = state;
  for (int i = 0; i < n_rows; i++) {
    row[i] = k;
    state = seed + (unsigned long)(i / size) * 2654435761UL;
    for (int block = below(4); block < (n_columns - first) / size && k - row[i] <= 16; block += 1 + below(100)) {
      unsigned long before = state;
      state += (unsigned long)i * 40503UL;
      for (int c = 0; c < size; c++)
        if (below(1000) >= missing)
          col[k] = first + size * block + c, val[k++] = value(0);
      state = before;
    }
  }
  row[n_rows] = k;
  state = seed + 1;
}

int main(void)
{
  for (int matrix = 0; matrix < 300; matrix++) {
    n_rows = matrix % 10 == 0 ? below(4) : 1 + below(MOST_ROWS / 2);
    n_columns = 1 + below(MOST_ROWS);
    for (int c = 0; c < n_columns; c++)
      x[c] = value(matrix % 3 == 0 ? 30 : 0);
    fill_diagonals(1 + below(15), 1 + below(40), below(3) * 15, 0);
    check("diagonal", matrix);
    /* Columns in any order, more than once, and rows of which some are empty. */
    int k = 0;
    for (int i = 0; i < n_rows; i++) {
      row[i] = k;
      for (int e = matrix % 2 ? 3 : below(8); e > 0; e--)
        col[k] = below(n_columns), val[k++] = value(0);
    }
    row[n_rows] = k;
    check("any", matrix);
    fill_blocks(2 + matrix % 4, below(3) * 5);
    check("block", matrix);
    /* The matrix has values that are no numbers. */
    fill_diagonals(5, 3, 0, 10);
    check("odd", matrix);
    /* Where rows begin goes up and down. */
    for (int i = 0; i < n_rows; i++)
      row[i] = below(row[n_rows] + 1);
    check("unordered", matrix);
  }
  printf("%s rows, %s padded rows, %s diagonals, %s blocks\n", formats[0] ? "some" : "no", formats[1] ? "some" : "no",
         formats[2] ? "some" : "no", formats[3] ? "some" : "no");
  return 0;
}
