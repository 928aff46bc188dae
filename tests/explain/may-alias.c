// test explain --remarks
void add(int n, const double *a, double *b)
{
  for (int i = 0; i < n; i++) // remark: `add`: left as written // remark: `add_default`, for arrays that overlap: left as written // remark: loop over `i`: not parallel
    b[i] += a[i];
}
