// cc -O2 --polymill-tile-sizes=2,3,4
// Writes that nobody reads share a variable with the one that is read.
#include <stdio.h>

int a, b = -1;

__attribute__((noinline)) void kernel(void)
{
  int d;
  for (a = 0; a <= 1; a++) {
    int e[3];
    for (d = 0; d < 3; d++)
      e[d] = 15 + d;
    b &= e[2];
  }
}

int main(void)
{
  kernel();
  printf("%d %d\n", a, b);
}
