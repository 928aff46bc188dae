// test raise
void f(int n, int s, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i += s) // warning: this loop does not count by a constant
    a[i] = 1;
#pragma endscop
}
