// test verify disambiguate privatize forward dataflow schedule place vectorize contract
// Pointers that are set in loops, walk along rows, or count loops.
void set(int n, int m, double *a, double *x, double *y)
{
  double *row;
  for (int i = 0; i < n; i++) {
    row = &a[i * m];
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] += row[j] * x[j];
  }
}
void walk(int n, int m, double **a, double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double *row = a[i];
    double s = 0;
    for (int j = 0; j < m; j++)
      s += *row++ * x[j];
    y[i] = s;
  }
}
void stride(int n, int m, double *a, int offset)
{
  double *p = a;
  for (int i = 0; i < n; i++, p += m) {
    for (int j = 0; j < m; j++)
      p[j] = p[j] * 0.5;
  }
}
void to_end(int n, double *x, double *y, double *z)
{
  double *end = x + n;
  while (x < end)
    *z++ = *x++ + *y++;
}
void down(int n, double *x, double *y)
{
  double *p;
  for (p = x + n - 1; p >= x; --p)
    *y++ = *p * 3;
}
void threshold(int w, int h, unsigned char *src, unsigned char *dst)
{
  for (int y = 0; y < h; y++) {
    unsigned char *s = src + y * w, *e = s + w, *d = dst + y * w;
    while (s < e) {
      int v = *s++;
      *d++ = v > 100 ? 255 : 0;
    }
  }
}
//| set_default: legal, replayed
//| set_disjoint: legal, replayed
//| set_disjoint_and_work_le_262144: legal, replayed
//| set_disjoint_and_work_le_529: legal, replayed
//| walk_default: legal, replayed
//| walk_disjoint: legal, replayed
//| walk_disjoint_and_work_le_262144: legal, replayed
//| walk_disjoint_and_work_le_2916: legal, replayed
//| stride_default: legal, replayed
//| stride_work_le_9216: legal, replayed
//| to_end_default: legal, replayed
//| to_end_disjoint: legal, replayed
//| to_end_disjoint_and_n_le_3456: legal, replayed
//| down_default: legal, replayed
//| down_disjoint: legal, replayed
//| down_disjoint_and_n_le_5120: legal, replayed
//| threshold_default: legal, replayed
//| threshold_disjoint: legal, replayed
//| threshold_disjoint_and_work_le_28224: legal, replayed
