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
//| // test opt --max-versions=1
//| // Sums of a block stay in vectors over the innermost loop; what is left of blocks of three vectors runs one vector after the other.
//| void product(int n, double alpha, double C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
//| {
//|   {
//|     #pragma omp parallel for
//|     for (long i = 0; i < n; i++) {
//|       #pragma omp simd
//|       for (long j = 0; j < n; j++)
//|         C[i][j] = 0;
//|     }
//|     double (*pack_2)[512][8] = polymill_allocate(256 * sizeof *pack_2);
//|     for (long c0 = 0; c0 < n; c0 += 2048) {
//|       const long j_end = polymill_min(n, c0 + 2041);
//|       for (long kk = 0; kk < n; kk += 512) {
//|         const long k_end = polymill_min(n, kk + 512);
//|         #pragma omp parallel for
//|         for (long j = c0; j < j_end; j += 8) {
//|           if (j < n - 7) {
//|             for (long k = kk; k < k_end; k++) {
//|               *(polymill_doublex4 *)&pack_2[(j - c0) / 8][k
//|                                                           - kk][0] = *(polymill_doublex4 *)&B[k][j];
//|               *(polymill_doublex4 *)&pack_2[(j - c0) / 8][k
//|                                                           - kk][4] = *(polymill_doublex4 *)&B[k][j
//|                                                                                                  + 4];
//|             }
//|           } else {
//|             for (long k = kk; k < k_end; k++)
//|               for (long j2 = j; j2 < n; j2++)
//|                 pack_2[(j - c0) / 8][k - kk][j2 - j] = B[k][j2];
//|           }
//|         }
//|         #pragma omp parallel
//|         {
//|           double (*pack_1)[512][4] = polymill_allocate(16 * sizeof *pack_1);
//|           #pragma omp for
//|           for (long iiii = 0; iiii < n; iiii += 64) {
//|             const long ii_end = polymill_min(n, iiii + 64);
//|             for (long ii = iiii; ii < ii_end; ii += 4)
//|               for (long k = kk; k < k_end; k++)
//|                 for (long i = ii; i < polymill_min(n, ii + 4); i++)
//|                   pack_1[(ii - iiii) / 4][k - kk][i - ii] = alpha * A[i][k];
//|             for (long i = iiii; i < ii_end; i += 4)
//|               for (long j = c0; j < j_end; j += 8) {
//|                 if (i < n - 3 && j < n - 7) {
//|                   polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|                   polymill_doublex4 C_i_j4 = *(polymill_doublex4 *)&C[i][j + 4];
//|                   polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|                   polymill_doublex4 C_i1_j4 = *(polymill_doublex4 *)&C[i + 1][j + 4];
//|                   polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|                   polymill_doublex4 C_i2_j4 = *(polymill_doublex4 *)&C[i + 2][j + 4];
//|                   polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|                   polymill_doublex4 C_i3_j4 = *(polymill_doublex4 *)&C[i + 3][j + 4];
//|                   for (long k = kk; k < k_end; k++) {
//|                     const double pack_1_x_mkkk_0 = pack_1[(i - iiii) / 4][k - kk][0];
//|                     const polymill_doublex4 pack_2_x_mkkk_0 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                              - c0)
//|                                                                                             / 8][k
//|                                                                                                  - kk][0];
//|                     C_ij += pack_1_x_mkkk_0 * pack_2_x_mkkk_0;
//|                     const polymill_doublex4 pack_2_x_mkkk_4 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                              - c0)
//|                                                                                             / 8][k
//|                                                                                                  - kk][4];
//|                     polymill_keep_loaded();
//|                     C_i_j4 += pack_1_x_mkkk_0 * pack_2_x_mkkk_4;
//|                     const double pack_1_x_mkkk_1 = pack_1[(i - iiii) / 4][k - kk][1];
//|                     C_i1_j += pack_1_x_mkkk_1 * pack_2_x_mkkk_0;
//|                     C_i1_j4 += pack_1_x_mkkk_1 * pack_2_x_mkkk_4;
//|                     const double pack_1_x_mkkk_2 = pack_1[(i - iiii) / 4][k - kk][2];
//|                     C_i2_j += pack_1_x_mkkk_2 * pack_2_x_mkkk_0;
//|                     C_i2_j4 += pack_1_x_mkkk_2 * pack_2_x_mkkk_4;
//|                     const double pack_1_x_mkkk_3 = pack_1[(i - iiii) / 4][k - kk][3];
//|                     C_i3_j += pack_1_x_mkkk_3 * pack_2_x_mkkk_0;
//|                     C_i3_j4 += pack_1_x_mkkk_3 * pack_2_x_mkkk_4;
//|                   }
//|                   *(polymill_doublex4 *)&C[i][j] = C_ij;
//|                   *(polymill_doublex4 *)&C[i][j + 4] = C_i_j4;
//|                   *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|                   *(polymill_doublex4 *)&C[i + 1][j + 4] = C_i1_j4;
//|                   *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|                   *(polymill_doublex4 *)&C[i + 2][j + 4] = C_i2_j4;
//|                   *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|                   *(polymill_doublex4 *)&C[i + 3][j + 4] = C_i3_j4;
//|                 } else if (i < n - 3 && j >= n - 7) {
//|                   for (long ii = j; ii < n; ii += 4) {
//|                     if (j < n - 3 && j == ii) {
//|                       polymill_doublex4 C_ij = *(polymill_doublex4 *)&C[i][j];
//|                       polymill_doublex4 C_i1_j = *(polymill_doublex4 *)&C[i + 1][j];
//|                       polymill_doublex4 C_i2_j = *(polymill_doublex4 *)&C[i + 2][j];
//|                       polymill_doublex4 C_i3_j = *(polymill_doublex4 *)&C[i + 3][j];
//|                       for (long k = kk; k < k_end; k++) {
//|                         const polymill_doublex4 pack_2_x_mkkk_0 = *(polymill_doublex4 *)&pack_2[(j
//|                                                                                                  - c0) / 8][k - kk][0];
//|                         polymill_keep_loaded();
//|                         C_ij += pack_1[(i - iiii) / 4][k - kk][0] * pack_2_x_mkkk_0;
//|                         C_i1_j += pack_1[(i - iiii) / 4][k - kk][1] * pack_2_x_mkkk_0;
//|                         C_i2_j += pack_1[(i - iiii) / 4][k - kk][2] * pack_2_x_mkkk_0;
//|                         C_i3_j += pack_1[(i - iiii) / 4][k - kk][3] * pack_2_x_mkkk_0;
//|                       }
//|                       *(polymill_doublex4 *)&C[i][j] = C_ij;
//|                       *(polymill_doublex4 *)&C[i + 1][j] = C_i1_j;
//|                       *(polymill_doublex4 *)&C[i + 2][j] = C_i2_j;
//|                       *(polymill_doublex4 *)&C[i + 3][j] = C_i3_j;
//|                     } else {
//|                       for (long j2 = ii; j2 < n; j2++) {
//|                         double C_i_j2 = C[i][j2];
//|                         double C_i1_j2 = C[i + 1][j2];
//|                         double C_i2_j2 = C[i + 2][j2];
//|                         double C_i3_j2 = C[i + 3][j2];
//|                         for (long k = kk; k < k_end; k++) {
//|                           const double pack_2_x_mkkk_mjj2 = pack_2[(j - c0) / 8][k - kk][j2 - j];
//|                           C_i_j2 += pack_1[(i - iiii) / 4][k - kk][0] * pack_2_x_mkkk_mjj2;
//|                           C_i1_j2 += pack_1[(i - iiii) / 4][k - kk][1] * pack_2_x_mkkk_mjj2;
//|                           C_i2_j2 += pack_1[(i - iiii) / 4][k - kk][2] * pack_2_x_mkkk_mjj2;
//|                           C_i3_j2 += pack_1[(i - iiii) / 4][k - kk][3] * pack_2_x_mkkk_mjj2;
//|                         }
//|                         C[i][j2] = C_i_j2;
//|                         C[i + 1][j2] = C_i1_j2;
//|                         C[i + 2][j2] = C_i2_j2;
//|                         C[i + 3][j2] = C_i3_j2;
//|                       }
//|                     }
//|                   }
//|                 } else {
//|                   for (long i2 = i; i2 < n; i2++)
//|                     for (long k = kk; k < k_end; k++) {
//|                       const double pack_1_xm16x_mkkk_x = pack_1[i2 / 4 - 16 * (i2 / 64)][k
//|                                                                                          - kk][i2
//|                                                                                                % 4];
//|                       #pragma omp simd
//|                       for (long j2 = j; j2 < polymill_min(n, j + 8); j2++)
//|                         C[i2][j2] += pack_1_xm16x_mkkk_x * pack_2[(j - c0) / 8][k - kk][j2 - j];
//|                     }
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
