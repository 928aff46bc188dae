// test raise
// Promises that are none: about what is no parameter, not affine, and contradictory.
void f(int n, double A[n])
{
#pragma polymill context(k > 3) // error: `k` is no parameter
#pragma scop
  for (int i = 0; i < n; i++)
    A[i] = 1;
#pragma endscop
}
void g(int n, double A[n])
{
#pragma polymill context(n * n > 3) // error: no affine condition
#pragma scop
  for (int i = 0; i < n; i++)
    A[i] = 1;
#pragma endscop
}
void h(int n, double A[n])
{
#pragma scop
#pragma polymill context(n > 3 && n < 2) // error: no values
  for (int i = 0; i < n; i++)
    A[i] = 1;
#pragma endscop
}
