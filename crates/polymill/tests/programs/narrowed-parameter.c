// cc -O2
// cc -O2 --polymill-max-versions=1
// The conversion of `m` to a narrower type is a test of all 64 bits.
#include <stdio.h>

int v[6000], w[6000];

void kernel(unsigned long long m)
{
  for (int i = 0; i < 3000; i++)
    for (int k = 0; k < (short)m; k++)
      v[k] += w[k] * i;
}

int main(void)
{
  for (int k = 0; k < 6000; k++)
    w[k] = k % 7;
  kernel(5000);
  kernel(0x8000000000000000ull + 5000);
  long sum = 0;
  for (int k = 0; k < 6000; k++)
    sum += v[k] * (k % 3 + 1L);
  printf("%ld\n", sum);
}
