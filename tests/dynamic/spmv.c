// test raise
// Both ends of the inner loop come from data; the GDG counts from zero.
void spmv(int n, int row[restrict n + 1], int col[restrict], double val[restrict], double x[restrict], double y[restrict n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += val[k] * x[col[k]];
  }
#pragma endscop
}
//| gdg spmv {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 }
//|   array y: f64[?] live_in live_out
//|   array row: i32[?] live_in live_out
//|   array val: f64[?] live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       y[i] = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, k] : 0 <= i < n and k_start <= k < k_end }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k >= row[i] && k < row[i + 1]) {
//|         y[i] = y[i] + val[k] * x[col[k]];
//|       }
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       for k { S1 }
//|     }
//|   }
//| }
