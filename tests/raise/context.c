// test raise
// What the user promises of the parameters is part of the context: before the function, before the scop, in it.
#pragma rstream map "context:n>=128,n<=1024"
void f(int n, int m, double A[n])
{
#pragma polymill context(m % 8 == 0 && m > 0)
#pragma scop
  for (int i = 0; i < m; i++)
    A[i] = n;
#pragma polymill context(n >= m)
#pragma endscop
}
//| gdg f {
//|   param m: i32
//|   param n: i32
//|   context { : (m) mod 8 = 0 and 0 < m <= 2147483647 and n >= m and 128 <= n <= 1024 }
//|   promise { : (m) mod 8 = 0 and m > 0 and n >= m and 128 <= n <= 1024 }
//|   array A: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < m }
//|     iterators i: i32
//|     body {
//|       A[i] = (f64)n;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
