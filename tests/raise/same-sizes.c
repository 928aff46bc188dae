// test raise
// Where structures have many sizes, those of the same name are presumed to be the same in all of them. Other numbers are not.
struct matrix { double *m; int scale, rows, columns; };
#define AT(x, p, r, c) x->m[((p) * x->rows + (r)) * x->columns + (c)]
void add(int n, struct matrix *a, struct matrix *b, struct matrix *c, struct matrix *d, struct matrix *e, struct matrix *f,
         struct matrix *sum)
{
#pragma scop
  for (int p = 0; p < n; p++)
    for (int i = 0; i < b->rows; i++)
      for (int j = 0; j < c->columns; j++)
        AT(sum, p, i, j) = AT(a, p, i, j) * a->scale + AT(b, p, i, j) * b->scale + AT(c, p, i, j) * c->scale + AT(d, p, i, j)
          + AT(e, p, i, j) + AT(f, p, i, j);
#pragma endscop
}
//| gdg add {
//|   param n: i32
//|   param b_rows: i32 = `b->rows`
//|   param c_columns: i32 = `c->columns`
//|   param a_scale: i32 = `a->scale`
//|   param b_scale: i32 = `b->scale`
//|   param c_scale: i32 = `c->scale`
//|   param same_sizes: i32 = equal(`a->rows` and `b->rows`, `a->columns` and `c->columns`, `b->columns` and `c->columns`, `c->rows` and `b->rows`, `d->rows` and `b->rows`, `d->columns` and `c->columns`, `e->rows` and `b->rows`, `e->columns` and `c->columns`, `f->rows` and `b->rows`, `f->columns` and `c->columns`, `sum->rows` and `b->rows`, `sum->columns` and `c->columns`)
//|   context { : -2147483648 <= c_columns <= 2147483647 and -2147483648 <= b_rows <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   assume { : same_sizes = 1 and b_rows > 0 and n > 0 and c_columns > 0 }
//|   array a_m: f64[?][b_rows][c_columns] = `a->m[_*_*_]` live_in live_out
//|   array b_m: f64[?][b_rows][c_columns] = `b->m[_*_*_]` live_in live_out
//|   array c_m: f64[?][b_rows][c_columns] = `c->m[_*_*_]` live_in live_out
//|   array d_m: f64[?][b_rows][c_columns] = `d->m[_*_*_]` live_in live_out
//|   array e_m: f64[?][b_rows][c_columns] = `e->m[_*_*_]` live_in live_out
//|   array f_m: f64[?][b_rows][c_columns] = `f->m[_*_*_]` live_in live_out
//|   array sum_m: f64[?][b_rows][c_columns] = `sum->m[_*_*_]` live_in live_out
//|   disjoint a_m sum_m
//|   disjoint b_m sum_m
//|   disjoint c_m sum_m
//|   disjoint d_m sum_m
//|   disjoint e_m sum_m
//|   disjoint f_m sum_m
//|   statement S0 {
//|     domain { S0[p, i, j] : 0 <= p < n and 0 <= i < b_rows and 0 <= j < c_columns }
//|     iterators p: i32, i: i32, j: i32
//|     body {
//|       sum_m[p][i][j] = a_m[p][i][j] * (f64)a_scale + b_m[p][i][j] * (f64)b_scale + c_m[p][i][j] * (f64)c_scale + d_m[p][i][j] + e_m[p][i][j] + f_m[p][i][j];
//|     }
//|   }
//|   schedule { for p { for i { for j { S0 } } } }
//| }
