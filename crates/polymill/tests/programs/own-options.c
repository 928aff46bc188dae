// cc -O2
// left: __attribute__((optimize))
// A function may be compiled with other flags than the file.
#include <limits.h>
#include <stdio.h>

int v[100];

__attribute__((noinline, optimize("wrapv"))) void kernel(int m)
{
  for (int i = 0; i < 100; i++)
    if (m + i > m)
      v[i] += i;
}

int main(void)
{
  kernel(INT_MAX - 50);
  printf("%d\n", v[40] + v[60]);
}
