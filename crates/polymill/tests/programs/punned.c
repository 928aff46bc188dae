// cc -O2 -fno-strict-aliasing
// cc -O1
// Objects of different types may overlap, and do.
#include <stdio.h>

float a[1000];

__attribute__((noinline)) void kernel(int n, float *restrict x, int *y, short *z)
{
  for (int i = 1; i < n; i++) {
    y[i] = z[i] + 1;
    z[2 * i + 1] = y[i - 1];
  }
}

int main(void)
{
  for (int i = 0; i < 1000; i++)
    a[i] = i * 0.5f;
  kernel(400, a, (int *)a + 7, (short *)a + 5);
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    sum = sum * 7 + ((unsigned short *)a)[i];
  printf("%ld\n", sum);
}
