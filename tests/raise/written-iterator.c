// test raise
void f(int n, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    if (a[i] > 2)
      i = i + 1; // warning: the loop that counts `i` also changes it inside
  }
#pragma endscop
}
