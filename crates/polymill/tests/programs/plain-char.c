// cc -O2
// cc -O2 -funsigned-char
// cc -O2 -fno-signed-char
// cc -O2 -fsigned-char
// Whether `char` has a sign is up to the machine and to flags.
#include <stdio.h>

int v[600], w[400][400];

__attribute__((noinline)) void kernel(int m)
{
  for (int i = 0; i < 300; i++)
    for (int k = 0; k < 300; k++)
      if (i > (char)200)
        v[i + (char)130 + 128] += w[k][i] * m + (char)(i + m);
}

int main(void)
{
  for (int i = 0; i < 400; i++)
    for (int k = 0; k < 400; k++)
      w[i][k] = i * k % 13;
  kernel(3);
  long sum = 0;
  for (int i = 0; i < 600; i++)
    sum = sum * 7 + v[i];
  printf("%ld\n", sum);
}
