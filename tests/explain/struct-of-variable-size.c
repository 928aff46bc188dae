// test explain --remarks
// GNU C has structures whose size is computed. gcc 12 does not stop where a parallel loop uses one.
void set(int n)
{
  struct { int a[n], b[n]; } s;
  for (int i = 0; i < n; i++)
    s.a[i] = 0; // remark: this place in memory is not one that is followed
}
