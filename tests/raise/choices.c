// test raise
// All that is assigned to `d` is 1 or 2; nobody says what is in `e` where `n` is not 3, and `f` is changed elsewhere.
void choices(int n, int f, double A[restrict n], double B[restrict n])
{
  int d, e;
  if (n == 3) {
    d = 2;
    e = 1;
  } else
    d = 1;
  f = 4;
#pragma scop
  for (int i = 4; i < n; i++)
    A[i] = B[i - d] + B[i - e] + B[i - f];
#pragma endscop
}
//| gdg choices {
//|   param n: i32
//|   param d: i32
//|   param e: i32
//|   param f: i32
//|   context { : -2147483648 <= f <= 2147483647 and -2147483648 <= e <= 2147483647 and 0 < d <= 2 and -2147483648 <= n <= 2147483647 }
//|   array B: f64[?] live_in live_out
//|   array A: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 4 <= i < n }
//|     iterators i: i32
//|     body {
//|       A[i] = B[i - d] + B[i - e] + B[i - f];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
