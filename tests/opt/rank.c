// test opt --rank=9 --max-versions=1
// There are no ten orders to choose from: after the last one comes the order as written.
void scale(int n, int m, double A[restrict n][m], double B[restrict n][m])
{
#pragma scop
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      A[j][i] = 2.0 * B[j][i];
#pragma endscop
}
//| // test opt --rank=9 --max-versions=1
//| // There are no ten orders to choose from: after the last one comes the order as written.
//| void scale(int n, int m, double A[restrict n][m], double B[restrict n][m])
//| {
//| #pragma scop
//|   for (int i = 0; i < m; i++)
//|     for (int j = 0; j < n; j++)
//|       A[j][i] = 2.0 * B[j][i];
//| #pragma endscop
//| }
