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
//| static inline long polymill_floor_div(long a, long b)
//| {
//|   return a / b - (a % b < 0);
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
//| static void product_default(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   polymill_has_effects();
//|   if (n > 0) {
//|     double (*pack_2)[512][8] = polymill_allocate(256 * sizeof *pack_2);
//|     for (long c0 = 0; c0 < m; c0 += 2048) {
//|       const long j_end = polymill_min(m, c0 + 2041);
//|       for (long ll = 0; ll < k; ll += 512) {
//|         const long l_end = polymill_min(k, ll + 512);
//|         #pragma omp parallel for
//|         for (long j = c0; j < j_end; j += 8) {
//|           if (j < m - 7) {
//|             for (long l = ll; l < l_end; l++) {
//|               *(polymill_doublex4 *)&pack_2[(j - c0) / 8][l
//|                                                           - ll][0] = *(polymill_doublex4 *)&B[l][j];
//|               *(polymill_doublex4 *)&pack_2[(j - c0) / 8][l
//|                                                           - ll][4] = *(polymill_doublex4 *)&B[l][j
//|                                                                                                  + 4];
//|             }
//|           } else {
//|             for (long l = ll; l < l_end; l++)
//|               for (long j2 = j; j2 < m; j2++)
//|                 pack_2[(j - c0) / 8][l - ll][j2 - j] = B[l][j2];
//|           }
//|         }
//|         #pragma omp parallel
//|         {
//|           double (*pack_1)[512][4] = polymill_allocate(16 * sizeof *pack_1);
//|           #pragma omp for
//|           for (long iii = 0; iii < n; iii += 64) {
//|             const long ii_end = polymill_min(n, iii + 64);
//|             for (long ii = iii; ii < ii_end; ii += 4)
//|               for (long l = ll; l < l_end; l++)
//|                 for (long i = ii; i < polymill_min(n, ii + 4); i++)
//|                   pack_1[(ii - iii) / 4][l - ll][i - ii] = A[i][l];
//|             for (long i = iii; i < ii_end; i += 4)
//|               for (long j = c0; j < j_end; j += 8) {
//|                 if (i < n - 3 && j < m - 7) {
//|                   polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|                   polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|                   polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|                   polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|                   polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|                   polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|                   polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|                   polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|                   for (long l = ll; l < l_end; l++) {
//|                     const double pack_1_x_mlll_0 = pack_1[(i - iii) / 4][l - ll][0];
//|                     const polymill_doublex4 pack_2_x_mlll_0 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                              - c0)
//|                                                                                             / 8][l
//|                                                                                                  - ll][0];
//|                     C_ij += pack_1_x_mlll_0 * pack_2_x_mlll_0;
//|                     const polymill_doublex4 pack_2_x_mlll_4 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                              - c0)
//|                                                                                             / 8][l
//|                                                                                                  - ll][4];
//|                     polymill_keep_loaded();
//|                     C_i_j4 += pack_1_x_mlll_0 * pack_2_x_mlll_4;
//|                     const double pack_1_x_mlll_1 = pack_1[(i - iii) / 4][l - ll][1];
//|                     C_i1_j += pack_1_x_mlll_1 * pack_2_x_mlll_0;
//|                     C_i1_j4 += pack_1_x_mlll_1 * pack_2_x_mlll_4;
//|                     const double pack_1_x_mlll_2 = pack_1[(i - iii) / 4][l - ll][2];
//|                     C_i2_j += pack_1_x_mlll_2 * pack_2_x_mlll_0;
//|                     C_i2_j4 += pack_1_x_mlll_2 * pack_2_x_mlll_4;
//|                     const double pack_1_x_mlll_3 = pack_1[(i - iii) / 4][l - ll][3];
//|                     C_i3_j += pack_1_x_mlll_3 * pack_2_x_mlll_0;
//|                     C_i3_j4 += pack_1_x_mlll_3 * pack_2_x_mlll_4;
//|                   }
//|                   *(polymill_doublex4 *)&C[i][j] = C_ij;
//|                   *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|                   *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|                   *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|                   *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|                   *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|                   *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|                   *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|                 } else {
//|                   if (i < n - 3 && j < m - 3 && j >= m - 7) {
//|                     polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|                     polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|                     polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|                     polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|                     for (long l = ll; l < l_end; l++) {
//|                       const polymill_doublex4 pack_2_x_mlll_0 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                                - c0) / 8][l - ll][0];
//|                       polymill_keep_loaded();
//|                       C_ij += pack_1[(i - iii) / 4][l - ll][0] * pack_2_x_mlll_0;
//|                       C_i1_j += pack_1[(i - iii) / 4][l - ll][1] * pack_2_x_mlll_0;
//|                       C_i2_j += pack_1[(i - iii) / 4][l - ll][2] * pack_2_x_mlll_0;
//|                       C_i3_j += pack_1[(i - iii) / 4][l - ll][3] * pack_2_x_mlll_0;
//|                     }
//|                     *(polymill_doublex4 *)&C[i][j] = C_ij;
//|                     *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|                     *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|                     *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|                   }
//|                   if (i < n - 3 && j >= m - 7 && m % 4 > 0) {
//|                     for (long j2 = m - (m - 1) % 4 - 1; j2 < m; j2++) {
//|                       double C_i_j2 = C[i][j2];
//|                       double C_i1_j2 = C[i + 1][j2];
//|                       double C_i2_j2 = C[i + 2][j2];
//|                       double C_i3_j2 = C[i + 3][j2];
//|                       for (long l = ll; l < l_end; l++) {
//|                         const double pack_2_xm256x_mlll_x = pack_2[polymill_floor_div(j2, 8)
//|                                                                    - 256
//|                                                                    * polymill_floor_div(j2,
//|                                                                                         2048)][l
//|                                                                                                - ll][(j2 + 8) % 8];
//|                         C_i_j2 += pack_1[(i - iii) / 4][l - ll][0] * pack_2_xm256x_mlll_x;
//|                         C_i1_j2 += pack_1[(i - iii) / 4][l - ll][1] * pack_2_xm256x_mlll_x;
//|                         C_i2_j2 += pack_1[(i - iii) / 4][l - ll][2] * pack_2_xm256x_mlll_x;
//|                         C_i3_j2 += pack_1[(i - iii) / 4][l - ll][3] * pack_2_xm256x_mlll_x;
//|                       }
//|                       C[i][j2] = C_i_j2;
//|                       C[i + 1][j2] = C_i1_j2;
//|                       C[i + 2][j2] = C_i2_j2;
//|                       C[i + 3][j2] = C_i3_j2;
//|                     }
//|                   } else if (i >= n - 3) {
//|                     for (long i2 = i; i2 < n; i2++)
//|                       for (long l = ll; l < l_end; l++) {
//|                         const double pack_1_x_mlll_mii2 = pack_1[(i - iii) / 4][l - ll][i2 - i];
//|                         #pragma omp simd
//|                         for (long j2 = j; j2 < polymill_min(m, j + 8); j2++)
//|                           C[i2][j2] += pack_1_x_mlll_mii2 * pack_2[(j - c0) / 8][l - ll][j2 - j];
//|                       }
//|                   }
//|                 }
//|               }
//|           }
//|           polymill_free(pack_1);
//|         }
//|       }
//|     }
//|     polymill_free(pack_2);
//|   }
//| }
//|
//| /* optimized, for n * m * k <= 1906624 */
//| __attribute__((noinline))
//| static void product_work_le_1906624(int n, int m, int k, double C[][m], double A[][k],
//|                                     double B[][m])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long iii = 0; iii < n; iii += 64)
//|     for (long j = 0; j < m; j += 8)
//|       for (long i = iii; i < polymill_min(n, iii + 64); i += 4) {
//|         if (j < m - 7 && i < n - 3) {
//|           polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|           polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|           polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|           polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|           polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|           polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|           polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|           polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|           for (long l = 0; l < k; l++) {
//|             const double A_il = A[i][l];
//|             const polymill_doublex4 B_lj = *(polymill_doublex4 *)&B[l][j];
//|             C_ij += A_il * B_lj;
//|             const polymill_doublex4 B_l_j4 = *(polymill_doublex4 *)&B[l][j + 4];
//|             polymill_keep_loaded();
//|             C_i_j4 += A_il * B_l_j4;
//|             const double A_i1_l = A[i + 1][l];
//|             C_i1_j += A_i1_l * B_lj;
//|             C_i1_j4 += A_i1_l * B_l_j4;
//|             const double A_i2_l = A[i + 2][l];
//|             C_i2_j += A_i2_l * B_lj;
//|             C_i2_j4 += A_i2_l * B_l_j4;
//|             const double A_i3_l = A[i + 3][l];
//|             C_i3_j += A_i3_l * B_lj;
//|             C_i3_j4 += A_i3_l * B_l_j4;
//|           }
//|           *(polymill_doublex4 *)&C[i][j] = C_ij;
//|           *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|           *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|           *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|           *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|           *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|           *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|           *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|         } else if (j >= m - 7 && i < n - 3) {
//|           for (long ii = j; ii < m; ii += 4) {
//|             if (j < m - 3 && j == ii) {
//|               polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|               polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|               polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|               polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|               for (long l = 0; l < k; l++) {
//|                 const polymill_doublex4 B_lj = *(polymill_doublex4 *)&B[l][j];
//|                 polymill_keep_loaded();
//|                 C_ij += A[i][l] * B_lj;
//|                 C_i1_j += A[i + 1][l] * B_lj;
//|                 C_i2_j += A[i + 2][l] * B_lj;
//|                 C_i3_j += A[i + 3][l] * B_lj;
//|               }
//|               *(polymill_doublex4 *)&C[i][j] = C_ij;
//|               *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|               *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|               *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|             } else {
//|               for (long j2 = ii; j2 < m; j2++) {
//|                 double C_i_j2 = C[i][j2];
//|                 double C_i1_j2 = C[i + 1][j2];
//|                 double C_i2_j2 = C[i + 2][j2];
//|                 double C_i3_j2 = C[i + 3][j2];
//|                 for (long l = 0; l < k; l++) {
//|                   const double B_l_j2 = B[l][j2];
//|                   C_i_j2 += A[i][l] * B_l_j2;
//|                   C_i1_j2 += A[i + 1][l] * B_l_j2;
//|                   C_i2_j2 += A[i + 2][l] * B_l_j2;
//|                   C_i3_j2 += A[i + 3][l] * B_l_j2;
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
//|             for (long l = 0; l < k; l++) {
//|               const double A_i2_l = A[i2][l];
//|               #pragma omp simd
//|               for (long j2 = j; j2 < polymill_min(m, j + 8); j2++)
//|                 C[i2][j2] += A_i2_l * B[l][j2];
//|             }
//|         }
//|       }
//| }
//|
//| /* optimized, for n * m * k <= 314432 */
//| __attribute__((noinline))
//| static void product_work_le_314432(int n, int m, int k, double C[][m], double A[][k], double B[][m])
//| {
//|   polymill_has_effects();
//|   for (long iii = 0; iii < n; iii += 64)
//|     for (long j = 0; j < m; j += 8)
//|       for (long i = iii; i < polymill_min(n, iii + 64); i += 4) {
//|         if (j < m - 7 && i < n - 3) {
//|           polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|           polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|           polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|           polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|           polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|           polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|           polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|           polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|           for (long l = 0; l < k; l++) {
//|             const double A_il = A[i][l];
//|             const polymill_doublex4 B_lj = *(polymill_doublex4 *)&B[l][j];
//|             C_ij += A_il * B_lj;
//|             const polymill_doublex4 B_l_j4 = *(polymill_doublex4 *)&B[l][j + 4];
//|             polymill_keep_loaded();
//|             C_i_j4 += A_il * B_l_j4;
//|             const double A_i1_l = A[i + 1][l];
//|             C_i1_j += A_i1_l * B_lj;
//|             C_i1_j4 += A_i1_l * B_l_j4;
//|             const double A_i2_l = A[i + 2][l];
//|             C_i2_j += A_i2_l * B_lj;
//|             C_i2_j4 += A_i2_l * B_l_j4;
//|             const double A_i3_l = A[i + 3][l];
//|             C_i3_j += A_i3_l * B_lj;
//|             C_i3_j4 += A_i3_l * B_l_j4;
//|           }
//|           *(polymill_doublex4 *)&C[i][j] = C_ij;
//|           *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|           *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|           *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|           *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|           *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|           *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|           *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|         } else if (j >= m - 7 && i < n - 3) {
//|           for (long ii = j; ii < m; ii += 4) {
//|             if (j < m - 3 && j == ii) {
//|               polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|               polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|               polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|               polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|               for (long l = 0; l < k; l++) {
//|                 const polymill_doublex4 B_lj = *(polymill_doublex4 *)&B[l][j];
//|                 polymill_keep_loaded();
//|                 C_ij += A[i][l] * B_lj;
//|                 C_i1_j += A[i + 1][l] * B_lj;
//|                 C_i2_j += A[i + 2][l] * B_lj;
//|                 C_i3_j += A[i + 3][l] * B_lj;
//|               }
//|               *(polymill_doublex4 *)&C[i][j] = C_ij;
//|               *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|               *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|               *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|             } else {
//|               for (long j2 = ii; j2 < m; j2++) {
//|                 double C_i_j2 = C[i][j2];
//|                 double C_i1_j2 = C[i + 1][j2];
//|                 double C_i2_j2 = C[i + 2][j2];
//|                 double C_i3_j2 = C[i + 3][j2];
//|                 for (long l = 0; l < k; l++) {
//|                   const double B_l_j2 = B[l][j2];
//|                   C_i_j2 += A[i][l] * B_l_j2;
//|                   C_i1_j2 += A[i + 1][l] * B_l_j2;
//|                   C_i2_j2 += A[i + 2][l] * B_l_j2;
//|                   C_i3_j2 += A[i + 3][l] * B_l_j2;
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
//|             for (long l = 0; l < k; l++) {
//|               const double A_i2_l = A[i2][l];
//|               #pragma omp simd
//|               for (long j2 = j; j2 < polymill_min(m, j + 8); j2++)
//|                 C[i2][j2] += A_i2_l * B[l][j2];
//|             }
//|         }
//|       }
//| }
//|
//| // test opt
//| // How much there is to do depends on three parameters.
//| void product(int n, int m, int k, double C[n][m], double A[n][k], double B[k][m])
//| {
//|   if (1.0 * n * m * k <= 343) {
//|     /* as written, for n * m * k <= 343 */
//|     for (int i = 0; i < n; i++)
//|       for (int j = 0; j < m; j++)
//|         for (int l = 0; l < k; l++)
//|           C[i][j] += A[i][l] * B[l][j];
//|   } else if (1.0 * n * m * k <= 314432) {
//|     product_work_le_314432(n, m, k, C, A, B);
//|   } else if (1.0 * n * m * k <= 1906624) {
//|     product_work_le_1906624(n, m, k, C, A, B);
//|   } else {
//|     product_default(n, m, k, C, A, B);
//|   }
//| }
