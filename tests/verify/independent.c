// test verify disambiguate privatize forward dataflow schedule place unroll vectorize prefetch contract
// The replay takes data for which what is promised holds.
void scatter(int n, int m, const int idx[restrict n], double a[restrict n])
{
  for (int t = 0; t < m; t++) {
#pragma polymill independent
    for (int i = 0; i < n; i++)
      a[idx[i]] = a[idx[i]] / (2.0 + a[idx[i]]);
  }
}
//| scatter: legal, replayed
