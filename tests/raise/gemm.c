// test raise
void gemm(int ni, int nj, int nk, double alpha, double beta, double C[ni][nj], double A[ni][nk], double B[nk][nj])
{
#pragma scop
  for (int i = 0; i < ni; i++) { // remark: arrays in this scop are taken not to overlap, as the pragma promises
    for (int j = 0; j < nj; j++)
      C[i][j] *= beta;
    for (int k = 0; k < nk; k++)
      for (int j = 0; j < nj; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
#pragma endscop
}
//| gdg gemm {
//|   param ni: i32
//|   param nj: i32
//|   param nk: i32
//|   context { : 0 < nj <= 2147483647 and 0 < nk <= 2147483647 and -2147483648 <= ni <= 2147483647 }
//|   array beta: f64 unshared live_in
//|   array C: f64[?][nj] live_in live_out
//|   array alpha: f64 unshared live_in
//|   array A: f64[?][nk] live_in live_out
//|   array B: f64[?][nj] live_in live_out
//|   disjoint C A
//|   disjoint C B
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < ni and 0 <= j < nj }
//|     iterators i: i32, j: i32
//|     body {
//|       C[i][j] = C[i][j] * beta;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, k, j] : 0 <= i < ni and 0 <= k < nk and 0 <= j < nj }
//|     iterators i: i32, k: i32, j: i32
//|     body {
//|       C[i][j] = C[i][j] + alpha * A[i][k] * B[k][j];
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j { S0 }
//|       for k { for j { S1 } }
//|     }
//|   }
//| }
