// test explain --remarks
void add(int n, const double *a, double *b)
{
  for (int i = 0; i < n; i++) // remark: `add`: 1 loop runs in parallel // remark: `add_disjoint_and_n_le_5120`, for n <= 5120: left as written // remark: loop over `i`: parallel
    b[i] += a[i];
}
