// test opt --occupancy=1 --grid=2,4
// The loops that run on a grid of two dimensions share all threads, where nothing stands between them.
void scale(int n, int m, int o, double A[restrict n][m][o])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < o; k++)
        A[i][j][k] *= 2;
#pragma endscop
}
//| /* optimized */
//| static void scale_default(int n, int m, int o, double A[restrict][m][o])
//| {
//|   #pragma omp parallel for collapse(2)
//|   for (long i = 0; i < n; i += 8)
//|     for (long j = 0; j < m; j++) {
//|       if (i < n - 7) {
//|         #pragma omp simd
//|         for (long k = 0; k < o; k++) {
//|           A[i][j][k] *= 2;
//|           A[i + 1][j][k] *= 2;
//|           A[i + 2][j][k] *= 2;
//|           A[i + 3][j][k] *= 2;
//|           A[i + 4][j][k] *= 2;
//|           A[i + 5][j][k] *= 2;
//|           A[i + 6][j][k] *= 2;
//|           A[i + 7][j][k] *= 2;
//|         }
//|       } else {
//|         #pragma omp simd
//|         for (long k = 0; k < o; k++)
//|           for (long i2 = i; i2 < n; i2++)
//|             A[i2][j][k] *= 2;
//|       }
//|     }
//| }
//|
//| /* optimized, for n <= 8 */
//| static void scale_n_le_8(int n, int m, int o, double A[restrict][m][o])
//| {
//|   if (n > 0) {
//|     #pragma omp parallel for
//|     for (long j = 0; j < m; j++) {
//|       if (n == 8) {
//|         for (long k = 0; k < o; k++) {
//|           A[0][j][k] *= 2;
//|           A[1][j][k] *= 2;
//|           A[2][j][k] *= 2;
//|           A[3][j][k] *= 2;
//|           A[4][j][k] *= 2;
//|           A[5][j][k] *= 2;
//|           A[6][j][k] *= 2;
//|           A[7][j][k] *= 2;
//|         }
//|       } else {
//|         for (long k = 0; k < o; k++)
//|           for (long i = 0; i < n; i++)
//|             A[i][j][k] *= 2;
//|       }
//|     }
//|   }
//| }
//|
//| /* optimized, for m <= 3 */
//| static void scale_m_le_3(int n, int m, int o, double A[restrict][m][o])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i += 8)
//|     for (long j = 0; j < m; j++) {
//|       if (i < n - 7) {
//|         for (long k = 0; k < o; k++) {
//|           A[i][j][k] *= 2;
//|           A[i + 1][j][k] *= 2;
//|           A[i + 2][j][k] *= 2;
//|           A[i + 3][j][k] *= 2;
//|           A[i + 4][j][k] *= 2;
//|           A[i + 5][j][k] *= 2;
//|           A[i + 6][j][k] *= 2;
//|           A[i + 7][j][k] *= 2;
//|         }
//|       } else {
//|         for (long k = 0; k < o; k++)
//|           for (long i2 = i; i2 < n; i2++)
//|             A[i2][j][k] *= 2;
//|       }
//|     }
//| }
//|
//| /* optimized, for m = 1 and n <= 8 */
//| static void scale_m_eq_1_and_n_le_8(int n, int m, int o, double A[restrict][m][o])
//| {
//|   if (n > 0) {
//|     if (n == 8) {
//|       #pragma omp parallel for
//|       for (long k = 0; k < o; k++) {
//|         A[0][0][k] *= 2;
//|         A[1][0][k] *= 2;
//|         A[2][0][k] *= 2;
//|         A[3][0][k] *= 2;
//|         A[4][0][k] *= 2;
//|         A[5][0][k] *= 2;
//|         A[6][0][k] *= 2;
//|         A[7][0][k] *= 2;
//|       }
//|     } else {
//|       #pragma omp parallel for
//|       for (long k = 0; k < o; k++)
//|         for (long i = 0; i < n; i++)
//|           A[i][0][k] *= 2;
//|     }
//|   }
//| }
//|
//| /* optimized, for o <= 3 and n <= 8 */
//| static void scale_o_le_3_and_n_le_8(int n, int m, int o, double A[restrict][m][o])
//| {
//|   if (n > 0) {
//|     #pragma omp parallel for
//|     for (long j = 0; j < m; j++) {
//|       if (n == 8) {
//|         #pragma omp simd
//|         for (long k = 0; k < o; k++) {
//|           A[0][j][k] *= 2;
//|           A[1][j][k] *= 2;
//|           A[2][j][k] *= 2;
//|           A[3][j][k] *= 2;
//|           A[4][j][k] *= 2;
//|           A[5][j][k] *= 2;
//|           A[6][j][k] *= 2;
//|           A[7][j][k] *= 2;
//|         }
//|       } else {
//|         #pragma omp simd
//|         for (long k = 0; k < o; k++)
//|           for (long i = 0; i < n; i++)
//|             A[i][j][k] *= 2;
//|       }
//|     }
//|   }
//| }
//|
//| /* optimized, for o <= 3 and m <= 3 */
//| static void scale_o_le_3_and_m_le_3(int n, int m, int o, double A[restrict][m][o])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i += 8)
//|     for (long j = 0; j < m; j++) {
//|       if (i < n - 7) {
//|         #pragma omp simd
//|         for (long k = 0; k < o; k++) {
//|           A[i][j][k] *= 2;
//|           A[i + 1][j][k] *= 2;
//|           A[i + 2][j][k] *= 2;
//|           A[i + 3][j][k] *= 2;
//|           A[i + 4][j][k] *= 2;
//|           A[i + 5][j][k] *= 2;
//|           A[i + 6][j][k] *= 2;
//|           A[i + 7][j][k] *= 2;
//|         }
//|       } else {
//|         #pragma omp simd
//|         for (long k = 0; k < o; k++)
//|           for (long i2 = i; i2 < n; i2++)
//|             A[i2][j][k] *= 2;
//|       }
//|     }
//| }
//|
//| /* optimized, for o = 1 and m = 1 and n <= 8 */
//| static void scale_o_eq_1_and_m_eq_1_and_n_le_8(int n, int m, int o, double A[restrict][m][o])
//| {
//|   if (n > 0) {
//|     if (n >= 8) {
//|       A[0][0][0] *= 2;
//|       A[1][0][0] *= 2;
//|       A[2][0][0] *= 2;
//|       A[3][0][0] *= 2;
//|       A[4][0][0] *= 2;
//|       A[5][0][0] *= 2;
//|       A[6][0][0] *= 2;
//|       A[7][0][0] *= 2;
//|     } else {
//|       for (long i = 0; i < n; i++)
//|         A[i][0][0] *= 2;
//|     }
//|   }
//| }
//|
//| // test opt --occupancy=1 --grid=2,4
//| // The loops that run on a grid of two dimensions share all threads, where nothing stands between them.
//| void scale(int n, int m, int o, double A[restrict n][m][o])
//| {
//|   if (n <= 8 && m == 1 && o == 1) {
//|     scale_o_eq_1_and_m_eq_1_and_n_le_8(n, m, o, A);
//|   } else if (n <= 8 && m == 1) {
//|     scale_m_eq_1_and_n_le_8(n, m, o, A);
//|   } else if (n <= 8 && o <= 3) {
//|     scale_o_le_3_and_n_le_8(n, m, o, A);
//|   } else if (n <= 8) {
//|     scale_n_le_8(n, m, o, A);
//|   } else if (m <= 3 && o <= 3) {
//|     scale_o_le_3_and_m_le_3(n, m, o, A);
//|   } else if (m <= 3) {
//|     scale_m_le_3(n, m, o, A);
//|   } else {
//|     scale_default(n, m, o, A);
//|   }
//| }
