// test opt --max-versions=2
// Stores to the rows of `out` may change pointers to rows, unless they are apart; then each is loaded once before the loop.
typedef unsigned char byte;
void blur(int h, int w, byte **out, byte **in)
{
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++)
      out[y][x] = (in[y - 1][x] + 2 * in[y][x] + in[y + 1][x]) / 4;
}
//| struct polymill_rows {
//|   const volatile void *start;
//|   unsigned long others; /* a bit for each that they must not overlap with */
//|   int n_pointers;       /* how many times a pointer is followed to get to a row */
//|   struct {
//|     unsigned long size;
//|     long first, behind;
//|   } steps[4];
//| };
//|
//| static unsigned long *polymill_row_starts(const struct polymill_rows *rows, int step, unsigned long start,
//|                                           unsigned long *starts)
//| {
//|   unsigned long size = rows->steps[step].size;
//|   if (step == rows->n_pointers) {
//|     *starts = start + rows->steps[step].first * size;
//|     return starts + 1;
//|   }
//|   for (long k = rows->steps[step].first; k < rows->steps[step].behind; k++) {
//|     unsigned long pointer;
//|     __builtin_memcpy(&pointer, (const void *)(start + k * size), sizeof pointer);
//|     starts = polymill_row_starts(rows, step + 1, pointer, starts);
//|   }
//|   return starts;
//| }
//|
//| static void polymill_sort(unsigned long *values, unsigned long n)
//| {
//|   unsigned long ascents = 0, descents = 0;
//|   for (unsigned long k = 1; k < n; k++) {
//|     ascents += values[k - 1] < values[k];
//|     descents += values[k - 1] > values[k];
//|   }
//|   if (descents > 0 && ascents == 0) {
//|     for (unsigned long k = 0; k < n / 2; k++) {
//|       unsigned long value = values[k];
//|       values[k] = values[n - 1 - k];
//|       values[n - 1 - k] = value;
//|     }
//|   } else if (descents > 0) {
//|     for (unsigned long gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
//|       for (unsigned long k = gap; k < n; k++) {
//|         unsigned long value = values[k], place = k;
//|         for (; place >= gap && values[place - gap] > value; place -= gap)
//|           values[place] = values[place - gap];
//|         values[place] = value;
//|       }
//|     }
//|   }
//| }
//|
//| static int polymill_disjoint_rows(int n, const struct polymill_rows *all)
//| {
//|   unsigned long n_rows = 0, count[16], length[16], end[16], *next[16], *stop[16];
//|   for (int a = 0; a < n; a++) {
//|     count[a] = 1;
//|     for (int step = 0; step <= all[a].n_pointers; step++) {
//|       long n_steps = all[a].steps[step].behind - all[a].steps[step].first;
//|       n_steps = n_steps > 0 ? n_steps : 0;
//|       length[a] = n_steps * all[a].steps[step].size;
//|       count[a] *= step < all[a].n_pointers ? n_steps : n_steps > 0;
//|     }
//|     n_rows += count[a];
//|   }
//|   unsigned long *starts = __builtin_malloc((n_rows + 1) * sizeof *starts), *behind = starts;
//|   if (!starts)
//|     return 0;
//|   for (int a = 0; a < n; a++) {
//|     next[a] = behind;
//|     if (count[a] > 0)
//|       behind = polymill_row_starts(&all[a], 0, (unsigned long)all[a].start, behind);
//|     stop[a] = behind;
//|     polymill_sort(next[a], stop[a] - next[a]);
//|     end[a] = 0;
//|   }
//|   int disjoint = 1;
//|   for (; disjoint && n_rows > 0; n_rows--) {
//|     int least = -1;
//|     for (int a = 0; a < n; a++)
//|       if (next[a] < stop[a] && (least < 0 || *next[a] < *next[least]))
//|         least = a;
//|     unsigned long start = *next[least]++;
//|     for (int a = 0; a < n; a++)
//|       disjoint &= !(all[least].others >> a & 1) || end[a] <= start;
//|     end[least] = start + length[least];
//|   }
//|   __builtin_free(starts);
//|   return disjoint;
//| }
//|
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| // test opt --max-versions=2
//| // Stores to the rows of `out` may change pointers to rows, unless they are apart; then each is loaded once before the loop.
//| typedef unsigned char byte;
//|
//| /* optimized, for `in`, `out` do not overlap */
//| __attribute__((noinline))
//| static void blur_disjoint(int h, int w, byte **out, byte **in)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long y = 1; y < h - 1L; y++) {
//|     const __typeof__(in[0]) in_ym1 = in[y - 1];
//|     const __typeof__(in[0]) in_y = in[y];
//|     const __typeof__(in[0]) in_y1 = in[y + 1];
//|     const __typeof__(out[0]) out_y = out[y];
//|     #pragma omp simd
//|     for (long x = 0; x < w; x++)
//|       out_y[x] = (in_ym1[x] + 2 * in_y[x] + in_y1[x]) / 4;
//|   }
//| }
//|
//| void blur(int h, int w, byte **out, byte **in)
//| {
//|   if (w > 0 && h >= 3) {
//|     if (polymill_disjoint_rows(4,
//|                                (struct polymill_rows[]){{&in[0], 2, 1,
//|                                                          {{sizeof in[0], 0, h},
//|                                                           {sizeof in[0][0], 0, w}}},
//|                                                         {&out[0], 15, 1,
//|                                                          {{sizeof out[0], 1, (long)h - 1},
//|                                                           {sizeof out[0][0], 0, w}}},
//|                                                         {&in[0], 2, 0, {{sizeof in[0], 0, h}}},
//|                                                         {&out[0], 2, 0,
//|                                                          {{sizeof out[0], 1, (long)h - 1}}}})) {
//|       blur_disjoint(h, w, out, in);
//|     } else {
//|       /* as written */
//|       for (int y = 1; y < h - 1; y++)
//|         for (int x = 0; x < w; x++)
//|           out[y][x] = (in[y - 1][x] + 2 * in[y][x] + in[y + 1][x]) / 4;
//|     }
//|   } else {
//|     for (int y = 1; y < h - 1; y++)
//|       for (int x = 0; x < w; x++)
//|         out[y][x] = (in[y - 1][x] + 2 * in[y][x] + in[y + 1][x]) / 4;
//|   }
//| }
