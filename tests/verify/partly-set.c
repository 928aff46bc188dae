// test verify disambiguate privatize forward dataflow schedule place unroll vectorize prefetch contract share
// Only some elements of `v` are set in each iteration, and data say which: what is left of earlier iterations is nobody's value.
void kernel(int n, double *restrict h, const double *restrict w)
{
  for (int t = 0; t < n; t++) {
    double v[16];
    int i;
    for (i = 0; i < 8; i++)
      v[i] = h[16 * t + i];
    for (; i < 16 && w[i] > 0.0; i++)
      v[i] = w[16 * t + i - 8];
    for (int k = 0; k < 16; k++)
      h[16 * t + k] = k < i ? v[k] : 0;
  }
}
//| kernel_default: legal, replayed
//| kernel_n_le_76: legal, replayed
