// test verify disambiguate privatize forward dataflow schedule place vectorize contract
// What a statement of several assignments reads late may not be where it writes early.
static int p[512];
static double gr(int h, double x) { return h & 1 ? x : -x; }
void f(int n, double *out, double s)
{
  for (int i = 0; i < n; i++) {
    double x = i * s;
    int X = (int)x & 255, Y = (int)(x * 3) & 255, Z = (int)(x * 7) & 255;
    int A = p[X] + Y, AA = p[A] + Z;
    int B = p[X + 1] + Y, BA = p[B] + Z;
    out[i] = gr(p[AA], x) + gr(p[BA], x);
  }
}
//| f_default: legal, replayed
//| f_n_le_336: legal, replayed
