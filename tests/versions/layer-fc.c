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
//|   for (long ii = 0; ii < Q; ii += 16)
//|     for (long i = ii; i < polymill_min(Q, ii + 16); i++) {
//|       #pragma omp simd
//|       for (long j = 0; j < Q; j++)
//|         Y[i][j] = 0;
//|     }
//|   #pragma omp parallel for
//|   for (long ii = 0; ii < Q; ii += 16)
//|     for (long jj = 0; jj < Q; jj += 512) {
//|       const long j_end = polymill_min(Q, jj + 512);
//|       for (long k = 0; k < Q; k += 8)
//|         for (long i = ii; i < polymill_min(Q, ii + 16); i += 2) {
//|           if (k < Q - 7 && i < Q - 1) {
//|             const float X_ik = X[i][k];
//|             const float X_i_k1 = X[i][k + 1];
//|             const float X_i_k2 = X[i][k + 2];
//|             const float X_i_k3 = X[i][k + 3];
//|             const float X_i_k4 = X[i][k + 4];
//|             const float X_i_k5 = X[i][k + 5];
//|             const float X_i_k6 = X[i][k + 6];
//|             const float X_i_k7 = X[i][k + 7];
//|             const float X_i1_k = X[i + 1][k];
//|             const float X_i1_k1 = X[i + 1][k + 1];
//|             const float X_i1_k2 = X[i + 1][k + 2];
//|             const float X_i1_k3 = X[i + 1][k + 3];
//|             const float X_i1_k4 = X[i + 1][k + 4];
//|             const float X_i1_k5 = X[i + 1][k + 5];
//|             const float X_i1_k6 = X[i + 1][k + 6];
//|             const float X_i1_k7 = X[i + 1][k + 7];
//|             #pragma omp simd
//|             for (long j = jj; j < j_end; j++) {
//|               const float W_kj = W[k][j];
//|               float Y_ij = Y[i][j];
//|               Y_ij += X_ik * W_kj;
//|               const float W_k1_j = W[k + 1][j];
//|               Y_ij += X_i_k1 * W_k1_j;
//|               const float W_k2_j = W[k + 2][j];
//|               Y_ij += X_i_k2 * W_k2_j;
//|               const float W_k3_j = W[k + 3][j];
//|               Y_ij += X_i_k3 * W_k3_j;
//|               const float W_k4_j = W[k + 4][j];
//|               Y_ij += X_i_k4 * W_k4_j;
//|               const float W_k5_j = W[k + 5][j];
//|               Y_ij += X_i_k5 * W_k5_j;
//|               const float W_k6_j = W[k + 6][j];
//|               Y_ij += X_i_k6 * W_k6_j;
//|               const float W_k7_j = W[k + 7][j];
//|               Y_ij += X_i_k7 * W_k7_j;
//|               Y[i][j] = Y_ij;
//|               float Y_i1_j = Y[i + 1][j];
//|               Y_i1_j += X_i1_k * W_kj;
//|               Y_i1_j += X_i1_k1 * W_k1_j;
//|               Y_i1_j += X_i1_k2 * W_k2_j;
//|               Y_i1_j += X_i1_k3 * W_k3_j;
//|               Y_i1_j += X_i1_k4 * W_k4_j;
//|               Y_i1_j += X_i1_k5 * W_k5_j;
//|               Y_i1_j += X_i1_k6 * W_k6_j;
//|               Y_i1_j += X_i1_k7 * W_k7_j;
//|               Y[i + 1][j] = Y_i1_j;
//|             }
//|           } else if (k >= Q - 7) {
//|             for (long i2 = i; i2 < polymill_min(Q, i + 2); i2++)
//|               for (long k2 = k; k2 < Q; k2++) {
//|                 const float X_i2_k2 = X[i2][k2];
//|                 #pragma omp simd
//|                 for (long j = jj; j < j_end; j++)
//|                   Y[i2][j] += X_i2_k2 * W[k2][j];
//|               }
//|           } else {
//|             for (long k2 = k; k2 < k + 8; k2++) {
//|               const float X_Qm1_k2 = X[Q - 1][k2];
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 Y[Q - 1][j] += X_Qm1_k2 * W[k2][j];
//|             }
//|           }
//|         }
//|     }
//| }
//|
//| /* optimized, for Q <= 240 */
//| __attribute__((noinline))
//| static void fc_Q_le_240(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   polymill_has_effects();
//|   for (long ii = 0; ii < Q; ii += 16) {
//|     #pragma omp parallel for
//|     for (long i = ii; i < polymill_min(Q, ii + 16); i++) {
//|       #pragma omp simd
//|       for (long j = 0; j < Q; j++)
//|         Y[i][j] = 0;
//|     }
//|   }
//|   for (long ii = 0; ii < Q; ii += 16)
//|     for (long k = 0; k < Q; k += 8)
//|       for (long i = ii; i < polymill_min(Q, ii + 16); i += 2) {
//|         if (k < Q - 7 && i < Q - 1) {
//|           const float X_ik = X[i][k];
//|           const float X_i_k1 = X[i][k + 1];
//|           const float X_i_k2 = X[i][k + 2];
//|           const float X_i_k3 = X[i][k + 3];
//|           const float X_i_k4 = X[i][k + 4];
//|           const float X_i_k5 = X[i][k + 5];
//|           const float X_i_k6 = X[i][k + 6];
//|           const float X_i_k7 = X[i][k + 7];
//|           const float X_i1_k = X[i + 1][k];
//|           const float X_i1_k1 = X[i + 1][k + 1];
//|           const float X_i1_k2 = X[i + 1][k + 2];
//|           const float X_i1_k3 = X[i + 1][k + 3];
//|           const float X_i1_k4 = X[i + 1][k + 4];
//|           const float X_i1_k5 = X[i + 1][k + 5];
//|           const float X_i1_k6 = X[i + 1][k + 6];
//|           const float X_i1_k7 = X[i + 1][k + 7];
//|           #pragma omp parallel for
//|           for (long j = 0; j < Q; j++) {
//|             const float W_kj = W[k][j];
//|             float Y_ij = Y[i][j];
//|             Y_ij += X_ik * W_kj;
//|             const float W_k1_j = W[k + 1][j];
//|             Y_ij += X_i_k1 * W_k1_j;
//|             const float W_k2_j = W[k + 2][j];
//|             Y_ij += X_i_k2 * W_k2_j;
//|             const float W_k3_j = W[k + 3][j];
//|             Y_ij += X_i_k3 * W_k3_j;
//|             const float W_k4_j = W[k + 4][j];
//|             Y_ij += X_i_k4 * W_k4_j;
//|             const float W_k5_j = W[k + 5][j];
//|             Y_ij += X_i_k5 * W_k5_j;
//|             const float W_k6_j = W[k + 6][j];
//|             Y_ij += X_i_k6 * W_k6_j;
//|             const float W_k7_j = W[k + 7][j];
//|             Y_ij += X_i_k7 * W_k7_j;
//|             Y[i][j] = Y_ij;
//|             float Y_i1_j = Y[i + 1][j];
//|             Y_i1_j += X_i1_k * W_kj;
//|             Y_i1_j += X_i1_k1 * W_k1_j;
//|             Y_i1_j += X_i1_k2 * W_k2_j;
//|             Y_i1_j += X_i1_k3 * W_k3_j;
//|             Y_i1_j += X_i1_k4 * W_k4_j;
//|             Y_i1_j += X_i1_k5 * W_k5_j;
//|             Y_i1_j += X_i1_k6 * W_k6_j;
//|             Y_i1_j += X_i1_k7 * W_k7_j;
//|             Y[i + 1][j] = Y_i1_j;
//|           }
//|         } else if (k >= Q - 7) {
//|           for (long i2 = i; i2 < polymill_min(Q, i + 2); i2++)
//|             for (long k2 = k; k2 < Q; k2++) {
//|               const float X_i2_k2 = X[i2][k2];
//|               #pragma omp parallel for
//|               for (long j = 0; j < Q; j++)
//|                 Y[i2][j] += X_i2_k2 * W[k2][j];
//|             }
//|         } else {
//|           for (long k2 = k; k2 < k + 8; k2++) {
//|             const float X_Qm1_k2 = X[Q - 1][k2];
//|             #pragma omp parallel for
//|             for (long j = 0; j < Q; j++)
//|               Y[Q - 1][j] += X_Qm1_k2 * W[k2][j];
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
//|   for (long k = 0; k < Q; k += 8)
//|     for (long i = 0; i < Q; i += 2) {
//|       if (k < Q - 7 && i < Q - 1) {
//|         const float X_ik = X[i][k];
//|         const float X_i_k1 = X[i][k + 1];
//|         const float X_i_k2 = X[i][k + 2];
//|         const float X_i_k3 = X[i][k + 3];
//|         const float X_i_k4 = X[i][k + 4];
//|         const float X_i_k5 = X[i][k + 5];
//|         const float X_i_k6 = X[i][k + 6];
//|         const float X_i_k7 = X[i][k + 7];
//|         const float X_i1_k = X[i + 1][k];
//|         const float X_i1_k1 = X[i + 1][k + 1];
//|         const float X_i1_k2 = X[i + 1][k + 2];
//|         const float X_i1_k3 = X[i + 1][k + 3];
//|         const float X_i1_k4 = X[i + 1][k + 4];
//|         const float X_i1_k5 = X[i + 1][k + 5];
//|         const float X_i1_k6 = X[i + 1][k + 6];
//|         const float X_i1_k7 = X[i + 1][k + 7];
//|         #pragma omp simd
//|         for (long j = 0; j < Q; j++) {
//|           const float W_kj = W[k][j];
//|           float Y_ij = Y[i][j];
//|           Y_ij += X_ik * W_kj;
//|           const float W_k1_j = W[k + 1][j];
//|           Y_ij += X_i_k1 * W_k1_j;
//|           const float W_k2_j = W[k + 2][j];
//|           Y_ij += X_i_k2 * W_k2_j;
//|           const float W_k3_j = W[k + 3][j];
//|           Y_ij += X_i_k3 * W_k3_j;
//|           const float W_k4_j = W[k + 4][j];
//|           Y_ij += X_i_k4 * W_k4_j;
//|           const float W_k5_j = W[k + 5][j];
//|           Y_ij += X_i_k5 * W_k5_j;
//|           const float W_k6_j = W[k + 6][j];
//|           Y_ij += X_i_k6 * W_k6_j;
//|           const float W_k7_j = W[k + 7][j];
//|           Y_ij += X_i_k7 * W_k7_j;
//|           Y[i][j] = Y_ij;
//|           float Y_i1_j = Y[i + 1][j];
//|           Y_i1_j += X_i1_k * W_kj;
//|           Y_i1_j += X_i1_k1 * W_k1_j;
//|           Y_i1_j += X_i1_k2 * W_k2_j;
//|           Y_i1_j += X_i1_k3 * W_k3_j;
//|           Y_i1_j += X_i1_k4 * W_k4_j;
//|           Y_i1_j += X_i1_k5 * W_k5_j;
//|           Y_i1_j += X_i1_k6 * W_k6_j;
//|           Y_i1_j += X_i1_k7 * W_k7_j;
//|           Y[i + 1][j] = Y_i1_j;
//|         }
//|       } else if (k >= Q - 7) {
//|         for (long i2 = i; i2 < polymill_min(Q, i + 2); i2++)
//|           for (long k2 = k; k2 < Q; k2++) {
//|             const float X_i2_k2 = X[i2][k2];
//|             #pragma omp simd
//|             for (long j = 0; j < Q; j++)
//|               Y[i2][j] += X_i2_k2 * W[k2][j];
//|           }
//|       } else {
//|         for (long k2 = k; k2 < k + 8; k2++) {
//|           const float X_Qm1_k2 = X[Q - 1][k2];
//|           #pragma omp simd
//|           for (long j = 0; j < Q; j++)
//|             Y[Q - 1][j] += X_Qm1_k2 * W[k2][j];
//|         }
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
//|     } else if (Q <= 240) {
//|       fc_Q_le_240(Q, Y, X, W);
//|     } else {
//|       fc_default(Q, Y, X, W);
//|     }
//| }
