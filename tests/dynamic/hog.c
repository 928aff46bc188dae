// test raise
// Figure 1 of the paper on dynamic counted loops: two bounds that are computed in the loop around.
int f(int) __attribute__((const));
int g(int) __attribute__((const));
void hog(double A[restrict 100][64][64])
{
  int n, m;
#pragma scop
  n = f(1);
  for (int i = 0; i < 100; i++) {
    m = g(i);
    for (int j = 0; j < m; j++)
      for (int k = 0; k < n; k++)
        A[i][j][k] += 1;
    n = f(i + 1);
  }
#pragma endscop
}
//| gdg hog {
//|   param j_end: i64 = upper_bound
//|   param k_end: i64 = upper_bound(64)
//|   context { : j_end <= 2147483647 and k_end <= 64 }
//|   array n: i32 unshared
//|   array m: i32 unshared
//|   array A: f64[?][64][64] live_in live_out
//|   statement S0 {
//|     domain { S0[] }
//|     body {
//|       n = f(1);
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i <= 99 }
//|     iterators i: i32
//|     body {
//|       m = g(i);
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j, k] : 0 <= i <= 99 and 0 <= j < j_end and 0 <= k < k_end }
//|     iterators i: i32, j: i32, k: i32
//|     body {
//|       if (j < m && k < n) {
//|         A[i][j][k] = A[i][j][k] + (f64)1;
//|       }
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i] : 0 <= i <= 99 }
//|     iterators i: i32
//|     body {
//|       n = f(i + 1);
//|     }
//|   }
//|   schedule {
//|     S0
//|     for i {
//|       S1
//|       for j { for k { S2 } }
//|       S3
//|     }
//|   }
//| }
