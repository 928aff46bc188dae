// test verify disambiguate borders privatize forward dataflow schedule place vectorize contract
// Grids whose borders meet.
void row(int n, double a[n], double b[n])
{
  for (int j = 0; j < n; j++) {
    int jm = (j - 1 + n) % n, jp = (j + 1) % n;
    b[j] = a[jm] + a[jp] - 2 * a[j];
  }
}
void grid(int n, int m, double *a, double *b)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[((i + 1) % n) * m + j] + a[((i + n - 1) % n) * m + j]
                     + a[i * m + (j + 1) % m] + a[i * m + (j - 1 + m) % m];
}
void constant(double a[30][40], double b[30][40])
{
  for (unsigned i = 0; i < 30; i++)
    for (unsigned j = 0; j < 40; j++)
      b[i][j] = a[(i + 1) % 30][j] + a[i][(j + 39) % 40];
}
//| row_default: legal, replayed
//| row_disjoint: legal, replayed
//| row_disjoint_and_n_le_4864: legal, replayed
//| grid_default: legal, replayed
//| grid_disjoint: legal, replayed
//| grid_disjoint_and_work_le_14400: legal, replayed
//| constant: legal, replayed
