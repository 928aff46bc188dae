/* Loops over the rows of sparse matrices, for formats-main.c. */

void multiply(int n, const int row[restrict], const int col[restrict], const double val[restrict],
              const double x[restrict], double y[restrict])
{
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}

/* Columns are counted from 1, the result is added to what is there, and an element has a weight of its own. Parameters have
 * names that the inspector would like to use. */
void accumulate(long length, const long row[restrict], const int column[restrict], const float weight[restrict],
                const short known[restrict], const float k[restrict], float end[restrict])
{
  for (long i = 0; i < length; i++)
    for (long j = row[i]; j < row[i + 1]; j++)
      end[i] = end[i] - weight[j] * known[j] * k[column[j] - 1];
}

/* Parameters have the names of what executors count. */
void scale(int i, int k, int strip, int element, const int row[restrict], const int col[restrict],
           const double places[restrict], const double first[restrict], double offset[restrict])
{
  for (int r = 0; r < i; r++)
    for (int e = row[r]; e < row[r + 1]; e++)
      offset[r] += places[e] * first[col[e]] * (k + 10 * strip - element);
}
