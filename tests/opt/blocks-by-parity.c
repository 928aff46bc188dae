// test opt
// Which blocks of the loop over `k` are full depends on whether `r` is odd: they are unrolled all the same.
short h[63], in[200000], out[200000];

static void filter(const short *h, int n_taps)
{
  for (int n = n_taps - 1; n < 200000; n++) {
    int sum = 1 << 14;
    for (int k = n_taps; k > 0; k--)
      sum += h[n_taps - k] * in[n - n_taps + k];
    out[n] = sum;
  }
}

void filter_often(void)
{
  for (int r = 0; r < 70; r++)
    filter(h, 63 - r % 2);
}
