// test raise
void f(int n, double a[n])
{
#pragma scop // error: this scop does not end
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
//| gdg f {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = (f64)1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
