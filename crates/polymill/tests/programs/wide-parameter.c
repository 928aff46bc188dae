// cc -O2 --polymill-strategy=original
// What is assumed of one parameter says nothing of another one beyond its 64 bits.
#include <stdio.h>

int a[14];

__attribute__((noinline)) void kernel(unsigned q, long l)
{
  for (int c = 1; c <= 7; c++)
    a[q + 4] ^= (1 != l) + c;
}

int main(void)
{
  kernel(-3u, 5);
  kernel(2, -1);
  long sum = 0;
  for (int i = 0; i < 14; i++)
    sum = sum * 7 + a[i];
  printf("%ld\n", sum);
}
