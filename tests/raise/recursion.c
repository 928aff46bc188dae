// test raise
void f(int n, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    f(i, a); // warning: `f` is called, and nothing says that it has no side effects
#pragma endscop
}
