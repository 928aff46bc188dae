// test opt --occupancy=2 --grid=16
// A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have two iterations.
void maxpool_resnet(int height, float Y[height / 2][56][64], float X[height + 2][114][64])
{
#pragma scop
    for (int y = 0; y < height / 2; y++)
        for (int x = 0; x < 56; x++)
            for (int c = 0; c < 64; c++) {
                Y[y][x][c] = X[2 * y][2 * x][c];
                for (int v = 0; v < 3; v++)
                    for (int u = 0; u < 3; u++)
                        Y[y][x][c] = X[2 * y + v][2 * x + u][c] > Y[y][x][c] ? X[2 * y + v][2 * x + u][c] : Y[y][x][c];
            }
#pragma endscop
}
//| static inline long polymill_floor_div(long a, long b)
//| {
//|   return a / b - (a % b < 0);
//| }
//|
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void maxpool_resnet_default(int height, float Y[][56][64], float X[][114][64])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long y = 0; y < polymill_floor_div(height, 2); y++)
//|     for (long x = 0; x < 56; x++)
//|       for (long c = 0; c < 64; c++) {
//|         float Y_yxc = X[2 * y][2 * x][c];
//|         for (long v = 0; v < 3; v++)
//|           for (long u = 0; u < 3; u++)
//|             Y_yxc = X[2 * y + v][2 * x + u][c] > Y_yxc ? X[2 * y + v][2 * x + u][c] : Y_yxc;
//|         Y[y][x][c] = Y_yxc;
//|       }
//| }
//|
//| /* optimized, for height <= 63 */
//| __attribute__((noinline))
//| static void maxpool_resnet_height_le_63(int height, float Y[][56][64], float X[][114][64])
//| {
//|   polymill_has_effects();
//|   for (long y = 0; y < polymill_floor_div(height, 2); y++) {
//|     #pragma omp parallel for
//|     for (long x = 0; x < 56; x++)
//|       for (long c = 0; c < 64; c++) {
//|         float Y_yxc = X[2 * y][2 * x][c];
//|         for (long v = 0; v < 3; v++)
//|           for (long u = 0; u < 3; u++)
//|             Y_yxc = X[2 * y + v][2 * x + u][c] > Y_yxc ? X[2 * y + v][2 * x + u][c] : Y_yxc;
//|         Y[y][x][c] = Y_yxc;
//|       }
//|   }
//| }
//|
//| // test opt --occupancy=2 --grid=16
//| // A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have two iterations.
//| void maxpool_resnet(int height, float Y[height / 2][56][64], float X[height + 2][114][64])
//| {
//|     if (height <= 63) {
//|       maxpool_resnet_height_le_63(height, Y, X);
//|     } else {
//|       maxpool_resnet_default(height, Y, X);
//|     }
//| }
