// test raise
// `x - 1` and `x + 1` do not wrap where an element is accessed, though `size_t` has no sign.
#include <stddef.h>

void neighbors(size_t n, size_t m, const float *a, float *restrict b)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j + 1 < m; j++) {
      float sum = a[i * m + j + 1];
      if (i > 0 && j > 0)
        sum += a[(i - 1) * m + j - 1];
      b[i * m + j] = sum;
    }
}
//| gdg neighbors {
//|   param n: u64
//|   param m: u64
//|   context { : 0 <= m <= 9223372036854775807 and 0 <= n <= 9223372036854775807 }
//|   array a: f32[?][m] = `a[_*_]` live_in live_out
//|   array sum: f32 local
//|   array b: f32[?][m] = `b[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j <= -2 + m }
//|     iterators i: u64, j: u64
//|     body {
//|       sum = a[i][j + 1_u64];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 < i < n and 0 < j <= -2 + m }
//|     iterators i: u64, j: u64
//|     body {
//|       sum = sum + a[i - 1_u64][j - 1_u64];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j] : 0 <= i < n and 0 <= j <= -2 + m }
//|     iterators i: u64, j: u64
//|     body {
//|       b[i][j] = sum;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j {
//|         S0
//|         S1
//|         S2
//|       }
//|     }
//|   }
//| }
