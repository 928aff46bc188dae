// test raise
void find(int n, double a[n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      goto out; // warning: goto is not handled in a region
    a[i] = 1;
  }
#pragma endscop
out:
  return;
}
