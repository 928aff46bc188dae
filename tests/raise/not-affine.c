// test raise
// Subscripts and conditions that depend on data: accesses that may happen.
void histogram(int n, int m, const int idx[restrict n], double w[restrict n], double h[restrict m])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    if (w[i] > 0.0)
      h[idx[i]] += w[i];
    w[i] = 0.0;
  }
#pragma endscop
}
//| gdg histogram {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array w: f64[?] live_in live_out
//|   array h: f64[?] live_in live_out
//|   array idx: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       if (w[i] > 0.0) {
//|         h[idx[i]] = h[idx[i]] + w[i];
//|       }
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       w[i] = 0.0;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|   }
//| }
