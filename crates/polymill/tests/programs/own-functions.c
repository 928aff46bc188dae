// cc -O2 -fno-builtin
// left: nothing says that it has no side effects
// cc -O2 -fno-builtin-floor
// left: nothing says that it has no side effects
// A function that has a library function's name, and counts its calls.
#include <stdio.h>

double floor(double);
double counted(double x);
double v[100];
int n_calls;

__attribute__((noinline)) void kernel(void)
{
  for (int i = 0; i < 100; i++)
    v[i] = floor(v[i]) + n_calls;
}

int main(void)
{
  kernel();
  double sum = 0;
  for (int i = 0; i < 100; i++)
    sum = sum * 0.5 + v[i];
  printf("%g\n", sum);
}

extern __typeof__(floor) replaced __asm__("floor");
double replaced(double x)
{
  n_calls++;
  return x + 1;
}
