// test verify disambiguate privatize forward dataflow schedule place unroll vectorize prefetch contract
// What is assumed of the inner loop says more of how far the outer one goes than the size of an array does.
void kernel(double B[restrict 1], double C[restrict 2][1], double D[restrict 27][12][12], const long idx[restrict 1])
{
#pragma scop
  for (int j = 0; j <= idx[0]; j++) {
    C[0][0] = D[0][j][0];
    for (int k = 2; k != 12 - j; k++)
      B[0] = 1;
  }
#pragma endscop
}
//| kernel: legal, replayed
