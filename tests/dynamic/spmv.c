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
//|   param k_end: i64 = upper_bound
//|   context { : 0 <= k_end <= 4294967295 and -2147483648 <= n <= 2147483647 }
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
//|     domain { S1[i, k] : 0 <= i < n and 0 <= k < k_end }
//|     iterators i: i32, k: i64
//|     body {
//|       if (k < (i64)row[i + 1] - (i64)row[i]) {
//|         y[i] = y[i] + val[(i32)((i64)row[i] + k)] * x[col[(i32)((i64)row[i] + k)]];
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
