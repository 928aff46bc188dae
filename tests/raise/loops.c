// test raise
// Loops that count down, by two, up to and including, and until something is equal.
void loops(int n, float a[n], float b[n], float c[n], float d[n])
{
#pragma scop
  for (int i = n - 1; i >= 0; i--)
    a[i] = i;
  for (int i = 0; i < n; i += 2)
    b[i] = 1;
  for (int i = 1; i <= n - 2; ++i)
    c[i] = a[i - 1] + a[i + 1];
  for (int i = 0; i != n; i++)
    d[i] = 0.5f * c[i];
#pragma endscop
}
//| gdg loops {
//|   param n: i32
//|   context { : 0 <= n <= 2147483647 }
//|   array a: f32[?] live_in live_out
//|   array b: f32[?] live_in live_out
//|   array c: f32[?] live_in live_out
//|   array d: f32[?] live_in live_out
//|   disjoint a b
//|   disjoint a c
//|   disjoint a d
//|   disjoint b c
//|   disjoint b d
//|   disjoint c d
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = (f32)i;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : i >= 0 and 2i < n }
//|     iterators i: i32
//|     body {
//|       b[i * 2] = (f32)1;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 < i <= -2 + n }
//|     iterators i: i32
//|     body {
//|       c[i] = a[i - 1] + a[i + 1];
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       d[i] = 0.5_f32 * c[i];
//|     }
//|   }
//|   schedule {
//|     for i down { S0 }
//|     for i { S1 }
//|     for i { S2 }
//|     for i { S3 }
//|   }
//| }
