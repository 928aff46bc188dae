// test raise
// The iterator is declared before the loop, and so it has its last value afterwards.
int last(int n, double a[n])
{
  int i;
#pragma scop
  for (i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
  return i;
}
//| gdg last {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array i: i32 unshared live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[] }
//|     body {
//|       i = 0 < n ? n : 0;
//|     }
//|   }
//|   schedule {
//|     for i { S0 }
//|     S1
//|   }
//| }
