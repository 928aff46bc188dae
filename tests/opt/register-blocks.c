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
//| typedef double polymill_doublex4
//|   __attribute__((vector_size(32), aligned(sizeof(double)), may_alias));
//|
//| // test opt --max-versions=1 --sequential
//| // Register blocks begin where the loop does; those that are not full run row by row.
//| void product(int n, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
//| {
//|   for (long ii = 0; ii < n - 1; ii += 64)
//|     for (long kk = 0; kk < ii - ii % 256 + 256; kk += 256)
//|       for (long j = 0; j < n; j += 12) {
//|         const long j_end = polymill_min(n, j + 12);
//|         for (long i = ii + 1; i < polymill_min(n, ii + 65); i += 4) {
//|           const long k_end = polymill_min(kk + 256, i);
//|           if (j < n - 11 && i < n - 3) {
//|             if (kk <= polymill_min(kk + 255, i - 1)) {
//|               polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|               polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|               polymill_doublex4 C_i_j8 = *(polymill_doublex4 *)&C[i][j + 8];
//|               polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|               polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|               polymill_doublex4 C_i1_j8 = *(polymill_doublex4 *)&C[i + 1][j + 8];
//|               polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|               polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|               polymill_doublex4 C_i2_j8 = *(polymill_doublex4 *)&C[i + 2][j + 8];
//|               polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|               polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|               polymill_doublex4 C_i3_j8 = *(polymill_doublex4 *)&C[i + 3][j + 8];
//|               for (long k = kk; k < k_end; k++) {
//|                 const double A_ik = A[i][k];
//|                 const polymill_doublex4 B_kj = *(polymill_doublex4 *)&B[k][j];
//|                 C_ij += A_ik * B_kj;
//|                 const polymill_doublex4 B_k_j4 = *(polymill_doublex4 *)&B[k][j + 4];
//|                 C_i_j4 += A_ik * B_k_j4;
//|                 const polymill_doublex4 B_k_j8 = *(polymill_doublex4 *)&B[k][j + 8];
//|                 C_i_j8 += A_ik * B_k_j8;
//|                 const double A_i1_k = A[i + 1][k];
//|                 C_i1_j += A_i1_k * B_kj;
//|                 C_i1_j4 += A_i1_k * B_k_j4;
//|                 C_i1_j8 += A_i1_k * B_k_j8;
//|                 const double A_i2_k = A[i + 2][k];
//|                 C_i2_j += A_i2_k * B_kj;
//|                 C_i2_j4 += A_i2_k * B_k_j4;
//|                 C_i2_j8 += A_i2_k * B_k_j8;
//|                 const double A_i3_k = A[i + 3][k];
//|                 C_i3_j += A_i3_k * B_kj;
//|                 C_i3_j4 += A_i3_k * B_k_j4;
//|                 C_i3_j8 += A_i3_k * B_k_j8;
//|               }
//|               *(polymill_doublex4 *)&C[i][j] = C_ij;
//|               *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|               *(polymill_doublex4 *)&C[i][j + 8] = C_i_j8;
//|               *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|               *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|               *(polymill_doublex4 *)&C[i + 1][j + 8] = C_i1_j8;
//|               *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|               *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|               *(polymill_doublex4 *)&C[i + 2][j + 8] = C_i2_j8;
//|               *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|               *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|               *(polymill_doublex4 *)&C[i + 3][j + 8] = C_i3_j8;
//|             }
//|           } else if (j >= n - 11 && i < n - 3) {
//|             for (long k = kk; k < k_end; k++) {
//|               const double A_ik = A[i][k];
//|               const double A_i1_k = A[i + 1][k];
//|               const double A_i2_k = A[i + 2][k];
//|               const double A_i3_k = A[i + 3][k];
//|               #pragma omp simd
//|               for (long j2 = j; j2 < n; j2++) {
//|                 const double B_k_j2 = B[k][j2];
//|                 C[i][j2] += A_ik * B_k_j2;
//|                 C[i + 1][j2] += A_i1_k * B_k_j2;
//|                 C[i + 2][j2] += A_i2_k * B_k_j2;
//|                 C[i + 3][j2] += A_i3_k * B_k_j2;
//|               }
//|             }
//|           } else {
//|             for (long i2 = i; i2 < n; i2++)
//|               for (long k = kk; k < polymill_min(kk + 256, i2); k++) {
//|                 const double A_i2_k = A[i2][k];
//|                 #pragma omp simd
//|                 for (long j2 = j; j2 < j_end; j2++)
//|                   C[i2][j2] += A_i2_k * B[k][j2];
//|               }
//|           }
//|           if (i <= kk + 253 && i < n - 3)
//|             for (long i2 = i + 1; i2 < i + 4; i2++)
//|               for (long k = i; k < i2; k++) {
//|                 const double A_i2_k = A[i2][k];
//|                 #pragma omp simd
//|                 for (long j2 = j; j2 < j_end; j2++)
//|                   C[i2][j2] += A_i2_k * B[k][j2];
//|               }
//|         }
//|       }
//| }
