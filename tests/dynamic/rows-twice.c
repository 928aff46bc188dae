// test opt --max-versions=4
// The same, for rows that are gone through again and again: no test, as it might look at rows that the source never reads.
void scale(int m, int n, const int row[restrict n + 1], const double d[restrict n], double val[restrict])
{
#pragma scop
  for (int t = 0; t < m; t++)
    for (int i = 0; i < n; i++)
      for (int k = row[i]; k < row[i + 1]; k++)
        val[k] *= d[i];
#pragma endscop
}
//| // test opt --max-versions=4
//| // The same, for rows that are gone through again and again: no test, as it might look at rows that the source never reads.
//| void scale(int m, int n, const int row[restrict n + 1], const double d[restrict n], double val[restrict])
//| {
//| #pragma scop
//|   for (int t = 0; t < m; t++)
//|     for (int i = 0; i < n; i++)
//|       for (int k = row[i]; k < row[i + 1]; k++)
//|         val[k] *= d[i];
//| #pragma endscop
//| }
