// test raise
// What a header does beside counting belongs to the body: positions that are sums of steps.
void sample(int n, float h, const float *restrict a, float *restrict out)
{
  float x = 0;
  for (int i = 0; i < n; i++, x += h)
    out[i] = a[i] * x;
}

// `continue` goes on with all of the header, and what reads the counter reads it after it was counted.
void kept(int n, const int *restrict a, int *restrict out)
{
  int x = 0;
  for (int i = 0; i < n; i++, x = x * 3) {
    if (a[i] < 0)
      continue;
    out[i] = x;
  }
  for (int i = 0; i < n; i++, x = x * i)
    out[i] += x;
}
//| gdg sample {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f32[?] live_in live_out
//|   array x: f32 unshared live_in
//|   array out: f32[?] live_in live_out
//|   array h: f32 unshared live_in
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       out[i] = a[i] * x;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       x = x + h;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|   }
//| }
