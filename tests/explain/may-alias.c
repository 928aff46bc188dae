// test explain --remarks
void add(int n, const double *a, double *b)
{
  for (int i = 0; i < n; i++) // remark: `add`: no loop runs in parallel // remark: loop over `i`: not parallel
    b[i] += a[i];
}
