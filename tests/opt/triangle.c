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
//|     float (*pack_2)[512][8] = polymill_allocate(512 * sizeof *pack_2);
//|     float (*pack_1)[512][8] = polymill_allocate(8 * sizeof *pack_1);
//|     for (long c0 = 0; c0 < n; c0 += 4096)
//|       for (long kk = 0; kk < m; kk += 512) {
//|         const long k_end = polymill_min(m, kk + 512);
//|         for (long jj = c0; jj < polymill_min(n, c0 + 4089); jj += 8)
//|           for (long k = kk; k < k_end; k++)
//|             for (long j = jj; j < polymill_min(n, jj + 8); j++)
//|               pack_2[(jj - c0) / 8][k - kk][j - jj] = A[j][k];
//|         for (long iii = c0; iii < n; iii += 64) {
//|           const long ii_end = polymill_min(n, iii + 64);
//|           for (long ii = iii; ii < ii_end; ii += 8)
//|             for (long k = kk; k < k_end; k++)
//|               for (long i = ii; i < polymill_min(n, ii + 8); i++)
//|                 pack_1[(ii - iii) / 8][k - kk][i - ii] = A[i][k];
//|           for (long i = iii; i < ii_end; i += 8)
//|             for (long j = c0; j < polymill_min(c0 + 4089, i + 8); j += 8) {
//|               if (i < n - 7 && j < i - 7) {
//|                 polymill_floatx8 C_ij = *(polymill_floatx8 *)&C[i][j];
//|                 polymill_floatx8 C_i1_j = *(polymill_floatx8 *)&C[i + 1][j];
//|                 polymill_floatx8 C_i2_j = *(polymill_floatx8 *)&C[i + 2][j];
//|                 polymill_floatx8 C_i3_j = *(polymill_floatx8 *)&C[i + 3][j];
//|                 polymill_floatx8 C_i4_j = *(polymill_floatx8 *)&C[i + 4][j];
//|                 polymill_floatx8 C_i5_j = *(polymill_floatx8 *)&C[i + 5][j];
//|                 polymill_floatx8 C_i6_j = *(polymill_floatx8 *)&C[i + 6][j];
//|                 polymill_floatx8 C_i7_j = *(polymill_floatx8 *)&C[i + 7][j];
//|                 for (long k = kk; k < k_end; k++) {
//|                   C_ij += pack_1[(i - iii) / 8][k - kk][0]
//|                           * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i1_j += pack_1[(i - iii) / 8][k - kk][1]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i2_j += pack_1[(i - iii) / 8][k - kk][2]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i3_j += pack_1[(i - iii) / 8][k - kk][3]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i4_j += pack_1[(i - iii) / 8][k - kk][4]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i5_j += pack_1[(i - iii) / 8][k - kk][5]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i6_j += pack_1[(i - iii) / 8][k - kk][6]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   C_i7_j += pack_1[(i - iii) / 8][k - kk][7]
//|                             * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                 }
//|                 *(polymill_floatx8 *)&C[i][j] = C_ij;
//|                 *(polymill_floatx8 *)&C[i + 1][j] = C_i1_j;
//|                 *(polymill_floatx8 *)&C[i + 2][j] = C_i2_j;
//|                 *(polymill_floatx8 *)&C[i + 3][j] = C_i3_j;
//|                 *(polymill_floatx8 *)&C[i + 4][j] = C_i4_j;
//|                 *(polymill_floatx8 *)&C[i + 5][j] = C_i5_j;
//|                 *(polymill_floatx8 *)&C[i + 6][j] = C_i6_j;
//|                 *(polymill_floatx8 *)&C[i + 7][j] = C_i7_j;
//|               } else if (i < n - 7 && i == j) {
//|                 polymill_floatx8 C_ii;
//|                 polymill_load_lanes_floatx8(&C_ii, &C[i][i], 0, 0);
//|                 polymill_floatx8 C_i1_i;
//|                 polymill_load_lanes_floatx8(&C_i1_i, &C[i + 1][i], 0, 1);
//|                 polymill_floatx8 C_i2_i;
//|                 polymill_load_lanes_floatx8(&C_i2_i, &C[i + 2][i], 0, 2);
//|                 polymill_floatx8 C_i3_i;
//|                 polymill_load_lanes_floatx8(&C_i3_i, &C[i + 3][i], 0, 3);
//|                 polymill_floatx8 C_i4_i;
//|                 polymill_load_lanes_floatx8(&C_i4_i, &C[i + 4][i], 0, 4);
//|                 polymill_floatx8 C_i5_i;
//|                 polymill_load_lanes_floatx8(&C_i5_i, &C[i + 5][i], 0, 5);
//|                 polymill_floatx8 C_i6_i;
//|                 polymill_load_lanes_floatx8(&C_i6_i, &C[i + 6][i], 0, 6);
//|                 polymill_floatx8 C_i7_i;
//|                 polymill_load_lanes_floatx8(&C_i7_i, &C[i + 7][i], 0, 7);
//|                 for (long k = kk; k < k_end; k++) {
//|                   C_ii += pack_1[(i - iii) / 8][k - kk][0]
//|                           * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i1_i += pack_1[(i - iii) / 8][k - kk][1]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i2_i += pack_1[(i - iii) / 8][k - kk][2]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i3_i += pack_1[(i - iii) / 8][k - kk][3]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i4_i += pack_1[(i - iii) / 8][k - kk][4]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i5_i += pack_1[(i - iii) / 8][k - kk][5]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i6_i += pack_1[(i - iii) / 8][k - kk][6]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                   C_i7_i += pack_1[(i - iii) / 8][k - kk][7]
//|                             * *(polymill_floatx8 *)&pack_2[i / 8 - 512 * (i / 4096)][k - kk][0];
//|                 }
//|                 polymill_store_lanes_floatx8(&C_ii, &C[i][i], 0, 0);
//|                 polymill_store_lanes_floatx8(&C_i1_i, &C[i + 1][i], 0, 1);
//|                 polymill_store_lanes_floatx8(&C_i2_i, &C[i + 2][i], 0, 2);
//|                 polymill_store_lanes_floatx8(&C_i3_i, &C[i + 3][i], 0, 3);
//|                 polymill_store_lanes_floatx8(&C_i4_i, &C[i + 4][i], 0, 4);
//|                 polymill_store_lanes_floatx8(&C_i5_i, &C[i + 5][i], 0, 5);
//|                 polymill_store_lanes_floatx8(&C_i6_i, &C[i + 6][i], 0, 6);
//|                 polymill_store_lanes_floatx8(&C_i7_i, &C[i + 7][i], 0, 7);
//|               } else {
//|                 for (long i2 = i; i2 < n; i2++) {
//|                   polymill_floatx8 C_i2_j;
//|                   polymill_load_lanes_floatx8(&C_i2_j, &C[i2][j], 0, polymill_min(7, i2 - j));
//|                   for (long k = kk; k < k_end; k++)
//|                     C_i2_j += pack_1[i2 / 8 - 8 * (i2 / 64)][k - kk][i2 % 8]
//|                               * *(polymill_floatx8 *)&pack_2[(j - c0) / 8][k - kk][0];
//|                   polymill_store_lanes_floatx8(&C_i2_j, &C[i2][j], 0, polymill_min(7, i2 - j));
//|                 }
//|               }
//|             }
//|         }
//|       }
//|     polymill_free(pack_1);
//|     polymill_free(pack_2);
//|   }
//| }
