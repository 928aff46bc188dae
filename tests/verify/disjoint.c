// test verify disambiguate privatize forward dataflow schedule place vectorize contract
void add(int n, int m, double A[n][m], double B[m][n], const double *x)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[j][i] += A[i][j] * x[j];
}
//| add_default: legal, replayed
//| add_disjoint: legal, replayed
//| add_disjoint_and_work_le_3136: legal, replayed
