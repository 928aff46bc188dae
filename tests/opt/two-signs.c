// test opt
// A bound with two signs in a row.
void triangle(int n, double A[restrict n - 2][n - 2][2])
{
#pragma scop
  for (int i = 0; i < n; i += 3)
    for (int j = n; j >= i; j--)
      A[i][0][0] -= 1;
#pragma endscop
}
//| // test opt
//| // A bound with two signs in a row.
//| void triangle(int n, double A[restrict n - 2][n - 2][2])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i += 8)
//|     if (8 * i + i % 24 < 8L * n - 7)
//|       for (long j = n; j >= -(-9 * i / 8) - 3 * (i / 24); j--) {
//|         A[i - (i + 2) % 3 + 2][0][0] -= 1;
//|         if (8 * i + i % 24 < 8L * n - 31 && 8 * j > 8 * i + i % 24 + 23) {
//|           A[i - (i + 2) % 3 + 5][0][0] -= 1;
//|           if (8 * i + i % 24 < 8L * n - 55 && 8 * j > 8 * i + i % 24 + 47 && i % 24 <= 8)
//|             A[i - (i + 2) % 3 + 8][0][0] -= 1;
//|         }
//|       }
//| }
