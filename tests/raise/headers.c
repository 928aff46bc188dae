// test raise
// Functions of headers are looked into as well, and so are those that they call.
#include "calls.h"
void shift(int n, int m, double A[restrict n][m], double B[restrict n][m])
{
  for (int i = 0; i < n; i++)
    add(A[i], B[row_before(i, n)], m, 2);
}
//| gdg shift {
//|   param n: i32
//|   param m: i32
//|   context { : 0 < m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array B: f64[?][m] live_in live_out
//|   array A: f64[?][m] live_in live_out
//|   statement S0 {
//|     domain { S0[i, i_1] : 0 <= i < n and 0 <= i_1 < m }
//|     iterators i: i32, i_1: i32
//|     body {
//|       A[i][i_1] = A[i][i_1] + (f64)2 * B[i - 1 < 0 ? i - 1 + n : i - 1 >= n ? i - 1 - n : i - 1][i_1];
//|     }
//|   }
//|   schedule { for i { for i_1 { S0 } } }
//| }
