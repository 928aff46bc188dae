// test verify disambiguate privatize forward dataflow schedule place vectorize contract
// Rows of matrices, planes of rows, and pointers that stores may change.
void product(int n, double **c, double **a, double **b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}
void cube(int n, float ***to, float ***from)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        to[i][j][k] = from[i][j][k] + from[i - 1][j][k] + from[i][j + 1][k];
}
void copy(int n, int m, unsigned char **to, unsigned char **from)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i][j] = from[i][j];
}
//| product_default: the source's code
//| product_disjoint: legal, replayed
//| product_disjoint_and_n_le_124: legal, replayed
//| product_disjoint_and_n_le_68: legal, replayed
//| product_disjoint_and_n_le_7: legal, replayed
//| cube_default: the source's code
//| cube_disjoint: legal, replayed
//| cube_disjoint_and_n_le_18: legal, replayed
//| copy_default: the source's code
//| copy_disjoint: legal, replayed
//| copy_disjoint_and_work_le_11664: legal, replayed
