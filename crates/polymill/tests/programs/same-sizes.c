// cc -O2
// cc -O2 -fopenmp
//
// Many matrices that are structures: one number of rows and one of columns stand for all of them, if they are the same. A structure that
// nobody would look at may not be there.
#include <stdio.h>
#include <stdlib.h>

struct matrix {
  double *m;
  int planes, rows, columns;
};

#define AT(x, p, r, c) x->m[((p) * x->rows + (r)) * x->columns + (c)]

static void relax(int n, struct matrix *a, struct matrix *b, struct matrix *c, struct matrix *d, struct matrix *e, struct matrix *p,
                  struct matrix *q)
{
  for (int t = 0; t < n; t++) {
    for (int i = 1; i < p->rows - 1; i++)
      for (int j = 1; j < p->columns - 1; j++)
        AT(q, 0, i, j) = AT(a, 0, i, j) * AT(p, 0, i - 1, j) + AT(a, 1, i, j) * AT(p, 0, i + 1, j)
          + AT(b, 0, i, j) * AT(p, 0, i, j - 1) + AT(b, 1, i, j) * AT(p, 0, i, j + 1) + AT(c, 0, i, j) + AT(d, 0, i, j) - AT(e, 0, i, j);
    for (int i = 1; i < p->rows - 1; i++)
      for (int j = 1; j < p->columns - 1; j++)
        AT(p, 0, i, j) = AT(q, 0, i, j);
    for (int i = 0; i < c->planes; i++)
      AT(c, i, 0, 0) += a->planes + b->planes * 2.0 + p->planes + q->planes;
  }
}

static struct matrix make(int planes, int rows, int columns)
{
  struct matrix made = {malloc(planes * rows * columns * sizeof(double)), planes, rows, columns};
  for (int i = 0; i < planes * rows * columns; i++)
    made.m[i] = i * 37 % 101 * 0.0078125;
  return made;
}

static void print(struct matrix x)
{
  double sum = 0.0;
  for (int i = 0; i < x.planes * x.rows * x.columns; i++)
    sum = sum * 0.75 + x.m[i];
  printf("%.17g\n", sum);
}

int main(void)
{
  // Rows and columns; the last ones are those of q and b.
  int sizes[][4] = {{20, 30, 20, 30}, {20, 30, 21, 30}, {20, 30, 20, 31}, {3, 3, 3, 3}, {2, 9, 2, 9}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int *size = sizes[s];
    struct matrix a = make(2, size[0], size[1]), b = make(2, size[2], size[3]), c = make(1, size[0], size[1]);
    struct matrix d = make(1, size[0], size[1]), e = make(1, size[0], size[1]);
    struct matrix p = make(1, size[0], size[1]), q = make(1, size[2], size[3]);
    relax(5, &a, &b, &c, &d, &e, &p, &q);
    print(p);
    print(q);
    print(c);
    // These overlap.
    q.m = p.m;
    relax(3, &a, &b, &c, &d, &e, &p, &q);
    print(p);
  }
  relax(0, 0, 0, 0, 0, 0, 0, 0);
}
