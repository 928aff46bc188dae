// test opt
// How much there is to do depends on three parameters.
void product(int n, int m, int k, double C[n][m], double A[n][k], double B[k][m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        C[i][j] += A[i][l] * B[l][j];
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| /* optimized */
//| static void product_default(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < m; jj += 64) {
//|     const long j_end = polymill_min(m, jj + 64);
//|     for (long ii = 0; ii < n; ii += 16)
//|       for (long ll = 0; ll < k; ll += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 16); i += 8)
//|           for (long l = ll; l < polymill_min(k, ll + 8); l += 2) {
//|             if (i < n - 7 && l < k - 1) {
//|               const double A_il = A[i][l];
//|               const double A_i_l1 = A[i][l + 1];
//|               const double A_i1_l = A[i + 1][l];
//|               const double A_i1_l1 = A[i + 1][l + 1];
//|               const double A_i2_l = A[i + 2][l];
//|               const double A_i2_l1 = A[i + 2][l + 1];
//|               const double A_i3_l = A[i + 3][l];
//|               const double A_i3_l1 = A[i + 3][l + 1];
//|               const double A_i4_l = A[i + 4][l];
//|               const double A_i4_l1 = A[i + 4][l + 1];
//|               const double A_i5_l = A[i + 5][l];
//|               const double A_i5_l1 = A[i + 5][l + 1];
//|               const double A_i6_l = A[i + 6][l];
//|               const double A_i6_l1 = A[i + 6][l + 1];
//|               const double A_i7_l = A[i + 7][l];
//|               const double A_i7_l1 = A[i + 7][l + 1];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_il * B_lj;
//|                 const double B_l1_j = B[l + 1][j];
//|                 C_ij += A_i_l1 * B_l1_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_l * B_lj;
//|                 C_i1_j += A_i1_l1 * B_l1_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_l * B_lj;
//|                 C_i2_j += A_i2_l1 * B_l1_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_l * B_lj;
//|                 C_i3_j += A_i3_l1 * B_l1_j;
//|                 C[i + 3][j] = C_i3_j;
//|                 double C_i4_j = C[i + 4][j];
//|                 C_i4_j += A_i4_l * B_lj;
//|                 C_i4_j += A_i4_l1 * B_l1_j;
//|                 C[i + 4][j] = C_i4_j;
//|                 double C_i5_j = C[i + 5][j];
//|                 C_i5_j += A_i5_l * B_lj;
//|                 C_i5_j += A_i5_l1 * B_l1_j;
//|                 C[i + 5][j] = C_i5_j;
//|                 double C_i6_j = C[i + 6][j];
//|                 C_i6_j += A_i6_l * B_lj;
//|                 C_i6_j += A_i6_l1 * B_l1_j;
//|                 C[i + 6][j] = C_i6_j;
//|                 double C_i7_j = C[i + 7][j];
//|                 C_i7_j += A_i7_l * B_lj;
//|                 C_i7_j += A_i7_l1 * B_l1_j;
//|                 C[i + 7][j] = C_i7_j;
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 if (i >= n - 7) {
//|                   for (long i2 = i; i2 < n; i2++) {
//|                     double C_i2_j = C[i2][j];
//|                     for (long l2 = l; l2 < polymill_min(k, l + 2); l2++)
//|                       C_i2_j += A[i2][l2] * B[l2][j];
//|                     C[i2][j] = C_i2_j;
//|                   }
//|                 } else {
//|                   const double B_km1_j = B[k - 1][j];
//|                   C[i][j] += A[i][k - 1] * B_km1_j;
//|                   C[i + 1][j] += A[i + 1][k - 1] * B_km1_j;
//|                   C[i + 2][j] += A[i + 2][k - 1] * B_km1_j;
//|                   C[i + 3][j] += A[i + 3][k - 1] * B_km1_j;
//|                   C[i + 4][j] += A[i + 4][k - 1] * B_km1_j;
//|                   C[i + 5][j] += A[i + 5][k - 1] * B_km1_j;
//|                   C[i + 6][j] += A[i + 6][k - 1] * B_km1_j;
//|                   C[i + 7][j] += A[i + 7][k - 1] * B_km1_j;
//|                 }
//|               }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 1953125 */
//| static void product_work_le_1953125(int n, int m, int k, double C[][m], double A[][k],
//|                                     double B[][m])
//| {
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < m; jj += 32) {
//|     const long j_end = polymill_min(m, jj + 32);
//|     for (long ii = 0; ii < n; ii += 16)
//|       for (long ll = 0; ll < k; ll += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 16); i += 8)
//|           for (long l = ll; l < polymill_min(k, ll + 8); l += 2) {
//|             if (i < n - 7 && l < k - 1) {
//|               const double A_il = A[i][l];
//|               const double A_i_l1 = A[i][l + 1];
//|               const double A_i1_l = A[i + 1][l];
//|               const double A_i1_l1 = A[i + 1][l + 1];
//|               const double A_i2_l = A[i + 2][l];
//|               const double A_i2_l1 = A[i + 2][l + 1];
//|               const double A_i3_l = A[i + 3][l];
//|               const double A_i3_l1 = A[i + 3][l + 1];
//|               const double A_i4_l = A[i + 4][l];
//|               const double A_i4_l1 = A[i + 4][l + 1];
//|               const double A_i5_l = A[i + 5][l];
//|               const double A_i5_l1 = A[i + 5][l + 1];
//|               const double A_i6_l = A[i + 6][l];
//|               const double A_i6_l1 = A[i + 6][l + 1];
//|               const double A_i7_l = A[i + 7][l];
//|               const double A_i7_l1 = A[i + 7][l + 1];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_il * B_lj;
//|                 const double B_l1_j = B[l + 1][j];
//|                 C_ij += A_i_l1 * B_l1_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_l * B_lj;
//|                 C_i1_j += A_i1_l1 * B_l1_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_l * B_lj;
//|                 C_i2_j += A_i2_l1 * B_l1_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_l * B_lj;
//|                 C_i3_j += A_i3_l1 * B_l1_j;
//|                 C[i + 3][j] = C_i3_j;
//|                 double C_i4_j = C[i + 4][j];
//|                 C_i4_j += A_i4_l * B_lj;
//|                 C_i4_j += A_i4_l1 * B_l1_j;
//|                 C[i + 4][j] = C_i4_j;
//|                 double C_i5_j = C[i + 5][j];
//|                 C_i5_j += A_i5_l * B_lj;
//|                 C_i5_j += A_i5_l1 * B_l1_j;
//|                 C[i + 5][j] = C_i5_j;
//|                 double C_i6_j = C[i + 6][j];
//|                 C_i6_j += A_i6_l * B_lj;
//|                 C_i6_j += A_i6_l1 * B_l1_j;
//|                 C[i + 6][j] = C_i6_j;
//|                 double C_i7_j = C[i + 7][j];
//|                 C_i7_j += A_i7_l * B_lj;
//|                 C_i7_j += A_i7_l1 * B_l1_j;
//|                 C[i + 7][j] = C_i7_j;
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 if (i >= n - 7) {
//|                   for (long i2 = i; i2 < n; i2++) {
//|                     double C_i2_j = C[i2][j];
//|                     for (long l2 = l; l2 < polymill_min(k, l + 2); l2++)
//|                       C_i2_j += A[i2][l2] * B[l2][j];
//|                     C[i2][j] = C_i2_j;
//|                   }
//|                 } else {
//|                   const double B_km1_j = B[k - 1][j];
//|                   C[i][j] += A[i][k - 1] * B_km1_j;
//|                   C[i + 1][j] += A[i + 1][k - 1] * B_km1_j;
//|                   C[i + 2][j] += A[i + 2][k - 1] * B_km1_j;
//|                   C[i + 3][j] += A[i + 3][k - 1] * B_km1_j;
//|                   C[i + 4][j] += A[i + 4][k - 1] * B_km1_j;
//|                   C[i + 5][j] += A[i + 5][k - 1] * B_km1_j;
//|                   C[i + 6][j] += A[i + 6][k - 1] * B_km1_j;
//|                   C[i + 7][j] += A[i + 7][k - 1] * B_km1_j;
//|                 }
//|               }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 274625 */
//| static void product_work_le_274625(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   for (long jj = 0; jj < m; jj += 64) {
//|     const long j_end = polymill_min(m, jj + 64);
//|     for (long ii = 0; ii < n; ii += 16)
//|       for (long ll = 0; ll < k; ll += 8)
//|         for (long i = ii; i < polymill_min(n, ii + 16); i += 8)
//|           for (long l = ll; l < polymill_min(k, ll + 8); l += 2) {
//|             if (i < n - 7 && l < k - 1) {
//|               const double A_il = A[i][l];
//|               const double A_i_l1 = A[i][l + 1];
//|               const double A_i1_l = A[i + 1][l];
//|               const double A_i1_l1 = A[i + 1][l + 1];
//|               const double A_i2_l = A[i + 2][l];
//|               const double A_i2_l1 = A[i + 2][l + 1];
//|               const double A_i3_l = A[i + 3][l];
//|               const double A_i3_l1 = A[i + 3][l + 1];
//|               const double A_i4_l = A[i + 4][l];
//|               const double A_i4_l1 = A[i + 4][l + 1];
//|               const double A_i5_l = A[i + 5][l];
//|               const double A_i5_l1 = A[i + 5][l + 1];
//|               const double A_i6_l = A[i + 6][l];
//|               const double A_i6_l1 = A[i + 6][l + 1];
//|               const double A_i7_l = A[i + 7][l];
//|               const double A_i7_l1 = A[i + 7][l + 1];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_il * B_lj;
//|                 const double B_l1_j = B[l + 1][j];
//|                 C_ij += A_i_l1 * B_l1_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_l * B_lj;
//|                 C_i1_j += A_i1_l1 * B_l1_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_l * B_lj;
//|                 C_i2_j += A_i2_l1 * B_l1_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_l * B_lj;
//|                 C_i3_j += A_i3_l1 * B_l1_j;
//|                 C[i + 3][j] = C_i3_j;
//|                 double C_i4_j = C[i + 4][j];
//|                 C_i4_j += A_i4_l * B_lj;
//|                 C_i4_j += A_i4_l1 * B_l1_j;
//|                 C[i + 4][j] = C_i4_j;
//|                 double C_i5_j = C[i + 5][j];
//|                 C_i5_j += A_i5_l * B_lj;
//|                 C_i5_j += A_i5_l1 * B_l1_j;
//|                 C[i + 5][j] = C_i5_j;
//|                 double C_i6_j = C[i + 6][j];
//|                 C_i6_j += A_i6_l * B_lj;
//|                 C_i6_j += A_i6_l1 * B_l1_j;
//|                 C[i + 6][j] = C_i6_j;
//|                 double C_i7_j = C[i + 7][j];
//|                 C_i7_j += A_i7_l * B_lj;
//|                 C_i7_j += A_i7_l1 * B_l1_j;
//|                 C[i + 7][j] = C_i7_j;
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 if (i >= n - 7) {
//|                   for (long i2 = i; i2 < n; i2++) {
//|                     double C_i2_j = C[i2][j];
//|                     for (long l2 = l; l2 < polymill_min(k, l + 2); l2++)
//|                       C_i2_j += A[i2][l2] * B[l2][j];
//|                     C[i2][j] = C_i2_j;
//|                   }
//|                 } else {
//|                   const double B_km1_j = B[k - 1][j];
//|                   C[i][j] += A[i][k - 1] * B_km1_j;
//|                   C[i + 1][j] += A[i + 1][k - 1] * B_km1_j;
//|                   C[i + 2][j] += A[i + 2][k - 1] * B_km1_j;
//|                   C[i + 3][j] += A[i + 3][k - 1] * B_km1_j;
//|                   C[i + 4][j] += A[i + 4][k - 1] * B_km1_j;
//|                   C[i + 5][j] += A[i + 5][k - 1] * B_km1_j;
//|                   C[i + 6][j] += A[i + 6][k - 1] * B_km1_j;
//|                   C[i + 7][j] += A[i + 7][k - 1] * B_km1_j;
//|                 }
//|               }
//|             }
//|           }
//|   }
//| }
//|
//| // test opt
//| // How much there is to do depends on three parameters.
//| void product(int n, int m, int k, double C[n][m], double A[n][k], double B[k][m])
//| {
//|   if (1.0 * n * m * k <= 1728) {
//|     /* as written, for n * m * k <= 1728 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m; j++)
//|         for (int l = 0; l < k; l++)
//|           C[i][j] += A[i][l] * B[l][j];
//|   } else if (1.0 * n * m * k <= 274625) {
//|     product_work_le_274625(n, m, k, C, A, B);
//|   } else if (1.0 * n * m * k <= 1953125) {
//|     product_work_le_1953125(n, m, k, C, A, B);
//|   } else {
//|     product_default(n, m, k, C, A, B);
//|   }
//| }
