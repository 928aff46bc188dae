// test opt --max-versions=1
// Sums of a block stay in vectors over the innermost loop; what is left of blocks of three vectors runs one vector after the other.
void product(int n, double alpha, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      C[i][j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        C[i][j] += alpha * A[i][k] * B[k][j];
  }
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| // test opt --max-versions=1
//| // Sums of a block stay in vectors over the innermost loop; what is left of blocks of three vectors runs one vector after the other.
//| void product(int n, double alpha, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < n; j++)
//|       C[i][j] = 0;
//|   }
//|   #pragma omp parallel for
//|   for (long ii = 0; ii < n; ii += 32)
//|     for (long jj = 0; jj < n; jj += 256) {
//|       const long j_end = polymill_min(n, jj + 256);
//|       for (long k = 0; k < n; k += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 32); i += 2) {
//|           if (k < n - 7 && i < n - 1) {
//|             const double A_ik = A[i][k];
//|             const double A_i_k1 = A[i][k + 1];
//|             const double A_i_k2 = A[i][k + 2];
//|             const double A_i_k3 = A[i][k + 3];
//|             const double A_i_k4 = A[i][k + 4];
//|             const double A_i_k5 = A[i][k + 5];
//|             const double A_i_k6 = A[i][k + 6];
//|             const double A_i_k7 = A[i][k + 7];
//|             const double A_i1_k = A[i + 1][k];
//|             const double A_i1_k1 = A[i + 1][k + 1];
//|             const double A_i1_k2 = A[i + 1][k + 2];
//|             const double A_i1_k3 = A[i + 1][k + 3];
//|             const double A_i1_k4 = A[i + 1][k + 4];
//|             const double A_i1_k5 = A[i + 1][k + 5];
//|             const double A_i1_k6 = A[i + 1][k + 6];
//|             const double A_i1_k7 = A[i + 1][k + 7];
//|             #pragma omp simd
//|             for (long j = jj; j < j_end; j++) {
//|               const double B_kj = B[k][j];
//|               double C_ij = C[i][j];
//|               C_ij += alpha * A_ik * B_kj;
//|               const double B_k1_j = B[k + 1][j];
//|               C_ij += alpha * A_i_k1 * B_k1_j;
//|               const double B_k2_j = B[k + 2][j];
//|               C_ij += alpha * A_i_k2 * B_k2_j;
//|               const double B_k3_j = B[k + 3][j];
//|               C_ij += alpha * A_i_k3 * B_k3_j;
//|               const double B_k4_j = B[k + 4][j];
//|               C_ij += alpha * A_i_k4 * B_k4_j;
//|               const double B_k5_j = B[k + 5][j];
//|               C_ij += alpha * A_i_k5 * B_k5_j;
//|               const double B_k6_j = B[k + 6][j];
//|               C_ij += alpha * A_i_k6 * B_k6_j;
//|               const double B_k7_j = B[k + 7][j];
//|               C_ij += alpha * A_i_k7 * B_k7_j;
//|               C[i][j] = C_ij;
//|               double C_i1_j = C[i + 1][j];
//|               C_i1_j += alpha * A_i1_k * B_kj;
//|               C_i1_j += alpha * A_i1_k1 * B_k1_j;
//|               C_i1_j += alpha * A_i1_k2 * B_k2_j;
//|               C_i1_j += alpha * A_i1_k3 * B_k3_j;
//|               C_i1_j += alpha * A_i1_k4 * B_k4_j;
//|               C_i1_j += alpha * A_i1_k5 * B_k5_j;
//|               C_i1_j += alpha * A_i1_k6 * B_k6_j;
//|               C_i1_j += alpha * A_i1_k7 * B_k7_j;
//|               C[i + 1][j] = C_i1_j;
//|             }
//|           } else if (k >= n - 7) {
//|             for (long i2 = i; i2 < polymill_min(n, i + 2); i2++)
//|               for (long k2 = k; k2 < n; k2++) {
//|                 const double A_i2_k2 = A[i2][k2];
//|                 #pragma omp simd
//|                 for (long j = jj; j < j_end; j++)
//|                   C[i2][j] += alpha * A_i2_k2 * B[k2][j];
//|               }
//|           } else {
//|             for (long k2 = k; k2 < k + 8; k2++) {
//|               const double A_nm1_k2 = A[n - 1][k2];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 C[n - 1][j] += alpha * A_nm1_k2 * B[k2][j];
//|             }
//|           }
//|         }
//|     }
//| }
