// test opt
// The loop starts and ends where it does in the source.
void spmv(int n, int row[restrict n + 1], int col[restrict], double val[restrict], double x[restrict], double y[restrict n])
{
#pragma scop
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += val[k] * x[col[k]];
  }
#pragma endscop
}
//| /* optimized */
//| __attribute__((noinline))
//| static void spmv_default(int n, int row[restrict], int col[restrict], double val[restrict],
//|                          double x[restrict], double y[restrict])
//| {
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++) {
//|     double y_i = 0;
//|     const long k_start = row[i];
//|     const long k_end = row[i + 1];
//|     for (long k = k_start; k < k_end; k++)
//|       y_i += val[k] * x[col[k]];
//|     y[i] = y_i;
//|   }
//| }
//|
//| // test opt
//| // The loop starts and ends where it does in the source.
//| void spmv(int n, int row[restrict n + 1], int col[restrict], double val[restrict], double x[restrict], double y[restrict n])
//| {
//|   if (n <= 80) {
//|     /* as written, for n <= 80 */
//|     for (int i = 0; i < n; i++) {
//|       y[i] = 0;
//|       for (int k = row[i]; k < row[i + 1]; k++)
//|         y[i] += val[k] * x[col[k]];
//|     }
//|   } else {
//|     spmv_default(n, row, col, val, x, y);
//|   }
//| }
