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
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void product_default(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < m; jj += 64) {
//|     const long j_end = polymill_min(m, jj + 64);
//|     for (long ii = 0; ii < n; ii += 128)
//|       for (long ll = 0; ll < k; ll += 32)
//|         for (long i = ii; i < polymill_min(n, ii + 128); i += 4)
//|           for (long l = ll; l < polymill_min(k, ll + 32); l += 4) {
//|             if (i < n - 3 && l < k - 3) {
//|               const double A_il = A[i][l];
//|               const double A_i_l1 = A[i][l + 1];
//|               const double A_i_l2 = A[i][l + 2];
//|               const double A_i_l3 = A[i][l + 3];
//|               const double A_i1_l = A[i + 1][l];
//|               const double A_i1_l1 = A[i + 1][l + 1];
//|               const double A_i1_l2 = A[i + 1][l + 2];
//|               const double A_i1_l3 = A[i + 1][l + 3];
//|               const double A_i2_l = A[i + 2][l];
//|               const double A_i2_l1 = A[i + 2][l + 1];
//|               const double A_i2_l2 = A[i + 2][l + 2];
//|               const double A_i2_l3 = A[i + 2][l + 3];
//|               const double A_i3_l = A[i + 3][l];
//|               const double A_i3_l1 = A[i + 3][l + 1];
//|               const double A_i3_l2 = A[i + 3][l + 2];
//|               const double A_i3_l3 = A[i + 3][l + 3];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_il * B_lj;
//|                 const double B_l1_j = B[l + 1][j];
//|                 C_ij += A_i_l1 * B_l1_j;
//|                 const double B_l2_j = B[l + 2][j];
//|                 C_ij += A_i_l2 * B_l2_j;
//|                 const double B_l3_j = B[l + 3][j];
//|                 C_ij += A_i_l3 * B_l3_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_l * B_lj;
//|                 C_i1_j += A_i1_l1 * B_l1_j;
//|                 C_i1_j += A_i1_l2 * B_l2_j;
//|                 C_i1_j += A_i1_l3 * B_l3_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_l * B_lj;
//|                 C_i2_j += A_i2_l1 * B_l1_j;
//|                 C_i2_j += A_i2_l2 * B_l2_j;
//|                 C_i2_j += A_i2_l3 * B_l3_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_l * B_lj;
//|                 C_i3_j += A_i3_l1 * B_l1_j;
//|                 C_i3_j += A_i3_l2 * B_l2_j;
//|                 C_i3_j += A_i3_l3 * B_l3_j;
//|                 C[i + 3][j] = C_i3_j;
//|               }
//|             } else if (i >= n - 3) {
//|               for (long i2 = i; i2 < n; i2++)
//|                 for (long l2 = l; l2 < polymill_min(k, l + 4); l2++) {
//|                   const double A_i2_l2 = A[i2][l2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_l2 * B[l2][j];
//|                 }
//|             } else {
//|               for (long i2 = i; i2 < i + 4; i2++)
//|                 for (long l2 = l; l2 < k; l2++) {
//|                   const double A_i2_l2 = A[i2][l2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_l2 * B[l2][j];
//|                 }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 884736 */
//| __attribute__((noinline))
//| static void product_work_le_884736(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < m; jj += 8) {
//|     const long j_end = polymill_min(m, jj + 8);
//|     for (long ii = 0; ii < n; ii += 128)
//|       for (long ll = 0; ll < k; ll += 32)
//|         for (long i = ii; i < polymill_min(n, ii + 128); i += 4)
//|           for (long l = ll; l < polymill_min(k, ll + 32); l += 4) {
//|             if (i < n - 3 && l < k - 3) {
//|               const double A_il = A[i][l];
//|               const double A_i_l1 = A[i][l + 1];
//|               const double A_i_l2 = A[i][l + 2];
//|               const double A_i_l3 = A[i][l + 3];
//|               const double A_i1_l = A[i + 1][l];
//|               const double A_i1_l1 = A[i + 1][l + 1];
//|               const double A_i1_l2 = A[i + 1][l + 2];
//|               const double A_i1_l3 = A[i + 1][l + 3];
//|               const double A_i2_l = A[i + 2][l];
//|               const double A_i2_l1 = A[i + 2][l + 1];
//|               const double A_i2_l2 = A[i + 2][l + 2];
//|               const double A_i2_l3 = A[i + 2][l + 3];
//|               const double A_i3_l = A[i + 3][l];
//|               const double A_i3_l1 = A[i + 3][l + 1];
//|               const double A_i3_l2 = A[i + 3][l + 2];
//|               const double A_i3_l3 = A[i + 3][l + 3];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_il * B_lj;
//|                 const double B_l1_j = B[l + 1][j];
//|                 C_ij += A_i_l1 * B_l1_j;
//|                 const double B_l2_j = B[l + 2][j];
//|                 C_ij += A_i_l2 * B_l2_j;
//|                 const double B_l3_j = B[l + 3][j];
//|                 C_ij += A_i_l3 * B_l3_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_l * B_lj;
//|                 C_i1_j += A_i1_l1 * B_l1_j;
//|                 C_i1_j += A_i1_l2 * B_l2_j;
//|                 C_i1_j += A_i1_l3 * B_l3_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_l * B_lj;
//|                 C_i2_j += A_i2_l1 * B_l1_j;
//|                 C_i2_j += A_i2_l2 * B_l2_j;
//|                 C_i2_j += A_i2_l3 * B_l3_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_l * B_lj;
//|                 C_i3_j += A_i3_l1 * B_l1_j;
//|                 C_i3_j += A_i3_l2 * B_l2_j;
//|                 C_i3_j += A_i3_l3 * B_l3_j;
//|                 C[i + 3][j] = C_i3_j;
//|               }
//|             } else if (i >= n - 3) {
//|               for (long i2 = i; i2 < n; i2++)
//|                 for (long l2 = l; l2 < polymill_min(k, l + 4); l2++) {
//|                   const double A_i2_l2 = A[i2][l2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_l2 * B[l2][j];
//|                 }
//|             } else {
//|               for (long i2 = i; i2 < i + 4; i2++)
//|                 for (long l2 = l; l2 < k; l2++) {
//|                   const double A_i2_l2 = A[i2][l2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_l2 * B[l2][j];
//|                 }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 262144 */
//| __attribute__((noinline))
//| static void product_work_le_262144(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   polymill_has_effects();
//|   for (long jj = 0; jj < m; jj += 64) {
//|     const long j_end = polymill_min(m, jj + 64);
//|     for (long ii = 0; ii < n; ii += 128)
//|       for (long ll = 0; ll < k; ll += 32)
//|         for (long i = ii; i < polymill_min(n, ii + 128); i += 4)
//|           for (long l = ll; l < polymill_min(k, ll + 32); l += 4) {
//|             if (i < n - 3 && l < k - 3) {
//|               const double A_il = A[i][l];
//|               const double A_i_l1 = A[i][l + 1];
//|               const double A_i_l2 = A[i][l + 2];
//|               const double A_i_l3 = A[i][l + 3];
//|               const double A_i1_l = A[i + 1][l];
//|               const double A_i1_l1 = A[i + 1][l + 1];
//|               const double A_i1_l2 = A[i + 1][l + 2];
//|               const double A_i1_l3 = A[i + 1][l + 3];
//|               const double A_i2_l = A[i + 2][l];
//|               const double A_i2_l1 = A[i + 2][l + 1];
//|               const double A_i2_l2 = A[i + 2][l + 2];
//|               const double A_i2_l3 = A[i + 2][l + 3];
//|               const double A_i3_l = A[i + 3][l];
//|               const double A_i3_l1 = A[i + 3][l + 1];
//|               const double A_i3_l2 = A[i + 3][l + 2];
//|               const double A_i3_l3 = A[i + 3][l + 3];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_lj = B[l][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_il * B_lj;
//|                 const double B_l1_j = B[l + 1][j];
//|                 C_ij += A_i_l1 * B_l1_j;
//|                 const double B_l2_j = B[l + 2][j];
//|                 C_ij += A_i_l2 * B_l2_j;
//|                 const double B_l3_j = B[l + 3][j];
//|                 C_ij += A_i_l3 * B_l3_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_l * B_lj;
//|                 C_i1_j += A_i1_l1 * B_l1_j;
//|                 C_i1_j += A_i1_l2 * B_l2_j;
//|                 C_i1_j += A_i1_l3 * B_l3_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_l * B_lj;
//|                 C_i2_j += A_i2_l1 * B_l1_j;
//|                 C_i2_j += A_i2_l2 * B_l2_j;
//|                 C_i2_j += A_i2_l3 * B_l3_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_l * B_lj;
//|                 C_i3_j += A_i3_l1 * B_l1_j;
//|                 C_i3_j += A_i3_l2 * B_l2_j;
//|                 C_i3_j += A_i3_l3 * B_l3_j;
//|                 C[i + 3][j] = C_i3_j;
//|               }
//|             } else if (i >= n - 3) {
//|               for (long i2 = i; i2 < n; i2++)
//|                 for (long l2 = l; l2 < polymill_min(k, l + 4); l2++) {
//|                   const double A_i2_l2 = A[i2][l2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_l2 * B[l2][j];
//|                 }
//|             } else {
//|               for (long i2 = i; i2 < i + 4; i2++)
//|                 for (long l2 = l; l2 < k; l2++) {
//|                   const double A_i2_l2 = A[i2][l2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_l2 * B[l2][j];
//|                 }
//|             }
//|           }
//|   }
//| }
//|
//| // test opt
//| // How much there is to do depends on three parameters.
//| void product(int n, int m, int k, double C[n][m], double A[n][k], double B[k][m])
//| {
//|   if (1.0 * n * m * k <= 27) {
//|     /* as written, for n * m * k <= 27 */
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
