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
//| /* Without this, gcc 12 loads vectors again for each use that it could keep in registers. */
//| static inline void polymill_keep_loaded(void)
//| {
//|   __asm__ volatile("" : : : "memory");
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
//|   for (long j = 0; j < Q; j += 16)
//|     for (long iii = 0; iii < Q; iii += 64)
//|       for (long kk = 0; kk < Q; kk += 256) {
//|         const long k_end = polymill_min(Q, kk + 256);
//|         for (long i = iii; i < polymill_min(Q, iii + 64); i += 4) {
//|           if (j < Q - 15 && i < Q - 3) {
//|             polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|             polymill_floatx8 Y_i_j8 = *(polymill_floatx8 *)&Y[i][j + 8];
//|             polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|             polymill_floatx8 Y_i1_j8 = *(polymill_floatx8 *)&Y[i + 1][j + 8];
//|             polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|             polymill_floatx8 Y_i2_j8 = *(polymill_floatx8 *)&Y[i + 2][j + 8];
//|             polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|             polymill_floatx8 Y_i3_j8 = *(polymill_floatx8 *)&Y[i + 3][j + 8];
//|             for (long k = kk; k < k_end; k++) {
//|               const float X_ik = X[i][k];
//|               const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|               Y_ij += X_ik * W_kj;
//|               const polymill_floatx8 W_k_j8 = *(polymill_floatx8 *)&W[k][j + 8];
//|               polymill_keep_loaded();
//|               Y_i_j8 += X_ik * W_k_j8;
//|               const float X_i1_k = X[i + 1][k];
//|               Y_i1_j += X_i1_k * W_kj;
//|               Y_i1_j8 += X_i1_k * W_k_j8;
//|               const float X_i2_k = X[i + 2][k];
//|               Y_i2_j += X_i2_k * W_kj;
//|               Y_i2_j8 += X_i2_k * W_k_j8;
//|               const float X_i3_k = X[i + 3][k];
//|               Y_i3_j += X_i3_k * W_kj;
//|               Y_i3_j8 += X_i3_k * W_k_j8;
//|             }
//|             *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|             *(polymill_floatx8 *)&Y[i][j + 8] = Y_i_j8;
//|             *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|             *(polymill_floatx8 *)&Y[i + 1][j + 8] = Y_i1_j8;
//|             *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|             *(polymill_floatx8 *)&Y[i + 2][j + 8] = Y_i2_j8;
//|             *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|             *(polymill_floatx8 *)&Y[i + 3][j + 8] = Y_i3_j8;
//|           } else if (j >= Q - 15 && i < Q - 3) {
//|             for (long ii = j; ii < Q; ii += 8) {
//|               if (j < Q - 7 && j == ii) {
//|                 polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|                 polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|                 polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|                 polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|                 for (long k = kk; k < k_end; k++) {
//|                   const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|                   polymill_keep_loaded();
//|                   Y_ij += X[i][k] * W_kj;
//|                   Y_i1_j += X[i + 1][k] * W_kj;
//|                   Y_i2_j += X[i + 2][k] * W_kj;
//|                   Y_i3_j += X[i + 3][k] * W_kj;
//|                 }
//|                 *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|                 *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|                 *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|                 *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|               } else {
//|                 for (long j2 = ii; j2 < Q; j2++) {
//|                   float Y_i_j2 = Y[i][j2];
//|                   float Y_i1_j2 = Y[i + 1][j2];
//|                   float Y_i2_j2 = Y[i + 2][j2];
//|                   float Y_i3_j2 = Y[i + 3][j2];
//|                   for (long k = kk; k < k_end; k++) {
//|                     const float W_k_j2 = W[k][j2];
//|                     Y_i_j2 += X[i][k] * W_k_j2;
//|                     Y_i1_j2 += X[i + 1][k] * W_k_j2;
//|                     Y_i2_j2 += X[i + 2][k] * W_k_j2;
//|                     Y_i3_j2 += X[i + 3][k] * W_k_j2;
//|                   }
//|                   Y[i][j2] = Y_i_j2;
//|                   Y[i + 1][j2] = Y_i1_j2;
//|                   Y[i + 2][j2] = Y_i2_j2;
//|                   Y[i + 3][j2] = Y_i3_j2;
//|                 }
//|               }
//|             }
//|           } else {
//|             for (long i2 = i; i2 < Q; i2++)
//|               for (long k = kk; k < k_end; k++) {
//|                 const float X_i2_k = X[i2][k];
//|                 #pragma omp simd
//|                 for (long j2 = j; j2 < polymill_min(Q, j + 16); j2++)
//|                   Y[i2][j2] += X_i2_k * W[k][j2];
//|               }
//|           }
//|         }
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
//|   for (long i = 0; i < Q; i += 4) {
//|     if (i < Q - 3) {
//|       for (long ii = 0; ii < Q; ii += 8) {
//|         if (Q >= 8 && ii == 0) {
//|           polymill_floatx8 Y_i0 = *(polymill_floatx8 *)&Y[i][0];
//|           polymill_floatx8 Y_i1_0 = *(polymill_floatx8 *)&Y[i + 1][0];
//|           polymill_floatx8 Y_i2_0 = *(polymill_floatx8 *)&Y[i + 2][0];
//|           polymill_floatx8 Y_i3_0 = *(polymill_floatx8 *)&Y[i + 3][0];
//|           for (long k = 0; k < Q; k++) {
//|             const polymill_floatx8 W_k0 = *(polymill_floatx8 *)&W[k][0];
//|             polymill_keep_loaded();
//|             Y_i0 += X[i][k] * W_k0;
//|             Y_i1_0 += X[i + 1][k] * W_k0;
//|             Y_i2_0 += X[i + 2][k] * W_k0;
//|             Y_i3_0 += X[i + 3][k] * W_k0;
//|           }
//|           *(polymill_floatx8 *)&Y[i][0] = Y_i0;
//|           *(polymill_floatx8 *)&Y[i + 1][0] = Y_i1_0;
//|           *(polymill_floatx8 *)&Y[i + 2][0] = Y_i2_0;
//|           *(polymill_floatx8 *)&Y[i + 3][0] = Y_i3_0;
//|         } else {
//|           for (long j = ii; j < Q; j++) {
//|             float Y_ij = Y[i][j];
//|             float Y_i1_j = Y[i + 1][j];
//|             float Y_i2_j = Y[i + 2][j];
//|             float Y_i3_j = Y[i + 3][j];
//|             for (long k = 0; k < Q; k++) {
//|               const float W_kj = W[k][j];
//|               Y_ij += X[i][k] * W_kj;
//|               Y_i1_j += X[i + 1][k] * W_kj;
//|               Y_i2_j += X[i + 2][k] * W_kj;
//|               Y_i3_j += X[i + 3][k] * W_kj;
//|             }
//|             Y[i][j] = Y_ij;
//|             Y[i + 1][j] = Y_i1_j;
//|             Y[i + 2][j] = Y_i2_j;
//|             Y[i + 3][j] = Y_i3_j;
//|           }
//|         }
//|       }
//|     } else {
//|       for (long i2 = i; i2 < Q; i2++)
//|         for (long k = 0; k < Q; k++) {
//|           const float X_i2_k = X[i2][k];
//|           #pragma omp simd
//|           for (long j = 0; j < Q; j++)
//|             Y[i2][j] += X_i2_k * W[k][j];
//|         }
//|     }
//|   }
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
//|   for (long j = 0; j < Q; j += 16)
//|     for (long iii = 0; iii < Q; iii += 64) {
//|       #pragma omp parallel for
//|       for (long i = iii; i < polymill_min(Q, iii + 64); i += 4) {
//|         if (j < Q - 15 && i < Q - 3) {
//|           polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|           polymill_floatx8 Y_i_j8 = *(polymill_floatx8 *)&Y[i][j + 8];
//|           polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|           polymill_floatx8 Y_i1_j8 = *(polymill_floatx8 *)&Y[i + 1][j + 8];
//|           polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|           polymill_floatx8 Y_i2_j8 = *(polymill_floatx8 *)&Y[i + 2][j + 8];
//|           polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|           polymill_floatx8 Y_i3_j8 = *(polymill_floatx8 *)&Y[i + 3][j + 8];
//|           for (long k = 0; k < Q; k++) {
//|             const float X_ik = X[i][k];
//|             const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|             Y_ij += X_ik * W_kj;
//|             const polymill_floatx8 W_k_j8 = *(polymill_floatx8 *)&W[k][j + 8];
//|             polymill_keep_loaded();
//|             Y_i_j8 += X_ik * W_k_j8;
//|             const float X_i1_k = X[i + 1][k];
//|             Y_i1_j += X_i1_k * W_kj;
//|             Y_i1_j8 += X_i1_k * W_k_j8;
//|             const float X_i2_k = X[i + 2][k];
//|             Y_i2_j += X_i2_k * W_kj;
//|             Y_i2_j8 += X_i2_k * W_k_j8;
//|             const float X_i3_k = X[i + 3][k];
//|             Y_i3_j += X_i3_k * W_kj;
//|             Y_i3_j8 += X_i3_k * W_k_j8;
//|           }
//|           *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|           *(polymill_floatx8 *)&Y[i][j + 8] = Y_i_j8;
//|           *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|           *(polymill_floatx8 *)&Y[i + 1][j + 8] = Y_i1_j8;
//|           *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|           *(polymill_floatx8 *)&Y[i + 2][j + 8] = Y_i2_j8;
//|           *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|           *(polymill_floatx8 *)&Y[i + 3][j + 8] = Y_i3_j8;
//|         } else if (j >= Q - 15 && i < Q - 3) {
//|           for (long ii = j; ii < Q; ii += 8) {
//|             if (j < Q - 7 && j == ii) {
//|               polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|               polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|               polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|               polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|               for (long k = 0; k < Q; k++) {
//|                 const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|                 polymill_keep_loaded();
//|                 Y_ij += X[i][k] * W_kj;
//|                 Y_i1_j += X[i + 1][k] * W_kj;
//|                 Y_i2_j += X[i + 2][k] * W_kj;
//|                 Y_i3_j += X[i + 3][k] * W_kj;
//|               }
//|               *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|               *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|               *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|               *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|             } else {
//|               for (long j2 = ii; j2 < Q; j2++) {
//|                 float Y_i_j2 = Y[i][j2];
//|                 float Y_i1_j2 = Y[i + 1][j2];
//|                 float Y_i2_j2 = Y[i + 2][j2];
//|                 float Y_i3_j2 = Y[i + 3][j2];
//|                 for (long k = 0; k < Q; k++) {
//|                   const float W_k_j2 = W[k][j2];
//|                   Y_i_j2 += X[i][k] * W_k_j2;
//|                   Y_i1_j2 += X[i + 1][k] * W_k_j2;
//|                   Y_i2_j2 += X[i + 2][k] * W_k_j2;
//|                   Y_i3_j2 += X[i + 3][k] * W_k_j2;
//|                 }
//|                 Y[i][j2] = Y_i_j2;
//|                 Y[i + 1][j2] = Y_i1_j2;
//|                 Y[i + 2][j2] = Y_i2_j2;
//|                 Y[i + 3][j2] = Y_i3_j2;
//|               }
//|             }
//|           }
//|         } else {
//|           for (long i2 = i; i2 < Q; i2++)
//|             for (long k = 0; k < Q; k++) {
//|               const float X_i2_k = X[i2][k];
//|               #pragma omp simd
//|               for (long j2 = j; j2 < polymill_min(Q, j + 16); j2++)
//|                 Y[i2][j2] += X_i2_k * W[k][j2];
//|             }
//|         }
//|       }
//|     }
//| }
//|
//| /* optimized, for Q <= 60 */
//| __attribute__((noinline))
//| static void fc_Q_le_60(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   for (long j = 0; j < Q; j += 16)
//|     for (long i = 0; i < Q; i += 4) {
//|       if (j < Q - 15 && i < Q - 3) {
//|         polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|         polymill_floatx8 Y_i_j8 = *(polymill_floatx8 *)&Y[i][j + 8];
//|         polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|         polymill_floatx8 Y_i1_j8 = *(polymill_floatx8 *)&Y[i + 1][j + 8];
//|         polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|         polymill_floatx8 Y_i2_j8 = *(polymill_floatx8 *)&Y[i + 2][j + 8];
//|         polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|         polymill_floatx8 Y_i3_j8 = *(polymill_floatx8 *)&Y[i + 3][j + 8];
//|         for (long k = 0; k < Q; k++) {
//|           const float X_ik = X[i][k];
//|           const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|           Y_ij += X_ik * W_kj;
//|           const polymill_floatx8 W_k_j8 = *(polymill_floatx8 *)&W[k][j + 8];
//|           polymill_keep_loaded();
//|           Y_i_j8 += X_ik * W_k_j8;
//|           const float X_i1_k = X[i + 1][k];
//|           Y_i1_j += X_i1_k * W_kj;
//|           Y_i1_j8 += X_i1_k * W_k_j8;
//|           const float X_i2_k = X[i + 2][k];
//|           Y_i2_j += X_i2_k * W_kj;
//|           Y_i2_j8 += X_i2_k * W_k_j8;
//|           const float X_i3_k = X[i + 3][k];
//|           Y_i3_j += X_i3_k * W_kj;
//|           Y_i3_j8 += X_i3_k * W_k_j8;
//|         }
//|         *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|         *(polymill_floatx8 *)&Y[i][j + 8] = Y_i_j8;
//|         *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|         *(polymill_floatx8 *)&Y[i + 1][j + 8] = Y_i1_j8;
//|         *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|         *(polymill_floatx8 *)&Y[i + 2][j + 8] = Y_i2_j8;
//|         *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|         *(polymill_floatx8 *)&Y[i + 3][j + 8] = Y_i3_j8;
//|       } else if (j >= Q - 15 && i < Q - 3) {
//|         for (long ii = j; ii < Q; ii += 8) {
//|           if (j < Q - 7 && j == ii) {
//|             polymill_floatx8 Y_ij = *(polymill_floatx8 *)&Y[i][j];
//|             polymill_floatx8 Y_i1_j = *(polymill_floatx8 *)&Y[i + 1][j];
//|             polymill_floatx8 Y_i2_j = *(polymill_floatx8 *)&Y[i + 2][j];
//|             polymill_floatx8 Y_i3_j = *(polymill_floatx8 *)&Y[i + 3][j];
//|             for (long k = 0; k < Q; k++) {
//|               const polymill_floatx8 W_kj = *(polymill_floatx8 *)&W[k][j];
//|               polymill_keep_loaded();
//|               Y_ij += X[i][k] * W_kj;
//|               Y_i1_j += X[i + 1][k] * W_kj;
//|               Y_i2_j += X[i + 2][k] * W_kj;
//|               Y_i3_j += X[i + 3][k] * W_kj;
//|             }
//|             *(polymill_floatx8 *)&Y[i][j] = Y_ij;
//|             *(polymill_floatx8 *)&Y[i + 1][j] = Y_i1_j;
//|             *(polymill_floatx8 *)&Y[i + 2][j] = Y_i2_j;
//|             *(polymill_floatx8 *)&Y[i + 3][j] = Y_i3_j;
//|           } else {
//|             for (long j2 = ii; j2 < Q; j2++) {
//|               float Y_i_j2 = Y[i][j2];
//|               float Y_i1_j2 = Y[i + 1][j2];
//|               float Y_i2_j2 = Y[i + 2][j2];
//|               float Y_i3_j2 = Y[i + 3][j2];
//|               for (long k = 0; k < Q; k++) {
//|                 const float W_k_j2 = W[k][j2];
//|                 Y_i_j2 += X[i][k] * W_k_j2;
//|                 Y_i1_j2 += X[i + 1][k] * W_k_j2;
//|                 Y_i2_j2 += X[i + 2][k] * W_k_j2;
//|                 Y_i3_j2 += X[i + 3][k] * W_k_j2;
//|               }
//|               Y[i][j2] = Y_i_j2;
//|               Y[i + 1][j2] = Y_i1_j2;
//|               Y[i + 2][j2] = Y_i2_j2;
//|               Y[i + 3][j2] = Y_i3_j2;
//|             }
//|           }
//|         }
//|       } else {
//|         for (long i2 = i; i2 < Q; i2++)
//|           for (long k = 0; k < Q; k++) {
//|             const float X_i2_k = X[i2][k];
//|             #pragma omp parallel for
//|             for (long j2 = j; j2 < polymill_min(Q, j + 16); j2++)
//|               Y[i2][j2] += X_i2_k * W[k][j2];
//|           }
//|       }
//|     }
//| }
//|
//| // test opt --occupancy=1 --grid=16
//| // A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have an iteration.
//| void fc(int Q, float Y[Q][Q], float X[Q][Q], float W[Q][Q])
//| {
//|     if (Q <= 15) {
//|       fc_Q_le_15(Q, Y, X, W);
//|     } else if (Q <= 60) {
//|       fc_Q_le_60(Q, Y, X, W);
//|     } else if (Q <= 240) {
//|       fc_Q_le_240(Q, Y, X, W);
//|     } else {
//|       fc_default(Q, Y, X, W);
//|     }
//| }
