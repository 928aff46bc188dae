// test pass disambiguate
// Not all that `index` has need be read, or there.
void gather(int n, const int *flag, const int *index, const double *x, double *y)
{
  for (int i = 0; i < n; i++) // remark: no version of `gather` for arrays that do not overlap
    y[i] = flag[i] ? x[index[i]] : 0;
}
//| gdg gather {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array flag: i32[?] live_in live_out
//|   array x: f64[?] live_in live_out
//|   array index: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   alias x y
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       y[i] = flag[i] ? x[index[i]] : (f64)0;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
