// test raise
// Static bounds, from what the bounds' expressions say, from types, and from sizes of arrays.
static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }
void f(int n, int m, const int offset[restrict m], const unsigned char few[restrict n], double y[restrict n], double A[restrict n][16])
{
#pragma scop
  for (int d = 0; d < m; d++) {
    int first = max(0, -offset[d]), end = min(n, n - offset[d]);
    for (int i = first; i < end; i++)
      y[i] += offset[d];
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < few[i]; k++)
      y[i] += k;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < offset[i]; k++)
      A[i][k] = k;
#pragma endscop
}
//| gdg f {
//|   param m: i32
//|   param n: i32
//|   param i_start: i64 = lower_bound(0)
//|   param i_end: i64 = upper_bound(n)
//|   param k_end: i64 = upper_bound(255)
//|   param k_end_1: i64 = upper_bound(16)
//|   context { : -2147483648 <= m <= 2147483647 and -2147483648 <= n <= 2147483647 and i_start >= 0 and i_end <= 2147483647 and i_end <= n and k_end <= 255 and k_end_1 <= 16 }
//|   array offset: i32[?] live_in live_out
//|   array first: i32 local
//|   array end: i32 local
//|   array y: f64[?] live_in live_out
//|   array few: u8[?] live_in live_out
//|   array A: f64[?][16] live_in live_out
//|   statement S0 {
//|     domain { S0[d] : 0 <= d < m }
//|     iterators d: i32
//|     body {
//|       first = 0 > -offset[d] ? 0 : -offset[d];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[d] : 0 <= d < m }
//|     iterators d: i32
//|     body {
//|       end = n < n - offset[d] ? n : n - offset[d];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[d, i] : 0 <= d < m and i_start <= i < i_end }
//|     iterators d: i32, i: i32
//|     body {
//|       if (i >= first && i < end) {
//|         y[i] = y[i] + (f64)offset[d];
//|       }
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i, k] : 0 <= i < n and 0 <= k < k_end }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k < (i32)few[i]) {
//|         y[i] = y[i] + (f64)k;
//|       }
//|     }
//|   }
//|   statement S4 {
//|     domain { S4[i, k] : 0 <= i < n and 0 <= k < k_end_1 }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k < offset[i]) {
//|         A[i][k] = (f64)k;
//|       }
//|     }
//|   }
//|   schedule {
//|     for d {
//|       S0
//|       S1
//|       for i { S2 }
//|     }
//|     for i { for k { S3 } }
//|     for i { for k { S4 } }
//|   }
//| }
