// cc -O2
// says: may set `errno`
// cc -O2 -fno-math-errno
// What functions of `math.h` leave in `errno` is seen.
#include <errno.h>
#include <math.h>
#include <stdio.h>

double v[1000];

__attribute__((noinline)) void kernel(double *restrict out)
{
  for (int i = 0; i < 1000; i++)
    out[i] = log(v[i]);
}

int main(void)
{
  static double out[1000];
  for (int i = 0; i < 1000; i++)
    v[i] = i < 990 ? i + 1 : -1;
  errno = 0;
  kernel(out);
#ifndef __NO_MATH_ERRNO__
  printf("%d\n", errno == EDOM);
#endif
  printf("%.3f\n", out[500]);
}
