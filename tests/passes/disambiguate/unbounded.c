// test pass disambiguate
void gather(int n, const int *index, const double *x, double *y)
{
  for (int i = 0; i < n; i++) // remark: no version of `gather` for arrays that do not overlap
    y[i] = x[index[i]];
}
//| gdg gather {
//|   param n: i32
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
