// test raise
// The iterators of loops with steps count from zero, and divisions by the step go.
void up(float *restrict a, const float *restrict b, float *restrict c)
{
  for (int i = 31; i <= 77; i += 2) {
    a[i] = b[(i - 1) / 2];
    a[i + 1] = b[(i + 2) / 2] * (i % 2);
  }
  for (int i = 30; i > 0; i -= 3)
    c[i / 3] = 3;
}
//| gdg up {
//|   array b: f32[?] live_in live_out
//|   array a: f32[?] live_in live_out
//|   array c: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i <= 23 }
//|     iterators i: i32
//|     body {
//|       a[31 + i * 2] = b[i + 15];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i <= 23 }
//|     iterators i: i32
//|     body {
//|       a[31 + i * 2 + 1] = b[i + 16] * (f32)1;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i <= 9 }
//|     iterators i: i32
//|     body {
//|       c[10 - i] = (f32)3;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|     for i { S2 }
//|   }
//| }
