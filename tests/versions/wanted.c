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
//| typedef double polymill_doublex4
//|   __attribute__((vector_size(32), aligned(sizeof(double)), may_alias));
//|
//| /* Without this, gcc 12 loads vectors again for each use that it could keep in registers. */
//| static inline void polymill_keep_loaded(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| static inline void *polymill_allocate(unsigned long size)
//| {
//|   char *memory = __builtin_malloc(size + 192);
//|   if (!memory) {
//|     void perror(const char *);
//|     perror("temporary array");
//|     __builtin_abort();
//|   }
//|   char *aligned = memory + 128 - (unsigned long)memory % 64;
//|   ((void **)aligned)[-1] = memory;
//|   return aligned;
//| }
//|
//| static inline void polymill_free(void *aligned)
//| {
//|   __builtin_free(((void **)aligned)[-1]);
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
//|   double (*pack_2)[512][8] = polymill_allocate(256 * sizeof *pack_2);
//|   for (long c0 = 0; c0 < n; c0 += 2048) {
//|     const long j_end = polymill_min(n, c0 + 2041);
//|     for (long kk = 0; kk < n; kk += 512) {
//|       const long k_end = polymill_min(n, kk + 512);
//|       #pragma omp parallel for
//|       for (long j = c0; j < j_end; j += 8) {
//|         if (j < n - 7) {
//|           for (long k = kk; k < k_end; k++) {
//|             *(polymill_doublex4 *)&pack_2[(j - c0) / 8][k - kk][0] = *(polymill_doublex4 *)&B[k][j];
//|             *(polymill_doublex4 *)&pack_2[(j - c0) / 8][k - kk][4] = *(polymill_doublex4 *)&B[k][j
//|                                                                                                  + 4];
//|           }
//|         } else {
//|           for (long k = kk; k < k_end; k++)
//|             for (long j2 = j; j2 < n; j2++)
//|               pack_2[(j - c0) / 8][k - kk][j2 - j] = B[k][j2];
//|         }
//|       }
//|       #pragma omp parallel
//|       {
//|         double (*pack_1)[512][4] = polymill_allocate(16 * sizeof *pack_1);
//|         #pragma omp for
//|         for (long iii = 0; iii < n; iii += 64) {
//|           const long ii_end = polymill_min(n, iii + 64);
//|           for (long ii = iii; ii < ii_end; ii += 4)
//|             for (long k = kk; k < k_end; k++)
//|               for (long i = ii; i < polymill_min(n, ii + 4); i++)
//|                 pack_1[(ii - iii) / 4][k - kk][i - ii] = A[i][k];
//|           for (long i = iii; i < ii_end; i += 4)
//|             for (long j = c0; j < j_end; j += 8) {
//|               if (i < n - 3 && j < n - 7) {
//|                 polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|                 polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|                 polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|                 polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|                 polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|                 polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|                 polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|                 polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|                 for (long k = kk; k < k_end; k++) {
//|                   const double pack_1_x_mkkk_0 = pack_1[(i - iii) / 4][k - kk][0];
//|                   const polymill_doublex4 pack_2_x_mkkk_0 = *(polymill_doublex4 *)&pack_2[(j - c0)
//|                                                                                           / 8][k
//|                                                                                                - kk][0];
//|                   C_ij += pack_1_x_mkkk_0 * pack_2_x_mkkk_0;
//|                   const polymill_doublex4 pack_2_x_mkkk_4 = *(polymill_doublex4 *)&pack_2[(j - c0)
//|                                                                                           / 8][k
//|                                                                                                - kk][4];
//|                   polymill_keep_loaded();
//|                   C_i_j4 += pack_1_x_mkkk_0 * pack_2_x_mkkk_4;
//|                   const double pack_1_x_mkkk_1 = pack_1[(i - iii) / 4][k - kk][1];
//|                   C_i1_j += pack_1_x_mkkk_1 * pack_2_x_mkkk_0;
//|                   C_i1_j4 += pack_1_x_mkkk_1 * pack_2_x_mkkk_4;
//|                   const double pack_1_x_mkkk_2 = pack_1[(i - iii) / 4][k - kk][2];
//|                   C_i2_j += pack_1_x_mkkk_2 * pack_2_x_mkkk_0;
//|                   C_i2_j4 += pack_1_x_mkkk_2 * pack_2_x_mkkk_4;
//|                   const double pack_1_x_mkkk_3 = pack_1[(i - iii) / 4][k - kk][3];
//|                   C_i3_j += pack_1_x_mkkk_3 * pack_2_x_mkkk_0;
//|                   C_i3_j4 += pack_1_x_mkkk_3 * pack_2_x_mkkk_4;
//|                 }
//|                 *(polymill_doublex4 *)&C[i][j] = C_ij;
//|                 *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|                 *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|                 *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|                 *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|                 *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|                 *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|                 *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|               } else {
//|                 if (i < n - 3 && j < n - 3 && j >= n - 7) {
//|                   polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|                   polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|                   polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|                   polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|                   for (long k = kk; k < k_end; k++) {
//|                     const polymill_doublex4 pack_2_x_mkkk_0 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                              - c0)
//|                                                                                             / 8][k
//|                                                                                                  - kk][0];
//|                     polymill_keep_loaded();
//|                     C_ij += pack_1[(i - iii) / 4][k - kk][0] * pack_2_x_mkkk_0;
//|                     C_i1_j += pack_1[(i - iii) / 4][k - kk][1] * pack_2_x_mkkk_0;
//|                     C_i2_j += pack_1[(i - iii) / 4][k - kk][2] * pack_2_x_mkkk_0;
//|                     C_i3_j += pack_1[(i - iii) / 4][k - kk][3] * pack_2_x_mkkk_0;
//|                   }
//|                   *(polymill_doublex4 *)&C[i][j] = C_ij;
//|                   *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|                   *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|                   *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|                 }
//|                 if (i < n - 3 && j >= n - 7 && n % 4 > 0) {
//|                   for (long j2 = n - (n - 1) % 4 - 1; j2 < n; j2++) {
//|                     double C_i_j2 = C[i][j2];
//|                     double C_i1_j2 = C[i + 1][j2];
//|                     double C_i2_j2 = C[i + 2][j2];
//|                     double C_i3_j2 = C[i + 3][j2];
//|                     for (long k = kk; k < k_end; k++) {
//|                       const double pack_2_xm256x_mkkk_x = pack_2[j2 / 8 - 256 * (j2 / 2048)][k
//|                                                                                              - kk][j2 % 8];
//|                       C_i_j2 += pack_1[(i - iii) / 4][k - kk][0] * pack_2_xm256x_mkkk_x;
//|                       C_i1_j2 += pack_1[(i - iii) / 4][k - kk][1] * pack_2_xm256x_mkkk_x;
//|                       C_i2_j2 += pack_1[(i - iii) / 4][k - kk][2] * pack_2_xm256x_mkkk_x;
//|                       C_i3_j2 += pack_1[(i - iii) / 4][k - kk][3] * pack_2_xm256x_mkkk_x;
//|                     }
//|                     C[i][j2] = C_i_j2;
//|                     C[i + 1][j2] = C_i1_j2;
//|                     C[i + 2][j2] = C_i2_j2;
//|                     C[i + 3][j2] = C_i3_j2;
//|                   }
//|                 } else if (i >= n - 3) {
//|                   for (long i2 = i; i2 < n; i2++)
//|                     for (long k = kk; k < k_end; k++) {
//|                       const double pack_1_x_mkkk_mii2 = pack_1[(i - iii) / 4][k - kk][i2 - i];
//|                       #pragma omp simd
//|                       for (long j2 = j; j2 < polymill_min(n, j + 8); j2++)
//|                         C[i2][j2] += pack_1_x_mkkk_mii2 * pack_2[(j - c0) / 8][k - kk][j2 - j];
//|                     }
//|                 }
//|               }
//|             }
//|         }
//|         polymill_free(pack_1);
//|       }
//|     }
//|   }
//|   polymill_free(pack_2);
//| }
//|
//| /* optimized, for n = 4 */
//| __attribute__((noinline))
//| static void product_n_eq_4(int n, double A[restrict][n], double B[restrict][n],
//|                            double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   polymill_doublex4 C_00 = *(polymill_doublex4 *)&C[0][0];
//|   polymill_doublex4 C_10 = *(polymill_doublex4 *)&C[1][0];
//|   polymill_doublex4 C_20 = *(polymill_doublex4 *)&C[2][0];
//|   polymill_doublex4 C_30 = *(polymill_doublex4 *)&C[3][0];
//|   for (long k = 0; k < 4; k++) {
//|     const polymill_doublex4 B_k0 = *(polymill_doublex4 *)&B[k][0];
//|     polymill_keep_loaded();
//|     C_00 += A[0][k] * B_k0;
//|     C_10 += A[1][k] * B_k0;
//|     C_20 += A[2][k] * B_k0;
//|     C_30 += A[3][k] * B_k0;
//|   }
//|   *(polymill_doublex4 *)&C[0][0] = C_00;
//|   *(polymill_doublex4 *)&C[1][0] = C_10;
//|   *(polymill_doublex4 *)&C[2][0] = C_20;
//|   *(polymill_doublex4 *)&C[3][0] = C_30;
//| }
//|
//| /* optimized, for n <= 124 */
//| __attribute__((noinline))
//| static void product_n_le_124(int n, double A[restrict][n], double B[restrict][n],
//|                              double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long iii = 0; iii < n; iii += 64)
//|     for (long j = 0; j < n; j += 8)
//|       for (long i = iii; i < polymill_min(n, iii + 64); i += 4) {
//|         if (j < n - 7 && i < n - 3) {
//|           polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|           polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|           polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|           polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|           polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|           polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|           polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|           polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|           for (long k = 0; k < n; k++) {
//|             const double A_ik = A[i][k];
//|             const polymill_doublex4 B_kj = *(polymill_doublex4 *)&B[k][j];
//|             C_ij += A_ik * B_kj;
//|             const polymill_doublex4 B_k_j4 = *(polymill_doublex4 *)&B[k][j + 4];
//|             polymill_keep_loaded();
//|             C_i_j4 += A_ik * B_k_j4;
//|             const double A_i1_k = A[i + 1][k];
//|             C_i1_j += A_i1_k * B_kj;
//|             C_i1_j4 += A_i1_k * B_k_j4;
//|             const double A_i2_k = A[i + 2][k];
//|             C_i2_j += A_i2_k * B_kj;
//|             C_i2_j4 += A_i2_k * B_k_j4;
//|             const double A_i3_k = A[i + 3][k];
//|             C_i3_j += A_i3_k * B_kj;
//|             C_i3_j4 += A_i3_k * B_k_j4;
//|           }
//|           *(polymill_doublex4 *)&C[i][j] = C_ij;
//|           *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|           *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|           *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|           *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|           *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|           *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|           *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|         } else if (j >= n - 7 && i < n - 3) {
//|           for (long ii = j; ii < n; ii += 4) {
//|             if (j < n - 3 && j == ii) {
//|               polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|               polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|               polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|               polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|               for (long k = 0; k < n; k++) {
//|                 const polymill_doublex4 B_kj = *(polymill_doublex4 *)&B[k][j];
//|                 polymill_keep_loaded();
//|                 C_ij += A[i][k] * B_kj;
//|                 C_i1_j += A[i + 1][k] * B_kj;
//|                 C_i2_j += A[i + 2][k] * B_kj;
//|                 C_i3_j += A[i + 3][k] * B_kj;
//|               }
//|               *(polymill_doublex4 *)&C[i][j] = C_ij;
//|               *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|               *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|               *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|             } else {
//|               for (long j2 = ii; j2 < n; j2++) {
//|                 double C_i_j2 = C[i][j2];
//|                 double C_i1_j2 = C[i + 1][j2];
//|                 double C_i2_j2 = C[i + 2][j2];
//|                 double C_i3_j2 = C[i + 3][j2];
//|                 for (long k = 0; k < n; k++) {
//|                   const double B_k_j2 = B[k][j2];
//|                   C_i_j2 += A[i][k] * B_k_j2;
//|                   C_i1_j2 += A[i + 1][k] * B_k_j2;
//|                   C_i2_j2 += A[i + 2][k] * B_k_j2;
//|                   C_i3_j2 += A[i + 3][k] * B_k_j2;
//|                 }
//|                 C[i][j2] = C_i_j2;
//|                 C[i + 1][j2] = C_i1_j2;
//|                 C[i + 2][j2] = C_i2_j2;
//|                 C[i + 3][j2] = C_i3_j2;
//|               }
//|             }
//|           }
//|         } else {
//|           for (long i2 = i; i2 < n; i2++)
//|             for (long k = 0; k < n; k++) {
//|               const double A_i2_k = A[i2][k];
//|               #pragma omp simd
//|               for (long j2 = j; j2 < polymill_min(n, j + 8); j2++)
//|                 C[i2][j2] += A_i2_k * B[k][j2];
//|             }
//|         }
//|       }
//| }
//|
//| /* optimized, for n <= 68 */
//| __attribute__((noinline))
//| static void product_n_le_68(int n, double A[restrict][n], double B[restrict][n],
//|                             double C[restrict][n])
//| {
//|   polymill_has_effects();
//|   for (long iii = 0; iii < n; iii += 64)
//|     for (long j = 0; j < n; j += 8)
//|       for (long i = iii; i < polymill_min(n, iii + 64); i += 4) {
//|         if (j < n - 7 && i < n - 3) {
//|           polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|           polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|           polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|           polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|           polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|           polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|           polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|           polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|           for (long k = 0; k < n; k++) {
//|             const double A_ik = A[i][k];
//|             const polymill_doublex4 B_kj = *(polymill_doublex4 *)&B[k][j];
//|             C_ij += A_ik * B_kj;
//|             const polymill_doublex4 B_k_j4 = *(polymill_doublex4 *)&B[k][j + 4];
//|             polymill_keep_loaded();
//|             C_i_j4 += A_ik * B_k_j4;
//|             const double A_i1_k = A[i + 1][k];
//|             C_i1_j += A_i1_k * B_kj;
//|             C_i1_j4 += A_i1_k * B_k_j4;
//|             const double A_i2_k = A[i + 2][k];
//|             C_i2_j += A_i2_k * B_kj;
//|             C_i2_j4 += A_i2_k * B_k_j4;
//|             const double A_i3_k = A[i + 3][k];
//|             C_i3_j += A_i3_k * B_kj;
//|             C_i3_j4 += A_i3_k * B_k_j4;
//|           }
//|           *(polymill_doublex4 *)&C[i][j] = C_ij;
//|           *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|           *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|           *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|           *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|           *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|           *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|           *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|         } else if (j >= n - 7 && i < n - 3) {
//|           for (long ii = j; ii < n; ii += 4) {
//|             if (j < n - 3 && j == ii) {
//|               polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|               polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|               polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|               polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|               for (long k = 0; k < n; k++) {
//|                 const polymill_doublex4 B_kj = *(polymill_doublex4 *)&B[k][j];
//|                 polymill_keep_loaded();
//|                 C_ij += A[i][k] * B_kj;
//|                 C_i1_j += A[i + 1][k] * B_kj;
//|                 C_i2_j += A[i + 2][k] * B_kj;
//|                 C_i3_j += A[i + 3][k] * B_kj;
//|               }
//|               *(polymill_doublex4 *)&C[i][j] = C_ij;
//|               *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|               *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|               *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|             } else {
//|               for (long j2 = ii; j2 < n; j2++) {
//|                 double C_i_j2 = C[i][j2];
//|                 double C_i1_j2 = C[i + 1][j2];
//|                 double C_i2_j2 = C[i + 2][j2];
//|                 double C_i3_j2 = C[i + 3][j2];
//|                 for (long k = 0; k < n; k++) {
//|                   const double B_k_j2 = B[k][j2];
//|                   C_i_j2 += A[i][k] * B_k_j2;
//|                   C_i1_j2 += A[i + 1][k] * B_k_j2;
//|                   C_i2_j2 += A[i + 2][k] * B_k_j2;
//|                   C_i3_j2 += A[i + 3][k] * B_k_j2;
//|                 }
//|                 C[i][j2] = C_i_j2;
//|                 C[i + 1][j2] = C_i1_j2;
//|                 C[i + 2][j2] = C_i2_j2;
//|                 C[i + 3][j2] = C_i3_j2;
//|               }
//|             }
//|           }
//|         } else {
//|           for (long i2 = i; i2 < n; i2++)
//|             for (long k = 0; k < n; k++) {
//|               const double A_i2_k = A[i2][k];
//|               #pragma omp simd
//|               for (long j2 = j; j2 < polymill_min(n, j + 8); j2++)
//|                 C[i2][j2] += A_i2_k * B[k][j2];
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
//|   } else if (n <= 7) {
//|     /* as written, for n <= 7 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < n; j++)
//|         for (int k = 0; k < n; k++)
//|           C[i][j] += A[i][k] * B[k][j];
//|   } else if (n <= 68) {
//|     product_n_le_68(n, A, B, C);
//|   } else if (n <= 124) {
//|     product_n_le_124(n, A, B, C);
//|   } else {
//|     product_default(n, A, B, C);
//|   }
//| }
