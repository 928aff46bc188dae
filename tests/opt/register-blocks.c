// test opt --max-versions=1 --sequential
// Register blocks begin where the loop does; those that are not full run row by row.
void product(int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| static inline long polymill_max(long a, long b)
//| {
//|   return a > b ? a : b;
//| }
//|
//| // test opt --max-versions=1 --sequential
//| // Register blocks begin where the loop does; those that are not full run row by row.
//| void product(int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
//| {
//|   for (long ii = 0; ii < n - 1; ii += 64)
//|     for (long kk = 0; kk < polymill_min(n - 1, ii + 64); kk += 16)
//|       for (long jj = 0; jj < n; jj += 64) {
//|         const long j_end = polymill_min(n, jj + 64);
//|         for (long i = polymill_max(ii + 1, kk + 1); i < polymill_min(n, ii + 65); i += 8)
//|           for (long k = kk; k < polymill_min(n - 1, polymill_min(kk + 16, i + 7)); k += 2) {
//|             if (i < n - 7 && k < i - 2) {
//|               const double A_ik = A[i][k];
//|               const double A_i_k1 = A[i][k + 1];
//|               const double A_i1_k = A[i + 1][k];
//|               const double A_i1_k1 = A[i + 1][k + 1];
//|               const double A_i2_k = A[i + 2][k];
//|               const double A_i2_k1 = A[i + 2][k + 1];
//|               const double A_i3_k = A[i + 3][k];
//|               const double A_i3_k1 = A[i + 3][k + 1];
//|               const double A_i4_k = A[i + 4][k];
//|               const double A_i4_k1 = A[i + 4][k + 1];
//|               const double A_i5_k = A[i + 5][k];
//|               const double A_i5_k1 = A[i + 5][k + 1];
//|               const double A_i6_k = A[i + 6][k];
//|               const double A_i6_k1 = A[i + 6][k + 1];
//|               const double A_i7_k = A[i + 7][k];
//|               const double A_i7_k1 = A[i + 7][k + 1];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_kj = B[k][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_ik * B_kj;
//|                 const double B_k1_j = B[k + 1][j];
//|                 C_ij += A_i_k1 * B_k1_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_k * B_kj;
//|                 C_i1_j += A_i1_k1 * B_k1_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_k * B_kj;
//|                 C_i2_j += A_i2_k1 * B_k1_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_k * B_kj;
//|                 C_i3_j += A_i3_k1 * B_k1_j;
//|                 C[i + 3][j] = C_i3_j;
//|                 double C_i4_j = C[i + 4][j];
//|                 C_i4_j += A_i4_k * B_kj;
//|                 C_i4_j += A_i4_k1 * B_k1_j;
//|                 C[i + 4][j] = C_i4_j;
//|                 double C_i5_j = C[i + 5][j];
//|                 C_i5_j += A_i5_k * B_kj;
//|                 C_i5_j += A_i5_k1 * B_k1_j;
//|                 C[i + 5][j] = C_i5_j;
//|                 double C_i6_j = C[i + 6][j];
//|                 C_i6_j += A_i6_k * B_kj;
//|                 C_i6_j += A_i6_k1 * B_k1_j;
//|                 C[i + 6][j] = C_i6_j;
//|                 double C_i7_j = C[i + 7][j];
//|                 C_i7_j += A_i7_k * B_kj;
//|                 C_i7_j += A_i7_k1 * B_k1_j;
//|                 C[i + 7][j] = C_i7_j;
//|               }
//|             } else if (i >= n - 7) {
//|               for (long i2 = polymill_max(i, k + 1); i2 < n; i2++)
//|                 for (long k2 = k; k2 < polymill_min(k + 2, i2); k2++) {
//|                   const double A_i2_k2 = A[i2][k2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_k2 * B[k2][j];
//|                 }
//|             } else {
//|               for (long i2 = k + 1; i2 < i + 8; i2++)
//|                 for (long k2 = k; k2 < polymill_min(k + 2, i2); k2++) {
//|                   const double A_i2_k2 = A[i2][k2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_k2 * B[k2][j];
//|                 }
//|             }
//|           }
//|       }
//| }
