// cc -O2
// cc -O3
// gcc 12 finds a version of `kernel` to be pure after it has rewritten the address of the first store, and drops its call.
#include <stdio.h>
#include <stdlib.h>

/* Zero: threads are worth it. */
#define ZERO(n) (j % (n) / (n))
#define SLOW(n) (ZERO(n) + ZERO(n + 1) + ZERO(n + 3) + ZERO(n + 5))

void kernel(int n, signed char A[restrict 2 * n - 3][n + 2], signed char B[restrict 6], const int idx[restrict n - 1])
{
  for (int i = 0; i < n - 1; i++) {
    A[3 * i][0] = A[i][0];
    for (int j = 0; j < idx[i]; j++)
      B[j] = 1 + SLOW(11) + SLOW(13) + SLOW(17) + SLOW(19) + SLOW(23) + SLOW(29) + SLOW(31) + SLOW(37) + SLOW(41);
  }
}

int main(void)
{
  signed char *A = calloc(4, 1), *B = calloc(6, 1);
  int idx[1] = {5};
  kernel(2, (void *)A, B, idx);
  for (int j = 0; j < 6; j++)
    printf("%d\n", B[j]);
}
