// test opt --max-versions=1
// A product of parameters is computed before the loops, in a block with their code.
void scale(int w, int h, float *restrict x)
{
  if (h > 0)
    for (int i = 0; i < 3 * w * h; i++)
      x[i] *= 2;
}

void scale_planes(int k, int w, int h, float (*restrict x)[1000000])
{
  for (int j = 0; j < k; j++)
    for (int i = 0; i < w * h; i++)
      x[j][i] *= 2;
}
//| // test opt --max-versions=1
//| // A product of parameters is computed before the loops, in a block with their code.
//| void scale(int w, int h, float *restrict x)
//| {
//|   {
//|     const int w_h = (int)((unsigned)3 * (unsigned)w * (unsigned)h);
//|     if (h > 0) {
//|       #pragma omp parallel for
//|       for (long i = 0; i < w_h; i++)
//|         x[i] *= 2;
//|     }
//|   }
//| }
//|
//| void scale_planes(int k, int w, int h, float (*restrict x)[1000000])
//| {
//|   {
//|     const int w_h = (int)((unsigned)w * (unsigned)h);
//|     #pragma omp parallel for
//|     for (long j = 0; j < k; j++) {
//|       #pragma omp simd
//|       for (long i = 0; i < w_h; i++)
//|         x[j][i] *= 2;
//|     }
//|   }
//| }
