// test raise
// A temporary that two statements read stays a variable.
void scale(int n, const double *restrict a, double *restrict b, double *restrict c)
{
#pragma scop
  for (int i = 0; i < n; i++) {
    double t = 2.0 * a[i];
    b[i] = t * t;
    c[i] = t;
  }
#pragma endscop
}
//| gdg scale {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array t: f64 local
//|   array b: f64[?] live_in live_out
//|   array c: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t = 2.0 * a[i];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       b[i] = t * t;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       c[i] = t;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|       S2
//|     }
//|   }
//| }
