// test opt --max-versions=1
// Which blocks of the loop over `k` are full depends on whether `r` is odd: they are unrolled all the same.
short h[23], in[200000], out[200000];
static void filter(const short *h, int n_taps, int n_samples)
{
  for (int n = n_taps - 1; n < n_samples; n++) {
    int sum = 1 << 14;
    for (int k = n_taps; k > 0; k--)
      sum += h[n_taps - k] * in[n - n_taps + k];
    out[n] = sum;
  }
}
void filter_often(int n_samples)
{
  for (int r = 0; r < 10; r++)
    filter(h, 23 - r % 2, n_samples);
}
//| static inline long polymill_min(long a, long b)
//| {
//|   return a < b ? a : b;
//| }
//|
//| static inline long polymill_max(long a, long b)
//| {
//|   return a > b ? a : b;
//| }
//|
//| static inline void *polymill_allocate(unsigned long size)
//| {
//|   char *memory = __builtin_malloc(size + 192);
//|   if (!memory) {
//|     void perror(const char *);
//|     perror("temporary array");
//|     __builtin_abort();
//|   }
//|   char *aligned = memory + 128 - (unsigned long)memory % 64;
//|   ((void **)aligned)[-1] = memory;
//|   return aligned;
//| }
//|
//| static inline void polymill_free(void *aligned)
//| {
//|   __builtin_free(((void **)aligned)[-1]);
//| }
//|
//| // test opt --max-versions=1
//| // Which blocks of the loop over `k` are full depends on whether `r` is odd: they are unrolled all the same.
//| short h[23], in[200000], out[200000];
//| static void filter(const short *h, int n_taps, int n_samples)
//| {
//|   for (int n = n_taps - 1; n < n_samples; n++) {
//|     int sum = 1 << 14;
//|     for (int k = n_taps; k > 0; k--)
//|       sum += h[n_taps - k] * in[n - n_taps + k];
//|     out[n] = sum;
//|   }
//| }
//| void filter_often(int n_samples)
//| {
//|   {
//|     int (*sum_1)[polymill_max(1, n_samples)] = polymill_allocate(10 * sizeof *sum_1);
//|     #pragma omp parallel for
//|     for (long r = polymill_max(0, (long)23 - n_samples); r < 10; r++) {
//|       #pragma omp simd
//|       for (long n = 22 - r % 2; n < n_samples; n++)
//|         sum_1[r][n] = 1 << 14;
//|     }
//|     if (n_samples >= 22) {
//|       #pragma omp parallel for
//|       for (long nn = 0; nn < n_samples; nn += 512) {
//|         const long n_end = polymill_min(n_samples, nn + 512);
//|         for (long r = 1; r < 11; r += 2) {
//|           const long r_start = polymill_max(r - 1, r - n_samples + 22);
//|           for (long k = 20; k >= -3; k -= 4) {
//|             if (n_samples >= 23 && nn == 0 && k <= 16 && k >= 4) {
//|               int sum_1_r_21 = sum_1[r][21];
//|               for (long k2 = k + 3; k2 >= k; k2--)
//|                 sum_1_r_21 += h[22 - k2] * in[k2 - 1];
//|               sum_1[r][21] = sum_1_r_21;
//|             }
//|             if (k <= 16 && k >= 4) {
//|               if (polymill_min(n_samples - 1, nn + 511) >= polymill_max(22, nn)) {
//|                 const short h_mk20 = h[20 - k];
//|                 const short h_mk21 = h[21 - k];
//|                 const short h_mk22 = h[22 - k];
//|                 const short h_mk23 = h[23 - k];
//|                 const short h_mk19 = h[19 - k];
//|                 #pragma omp simd
//|                 for (long n = polymill_max(22, nn); n < n_end; n++) {
//|                   const short in_knm20 = in[k + n - 20];
//|                   int sum_1_rm1_n = sum_1[r - 1][n];
//|                   sum_1_rm1_n += h_mk20 * in_knm20;
//|                   const short in_knm21 = in[k + n - 21];
//|                   sum_1_rm1_n += h_mk21 * in_knm21;
//|                   const short in_knm22 = in[k + n - 22];
//|                   sum_1_rm1_n += h_mk22 * in_knm22;
//|                   sum_1_rm1_n += h_mk23 * in[k + n - 23];
//|                   sum_1[r - 1][n] = sum_1_rm1_n;
//|                   int sum_1_rn = sum_1[r][n];
//|                   sum_1_rn += h_mk19 * in[k + n - 19];
//|                   sum_1_rn += h_mk20 * in_knm20;
//|                   sum_1_rn += h_mk21 * in_knm21;
//|                   sum_1_rn += h_mk22 * in_knm22;
//|                   sum_1[r][n] = sum_1_rn;
//|                 }
//|               }
//|               if (n_samples == 22 && nn == 0) {
//|                 int sum_1_r_21 = sum_1[r][21];
//|                 for (long k2 = k + 3; k2 >= k; k2--)
//|                   sum_1_r_21 += h[22 - k2] * in[k2 - 1];
//|                 sum_1[r][21] = sum_1_r_21;
//|               }
//|             } else if (k == 0) {
//|               for (long r2 = r_start; r2 <= r; r2++)
//|                 for (long k2 = 3; k2 > 0; k2--) {
//|                   const short h_rmr2mk222 = h[r - r2 - k2 + 22];
//|                   #pragma omp simd
//|                   for (long n = polymill_max(nn, r - r2 + 21); n < n_end; n++)
//|                     sum_1[r2][n] += h_rmr2mk222 * in[r2 + k2 + n - r - 22];
//|                 }
//|             } else {
//|               for (long r2 = r_start; r2 <= r; r2++)
//|                 for (long k2 = r - r2 + 22; k2 >= 20; k2--) {
//|                   const short h_rmr2mk222 = h[r - r2 - k2 + 22];
//|                   #pragma omp simd
//|                   for (long n = polymill_max(nn, r - r2 + 21); n < n_end; n++)
//|                     sum_1[r2][n] += h_rmr2mk222 * in[r2 + k2 + n - r - 22];
//|                 }
//|             }
//|           }
//|         }
//|       }
//|     }
//|     #pragma omp parallel for
//|     for (long n = 21; n < n_samples; n++)
//|       for (long r = polymill_max(0, 22 - n); r < 10; r++)
//|         if (n + r % 2 >= 22)
//|           out[n] = sum_1[r][n];
//|     polymill_free(sum_1);
//|   }
//| }
