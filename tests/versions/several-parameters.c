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
//|     for (long iii = 0; iii < n; iii += 128)
//|       for (long ll = 0; ll < k; ll += 32)
//|         for (long ii = iii; ii < polymill_min(n, iii + 128); ii += 4) {
//|           const long i_end = polymill_min(n, ii + 4);
//|           for (long l = ll; l < polymill_min(k, ll + 32); l += 4) {
//|             if (l < k - 3) {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 const double B_l1_j = B[l + 1][j];
//|                 const double B_l2_j = B[l + 2][j];
//|                 const double B_l3_j = B[l + 3][j];
//|                 for (long i = ii; i < i_end; i++) {
//|                   double C_ij = C[i][j];
//|                   C_ij += A[i][l] * B_lj;
//|                   C_ij += A[i][l + 1] * B_l1_j;
//|                   C_ij += A[i][l + 2] * B_l2_j;
//|                   C_ij += A[i][l + 3] * B_l3_j;
//|                   C[i][j] = C_ij;
//|                 }
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 for (long i = ii; i < i_end; i++) {
//|                   double C_ij = C[i][j];
//|                   for (long l2 = l; l2 < k; l2++)
//|                     C_ij += A[i][l2] * B[l2][j];
//|                   C[i][j] = C_ij;
//|                 }
//|             }
//|           }
//|         }
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 884736 */
//| static void product_work_le_884736(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < m; jj += 8) {
//|     const long j_end = polymill_min(m, jj + 8);
//|     for (long iii = 0; iii < n; iii += 128)
//|       for (long ll = 0; ll < k; ll += 32)
//|         for (long ii = iii; ii < polymill_min(n, iii + 128); ii += 4) {
//|           const long i_end = polymill_min(n, ii + 4);
//|           for (long l = ll; l < polymill_min(k, ll + 32); l += 4) {
//|             if (l < k - 3) {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 const double B_l1_j = B[l + 1][j];
//|                 const double B_l2_j = B[l + 2][j];
//|                 const double B_l3_j = B[l + 3][j];
//|                 for (long i = ii; i < i_end; i++) {
//|                   double C_ij = C[i][j];
//|                   C_ij += A[i][l] * B_lj;
//|                   C_ij += A[i][l + 1] * B_l1_j;
//|                   C_ij += A[i][l + 2] * B_l2_j;
//|                   C_ij += A[i][l + 3] * B_l3_j;
//|                   C[i][j] = C_ij;
//|                 }
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 for (long i = ii; i < i_end; i++) {
//|                   double C_ij = C[i][j];
//|                   for (long l2 = l; l2 < k; l2++)
//|                     C_ij += A[i][l2] * B[l2][j];
//|                   C[i][j] = C_ij;
//|                 }
//|             }
//|           }
//|         }
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 262144 */
//| static void product_work_le_262144(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   for (long jj = 0; jj < m; jj += 64) {
//|     const long j_end = polymill_min(m, jj + 64);
//|     for (long iii = 0; iii < n; iii += 128)
//|       for (long ll = 0; ll < k; ll += 32)
//|         for (long ii = iii; ii < polymill_min(n, iii + 128); ii += 4) {
//|           const long i_end = polymill_min(n, ii + 4);
//|           for (long l = ll; l < polymill_min(k, ll + 32); l += 4) {
//|             if (l < k - 3) {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 const double B_l1_j = B[l + 1][j];
//|                 const double B_l2_j = B[l + 2][j];
//|                 const double B_l3_j = B[l + 3][j];
//|                 for (long i = ii; i < i_end; i++) {
//|                   double C_ij = C[i][j];
//|                   C_ij += A[i][l] * B_lj;
//|                   C_ij += A[i][l + 1] * B_l1_j;
//|                   C_ij += A[i][l + 2] * B_l2_j;
//|                   C_ij += A[i][l + 3] * B_l3_j;
//|                   C[i][j] = C_ij;
//|                 }
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 for (long i = ii; i < i_end; i++) {
//|                   double C_ij = C[i][j];
//|                   for (long l2 = l; l2 < k; l2++)
//|                     C_ij += A[i][l2] * B[l2][j];
//|                   C[i][j] = C_ij;
//|                 }
//|             }
//|           }
//|         }
//|   }
//| }
//|
//| // test opt
//| // How much there is to do depends on three parameters.
//| void product(int n, int m, int k, double C[n][m], double A[n][k], double B[k][m])
//| {
//|   if (1.0 * n * m * k <= 1331) {
//|     /* as written, for n * m * k <= 1331 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m; j++)
//|         for (int l = 0; l < k; l++)
//|           C[i][j] += A[i][l] * B[l][j];
//|   } else if (1.0 * n * m * k <= 262144) {
//|     product_work_le_262144(n, m, k, C, A, B);
//|   } else if (1.0 * n * m * k <= 884736) {
//|     product_work_le_884736(n, m, k, C, A, B);
//|   } else {
//|     product_default(n, m, k, C, A, B);
//|   }
//| }
