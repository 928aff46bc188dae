// test raise
void f(int n, double a[n])
{ // error: this is not complete C: `{` is never closed
  for (int i = 0; i < n; i++)
    a[i] =
