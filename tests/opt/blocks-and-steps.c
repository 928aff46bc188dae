// test opt --max-versions=1
// Blocks of a loop whose step does not divide them.
void triangle(int n, double A[restrict n - 2][n - 2][2])
{
#pragma scop
  for (int i = 0; i < n; i += 3)
    for (int j = n; j >= i; j--)
      A[i][0][0] -= 1;
#pragma endscop
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| // test opt --max-versions=1
//| // Blocks of a loop whose step does not divide them.
//| void triangle(int n, double A[restrict n - 2][n - 2][2])
//| {
//|   #pragma omp parallel for schedule(static, 1)
//|   for (long i = 0; i < 8 * ((n - 1) / 24) + 8; i += 8) {
//|     if (3 * i < n - 21) {
//|       double A_3i_0_0 = A[3 * i][0][0];
//|       double A_3i3_0_0 = A[3 * i + 3][0][0];
//|       double A_3i6_0_0 = A[3 * i + 6][0][0];
//|       double A_3i9_0_0 = A[3 * i + 9][0][0];
//|       double A_3i12_0_0 = A[3 * i + 12][0][0];
//|       double A_3i15_0_0 = A[3 * i + 15][0][0];
//|       double A_3i18_0_0 = A[3 * i + 18][0][0];
//|       double A_3i21_0_0 = A[3 * i + 21][0][0];
//|       for (long j = n; j >= 3 * i + 21; j--) {
//|         A_3i_0_0 -= 1;
//|         A_3i3_0_0 -= 1;
//|         A_3i6_0_0 -= 1;
//|         A_3i9_0_0 -= 1;
//|         A_3i12_0_0 -= 1;
//|         A_3i15_0_0 -= 1;
//|         A_3i18_0_0 -= 1;
//|         A_3i21_0_0 -= 1;
//|       }
//|       A[3 * i][0][0] = A_3i_0_0;
//|       A[3 * i + 3][0][0] = A_3i3_0_0;
//|       A[3 * i + 6][0][0] = A_3i6_0_0;
//|       A[3 * i + 9][0][0] = A_3i9_0_0;
//|       A[3 * i + 12][0][0] = A_3i12_0_0;
//|       A[3 * i + 15][0][0] = A_3i15_0_0;
//|       A[3 * i + 18][0][0] = A_3i18_0_0;
//|       A[3 * i + 21][0][0] = A_3i21_0_0;
//|     }
//|     for (long i2 = i; i2 <= polymill_min(i + 6, (n - 1) / 3); i2++) {
//|       if (3 * i < n - 21) {
//|         double A_3i2_0_0 = A[3 * i2][0][0];
//|         for (long j = 3 * i + 20; j >= 3 * i2; j--)
//|           A_3i2_0_0 -= 1;
//|         A[3 * i2][0][0] = A_3i2_0_0;
//|       } else {
//|         double A_3i2_0_0 = A[3 * i2][0][0];
//|         for (long j = n; j >= 3 * i2; j--)
//|           A_3i2_0_0 -= 1;
//|         A[3 * i2][0][0] = A_3i2_0_0;
//|       }
//|     }
//|   }
//| }
