// test opt
// What people write in place of arrays: linearized memory of the function's own. Threads allocate both buffers once.
#include <stdlib.h>
void sharpen(int rows, int columns, const float *restrict image, float *restrict result)
{
  float *across = malloc((size_t)rows * columns * sizeof(float));
  float *blurred = malloc((size_t)rows * columns * sizeof(float));
  for (int i = 0; i < rows; i++)
    for (int j = 1; j < columns - 1; j++)
      across[i * columns + j] = image[i * columns + j - 1] + 2 * image[i * columns + j] + image[i * columns + j + 1];
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
      blurred[i * columns + j] =
        (across[(i - 1) * columns + j] + 2 * across[i * columns + j] + across[(i + 1) * columns + j]) / 16;
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++)
      result[i * columns + j] = 2 * image[i * columns + j] - blurred[i * columns + j];
  free(across);
  free(blurred);
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
//| static inline long polymill_floor_div(long a, long b)
//| {
//|   return a / b - (a % b < 0);
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
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| // test opt
//| // What people write in place of arrays: linearized memory of the function's own. Threads allocate both buffers once.
//| #include <stdlib.h>
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void sharpen_default(int rows, int columns, const float *restrict image,
//|                             float *restrict result, float *across, float *blurred)
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel
//|   {
//|     float (*across_1)[polymill_max(1, columns)] = polymill_allocate(10 * sizeof *across_1);
//|     #pragma omp for
//|     for (long ii = 0; ii <= polymill_floor_div(rows - 2L, 8); ii++) {
//|       for (long i = polymill_max(0, 8 * ii - 1); i < polymill_min(rows, 8 * ii + 9); i++) {
//|         #pragma omp simd
//|         for (long j = 1; j < columns - 1L; j++)
//|           across_1[i - 8 * ii + 1][j] = image[i * columns + j - 1] + 2 * image[i * columns + j]
//|                                         + image[i * columns + j + 1];
//|       }
//|       for (long i = polymill_max(1, 8 * ii); i < polymill_min(rows - 1L, 8 * ii + 8); i++) {
//|         #pragma omp simd
//|         for (long j = 1; j < columns - 1L; j++) {
//|           float blurred_1 = (across_1[i - 8 * ii][j] + 2 * across_1[i - 8 * ii + 1][j]
//|                              + across_1[i - 8 * ii + 2][j]) / 16;
//|           result[i * columns + j] = 2 * image[i * columns + j] - blurred_1;
//|         }
//|       }
//|     }
//|     polymill_free(across_1);
//|   }
//| }
//|
//| /* optimized, for rows * columns <= 2916 */
//| __attribute__((noinline))
//| static void sharpen_work_le_2916(int rows, int columns, const float *restrict image,
//|                                  float *restrict result, float *across, float *blurred)
//| {
//|   polymill_has_effects();
//|   for (long ii = 0; ii <= polymill_floor_div(rows - 2L, 8); ii++) {
//|     float (*across_1)[polymill_max(1, columns)] = polymill_allocate(10 * sizeof *across_1);
//|     for (long i = polymill_max(0, 8 * ii - 1); i < polymill_min(rows, 8 * ii + 9); i++) {
//|       #pragma omp simd
//|       for (long j = 1; j < columns - 1L; j++)
//|         across_1[i - 8 * ii + 1][j] = image[i * columns + j - 1] + 2 * image[i * columns + j]
//|                                       + image[i * columns + j + 1];
//|     }
//|     for (long i = polymill_max(1, 8 * ii); i < polymill_min(rows - 1L, 8 * ii + 8); i++) {
//|       #pragma omp simd
//|       for (long j = 1; j < columns - 1L; j++) {
//|         float blurred_1 = (across_1[i - 8 * ii][j] + 2 * across_1[i - 8 * ii + 1][j]
//|                            + across_1[i - 8 * ii + 2][j]) / 16;
//|         result[i * columns + j] = 2 * image[i * columns + j] - blurred_1;
//|       }
//|     }
//|     polymill_free(across_1);
//|   }
//| }
//|
//| void sharpen(int rows, int columns, const float *restrict image, float *restrict result)
//| {
//|   float *across = malloc((size_t)rows * columns * sizeof(float));
//|   float *blurred = malloc((size_t)rows * columns * sizeof(float));
//|   if (1.0 * rows * columns <= 25) {
//|     /* as written, for rows * columns <= 25 */
//|     for (int i = 0; i < rows; i++)
//|       for (int j = 1; j < columns - 1; j++)
//|         across[i * columns + j] = image[i * columns + j - 1] + 2 * image[i * columns + j] + image[i * columns + j + 1];
//|     for (int i = 1; i < rows - 1; i++)
//|       for (int j = 1; j < columns - 1; j++)
//|         blurred[i * columns + j] =
//|           (across[(i - 1) * columns + j] + 2 * across[i * columns + j] + across[(i + 1) * columns + j]) / 16;
//|     for (int i = 1; i < rows - 1; i++)
//|       for (int j = 1; j < columns - 1; j++)
//|         result[i * columns + j] = 2 * image[i * columns + j] - blurred[i * columns + j];
//|   } else if (1.0 * rows * columns <= 2916) {
//|     sharpen_work_le_2916(rows, columns, image, result, across, blurred);
//|   } else {
//|     sharpen_default(rows, columns, image, result, across, blurred);
//|   }
//|   free(across);
//|   free(blurred);
//| }
