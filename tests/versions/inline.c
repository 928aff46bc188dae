// test opt --occupancy=1 --grid=16
// The type of `B` is not known outside of the function, so that no function can be made of the region: the versions stand
// in place.
void fill(int n, double *restrict A)
{
  struct {
    double x;
  } B = {1};
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 1000; j++)
      A[1000 * i + j] = B.x;
#pragma endscop
}
//| // test opt --occupancy=1 --grid=16
//| // The type of `B` is not known outside of the function, so that no function can be made of the region: the versions stand
//| // in place.
//| void fill(int n, double *restrict A)
//| {
//|   struct {
//|     double x;
//|   } B = {1};
//|   if (n <= 15) {
//|     /* optimized, for n <= 15 */
//|     for (long i = 0; i < n; i++) {
//|       const double B_x_value = B.x;
//|       #pragma omp parallel for
//|       for (long j = 0; j < 1000; j++)
//|         A[1000 * i + j] = B_x_value;
//|     }
//|   } else {
//|     /* optimized */
//|     #pragma omp parallel for
//|     for (long i = 0; i < n; i++) {
//|       const double B_x_value = B.x;
//|       #pragma omp simd
//|       for (long j = 0; j < 1000; j++)
//|         A[1000 * i + j] = B_x_value;
//|     }
//|   }
//| }
