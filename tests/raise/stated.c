// test raise
// What the code before a region says of its parameters. Nothing is said of `q`, which changes, of `u - 8`, which may wrap
// around, and by `n > 100u`, which is true of negative numbers.
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void abort(void);
void f(int n, int m, int k, int q, unsigned u, double *A)
{
  ((n > 4 && k != 7) ? (void)(0) : __assert_fail("n > 4 && k != 7", "f.c", 3, "f"));
  ((void)sizeof((m % 4 == 0) ? 1 : 0), __extension__({ if (m % 4 == 0) ; else __assert_fail("m % 4 == 0", "f.c", 4, "f"); }));
  if (k < 2 || k > n)
    return;
  if (m <= 0) {
    abort();
  }
  if (q < 3 || u - 8 < 3)
    __builtin_unreachable();
  __builtin_assume(u >= 2 && n > 100u);
  if (n < 200u)
    return;
  q = q - 1;
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i] += k + q + u;
#pragma endscop
}
//| gdg f {
//|   param n: i32
//|   param m: i32
//|   param k: i32
//|   param q: i32
//|   param u: u32
//|   context { : (m) mod 4 = 0 and n <= 2147483647 and 0 < m <= 2147483647 and 2 <= k <= n and u >= 2 and (k >= 8 or (n >= 5 and k <= 6)) }
//|   promise { : u >= 2 }
//|   array A: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       A[i] = A[i] + (f64)((u32)(k + q) + u);
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
