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
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void product_default(int n, double A[restrict][n], double B[restrict][n],
//|                             double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < n; jj += 64) {
//|     const long j_end = polymill_min(n, jj + 64);
//|     for (long ii = 0; ii < n; ii += 128)
//|       for (long kk = 0; kk < n; kk += 32)
//|         for (long i = ii; i < polymill_min(n, ii + 128); i += 4)
//|           for (long k = kk; k < polymill_min(n, kk + 32); k += 4) {
//|             if (i < n - 3 && k < n - 3) {
//|               const double A_ik = A[i][k];
//|               const double A_i_k1 = A[i][k + 1];
//|               const double A_i_k2 = A[i][k + 2];
//|               const double A_i_k3 = A[i][k + 3];
//|               const double A_i1_k = A[i + 1][k];
//|               const double A_i1_k1 = A[i + 1][k + 1];
//|               const double A_i1_k2 = A[i + 1][k + 2];
//|               const double A_i1_k3 = A[i + 1][k + 3];
//|               const double A_i2_k = A[i + 2][k];
//|               const double A_i2_k1 = A[i + 2][k + 1];
//|               const double A_i2_k2 = A[i + 2][k + 2];
//|               const double A_i2_k3 = A[i + 2][k + 3];
//|               const double A_i3_k = A[i + 3][k];
//|               const double A_i3_k1 = A[i + 3][k + 1];
//|               const double A_i3_k2 = A[i + 3][k + 2];
//|               const double A_i3_k3 = A[i + 3][k + 3];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const double B_kj = B[k][j];
//|                 double C_ij = C[i][j];
//|                 C_ij += A_ik * B_kj;
//|                 const double B_k1_j = B[k + 1][j];
//|                 C_ij += A_i_k1 * B_k1_j;
//|                 const double B_k2_j = B[k + 2][j];
//|                 C_ij += A_i_k2 * B_k2_j;
//|                 const double B_k3_j = B[k + 3][j];
//|                 C_ij += A_i_k3 * B_k3_j;
//|                 C[i][j] = C_ij;
//|                 double C_i1_j = C[i + 1][j];
//|                 C_i1_j += A_i1_k * B_kj;
//|                 C_i1_j += A_i1_k1 * B_k1_j;
//|                 C_i1_j += A_i1_k2 * B_k2_j;
//|                 C_i1_j += A_i1_k3 * B_k3_j;
//|                 C[i + 1][j] = C_i1_j;
//|                 double C_i2_j = C[i + 2][j];
//|                 C_i2_j += A_i2_k * B_kj;
//|                 C_i2_j += A_i2_k1 * B_k1_j;
//|                 C_i2_j += A_i2_k2 * B_k2_j;
//|                 C_i2_j += A_i2_k3 * B_k3_j;
//|                 C[i + 2][j] = C_i2_j;
//|                 double C_i3_j = C[i + 3][j];
//|                 C_i3_j += A_i3_k * B_kj;
//|                 C_i3_j += A_i3_k1 * B_k1_j;
//|                 C_i3_j += A_i3_k2 * B_k2_j;
//|                 C_i3_j += A_i3_k3 * B_k3_j;
//|                 C[i + 3][j] = C_i3_j;
//|               }
//|             } else if (i >= n - 3) {
//|               for (long i2 = i; i2 < n; i2++)
//|                 for (long k2 = k; k2 < polymill_min(n, k + 4); k2++) {
//|                   const double A_i2_k2 = A[i2][k2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_k2 * B[k2][j];
//|                 }
//|             } else {
//|               for (long i2 = i; i2 < i + 4; i2++)
//|                 for (long k2 = k; k2 < n; k2++) {
//|                   const double A_i2_k2 = A[i2][k2];
//|                   #pragma omp simd
//|                   for (long j = jj; j < j_end; j++)
//|                     C[i2][j] += A_i2_k2 * B[k2][j];
//|                 }
//|             }
//|           }
//|   }
//| }
//|
//| /* optimized, for n = 4 */
//| __attribute__((noinline))
//| static void product_n_eq_4(int n, double A[restrict][n], double B[restrict][n],
//|                            double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   for (long j = 0; j < 4; j++)
//|     for (long k = 0; k < 4; k++) {
//|       const double B_kj = B[k][j];
//|       for (long i = 0; i < 4; i++)
//|         C[i][j] += A[i][k] * B_kj;
//|     }
//| }
//|
//| /* optimized, for n <= 96 */
//| __attribute__((noinline))
//| static void product_n_le_96(int n, double A[restrict][n], double B[restrict][n],
//|                             double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < n; jj += 8) {
//|     const long j_end = polymill_min(n, jj + 8);
//|     for (long kk = 0; kk < n; kk += 32)
//|       for (long i = 0; i < n; i += 4)
//|         for (long k = kk; k < polymill_min(n, kk + 32); k += 4) {
//|           if (i < n - 3 && k < n - 3) {
//|             const double A_ik = A[i][k];
//|             const double A_i_k1 = A[i][k + 1];
//|             const double A_i_k2 = A[i][k + 2];
//|             const double A_i_k3 = A[i][k + 3];
//|             const double A_i1_k = A[i + 1][k];
//|             const double A_i1_k1 = A[i + 1][k + 1];
//|             const double A_i1_k2 = A[i + 1][k + 2];
//|             const double A_i1_k3 = A[i + 1][k + 3];
//|             const double A_i2_k = A[i + 2][k];
//|             const double A_i2_k1 = A[i + 2][k + 1];
//|             const double A_i2_k2 = A[i + 2][k + 2];
//|             const double A_i2_k3 = A[i + 2][k + 3];
//|             const double A_i3_k = A[i + 3][k];
//|             const double A_i3_k1 = A[i + 3][k + 1];
//|             const double A_i3_k2 = A[i + 3][k + 2];
//|             const double A_i3_k3 = A[i + 3][k + 3];
//|             #pragma omp simd
//|             for (long j = jj; j < j_end; j++) {
//|               const double B_kj = B[k][j];
//|               double C_ij = C[i][j];
//|               C_ij += A_ik * B_kj;
//|               const double B_k1_j = B[k + 1][j];
//|               C_ij += A_i_k1 * B_k1_j;
//|               const double B_k2_j = B[k + 2][j];
//|               C_ij += A_i_k2 * B_k2_j;
//|               const double B_k3_j = B[k + 3][j];
//|               C_ij += A_i_k3 * B_k3_j;
//|               C[i][j] = C_ij;
//|               double C_i1_j = C[i + 1][j];
//|               C_i1_j += A_i1_k * B_kj;
//|               C_i1_j += A_i1_k1 * B_k1_j;
//|               C_i1_j += A_i1_k2 * B_k2_j;
//|               C_i1_j += A_i1_k3 * B_k3_j;
//|               C[i + 1][j] = C_i1_j;
//|               double C_i2_j = C[i + 2][j];
//|               C_i2_j += A_i2_k * B_kj;
//|               C_i2_j += A_i2_k1 * B_k1_j;
//|               C_i2_j += A_i2_k2 * B_k2_j;
//|               C_i2_j += A_i2_k3 * B_k3_j;
//|               C[i + 2][j] = C_i2_j;
//|               double C_i3_j = C[i + 3][j];
//|               C_i3_j += A_i3_k * B_kj;
//|               C_i3_j += A_i3_k1 * B_k1_j;
//|               C_i3_j += A_i3_k2 * B_k2_j;
//|               C_i3_j += A_i3_k3 * B_k3_j;
//|               C[i + 3][j] = C_i3_j;
//|             }
//|           } else if (i >= n - 3) {
//|             for (long i2 = i; i2 < n; i2++)
//|               for (long k2 = k; k2 < polymill_min(n, k + 4); k2++) {
//|                 const double A_i2_k2 = A[i2][k2];
//|                 #pragma omp simd
//|                 for (long j = jj; j < j_end; j++)
//|                   C[i2][j] += A_i2_k2 * B[k2][j];
//|               }
//|           } else {
//|             for (long i2 = i; i2 < i + 4; i2++)
//|               for (long k2 = k; k2 < n; k2++) {
//|                 const double A_i2_k2 = A[i2][k2];
//|                 #pragma omp simd
//|                 for (long j = jj; j < j_end; j++)
//|                   C[i2][j] += A_i2_k2 * B[k2][j];
//|               }
//|           }
//|         }
//|   }
//| }
//|
//| /* optimized, for n <= 64 */
//| __attribute__((noinline))
//| static void product_n_le_64(int n, double A[restrict][n], double B[restrict][n],
//|                             double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   for (long kk = 0; kk < n; kk += 32)
//|     for (long i = 0; i < n; i += 4)
//|       for (long k = kk; k < polymill_min(n, kk + 32); k += 4) {
//|         if (i < n - 3 && k < n - 3) {
//|           const double A_ik = A[i][k];
//|           const double A_i_k1 = A[i][k + 1];
//|           const double A_i_k2 = A[i][k + 2];
//|           const double A_i_k3 = A[i][k + 3];
//|           const double A_i1_k = A[i + 1][k];
//|           const double A_i1_k1 = A[i + 1][k + 1];
//|           const double A_i1_k2 = A[i + 1][k + 2];
//|           const double A_i1_k3 = A[i + 1][k + 3];
//|           const double A_i2_k = A[i + 2][k];
//|           const double A_i2_k1 = A[i + 2][k + 1];
//|           const double A_i2_k2 = A[i + 2][k + 2];
//|           const double A_i2_k3 = A[i + 2][k + 3];
//|           const double A_i3_k = A[i + 3][k];
//|           const double A_i3_k1 = A[i + 3][k + 1];
//|           const double A_i3_k2 = A[i + 3][k + 2];
//|           const double A_i3_k3 = A[i + 3][k + 3];
//|           #pragma omp simd
//|           for (long j = 0; j < n; j++) {
//|             const double B_kj = B[k][j];
//|             double C_ij = C[i][j];
//|             C_ij += A_ik * B_kj;
//|             const double B_k1_j = B[k + 1][j];
//|             C_ij += A_i_k1 * B_k1_j;
//|             const double B_k2_j = B[k + 2][j];
//|             C_ij += A_i_k2 * B_k2_j;
//|             const double B_k3_j = B[k + 3][j];
//|             C_ij += A_i_k3 * B_k3_j;
//|             C[i][j] = C_ij;
//|             double C_i1_j = C[i + 1][j];
//|             C_i1_j += A_i1_k * B_kj;
//|             C_i1_j += A_i1_k1 * B_k1_j;
//|             C_i1_j += A_i1_k2 * B_k2_j;
//|             C_i1_j += A_i1_k3 * B_k3_j;
//|             C[i + 1][j] = C_i1_j;
//|             double C_i2_j = C[i + 2][j];
//|             C_i2_j += A_i2_k * B_kj;
//|             C_i2_j += A_i2_k1 * B_k1_j;
//|             C_i2_j += A_i2_k2 * B_k2_j;
//|             C_i2_j += A_i2_k3 * B_k3_j;
//|             C[i + 2][j] = C_i2_j;
//|             double C_i3_j = C[i + 3][j];
//|             C_i3_j += A_i3_k * B_kj;
//|             C_i3_j += A_i3_k1 * B_k1_j;
//|             C_i3_j += A_i3_k2 * B_k2_j;
//|             C_i3_j += A_i3_k3 * B_k3_j;
//|             C[i + 3][j] = C_i3_j;
//|           }
//|         } else if (i >= n - 3) {
//|           for (long i2 = i; i2 < n; i2++)
//|             for (long k2 = k; k2 < polymill_min(n, k + 4); k2++) {
//|               const double A_i2_k2 = A[i2][k2];
//|               #pragma omp simd
//|               for (long j = 0; j < n; j++)
//|                 C[i2][j] += A_i2_k2 * B[k2][j];
//|             }
//|         } else {
//|           for (long i2 = i; i2 < i + 4; i2++)
//|             for (long k2 = k; k2 < n; k2++) {
//|               const double A_i2_k2 = A[i2][k2];
//|               #pragma omp simd
//|               for (long j = 0; j < n; j++)
//|                 C[i2][j] += A_i2_k2 * B[k2][j];
//|             }
//|         }
//|       }
//| }
//|
//| // test opt
//| // A version that the user wants: the rows of matrices of this size have a known length, so that loops have no ends to test.
//| void product(int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n])
//| {
//| #pragma polymill version(n == 4)
//|   if (n == 4) {
//|     product_n_eq_4(n, A, B, C);
//|   } else if (n <= 3) {
//|     /* as written, for n <= 3 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < n; j++)
//|         for (int k = 0; k < n; k++)
//|           C[i][j] += A[i][k] * B[k][j];
//|   } else if (n <= 64) {
//|     product_n_le_64(n, A, B, C);
//|   } else if (n <= 96) {
//|     product_n_le_96(n, A, B, C);
//|   } else {
//|     product_default(n, A, B, C);
//|   }
//| }
