// test opt --occupancy=1 --grid=16
// A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have an iteration.
void fc(int Q, float Y[Q][Q], float X[Q][Q], float W[Q][Q])
{
#pragma scop
    for (int i = 0; i < Q; i++)
        for (int j = 0; j < Q; j++) {
            Y[i][j] = 0;
            for (int k = 0; k < Q; k++)
                Y[i][j] += X[i][k] * W[k][j];
        }
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
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void fc_default(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   #pragma omp parallel for
//|   for (long jj = 0; jj < Q; jj += 16)
//|     for (long ii = 0; ii < Q; ii += 64)
//|       for (long kk = 0; kk < Q; kk += 256) {
//|         const long k_end = polymill_min(Q, kk + 256);
//|         for (long j = jj; j < polymill_min(Q, jj + 16); j += 8)
//|           for (long i = ii; i < polymill_min(Q, ii + 64); i += 8) {
//|             if (j < Q - 7 && i < Q - 7) {
//|               polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|               polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|               polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|               polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|               polymill_floatx8 Y_i4_j = *(polymill_floatx8 *)&Y[i + 4][j];
//|               polymill_floatx8 Y_i5_j = *(polymill_floatx8 *)&Y[i + 5][j];
//|               polymill_floatx8 Y_i6_j = *(polymill_floatx8 *)&Y[i + 6][j];
//|               polymill_floatx8 Y_i7_j = *(polymill_floatx8 *)&Y[i + 7][j];
//|               for (long k = kk; k < k_end; k++) {
//|                 const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|                 Y_ij += X[i][k] * W_kj;
//|                 Y_i1_j += X[i + 1][k] * W_kj;
//|                 Y_i2_j += X[i + 2][k] * W_kj;
//|                 Y_i3_j += X[i + 3][k] * W_kj;
//|                 Y_i4_j += X[i + 4][k] * W_kj;
//|                 Y_i5_j += X[i + 5][k] * W_kj;
//|                 Y_i6_j += X[i + 6][k] * W_kj;
//|                 Y_i7_j += X[i + 7][k] * W_kj;
//|               }
//|               *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|               *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|               *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|               *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|               *(polymill_floatx8 *)&Y[i + 4][j] = Y_i4_j;
//|               *(polymill_floatx8 *)&Y[i + 5][j] = Y_i5_j;
//|               *(polymill_floatx8 *)&Y[i + 6][j] = Y_i6_j;
//|               *(polymill_floatx8 *)&Y[i + 7][j] = Y_i7_j;
//|             } else if (j >= Q - 7 && i < Q - 7) {
//|               for (long j2 = j; j2 < Q; j2++) {
//|                 float Y_i_j2 = Y[i][j2];
//|                 float Y_i1_j2 = Y[i + 1][j2];
//|                 float Y_i2_j2 = Y[i + 2][j2];
//|                 float Y_i3_j2 = Y[i + 3][j2];
//|                 float Y_i4_j2 = Y[i + 4][j2];
//|                 float Y_i5_j2 = Y[i + 5][j2];
//|                 float Y_i6_j2 = Y[i + 6][j2];
//|                 float Y_i7_j2 = Y[i + 7][j2];
//|                 for (long k = kk; k < k_end; k++) {
//|                   const float W_k_j2 = W[k][j2];
//|                   Y_i_j2 += X[i][k] * W_k_j2;
//|                   Y_i1_j2 += X[i + 1][k] * W_k_j2;
//|                   Y_i2_j2 += X[i + 2][k] * W_k_j2;
//|                   Y_i3_j2 += X[i + 3][k] * W_k_j2;
//|                   Y_i4_j2 += X[i + 4][k] * W_k_j2;
//|                   Y_i5_j2 += X[i + 5][k] * W_k_j2;
//|                   Y_i6_j2 += X[i + 6][k] * W_k_j2;
//|                   Y_i7_j2 += X[i + 7][k] * W_k_j2;
//|                 }
//|                 Y[i][j2] = Y_i_j2;
//|                 Y[i + 1][j2] = Y_i1_j2;
//|                 Y[i + 2][j2] = Y_i2_j2;
//|                 Y[i + 3][j2] = Y_i3_j2;
//|                 Y[i + 4][j2] = Y_i4_j2;
//|                 Y[i + 5][j2] = Y_i5_j2;
//|                 Y[i + 6][j2] = Y_i6_j2;
//|                 Y[i + 7][j2] = Y_i7_j2;
//|               }
//|             } else {
//|               for (long i2 = i; i2 < Q; i2++)
//|                 for (long k = kk; k < k_end; k++) {
//|                   const float X_i2_k = X[i2][k];
//|                   #pragma omp simd
//|                   for (long j2 = j; j2 < polymill_min(Q, j + 8); j2++)
//|                     Y[i2][j2] += X_i2_k * W[k][j2];
//|                 }
//|             }
//|           }
//|       }
//| }
//|
//| /* optimized, for Q <= 15 */
//| __attribute__((noinline))
//| static void fc_Q_le_15(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   polymill_has_effects();
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   for (long j = 0; j < Q; j += 8)
//|     for (long i = 0; i < Q; i += 8) {
//|       if (j < Q - 7 && i < Q - 7) {
//|         polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|         polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|         polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|         polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|         polymill_floatx8 Y_i4_j = *(polymill_floatx8 *)&Y[i + 4][j];
//|         polymill_floatx8 Y_i5_j = *(polymill_floatx8 *)&Y[i + 5][j];
//|         polymill_floatx8 Y_i6_j = *(polymill_floatx8 *)&Y[i + 6][j];
//|         polymill_floatx8 Y_i7_j = *(polymill_floatx8 *)&Y[i + 7][j];
//|         for (long k = 0; k < Q; k++) {
//|           const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|           Y_ij += X[i][k] * W_kj;
//|           Y_i1_j += X[i + 1][k] * W_kj;
//|           Y_i2_j += X[i + 2][k] * W_kj;
//|           Y_i3_j += X[i + 3][k] * W_kj;
//|           Y_i4_j += X[i + 4][k] * W_kj;
//|           Y_i5_j += X[i + 5][k] * W_kj;
//|           Y_i6_j += X[i + 6][k] * W_kj;
//|           Y_i7_j += X[i + 7][k] * W_kj;
//|         }
//|         *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|         *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|         *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|         *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|         *(polymill_floatx8 *)&Y[i + 4][j] = Y_i4_j;
//|         *(polymill_floatx8 *)&Y[i + 5][j] = Y_i5_j;
//|         *(polymill_floatx8 *)&Y[i + 6][j] = Y_i6_j;
//|         *(polymill_floatx8 *)&Y[i + 7][j] = Y_i7_j;
//|       } else if (j >= Q - 7 && i < Q - 7) {
//|         for (long j2 = j; j2 < Q; j2++) {
//|           float Y_i_j2 = Y[i][j2];
//|           float Y_i1_j2 = Y[i + 1][j2];
//|           float Y_i2_j2 = Y[i + 2][j2];
//|           float Y_i3_j2 = Y[i + 3][j2];
//|           float Y_i4_j2 = Y[i + 4][j2];
//|           float Y_i5_j2 = Y[i + 5][j2];
//|           float Y_i6_j2 = Y[i + 6][j2];
//|           float Y_i7_j2 = Y[i + 7][j2];
//|           for (long k = 0; k < Q; k++) {
//|             const float W_k_j2 = W[k][j2];
//|             Y_i_j2 += X[i][k] * W_k_j2;
//|             Y_i1_j2 += X[i + 1][k] * W_k_j2;
//|             Y_i2_j2 += X[i + 2][k] * W_k_j2;
//|             Y_i3_j2 += X[i + 3][k] * W_k_j2;
//|             Y_i4_j2 += X[i + 4][k] * W_k_j2;
//|             Y_i5_j2 += X[i + 5][k] * W_k_j2;
//|             Y_i6_j2 += X[i + 6][k] * W_k_j2;
//|             Y_i7_j2 += X[i + 7][k] * W_k_j2;
//|           }
//|           Y[i][j2] = Y_i_j2;
//|           Y[i + 1][j2] = Y_i1_j2;
//|           Y[i + 2][j2] = Y_i2_j2;
//|           Y[i + 3][j2] = Y_i3_j2;
//|           Y[i + 4][j2] = Y_i4_j2;
//|           Y[i + 5][j2] = Y_i5_j2;
//|           Y[i + 6][j2] = Y_i6_j2;
//|           Y[i + 7][j2] = Y_i7_j2;
//|         }
//|       } else {
//|         for (long i2 = i; i2 < Q; i2++)
//|           for (long k = 0; k < Q; k++) {
//|             const float X_i2_k = X[i2][k];
//|             #pragma omp simd
//|             for (long j2 = j; j2 < polymill_min(Q, j + 8); j2++)
//|               Y[i2][j2] += X_i2_k * W[k][j2];
//|           }
//|       }
//|     }
//| }
//|
//| /* optimized, for Q <= 240 */
//| __attribute__((noinline))
//| static void fc_Q_le_240(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   for (long jj = 0; jj < Q; jj += 16)
//|     for (long ii = 0; ii < Q; ii += 64)
//|       for (long j = jj; j < polymill_min(Q, jj + 16); j += 8)
//|         for (long i = ii; i < polymill_min(Q, ii + 64); i += 8) {
//|           if (j < Q - 7 && i < Q - 7) {
//|             polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|             polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|             polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|             polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|             polymill_floatx8 Y_i4_j = *(polymill_floatx8 *)&Y[i + 4][j];
//|             polymill_floatx8 Y_i5_j = *(polymill_floatx8 *)&Y[i + 5][j];
//|             polymill_floatx8 Y_i6_j = *(polymill_floatx8 *)&Y[i + 6][j];
//|             polymill_floatx8 Y_i7_j = *(polymill_floatx8 *)&Y[i + 7][j];
//|             for (long k = 0; k < Q; k++) {
//|               const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|               Y_ij += X[i][k] * W_kj;
//|               Y_i1_j += X[i + 1][k] * W_kj;
//|               Y_i2_j += X[i + 2][k] * W_kj;
//|               Y_i3_j += X[i + 3][k] * W_kj;
//|               Y_i4_j += X[i + 4][k] * W_kj;
//|               Y_i5_j += X[i + 5][k] * W_kj;
//|               Y_i6_j += X[i + 6][k] * W_kj;
//|               Y_i7_j += X[i + 7][k] * W_kj;
//|             }
//|             *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|             *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|             *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|             *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|             *(polymill_floatx8 *)&Y[i + 4][j] = Y_i4_j;
//|             *(polymill_floatx8 *)&Y[i + 5][j] = Y_i5_j;
//|             *(polymill_floatx8 *)&Y[i + 6][j] = Y_i6_j;
//|             *(polymill_floatx8 *)&Y[i + 7][j] = Y_i7_j;
//|           } else if (j >= Q - 7 && i < Q - 7) {
//|             for (long j2 = j; j2 < Q; j2++) {
//|               float Y_i_j2 = Y[i][j2];
//|               float Y_i1_j2 = Y[i + 1][j2];
//|               float Y_i2_j2 = Y[i + 2][j2];
//|               float Y_i3_j2 = Y[i + 3][j2];
//|               float Y_i4_j2 = Y[i + 4][j2];
//|               float Y_i5_j2 = Y[i + 5][j2];
//|               float Y_i6_j2 = Y[i + 6][j2];
//|               float Y_i7_j2 = Y[i + 7][j2];
//|               for (long k = 0; k < Q; k++) {
//|                 const float W_k_j2 = W[k][j2];
//|                 Y_i_j2 += X[i][k] * W_k_j2;
//|                 Y_i1_j2 += X[i + 1][k] * W_k_j2;
//|                 Y_i2_j2 += X[i + 2][k] * W_k_j2;
//|                 Y_i3_j2 += X[i + 3][k] * W_k_j2;
//|                 Y_i4_j2 += X[i + 4][k] * W_k_j2;
//|                 Y_i5_j2 += X[i + 5][k] * W_k_j2;
//|                 Y_i6_j2 += X[i + 6][k] * W_k_j2;
//|                 Y_i7_j2 += X[i + 7][k] * W_k_j2;
//|               }
//|               Y[i][j2] = Y_i_j2;
//|               Y[i + 1][j2] = Y_i1_j2;
//|               Y[i + 2][j2] = Y_i2_j2;
//|               Y[i + 3][j2] = Y_i3_j2;
//|               Y[i + 4][j2] = Y_i4_j2;
//|               Y[i + 5][j2] = Y_i5_j2;
//|               Y[i + 6][j2] = Y_i6_j2;
//|               Y[i + 7][j2] = Y_i7_j2;
//|             }
//|           } else {
//|             for (long i2 = i; i2 < Q; i2++)
//|               for (long k = 0; k < Q; k++) {
//|                 const float X_i2_k = X[i2][k];
//|                 #pragma omp simd
//|                 for (long j2 = j; j2 < polymill_min(Q, j + 8); j2++)
//|                   Y[i2][j2] += X_i2_k * W[k][j2];
//|               }
//|           }
//|         }
//| }
//|
//| // test opt --occupancy=1 --grid=16
//| // A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have an iteration.
//| void fc(int Q, float Y[Q][Q], float X[Q][Q], float W[Q][Q])
//| {
//|     if (Q <= 15) {
//|       fc_Q_le_15(Q, Y, X, W);
//|     } else if (Q <= 240) {
//|       fc_Q_le_240(Q, Y, X, W);
//|     } else {
//|       fc_default(Q, Y, X, W);
//|     }
//| }
