// test raise
#define MIN(a, b) ((a) < (b) ? (a) : (b))
enum { BLOCK = 32 };
void blocks(int n, double a[n])
{
#pragma scop
  for (int ii = 0; ii < n; ii += BLOCK)
    for (int i = ii; i < MIN(ii + BLOCK, n); i++)
      if (i % 3 != 0 && i / 2 < n - i)
        a[i] = a[i] + 1.0;
#pragma endscop
}
//| gdg blocks {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[ii, i] : ii >= 0 and 32ii <= i <= 31 + 32ii and i < n and 3i < 2n and 3*floor((i)/3) < i }
//|     iterators ii: i32, i: i32
//|     body {
//|       a[i] = a[i] + 1.0;
//|     }
//|   }
//|   schedule { for ii { for i { S0 } } }
//| }
