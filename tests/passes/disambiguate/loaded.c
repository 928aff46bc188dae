// test pass disambiguate
// Where there is nothing to do, the source does not follow `p`, which may lead nowhere: it cannot be followed for a test.
struct vector {
  double *values;
};
void scale(int n, struct vector *p, const double *x)
{
  for (int i = 0; i < n; i++) // remark: no version of `scale` for arrays that do not overlap
    p->values[i] = 2 * x[i];
}
//| gdg scale {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f64[?] live_in live_out
//|   array p_values: f64[?] = `p->values[_]` live_in live_out
//|   alias x p_values
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       p_values[i] = (f64)2 * x[i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
