// cc -O2 -fwrapv
// left: -fwrapv
// cc -O2 -fno-strict-overflow
// left: -fno-strict-overflow
// cc -O2 -fwrapv -fno-wrapv
// `m + i > m` is no `i > 0` where signed integers wrap; where they do not, only the first call counts.
#include <limits.h>
#include <stdio.h>

int v[100];

__attribute__((noinline)) void kernel(int m)
{
  for (int i = 0; i < 100; i++)
    if (m + i > m)
      v[i] += i;
}

int main(int argc, char **argv)
{
  int wraps = INT_MAX;
  if (wraps + argc < wraps)
    kernel(INT_MAX - 50 * argc);
  kernel(5);
  long sum = 0;
  for (int i = 0; i < 100; i++)
    sum = sum * 7 + v[i];
  printf("%ld\n", sum);
}
