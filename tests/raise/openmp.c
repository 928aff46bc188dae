// test raise
// The pragmas on loops say that their iterations are independent, and run in threads; what they make private is not used after.
void smooth(int n, int steps, float A[restrict n], float B[restrict n], float C[restrict n])
{
  int i, t;
  float left;
  for (t = 0; t < steps; t++) {
#pragma omp parallel for private(left) schedule(dynamic, 4)
    for (i = 1; i < n; i++) {
      left = A[i - 1];
      B[i] = left + A[i];
      C[i] = left;
    }
#pragma omp parallel for simd
    for (i = 0; i < n; i++)
      A[i] = B[i];
  }
}
//| gdg smooth {
//|   param steps: i32
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 and -2147483648 <= steps <= 2147483647 }
//|   array A: f32[?] live_in live_out
//|   array left: f32 unshared
//|   array B: f32[?] live_in live_out
//|   array C: f32[?] live_in live_out
//|   independent S0, S1, S2 at 1 except left in threads
//|   independent S3 at 1 except left in threads
//|   statement S0 {
//|     domain { S0[t, i] : 0 <= t < steps and 0 < i < n }
//|     iterators t: i32, i: i32
//|     body {
//|       left = A[i - 1];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[t, i] : 0 <= t < steps and 0 < i < n }
//|     iterators t: i32, i: i32
//|     body {
//|       B[i] = left + A[i];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[t, i] : 0 <= t < steps and 0 < i < n }
//|     iterators t: i32, i: i32
//|     body {
//|       C[i] = left;
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[t, i] : 0 <= t < steps and 0 <= i < n }
//|     iterators t: i32, i: i32
//|     body {
//|       A[i] = B[i];
//|     }
//|   }
//|   schedule {
//|     for t {
//|       for i {
//|         S0
//|         S1
//|         S2
//|       }
//|       for i { S3 }
//|     }
//|   }
//| }
