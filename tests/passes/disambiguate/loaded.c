// test pass disambiguate
// Where there is nothing to do, the source does not follow `p`, which may lead nowhere: it is followed for a test only where there
// is something to do, and not at all where data say.
struct vector {
  double *values;
};
void scale(int n, struct vector *p, const double *x)
{
  for (int i = 0; i < n; i++)
    p->values[i] = 2 * x[i];
}
void scale_some(int n, struct vector *p, const double *x)
{
  for (int i = 0; i < n; i++) // remark: no version of `scale_some` for arrays that do not overlap
    if (x[i] > 0)
      p->values[i] = 2 * x[i];
}
//| gdg scale_default {
//|   param n: i32
//|   param disjoint: i32 = disjoint(`x[_]`[0 .. n - 1] and `p->values[_]`[0 .. n - 1])
//|   context { : -2147483648 <= n <= 2147483647 }
//|   assume { : n > 0 }
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
//|
//| gdg scale_some {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f64[?] live_in live_out
//|   array p_values: f64[?] = `p->values[_]` live_in live_out
//|   alias x p_values
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       if (x[i] > (f64)0) {
//|         p_values[i] = (f64)2 * x[i];
//|       }
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg scale {
//|   param n: i32
//|   param disjoint: i32 = disjoint(`x[_]`[0 .. n - 1] and `p->values[_]`[0 .. n - 1])
//|   context { : -2147483648 <= n <= 2147483647 }
//|   assume { : n > 0 }
//|   specialize {
//|     scale_default
//|     scale_disjoint from scale_default { : disjoint = 1 }
//|   }
//| }
//|
//| gdg scale_disjoint {
//|   param n: i32
//|   param disjoint: i32 = disjoint(`x[_]`[0 .. n - 1] and `p->values[_]`[0 .. n - 1])
//|   context { : disjoint = 1 and -2147483648 <= n <= 2147483647 }
//|   assume { : n > 0 }
//|   array x: f64[?] live_in live_out
//|   array p_values: f64[?] = `p->values[_]` live_in live_out
//|   disjoint x p_values
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       p_values[i] = (f64)2 * x[i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
