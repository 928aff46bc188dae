// cc -O2
// left: fesetround
// cc -O2 -frounding-math
// left: -frounding-math
// Each thread rounds as it is told.
#include <fenv.h>
#include <stdio.h>

double v[1000];

__attribute__((noinline)) void kernel(double x)
{
  for (int i = 0; i < 1000; i++)
    v[i] = v[i] * 0.1 + x / 3;
}

int main(void)
{
  kernel(1);
  fesetround(FE_UPWARD);
  kernel(2);
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += v[i];
  printf("%.17g\n", sum);
}
