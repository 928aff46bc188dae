// test raise
// Where structures have many sizes, those of the same name are presumed to be the same in all of them.
struct matrix { double *m; int planes, rows, columns; };
#define AT(x, p, r, c) x->m[((p) * x->rows + (r)) * x->columns + (c)]
void add(struct matrix *a, struct matrix *b, struct matrix *c, struct matrix *d, struct matrix *e)
{
#pragma scop
  for (int p = 0; p < a->planes; p++)
    for (int i = 0; i < b->rows; i++)
      for (int j = 0; j < c->columns; j++)
        AT(e, p, i, j) = AT(a, p, i, j) + AT(b, p, i, j) + AT(c, p, i, j) + AT(d, p, i, j) * e->planes * d->planes;
#pragma endscop
}
//| gdg add {
//|   param a_planes: i32 = `a->planes`
//|   param b_rows: i32 = `b->rows`
//|   param c_columns: i32 = `c->columns`
//|   param same_sizes: i32 = equal(`a->rows` and `b->rows`, `a->columns` and `c->columns`, `b->columns` and `c->columns`, `c->rows` and `b->rows`, `d->rows` and `b->rows`, `d->columns` and `c->columns`, `e->planes` and `a->planes`, `d->planes` and `a->planes`, `e->rows` and `b->rows`, `e->columns` and `c->columns`)
//|   context { : -2147483648 <= c_columns <= 2147483647 and -2147483648 <= b_rows <= 2147483647 and -2147483648 <= a_planes <= 2147483647 }
//|   assume { : same_sizes = 1 and b_rows > 0 and a_planes > 0 and c_columns > 0 }
//|   array a_m: f64[?][b_rows][c_columns] = `a->m[_*_*_]` live_in live_out
//|   array b_m: f64[?][b_rows][c_columns] = `b->m[_*_*_]` live_in live_out
//|   array c_m: f64[?][b_rows][c_columns] = `c->m[_*_*_]` live_in live_out
//|   array d_m: f64[?][b_rows][c_columns] = `d->m[_*_*_]` live_in live_out
//|   array e_m: f64[?][b_rows][c_columns] = `e->m[_*_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[p, i, j] : 0 <= p < a_planes and 0 <= i < b_rows and 0 <= j < c_columns }
//|     iterators p: i32, i: i32, j: i32
//|     body {
//|       e_m[p][i][j] = a_m[p][i][j] + b_m[p][i][j] + c_m[p][i][j] + d_m[p][i][j] * (f64)a_planes * (f64)a_planes;
//|     }
//|   }
//|   schedule { for p { for i { for j { S0 } } } }
//| }
