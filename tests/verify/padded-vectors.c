// test verify --reassociate --sequential --max-versions=1 privatize dataflow reassociate schedule vectorize pack contract
// Vectors are filled in part along the borders of triangles, wherever these begin.
void lower(int n, int m, double C[restrict n][n], double A[restrict n][m], double B[restrict m][n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i - 5; j++)
      for (int k = 0; k < m; k++)
        C[i][j] += A[i][k] * B[k][j];
#pragma endscop
}

void upper(int n, int m, float C[restrict n][n], float A[restrict m][n])
{
#pragma scop
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = 0; k < m; k++)
        C[i][j] += A[k][i] * A[k][j];
#pragma endscop
}
//| lower: legal, replayed
//| upper: legal, replayed
