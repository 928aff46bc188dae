// test raise
void f(int n, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    f(i, a); // warning: `f` is called, and not looked into, because it calls itself
#pragma endscop
}
