// test opt --reassociate --max-versions=1 --sequential
// Along the border of a triangle, vectors are filled in part; rows that have no block run one after the other.
void syrk(int n, int m, float C[restrict n][n], float A[restrict n][m])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < m; k++)
        C[i][j] += A[i][k] * A[j][k];
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| typedef float polymill_floatx8
//|   __attribute__((vector_size(32), aligned(sizeof(float)), may_alias));
//|
//| /* Without this, gcc 12 loads vectors again for each use that it could keep in registers. */
//| static inline void polymill_keep_loaded(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| static inline void polymill_load_lanes_floatx8(polymill_floatx8 *vector, const void *memory, long first, long last)
//| {
//|   typedef float element __attribute__((may_alias));
//|   float numbers[8] = { 0 };
//|   for (long lane = first; lane <= last; lane++) {
//|     numbers[lane] = ((const element *)memory)[lane];
//|     __asm__ volatile(""); /* short code: neither unrolled nor a call */
//|   }
//|   *vector = *(const polymill_floatx8 *)numbers;
//| }
//|
//| static inline void polymill_store_lanes_floatx8(const polymill_floatx8 *vector, void *memory, long first, long last)
//| {
//|   typedef float element __attribute__((may_alias));
//|   float numbers[8];
//|   *(polymill_floatx8 *)numbers = *vector;
//|   for (long lane = first; lane <= last; lane++) {
//|     ((element *)memory)[lane] = numbers[lane];
//|     __asm__ volatile(""); /* short code: neither unrolled nor a call */
//|   }
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
//| // test opt --reassociate --max-versions=1 --sequential
//| // Along the border of a triangle, vectors are filled in part; rows that have no block run one after the other.
//| void syrk(int n, int m, float C[restrict n][n], float A[restrict n][m])
//| {
//|   {
//|     float (*pack_2)[1024][16] = polymill_allocate(128 * sizeof *pack_2);
//|     float (*pack_1)[1024][4] = polymill_allocate(16 * sizeof *pack_1);
//|     for (long c0 = 0; c0 < n; c0 += 2048)
//|       for (long kk = 0; kk < m; kk += 1024) {
//|         const long k_end = polymill_min(m, kk + 1024);
//|         for (long jj = c0; jj < polymill_min(n, c0 + 2033); jj += 16)
//|           for (long k = kk; k < k_end; k++)
//|             for (long j = jj; j < polymill_min(n, jj + 16); j++)
//|               pack_2[(jj - c0) / 16][k - kk][j - jj] = A[j][k];
//|         for (long iii = c0; iii < n; iii += 64) {
//|           const long ii_end = polymill_min(n, iii + 64);
//|           for (long ii = iii; ii < ii_end; ii += 4)
//|             for (long k = kk; k < k_end; k++)
//|               for (long i = ii; i < polymill_min(n, ii + 4); i++)
//|                 pack_1[(ii - iii) / 4][k - kk][i - ii] = A[i][k];
//|           for (long i = iii; i < ii_end; i += 4)
//|             for (long j = c0; j < polymill_min(c0 + 2033, i - i % 16 + 16); j += 16) {
//|               if (i < n - 3 && j < i - 15) {
//|                 polymill_floatx8 C_ij = *(polymill_floatx8 *)&C[i][j];
//|                 polymill_floatx8 C_i_j8 = *(polymill_floatx8 *)&C[i][j + 8];
//|                 polymill_floatx8 C_i1_j = *(polymill_floatx8 *)&C[i + 1][j];
//|                 polymill_floatx8 C_i1_j8 = *(polymill_floatx8 *)&C[i + 1][j + 8];
//|                 polymill_floatx8 C_i2_j = *(polymill_floatx8 *)&C[i + 2][j];
//|                 polymill_floatx8 C_i2_j8 = *(polymill_floatx8 *)&C[i + 2][j + 8];
//|                 polymill_floatx8 C_i3_j = *(polymill_floatx8 *)&C[i + 3][j];
//|                 polymill_floatx8 C_i3_j8 = *(polymill_floatx8 *)&C[i + 3][j + 8];
//|                 for (long k = kk; k < k_end; k++) {
//|                   const float pack_1_x_mkkk_0 = pack_1[(i - iii) / 4][k - kk][0];
//|                   const polymill_floatx8 pack_2_x_mkkk_0 = *(polymill_floatx8 *)&pack_2[(j - c0)
//|                                                                                         / 16][k
//|                                                                                               - kk][0];
//|                   C_ij += pack_1_x_mkkk_0 * pack_2_x_mkkk_0;
//|                   const polymill_floatx8 pack_2_x_mkkk_8 = *(polymill_floatx8 *)&pack_2[(j - c0)
//|                                                                                         / 16][k
//|                                                                                               - kk][8];
//|                   polymill_keep_loaded();
//|                   C_i_j8 += pack_1_x_mkkk_0 * pack_2_x_mkkk_8;
//|                   const float pack_1_x_mkkk_1 = pack_1[(i - iii) / 4][k - kk][1];
//|                   C_i1_j += pack_1_x_mkkk_1 * pack_2_x_mkkk_0;
//|                   C_i1_j8 += pack_1_x_mkkk_1 * pack_2_x_mkkk_8;
//|                   const float pack_1_x_mkkk_2 = pack_1[(i - iii) / 4][k - kk][2];
//|                   C_i2_j += pack_1_x_mkkk_2 * pack_2_x_mkkk_0;
//|                   C_i2_j8 += pack_1_x_mkkk_2 * pack_2_x_mkkk_8;
//|                   const float pack_1_x_mkkk_3 = pack_1[(i - iii) / 4][k - kk][3];
//|                   C_i3_j += pack_1_x_mkkk_3 * pack_2_x_mkkk_0;
//|                   C_i3_j8 += pack_1_x_mkkk_3 * pack_2_x_mkkk_8;
//|                 }
//|                 *(polymill_floatx8 *)&C[i][j] = C_ij;
//|                 *(polymill_floatx8 *)&C[i][j + 8] = C_i_j8;
//|                 *(polymill_floatx8 *)&C[i + 1][j] = C_i1_j;
//|                 *(polymill_floatx8 *)&C[i + 1][j + 8] = C_i1_j8;
//|                 *(polymill_floatx8 *)&C[i + 2][j] = C_i2_j;
//|                 *(polymill_floatx8 *)&C[i + 2][j + 8] = C_i2_j8;
//|                 *(polymill_floatx8 *)&C[i + 3][j] = C_i3_j;
//|                 *(polymill_floatx8 *)&C[i + 3][j + 8] = C_i3_j8;
//|               } else if (i >= n - 3) {
//|                 for (long j2 = j; j2 < polymill_min(n, j + 16); j2 += 8)
//|                   for (long i2 = i; i2 < n; i2++)
//|                     if (j2 <= polymill_min(j2 + 7, i2)) {
//|                       polymill_floatx8 C_i2_j2;
//|                       polymill_load_lanes_floatx8(&C_i2_j2, &C[i2][j2], 0,
//|                                                   polymill_min(7, i2 - j2));
//|                       for (long k = kk; k < k_end; k++)
//|                         C_i2_j2 += pack_1[(i - iii) / 4][k - kk][i2 - i]
//|                                    * *(polymill_floatx8 *)&pack_2[(j - c0) / 16][k - kk][j2 - j];
//|                       polymill_store_lanes_floatx8(&C_i2_j2, &C[i2][j2], 0,
//|                                                    polymill_min(7, i2 - j2));
//|                     }
//|               } else {
//|                 for (long j2 = j; j2 < i - i % 8 + 8; j2 += 8) {
//|                   polymill_floatx8 C_i_j2;
//|                   polymill_load_lanes_floatx8(&C_i_j2, &C[i][j2], 0, polymill_min(7, i - j2));
//|                   polymill_floatx8 C_i1_j2;
//|                   polymill_load_lanes_floatx8(&C_i1_j2, &C[i + 1][j2], 0,
//|                                               polymill_min(7, i - j2 + 1));
//|                   polymill_floatx8 C_i2_j2;
//|                   polymill_load_lanes_floatx8(&C_i2_j2, &C[i + 2][j2], 0,
//|                                               polymill_min(7, i - j2 + 2));
//|                   polymill_floatx8 C_i3_j2;
//|                   polymill_load_lanes_floatx8(&C_i3_j2, &C[i + 3][j2], 0,
//|                                               polymill_min(7, i - j2 + 3));
//|                   for (long k = kk; k < k_end; k++) {
//|                     C_i_j2 += pack_1[(i - iii) / 4][k - kk][0]
//|                               * *(polymill_floatx8 *)&pack_2[j2 / 16 - 128 * (j2 / 2048)][k
//|                                                                                           - kk][j2
//|                                                                                                 % 16];
//|                     C_i1_j2 += pack_1[(i - iii) / 4][k - kk][1]
//|                                * *(polymill_floatx8 *)&pack_2[j2 / 16 - 128 * (j2 / 2048)][k
//|                                                                                            - kk][j2
//|                                                                                                  % 16];
//|                     C_i2_j2 += pack_1[(i - iii) / 4][k - kk][2]
//|                                * *(polymill_floatx8 *)&pack_2[j2 / 16 - 128 * (j2 / 2048)][k
//|                                                                                            - kk][j2
//|                                                                                                  % 16];
//|                     C_i3_j2 += pack_1[(i - iii) / 4][k - kk][3]
//|                                * *(polymill_floatx8 *)&pack_2[j2 / 16 - 128 * (j2 / 2048)][k
//|                                                                                            - kk][j2
//|                                                                                                  % 16];
//|                   }
//|                   polymill_store_lanes_floatx8(&C_i_j2, &C[i][j2], 0, polymill_min(7, i - j2));
//|                   polymill_store_lanes_floatx8(&C_i1_j2, &C[i + 1][j2], 0,
//|                                                polymill_min(7, i - j2 + 1));
//|                   polymill_store_lanes_floatx8(&C_i2_j2, &C[i + 2][j2], 0,
//|                                                polymill_min(7, i - j2 + 2));
//|                   polymill_store_lanes_floatx8(&C_i3_j2, &C[i + 3][j2], 0,
//|                                                polymill_min(7, i - j2 + 3));
//|                 }
//|               }
//|             }
//|         }
//|       }
//|     polymill_free(pack_1);
//|     polymill_free(pack_2);
//|   }
//| }
