// test executors
// What padding would read or compute might not be there: there are no executors.
void packed(int n, const int row[restrict n + 1], const int col[restrict], const double val[restrict],
            const double triangle[restrict], double y[restrict n])
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += val[k] * triangle[i * (i + 1) / 2 + col[k]];
}
void guarded(int n, const int row[restrict n + 1], const int col[restrict], const double val[restrict],
             const double x[restrict], double y[restrict n])
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += col[k] >= 0 ? val[k] * x[col[k]] : 0;
}
void divided(int n, const int row[restrict n + 1], const int col[restrict], const double val[restrict],
             double y[restrict n])
{
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += val[k] * (100 / (col[k] - i));
}
