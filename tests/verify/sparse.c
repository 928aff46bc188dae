// test verify disambiguate privatize forward dataflow schedule place vectorize contract
void multiply(int n, int m, const int *row, const int *column, const double *value, double *x, const double *z, double *y)
{
  for (int i = 0; i < n; i++) {
    double sum = z[i];
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * (x[column[k]] + z[column[k]]);
    y[i] = sum;
  }
  for (int i = 0; i < m; i++)
    x[i] = 0.5 * y[i];
}
//| multiply_default: legal, replayed
//| multiply_disjoint: legal, replayed
//| multiply_disjoint_and_work_le_2720: legal, replayed
