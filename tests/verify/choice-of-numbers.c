// test verify disambiguate privatize forward dataflow schedule place vectorize contract
// Which number `v` is depends on data that only its own statement reads.
void choose(int n, int *a, int *b, int *c)
{
  for (int i = 0; i < n; i++) {
    int v = a[i] > 3 ? 140 : 60;
    b[i] = v + c[i];
  }
}
void cells(int n, int cols, unsigned char *img)
{
  for (int i = 0; i < n; i++) {
    int y = i / cols, x = i % cols;
    int v = ((x / 60 + y / 45) & 1) ? 140 : 60;
    img[i] = v;
  }
}
//| choose_default: legal, replayed
//| choose_disjoint: legal, replayed
//| choose_disjoint_and_n_le_6912: legal, replayed
//| cells_default: legal, replayed
//| cells_n_le_14848: legal, replayed
