// test opt
// A version that the user wants: the rows of matrices of this size have a known length, so that loops have no ends to test.
void product(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
{
#pragma polymill version(n == 4)
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| /* optimized */
//| static void product_default(int n, double A[restrict][n], double B[restrict][n],
//|                             double C[restrict][n])
//| {
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < n; jj += 64) {
//|     const long j_end = polymill_min(n, jj + 64);
//|     for (long ii = 0; ii < n; ii += 16)
//|       for (long kk = 0; kk < n; kk += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 16); i += 8)
//|           for (long k = kk; k < polymill_min(n, kk + 8); k += 2) {
//|             if (i < n - 7 && k < n - 1) {
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
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 if (i >= n - 7) {
//|                   for (long i2 = i; i2 < n; i2++) {
//|                     double C_i2_j = C[i2][j];
//|                     for (long k2 = k; k2 < polymill_min(n, k + 2); k2++)
//|                       C_i2_j += A[i2][k2] * B[k2][j];
//|                     C[i2][j] = C_i2_j;
//|                   }
//|                 } else {
//|                   const double B_nm1_j = B[n - 1][j];
//|                   C[i][j] += A[i][n - 1] * B_nm1_j;
//|                   C[i + 1][j] += A[i + 1][n - 1] * B_nm1_j;
//|                   C[i + 2][j] += A[i + 2][n - 1] * B_nm1_j;
//|                   C[i + 3][j] += A[i + 3][n - 1] * B_nm1_j;
//|                   C[i + 4][j] += A[i + 4][n - 1] * B_nm1_j;
//|                   C[i + 5][j] += A[i + 5][n - 1] * B_nm1_j;
//|                   C[i + 6][j] += A[i + 6][n - 1] * B_nm1_j;
//|                   C[i + 7][j] += A[i + 7][n - 1] * B_nm1_j;
//|                 }
//|               }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n <= 125 */
//| static void product_n_le_125(int n, double A[restrict][n], double B[restrict][n],
//|                              double C[restrict][n])
//| {
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < n; jj += 32) {
//|     const long j_end = polymill_min(n, jj + 32);
//|     for (long ii = 0; ii < n; ii += 16)
//|       for (long kk = 0; kk < n; kk += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 16); i += 8)
//|           for (long k = kk; k < polymill_min(n, kk + 8); k += 2) {
//|             if (i < n - 7 && k < n - 1) {
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
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 if (i >= n - 7) {
//|                   for (long i2 = i; i2 < n; i2++) {
//|                     double C_i2_j = C[i2][j];
//|                     for (long k2 = k; k2 < polymill_min(n, k + 2); k2++)
//|                       C_i2_j += A[i2][k2] * B[k2][j];
//|                     C[i2][j] = C_i2_j;
//|                   }
//|                 } else {
//|                   const double B_nm1_j = B[n - 1][j];
//|                   C[i][j] += A[i][n - 1] * B_nm1_j;
//|                   C[i + 1][j] += A[i + 1][n - 1] * B_nm1_j;
//|                   C[i + 2][j] += A[i + 2][n - 1] * B_nm1_j;
//|                   C[i + 3][j] += A[i + 3][n - 1] * B_nm1_j;
//|                   C[i + 4][j] += A[i + 4][n - 1] * B_nm1_j;
//|                   C[i + 5][j] += A[i + 5][n - 1] * B_nm1_j;
//|                   C[i + 6][j] += A[i + 6][n - 1] * B_nm1_j;
//|                   C[i + 7][j] += A[i + 7][n - 1] * B_nm1_j;
//|                 }
//|               }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n <= 65 */
//| static void product_n_le_65(int n, double A[restrict][n], double B[restrict][n],
//|                             double C[restrict][n])
//| {
//|   for (long jj = 0; jj < n; jj += 64) {
//|     const long j_end = polymill_min(n, jj + 64);
//|     for (long ii = 0; ii < n; ii += 16)
//|       for (long kk = 0; kk < n; kk += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 16); i += 8)
//|           for (long k = kk; k < polymill_min(n, kk + 8); k += 2) {
//|             if (i < n - 7 && k < n - 1) {
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
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 if (i >= n - 7) {
//|                   for (long i2 = i; i2 < n; i2++) {
//|                     double C_i2_j = C[i2][j];
//|                     for (long k2 = k; k2 < polymill_min(n, k + 2); k2++)
//|                       C_i2_j += A[i2][k2] * B[k2][j];
//|                     C[i2][j] = C_i2_j;
//|                   }
//|                 } else {
//|                   const double B_nm1_j = B[n - 1][j];
//|                   C[i][j] += A[i][n - 1] * B_nm1_j;
//|                   C[i + 1][j] += A[i + 1][n - 1] * B_nm1_j;
//|                   C[i + 2][j] += A[i + 2][n - 1] * B_nm1_j;
//|                   C[i + 3][j] += A[i + 3][n - 1] * B_nm1_j;
//|                   C[i + 4][j] += A[i + 4][n - 1] * B_nm1_j;
//|                   C[i + 5][j] += A[i + 5][n - 1] * B_nm1_j;
//|                   C[i + 6][j] += A[i + 6][n - 1] * B_nm1_j;
//|                   C[i + 7][j] += A[i + 7][n - 1] * B_nm1_j;
//|                 }
//|               }
//|             }
//|           }
//|   }
//| }
//|
//| // test opt
//| // A version that the user wants: the rows of matrices of this size have a known length, so that loops have no ends to test.
//| void product(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
//| {
//| #pragma polymill version(n == 4)
//|   if (n == 4) {
//|     /* as written, for n = 4 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < n; j++)
//|         for (int k = 0; k < n; k++)
//|           C[i][j] += A[i][k] * B[k][j];
//|   } else if (n <= 12) {
//|     /* as written, for n <= 12 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < n; j++)
//|         for (int k = 0; k < n; k++)
//|           C[i][j] += A[i][k] * B[k][j];
//|   } else if (n <= 65) {
//|     product_n_le_65(n, A, B, C);
//|   } else if (n <= 125) {
//|     product_n_le_125(n, A, B, C);
//|   } else {
//|     product_default(n, A, B, C);
//|   }
//| }
