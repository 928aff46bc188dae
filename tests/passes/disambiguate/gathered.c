// test pass disambiguate
void gather(int n, const int *index, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = x[index[i]];
}
//| gdg gather_default {
//|   param n: i32
//|   param disjoint: i32 = disjoint(`x[_]` of values (`index[_]`[0 .. n - 1]: i32) and `y[_]`[0 .. n - 1])
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f64[?] live_in live_out
//|   array index: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   alias x y
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       y[i] = x[index[i]];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg gather {
//|   param n: i32
//|   param disjoint: i32 = disjoint(`x[_]` of values (`index[_]`[0 .. n - 1]: i32) and `y[_]`[0 .. n - 1])
//|   context { : -2147483648 <= n <= 2147483647 }
//|   specialize {
//|     gather_default
//|     gather_disjoint from gather_default { : disjoint = 1 }
//|   }
//| }
//|
//| gdg gather_disjoint {
//|   param n: i32
//|   param disjoint: i32 = disjoint(`x[_]` of values (`index[_]`[0 .. n - 1]: i32) and `y[_]`[0 .. n - 1])
//|   context { : disjoint = 1 and -2147483648 <= n <= 2147483647 }
//|   array x: f64[?] live_in live_out
//|   array index: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   disjoint x y
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       y[i] = x[index[i]];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
