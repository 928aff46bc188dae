// test explain --remarks
void smooth(int n, double A[n][n], double s[n])
{
#pragma scop
  for (int i = 1; i < n - 1; i++) // remark: `smooth_n_le_272`, for n <= 272: left as written // remark: taken not to overlap // remark: `smooth`: 2 loops // remark: loop over `i`: not parallel
    for (int j = 1; j < n - 1; j++) // remark: loop over `j`: parallel in wavefronts
      A[i][j] = 0.25 * (A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]);
  for (int i = 0; i < n; i++) // remark: loop over `i`: parallel
    s[i] = A[i][0];
#pragma endscop
}
