// test raise
// Nothing gives a variable a value that is read.
void f(int n, double *a)
{
  for (int i = 0; i < n; i++) {
    double x;
    a[i] = x; // remark: nothing gives it a value before
  }
}
