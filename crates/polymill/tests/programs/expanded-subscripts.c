// cc -O2 -ffp-contract=off --polymill-max-versions=1
// A function that is expanded in place reads an element that its argument chooses.
#include <stdio.h>

float g[48][56];
int row[400];
unsigned char byte[400];

__attribute__((pure)) int chosen(int x)
{
  return byte[x & 127] + row[(x + 3) & 127];
}

void kernel(short n)
{
  for (signed char k = 0; k < 25; k++) {
    g[k][k] += 1;
    for (unsigned short i = 0; i < 36; i++)
      for (long j = i; j <= n; j++)
        g[i & 31][10 + i - j] = chosen(k & 63) * 0.5;
  }
}

int main(void)
{
  for (int i = 0; i < 400; i++) {
    row[i] = i * 37 & 127;
    byte[i] = i * 11;
  }
  kernel(10);
  double sum = 0;
  for (int i = 0; i < 48; i++)
    for (int j = 0; j < 56; j++)
      sum = sum * 0.99 + g[i][j];
  printf("%.10f\n", sum);
}
