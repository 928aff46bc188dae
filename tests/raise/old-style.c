// test raise
// Parameters may be declared after their list; those that are not are `int`.
void add(n, x, y, m)
double *x, y[];
int n;
{
#pragma scop
  int i;
  for (i = 0; i < n; i++)
    x[i] += m * y[i];
#pragma endscop
}
//| gdg add {
//|   param n: i32
//|   param m: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array y: f64[?] live_in live_out
//|   array x: f64[?] live_in live_out
//|   disjoint y x
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       x[i] = x[i] + (f64)m * y[i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
