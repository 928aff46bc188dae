// test raise
// What is read through pointers only where loops run is looked at only where they do.
struct matrix {
  int rows, cols;
  double *data;
};
void add(struct matrix *c, const struct matrix *a)
{
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < c->cols; j++)
      c->data[i * c->cols + j] += a->data[i * a->cols + j];
}
void bias(int n, int m, float *restrict y, const float *restrict x, const float *b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i * m + j] = x[i * m + j] + (b != 0 ? b[j] : 0);
  for (int i = 0; i < n; i++)
    if (!b)
      y[i * m] = 1;
}
//| gdg add {
//|   param a_rows: i32 = `a->rows`
//|   param c_cols: i32 = `c->cols`
//|   param a_cols: i32 = `a->cols`
//|   context { : -2147483648 <= a_cols <= 2147483647 and -2147483648 <= c_cols <= 2147483647 and -2147483648 <= a_rows <= 2147483647 }
//|   assume { : c_cols > 0 and a_rows > 0 and a_cols >= c_cols }
//|   array a_data: f64[?][a_cols] = `a->data[_*_]` live_in live_out
//|   array c_data: f64[?][c_cols] = `c->data[_*_]` live_in live_out
//|   alias a_data c_data
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < a_rows and 0 <= j < c_cols }
//|     iterators i: i32, j: i32
//|     body {
//|       c_data[i][j] = c_data[i][j] + a_data[i][j];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg bias {
//|   param n: i32
//|   param m: i32
//|   param has_b: i32 = not_null(`b`)
//|   context { : 0 <= has_b <= 1 and -2147483648 <= m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   assume { : m > 0 }
//|   array x: f32[?][m] = `x[_*_]` live_in live_out
//|   array b: f32[?] live_in live_out
//|   array y: f32[?][m] = `y[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     accesses {
//|       read x[i][j]
//|       may_read b[j] : { S0[i, j] -> b[j] : 0 <= i < n and 0 <= j < m and (has_b < 0 or has_b > 0) }
//|       must_write y[i][j]
//|     }
//|     body {
//|       y[i][j] = x[i][j] + (has_b ? b[j] : (f32)0);
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : has_b = 0 and 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       y[i][0] = (f32)1;
//|     }
//|   }
//|   schedule {
//|     for i { for j { S0 } }
//|     for i { S1 }
//|   }
//| }
