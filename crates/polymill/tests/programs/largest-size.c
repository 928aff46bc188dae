// cc -O2
// cc -O2 --polymill-max-versions=1
// cc -O2 --polymill-tile-sizes=2,3,4
// The largest `size_t` is no negative number, and a loop that has another end reaches that.
#include <stdint.h>
#include <stdio.h>

unsigned a[30];
short g[48][56];

void kernel(size_t n, unsigned char m)
{
  for (size_t i = 1; i < m + 1; ++i)
    for (signed char j = 0; j < 24 && j < n; j += 3)
      a[j] |= g[j + 8][j & 31];
}

int main(void)
{
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 56; j++)
      g[i][j] = i * 31 + j * 17 & 255;
  kernel(SIZE_MAX, 24);
  unsigned sum = 0;
  for (int i = 0; i < 30; i++)
    sum = sum * 31 + a[i];
  printf("%u\n", sum);
}
