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
//| /* optimized */
//| static void fc_default(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   #pragma omp parallel for
//|   for (long iii = 0; iii < Q; iii += 64)
//|     for (long kk = 0; kk < Q; kk += 32)
//|       for (long jj = 0; jj < Q; jj += 128) {
//|         const long j_end = polymill_min(Q, jj + 128);
//|         for (long ii = iii; ii < polymill_min(Q, iii + 64); ii += 4) {
//|           const long i_end = polymill_min(Q, ii + 4);
//|           for (long k = kk; k < polymill_min(Q, kk + 32); k += 4) {
//|             if (k < Q - 3) {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const float W_kj = W[k][j];
//|                 const float W_k1_j = W[k + 1][j];
//|                 const float W_k2_j = W[k + 2][j];
//|                 const float W_k3_j = W[k + 3][j];
//|                 for (long i = ii; i < i_end; i++) {
//|                   float Y_ij = Y[i][j];
//|                   Y_ij += X[i][k] * W_kj;
//|                   Y_ij += X[i][k + 1] * W_k1_j;
//|                   Y_ij += X[i][k + 2] * W_k2_j;
//|                   Y_ij += X[i][k + 3] * W_k3_j;
//|                   Y[i][j] = Y_ij;
//|                 }
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 for (long i = ii; i < i_end; i++) {
//|                   float Y_ij = Y[i][j];
//|                   for (long k2 = k; k2 < Q; k2++)
//|                     Y_ij += X[i][k2] * W[k2][j];
//|                   Y[i][j] = Y_ij;
//|                 }
//|             }
//|           }
//|         }
//|       }
//| }
//|
//| /* optimized, for Q <= 15 */
//| static void fc_Q_le_15(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   for (long i = 0; i < Q; i += 4)
//|     for (long k = 0; k < Q; k += 4) {
//|       if (i < Q - 3 && k < Q - 3) {
//|         const float X_ik = X[i][k];
//|         const float X_i_k1 = X[i][k + 1];
//|         const float X_i_k2 = X[i][k + 2];
//|         const float X_i_k3 = X[i][k + 3];
//|         const float X_i1_k = X[i + 1][k];
//|         const float X_i1_k1 = X[i + 1][k + 1];
//|         const float X_i1_k2 = X[i + 1][k + 2];
//|         const float X_i1_k3 = X[i + 1][k + 3];
//|         const float X_i2_k = X[i + 2][k];
//|         const float X_i2_k1 = X[i + 2][k + 1];
//|         const float X_i2_k2 = X[i + 2][k + 2];
//|         const float X_i2_k3 = X[i + 2][k + 3];
//|         const float X_i3_k = X[i + 3][k];
//|         const float X_i3_k1 = X[i + 3][k + 1];
//|         const float X_i3_k2 = X[i + 3][k + 2];
//|         const float X_i3_k3 = X[i + 3][k + 3];
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
//|           Y[i][j] = Y_ij;
//|           float Y_i1_j = Y[i + 1][j];
//|           Y_i1_j += X_i1_k * W_kj;
//|           Y_i1_j += X_i1_k1 * W_k1_j;
//|           Y_i1_j += X_i1_k2 * W_k2_j;
//|           Y_i1_j += X_i1_k3 * W_k3_j;
//|           Y[i + 1][j] = Y_i1_j;
//|           float Y_i2_j = Y[i + 2][j];
//|           Y_i2_j += X_i2_k * W_kj;
//|           Y_i2_j += X_i2_k1 * W_k1_j;
//|           Y_i2_j += X_i2_k2 * W_k2_j;
//|           Y_i2_j += X_i2_k3 * W_k3_j;
//|           Y[i + 2][j] = Y_i2_j;
//|           float Y_i3_j = Y[i + 3][j];
//|           Y_i3_j += X_i3_k * W_kj;
//|           Y_i3_j += X_i3_k1 * W_k1_j;
//|           Y_i3_j += X_i3_k2 * W_k2_j;
//|           Y_i3_j += X_i3_k3 * W_k3_j;
//|           Y[i + 3][j] = Y_i3_j;
//|         }
//|       } else {
//|         #pragma omp simd
//|         for (long j = 0; j < Q; j++) {
//|           if (i >= Q - 3) {
//|             for (long i2 = i; i2 < Q; i2++) {
//|               float Y_i2_j = Y[i2][j];
//|               for (long k2 = k; k2 < polymill_min(Q, k + 4); k2++)
//|                 Y_i2_j += X[i2][k2] * W[k2][j];
//|               Y[i2][j] = Y_i2_j;
//|             }
//|           } else {
//|             float Y_ij = Y[i][j];
//|             for (long k2 = k; k2 < Q; k2++)
//|               Y_ij += X[i][k2] * W[k2][j];
//|             Y[i][j] = Y_ij;
//|             float Y_i1_j = Y[i + 1][j];
//|             for (long k2 = k; k2 < Q; k2++)
//|               Y_i1_j += X[i + 1][k2] * W[k2][j];
//|             Y[i + 1][j] = Y_i1_j;
//|             float Y_i2_j = Y[i + 2][j];
//|             for (long k2 = k; k2 < Q; k2++)
//|               Y_i2_j += X[i + 2][k2] * W[k2][j];
//|             Y[i + 2][j] = Y_i2_j;
//|             float Y_i3_j = Y[i + 3][j];
//|             for (long k2 = k; k2 < Q; k2++)
//|               Y_i3_j += X[i + 3][k2] * W[k2][j];
//|             Y[i + 3][j] = Y_i3_j;
//|           }
//|         }
//|       }
//|     }
//| }
//|
//| /* optimized, for Q <= 960 */
//| static void fc_Q_le_960(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   for (long iii = 0; iii < Q; iii += 64)
//|     for (long kk = 0; kk < Q; kk += 32)
//|       for (long jj = 0; jj < Q; jj += 128) {
//|         const long j_end = polymill_min(Q, jj + 128);
//|         #pragma omp parallel for
//|         for (long ii = iii; ii < polymill_min(Q, iii + 64); ii += 4) {
//|           const long i_end = polymill_min(Q, ii + 4);
//|           for (long k = kk; k < polymill_min(Q, kk + 32); k += 4) {
//|             if (k < Q - 3) {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++) {
//|                 const float W_kj = W[k][j];
//|                 const float W_k1_j = W[k + 1][j];
//|                 const float W_k2_j = W[k + 2][j];
//|                 const float W_k3_j = W[k + 3][j];
//|                 for (long i = ii; i < i_end; i++) {
//|                   float Y_ij = Y[i][j];
//|                   Y_ij += X[i][k] * W_kj;
//|                   Y_ij += X[i][k + 1] * W_k1_j;
//|                   Y_ij += X[i][k + 2] * W_k2_j;
//|                   Y_ij += X[i][k + 3] * W_k3_j;
//|                   Y[i][j] = Y_ij;
//|                 }
//|               }
//|             } else {
//|               #pragma omp simd
//|               for (long j = jj; j < j_end; j++)
//|                 for (long i = ii; i < i_end; i++) {
//|                   float Y_ij = Y[i][j];
//|                   for (long k2 = k; k2 < Q; k2++)
//|                     Y_ij += X[i][k2] * W[k2][j];
//|                   Y[i][j] = Y_ij;
//|                 }
//|             }
//|           }
//|         }
//|       }
//| }
//|
//| /* optimized, for Q <= 60 */
//| static void fc_Q_le_60(int Q, float Y[][Q], float X[][Q], float W[][Q])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < Q; i++) {
//|     #pragma omp simd
//|     for (long j = 0; j < Q; j++)
//|       Y[i][j] = 0;
//|   }
//|   for (long kk = 0; kk < Q; kk += 32)
//|     for (long i = 0; i < Q; i += 4)
//|       for (long k = kk; k < polymill_min(Q, kk + 32); k += 4) {
//|         if (i < Q - 3 && k < Q - 3) {
//|           const float X_ik = X[i][k];
//|           const float X_i_k1 = X[i][k + 1];
//|           const float X_i_k2 = X[i][k + 2];
//|           const float X_i_k3 = X[i][k + 3];
//|           const float X_i1_k = X[i + 1][k];
//|           const float X_i1_k1 = X[i + 1][k + 1];
//|           const float X_i1_k2 = X[i + 1][k + 2];
//|           const float X_i1_k3 = X[i + 1][k + 3];
//|           const float X_i2_k = X[i + 2][k];
//|           const float X_i2_k1 = X[i + 2][k + 1];
//|           const float X_i2_k2 = X[i + 2][k + 2];
//|           const float X_i2_k3 = X[i + 2][k + 3];
//|           const float X_i3_k = X[i + 3][k];
//|           const float X_i3_k1 = X[i + 3][k + 1];
//|           const float X_i3_k2 = X[i + 3][k + 2];
//|           const float X_i3_k3 = X[i + 3][k + 3];
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
//|             Y[i][j] = Y_ij;
//|             float Y_i1_j = Y[i + 1][j];
//|             Y_i1_j += X_i1_k * W_kj;
//|             Y_i1_j += X_i1_k1 * W_k1_j;
//|             Y_i1_j += X_i1_k2 * W_k2_j;
//|             Y_i1_j += X_i1_k3 * W_k3_j;
//|             Y[i + 1][j] = Y_i1_j;
//|             float Y_i2_j = Y[i + 2][j];
//|             Y_i2_j += X_i2_k * W_kj;
//|             Y_i2_j += X_i2_k1 * W_k1_j;
//|             Y_i2_j += X_i2_k2 * W_k2_j;
//|             Y_i2_j += X_i2_k3 * W_k3_j;
//|             Y[i + 2][j] = Y_i2_j;
//|             float Y_i3_j = Y[i + 3][j];
//|             Y_i3_j += X_i3_k * W_kj;
//|             Y_i3_j += X_i3_k1 * W_k1_j;
//|             Y_i3_j += X_i3_k2 * W_k2_j;
//|             Y_i3_j += X_i3_k3 * W_k3_j;
//|             Y[i + 3][j] = Y_i3_j;
//|           }
//|         } else {
//|           #pragma omp parallel for
//|           for (long j = 0; j < Q; j++) {
//|             if (i >= Q - 3) {
//|               for (long i2 = i; i2 < Q; i2++) {
//|                 float Y_i2_j = Y[i2][j];
//|                 for (long k2 = k; k2 < polymill_min(Q, k + 4); k2++)
//|                   Y_i2_j += X[i2][k2] * W[k2][j];
//|                 Y[i2][j] = Y_i2_j;
//|               }
//|             } else {
//|               float Y_ij = Y[i][j];
//|               for (long k2 = k; k2 < Q; k2++)
//|                 Y_ij += X[i][k2] * W[k2][j];
//|               Y[i][j] = Y_ij;
//|               float Y_i1_j = Y[i + 1][j];
//|               for (long k2 = k; k2 < Q; k2++)
//|                 Y_i1_j += X[i + 1][k2] * W[k2][j];
//|               Y[i + 1][j] = Y_i1_j;
//|               float Y_i2_j = Y[i + 2][j];
//|               for (long k2 = k; k2 < Q; k2++)
//|                 Y_i2_j += X[i + 2][k2] * W[k2][j];
//|               Y[i + 2][j] = Y_i2_j;
//|               float Y_i3_j = Y[i + 3][j];
//|               for (long k2 = k; k2 < Q; k2++)
//|                 Y_i3_j += X[i + 3][k2] * W[k2][j];
//|               Y[i + 3][j] = Y_i3_j;
//|             }
//|           }
//|         }
//|       }
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
//|     } else if (Q <= 960) {
//|       fc_Q_le_960(Q, Y, X, W);
//|     } else {
//|       fc_default(Q, Y, X, W);
//|     }
//| }
