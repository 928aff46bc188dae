// test raise
// Without pragmas and without restrict, pointers may point to the same memory.
void add(int n, const double *a, double *b)
{
  for (int i = 0; i < n; i++)
    b[i] += a[i];
}
//| gdg add {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array b: f64[?] live_in live_out
//|   alias a b
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       b[i] = b[i] + a[i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
