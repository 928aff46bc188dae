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
//| typedef double polymill_doublex4
//|   __attribute__((vector_size(32), aligned(sizeof(double)), may_alias));
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
//|   for (long ii = 0; ii < n; ii += 64)
//|     for (long kk = 0; kk < n; kk += 256) {
//|       const long k_end = polymill_min(n, kk + 256);
//|       for (long j = 0; j < n; j += 12)
//|         for (long i = ii; i < polymill_min(n, ii + 64); i += 4) {
//|           if (j < n - 11 && i < n - 3) {
//|             polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|             polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|             polymill_doublex4 C_i_j8 = *(polymill_doublex4 *)&C[i][j + 8];
//|             polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|             polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|             polymill_doublex4 C_i1_j8 = *(polymill_doublex4 *)&C[i + 1][j + 8];
//|             polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|             polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|             polymill_doublex4 C_i2_j8 = *(polymill_doublex4 *)&C[i + 2][j + 8];
//|             polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|             polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|             polymill_doublex4 C_i3_j8 = *(polymill_doublex4 *)&C[i + 3][j + 8];
//|             for (long k = kk; k < k_end; k++) {
//|               const double A_ik = A[i][k];
//|               const polymill_doublex4 B_kj = *(polymill_doublex4 *)&B[k][j];
//|               C_ij += alpha * A_ik * B_kj;
//|               const polymill_doublex4 B_k_j4 = *(polymill_doublex4 *)&B[k][j + 4];
//|               C_i_j4 += alpha * A_ik * B_k_j4;
//|               const polymill_doublex4 B_k_j8 = *(polymill_doublex4 *)&B[k][j + 8];
//|               C_i_j8 += alpha * A_ik * B_k_j8;
//|               const double A_i1_k = A[i + 1][k];
//|               C_i1_j += alpha * A_i1_k * B_kj;
//|               C_i1_j4 += alpha * A_i1_k * B_k_j4;
//|               C_i1_j8 += alpha * A_i1_k * B_k_j8;
//|               const double A_i2_k = A[i + 2][k];
//|               C_i2_j += alpha * A_i2_k * B_kj;
//|               C_i2_j4 += alpha * A_i2_k * B_k_j4;
//|               C_i2_j8 += alpha * A_i2_k * B_k_j8;
//|               const double A_i3_k = A[i + 3][k];
//|               C_i3_j += alpha * A_i3_k * B_kj;
//|               C_i3_j4 += alpha * A_i3_k * B_k_j4;
//|               C_i3_j8 += alpha * A_i3_k * B_k_j8;
//|             }
//|             *(polymill_doublex4 *)&C[i][j] = C_ij;
//|             *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|             *(polymill_doublex4 *)&C[i][j + 8] = C_i_j8;
//|             *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|             *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|             *(polymill_doublex4 *)&C[i + 1][j + 8] = C_i1_j8;
//|             *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|             *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|             *(polymill_doublex4 *)&C[i + 2][j + 8] = C_i2_j8;
//|             *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|             *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|             *(polymill_doublex4 *)&C[i + 3][j + 8] = C_i3_j8;
//|           } else if (j >= n - 11 && i < n - 3) {
//|             for (long j2 = j; j2 < n; j2 += 4) {
//|               if (j2 < n - 3) {
//|                 polymill_doublex4 C_i_j2 = *(polymill_doublex4 *)&C[i][j2];
//|                 polymill_doublex4 C_i1_j2 = *(polymill_doublex4 *)&C[i + 1][j2];
//|                 polymill_doublex4 C_i2_j2 = *(polymill_doublex4 *)&C[i + 2][j2];
//|                 polymill_doublex4 C_i3_j2 = *(polymill_doublex4 *)&C[i + 3][j2];
//|                 for (long k = kk; k < k_end; k++) {
//|                   const polymill_doublex4 B_k_j2 = *(polymill_doublex4 *)&B[k][j2];
//|                   C_i_j2 += alpha * A[i][k] * B_k_j2;
//|                   C_i1_j2 += alpha * A[i + 1][k] * B_k_j2;
//|                   C_i2_j2 += alpha * A[i + 2][k] * B_k_j2;
//|                   C_i3_j2 += alpha * A[i + 3][k] * B_k_j2;
//|                 }
//|                 *(polymill_doublex4 *)&C[i][j2] = C_i_j2;
//|                 *(polymill_doublex4 *)&C[i + 1][j2] = C_i1_j2;
//|                 *(polymill_doublex4 *)&C[i + 2][j2] = C_i2_j2;
//|                 *(polymill_doublex4 *)&C[i + 3][j2] = C_i3_j2;
//|               } else {
//|                 for (long k = kk; k < k_end; k++) {
//|                   const double A_ik = A[i][k];
//|                   const double A_i1_k = A[i + 1][k];
//|                   const double A_i2_k = A[i + 2][k];
//|                   const double A_i3_k = A[i + 3][k];
//|                   #pragma omp simd
//|                   for (long j3 = j2; j3 < n; j3++) {
//|                     const double B_k_j3 = B[k][j3];
//|                     C[i][j3] += alpha * A_ik * B_k_j3;
//|                     C[i + 1][j3] += alpha * A_i1_k * B_k_j3;
//|                     C[i + 2][j3] += alpha * A_i2_k * B_k_j3;
//|                     C[i + 3][j3] += alpha * A_i3_k * B_k_j3;
//|                   }
//|                 }
//|               }
//|             }
//|           } else {
//|             for (long i2 = i; i2 < n; i2++)
//|               for (long k = kk; k < k_end; k++) {
//|                 const double A_i2_k = A[i2][k];
//|                 #pragma omp simd
//|                 for (long j2 = j; j2 < polymill_min(n, j + 12); j2++)
//|                   C[i2][j2] += alpha * A_i2_k * B[k][j2];
//|               }
//|           }
//|         }
//|     }
//| }
