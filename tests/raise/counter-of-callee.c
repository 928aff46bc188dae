// test raise
// The counter of a loop in a function that is looked into is used after the loop. It is called twice.
static double mean(const double *row, int n)
{
  int k;
  double sum = 0;
  for (k = 0; k < n; k++)
    sum += row[k];
  return sum / k;
}

void means(int n, int m, double A[n][m], double B[n][m], double *restrict a, double *restrict b)
{
  for (int i = 0; i < n; i++) {
    a[i] = mean(A[i], m);
    b[i] = mean(B[i], m);
  }
}
//| gdg mean {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array row: f64[?] live_in live_out
//|   array sum: f64 unshared live_in live_out
//|   array k: i32 unshared live_in live_out
//|   repeated
//|   statement S0 {
//|     domain { S0[k] : 0 <= k < n }
//|     iterators k: i32
//|     body {
//|       sum = sum + row[k];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[] }
//|     body {
//|       k = 0 < n ? n : 0;
//|     }
//|   }
//|   schedule {
//|     for k { S0 }
//|     S1
//|   }
//| }
//|
//| gdg means {
//|   param n: i32
//|   param m: i32
//|   context { : 0 < m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array sum_1: f64 local
//|   array A: f64[?][m] live_in live_out
//|   array a: f64[?] live_in live_out
//|   array sum_2: f64 local
//|   array B: f64[?][m] live_in live_out
//|   array b: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       sum_1 = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, k] : 0 <= i < n and 0 <= k < m }
//|     iterators i: i32, k: i32
//|     body {
//|       sum_1 = sum_1 + A[i][k];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = sum_1 / (f64)(0 < m ? m : 0);
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       sum_2 = (f64)0;
//|     }
//|   }
//|   statement S4 {
//|     domain { S4[i, k] : 0 <= i < n and 0 <= k < m }
//|     iterators i: i32, k: i32
//|     body {
//|       sum_2 = sum_2 + B[i][k];
//|     }
//|   }
//|   statement S5 {
//|     domain { S5[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       b[i] = sum_2 / (f64)m;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       for k { S1 }
//|       S2
//|       S3
//|       for k { S4 }
//|       S5
//|     }
//|   }
//| }
