// test pass disambiguate
void multiply(int n, const int *row, const int *column, const double *value, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += value[k] * x[column[k]];
}
//| gdg multiply_default {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param disjoint: i32 = disjoint(`value[_]` of rows (`row[_]`[0 .. n]: i32) and `y[_]`[0 .. n - 1], `x[_]` of values (`column[_]` of rows (`row[_]`[0 .. n]: i32): i32) and `y[_]`[0 .. n - 1])
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 }
//|   array row: i32[?] live_in live_out
//|   array value: f64[?] live_in live_out
//|   array x: f64[?] live_in live_out
//|   array column: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   alias value y
//|   alias x y
//|   statement S0 {
//|     domain { S0[i, k] : 0 <= i < n and k_start <= k < k_end }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k >= row[i] && k < row[i + 1]) {
//|         y[i] = y[i] + value[k] * x[column[k]];
//|       }
//|     }
//|   }
//|   schedule { for i { for k { S0 } } }
//| }
//|
//| gdg multiply {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param disjoint: i32 = disjoint(`value[_]` of rows (`row[_]`[0 .. n]: i32) and `y[_]`[0 .. n - 1], `x[_]` of values (`column[_]` of rows (`row[_]`[0 .. n]: i32): i32) and `y[_]`[0 .. n - 1])
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 }
//|   specialize {
//|     multiply_default
//|     multiply_disjoint from multiply_default { : disjoint = 1 }
//|   }
//| }
//|
//| gdg multiply_disjoint {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param disjoint: i32 = disjoint(`value[_]` of rows (`row[_]`[0 .. n]: i32) and `y[_]`[0 .. n - 1], `x[_]` of values (`column[_]` of rows (`row[_]`[0 .. n]: i32): i32) and `y[_]`[0 .. n - 1])
//|   context { : disjoint = 1 and -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 }
//|   array row: i32[?] live_in live_out
//|   array value: f64[?] live_in live_out
//|   array x: f64[?] live_in live_out
//|   array column: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   disjoint value y
//|   disjoint x y
//|   statement S0 {
//|     domain { S0[i, k] : 0 <= i < n and k_start <= k < k_end }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k >= row[i] && k < row[i + 1]) {
//|         y[i] = y[i] + value[k] * x[column[k]];
//|       }
//|     }
//|   }
//|   schedule { for i { for k { S0 } } }
//| }
