// test opt --max-versions=2
// Functions are told members of structures, and not where the structures are.
struct plane { int width, height; float *values; };
struct picture { struct plane red, green; long tag; };

void halve(struct plane *restrict plane, float *out)
{
  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      out[y * plane->width + x] = plane->values[y * plane->width + x] / 2;
}

void add(struct picture picture, int n)
{
  for (int i = 0; i < n; i++)
    picture.red.values[i] += picture.green.values[i];
}

// The function changes a member: it has to know where it is.
void count(struct picture *picture, const int *restrict is_new, int n)
{
  for (int i = 0; i < n; i++)
    picture->tag += is_new[i];
}
//| static inline int polymill_disjoint(const volatile void *a, unsigned long a_size, long a_first, long a_behind,
//|                                     const volatile void *b, unsigned long b_size, long b_first, long b_behind)
//| {
//|   unsigned long a_start = (unsigned long)a + a_first * a_size, a_end = (unsigned long)a + a_behind * a_size;
//|   unsigned long b_start = (unsigned long)b + b_first * b_size, b_end = (unsigned long)b + b_behind * b_size;
//|   return a_end <= b_start || b_end <= a_start;
//| }
//|
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| // test opt --max-versions=2
//| // Functions are told members of structures, and not where the structures are.
//| struct plane { int width, height; float *values; };
//| struct picture { struct plane red, green; long tag; };
//|
//| /* optimized, for `plane->values` and `out` do not overlap */
//| __attribute__((noinline))
//| static void halve_disjoint(float *out, int plane_height, int plane_width,
//|                            __typeof__(((struct plane *restrict)0)->values) plane_values)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long y = 0; y < plane_height; y++) {
//|     #pragma omp simd
//|     for (long x = 0; x < plane_width; x++)
//|       out[y * plane_width + x] = plane_values[y * plane_width + x] / 2;
//|   }
//| }
//|
//| void halve(struct plane *restrict plane, float *out)
//| {
//|   if (plane->height > 0 && plane->width > 0) {
//|     if (polymill_disjoint(&plane->values[0], sizeof plane->values[0], 0,
//|                           (long)plane->height * plane->width, &out[0], sizeof out[0], 0,
//|                           (long)plane->height * plane->width)) {
//|       halve_disjoint(out, plane->height, plane->width, plane->values);
//|     } else {
//|       /* as written */
//|       for (int y = 0; y < plane->height; y++)
//|         for (int x = 0; x < plane->width; x++)
//|           out[y * plane->width + x] = plane->values[y * plane->width + x] / 2;
//|     }
//|   } else {
//|     for (int y = 0; y < plane->height; y++)
//|       for (int x = 0; x < plane->width; x++)
//|         out[y * plane->width + x] = plane->values[y * plane->width + x] / 2;
//|   }
//| }
//|
//| /* optimized, for `picture.green.values` and `picture.red.values` do not overlap */
//| __attribute__((noinline))
//| static void add_disjoint(int n,
//|                          __typeof__(((struct picture *)0)->green.values) picture_green_values,
//|                          __typeof__(((struct picture *)0)->red.values) picture_red_values)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long i = 0; i < n; i++)
//|     picture_red_values[i] += picture_green_values[i];
//| }
//|
//| void add(struct picture picture, int n)
//| {
//|   if (polymill_disjoint(&picture.green.values[0], sizeof picture.green.values[0], 0, n,
//|                         &picture.red.values[0], sizeof picture.red.values[0], 0, n)) {
//|     add_disjoint(n, picture.green.values, picture.red.values);
//|   } else {
//|     /* as written */
//|     for (int i = 0; i < n; i++)
//|       picture.red.values[i] += picture.green.values[i];
//|   }
//| }
//|
//| // The function changes a member: it has to know where it is.
//| void count(struct picture *picture, const int *restrict is_new, int n)
//| {
//|   for (int i = 0; i < n; i++)
//|     picture->tag += is_new[i];
//| }
