// test opt --occupancy=1 --grid=16
// Each version is a function: the variables of the enclosing one become parameters, those that the region assigns by
// their address, structures too. What the declarations of parameters need comes first.
struct grid {
  int size;
  double scale[4];
};

/* Scales the lower triangle, and says how far it got. */
__attribute__((noinline)) static int scale(struct grid *g, struct grid h, int size, double (*restrict A)[size], const int n)
{
  int last = -1, m = n;
  double factors[8] = {1, 2};
#pragma scop
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      A[i][j] = A[i][j] * g->scale[1] + h.scale[0] + factors[3];
    last = i;
  }
#pragma endscop
  return last;
}

void use(struct grid *g, struct grid h, int size, double (*restrict A)[size], int n) { scale(g, h, size, A, n); }
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| // test opt --occupancy=1 --grid=16
//| // Each version is a function: the variables of the enclosing one become parameters, those that the region assigns by
//| // their address, structures too. What the declarations of parameters need comes first.
//| struct grid {
//|   int size;
//|   double scale[4];
//| };
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void scale_default(int size, int *last_at, int m, struct grid *g,
//|                           double (*restrict A)[size], double factors[],
//|                           __typeof__(((struct grid *)0)->scale) h_scale)
//| {
//|   int last = *last_at;
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < m; i++) {
//|     const double g_scale_1 = g->scale[1];
//|     const double h_scale_0 = h_scale[0];
//|     const double factors_3 = factors[3];
//|     #pragma omp simd
//|     for (long j = 0; j < m; j++)
//|       A[i][j] = A[i][j] * g_scale_1 + h_scale_0 + factors_3;
//|   }
//|   for (long i = 0; i < m; i++)
//|     last = i;
//|   *last_at = last;
//| }
//|
//| /* optimized, for m <= 15 */
//| __attribute__((noinline))
//| static void scale_m_le_15(int size, int *last_at, int m, struct grid *g,
//|                           double (*restrict A)[size], double factors[],
//|                           __typeof__(((struct grid *)0)->scale) h_scale)
//| {
//|   int last = *last_at;
//|   polymill_has_effects();
//|   for (long i = 0; i < m; i++) {
//|     const double g_scale_1 = g->scale[1];
//|     const double h_scale_0 = h_scale[0];
//|     const double factors_3 = factors[3];
//|     #pragma omp simd
//|     for (long j = 0; j < m; j++)
//|       A[i][j] = A[i][j] * g_scale_1 + h_scale_0 + factors_3;
//|   }
//|   for (long i = 0; i < m; i++)
//|     last = i;
//|   *last_at = last;
//| }
//|
//| /* Scales the lower triangle, and says how far it got. */
//| __attribute__((noinline)) static int scale(struct grid *g, struct grid h, int size, double (*restrict A)[size], const int n)
//| {
//|   int last = -1, m = n;
//|   double factors[8] = {1, 2};
//|   if (m <= 15) {
//|     scale_m_le_15(size, &last, m, g, A, factors, h.scale);
//|   } else {
//|     scale_default(size, &last, m, g, A, factors, h.scale);
//|   }
//|   return last;
//| }
//|
//| void use(struct grid *g, struct grid h, int size, double (*restrict A)[size], int n) { scale(g, h, size, A, n); }
