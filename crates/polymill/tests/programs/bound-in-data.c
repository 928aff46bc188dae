// cc -O2 --polymill-strategy=original
// What would have to be assumed of a bound that is in data cannot be tested before the loop.
#include <stdio.h>

double A[99];

__attribute__((noinline)) void kernel(double A[99], const int idx[9])
{
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < idx[i]; j += 2)
      for (int k = j; k < 8; k++)
        A[k] += 7;
}

int main(void)
{
  int idx[9] = {1, 5, 0, 7, 8, 3, 2, 9, 1};
  kernel(A, idx);
  double sum = 0;
  for (int i = 0; i < 99; i++)
    sum = sum * 0.5 + A[i];
  printf("%.17g\n", sum);
}
