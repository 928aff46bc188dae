// test verify inspect disambiguate privatize forward dataflow schedule place vectorize contract
void two(int N, const long idx[restrict N], double y[restrict 2 * N - 4][N], double V[restrict N - 11])
{
#pragma scop
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < idx[N - 1]; j++)
      V[0] = 1;
    for (int j = 0; j < idx[i]; j++)
      y[idx[j]][i] += 1;
  }
#pragma endscop
}
//| two_default: legal, replayed
//| two_even: legal, replayed
//| two_N_le_100: legal, replayed
//| two_even_and_even_1: legal, replayed
//| two_even_and_N_le_100: legal, replayed
//| two_even_and_even_1_and_N_le_100: legal, replayed
