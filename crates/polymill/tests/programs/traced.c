// cc -O2 --polymill-dispatch=trace
// The code that counts versions compiles after preprocessing, too.
#include <stdio.h>

double A[100][100];

__attribute__((noinline)) void kernel(int n)
{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = A[i - 1][j] + 3;
}

int main(void)
{
  kernel(100);
  printf("%g\n", A[99][5]);
}
