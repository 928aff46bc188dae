// test raise
// A function with a mistake in its pragmas is left alone.
void f(int n, double a[n])
{
#pragma scop // error: this scop does not end
  for (int i = 0; i < n; i++)
    a[i] = 1;
}
