// test opt --occupancy=1 --grid=16
// A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have an iteration.
void convolution_googlenet(int batch, float Y[batch][64][112][112], float X[batch][3][230][230],
                                  float W[64][3][7][7], float bias[64])
{
#pragma scop
    for (int b = 0; b < batch; b++)
        for (int f = 0; f < 64; f++)
            for (int y = 0; y < 112; y++)
                for (int x = 0; x < 112; x++) {
                    Y[b][f][y][x] = bias[f];
                    for (int c = 0; c < 3; c++)
                        for (int v = 0; v < 7; v++)
                            for (int u = 0; u < 7; u++)
                                Y[b][f][y][x] += W[f][c][v][u] * X[b][c][2 * y + v][2 * x + u];
                }
#pragma endscop
}
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void convolution_googlenet_default(int batch, float Y[][64][112][112],
//|                                           float X[][3][230][230], float W[][3][7][7], float bias[])
//| {
//|   polymill_has_effects();
//|   #pragma omp parallel for
//|   for (long b = 0; b < batch; b++)
//|     for (long y = 0; y < 112; y++)
//|       for (long f = 0; f < 64; f++) {
//|         const float bias_f = bias[f];
//|         #pragma omp simd
//|         for (long x = 0; x < 112; x++)
//|           Y[b][f][y][x] = bias_f;
//|         for (long c = 0; c < 3; c++)
//|           for (long v = 0; v < 7; v++)
//|             for (long x = 0; x < 112; x += 4) {
//|               float Y_bfyx = Y[b][f][y][x];
//|               float Y_b_f_y_x1 = Y[b][f][y][x + 1];
//|               float Y_b_f_y_x2 = Y[b][f][y][x + 2];
//|               float Y_b_f_y_x3 = Y[b][f][y][x + 3];
//|               for (long u = 0; u < 7; u++) {
//|                 const float W_fcvu = W[f][c][v][u];
//|                 Y_bfyx += W_fcvu * X[b][c][2 * y + v][2 * x + u];
//|                 Y_b_f_y_x1 += W_fcvu * X[b][c][2 * y + v][2 * x + u + 2];
//|                 Y_b_f_y_x2 += W_fcvu * X[b][c][2 * y + v][2 * x + u + 4];
//|                 Y_b_f_y_x3 += W_fcvu * X[b][c][2 * y + v][2 * x + u + 6];
//|               }
//|               Y[b][f][y][x] = Y_bfyx;
//|               Y[b][f][y][x + 1] = Y_b_f_y_x1;
//|               Y[b][f][y][x + 2] = Y_b_f_y_x2;
//|               Y[b][f][y][x + 3] = Y_b_f_y_x3;
//|             }
//|       }
//| }
//|
//| /* optimized, for batch <= 15 */
//| __attribute__((noinline))
//| static void convolution_googlenet_batch_le_15(int batch, float Y[][64][112][112],
//|                                               float X[][3][230][230], float W[][3][7][7],
//|                                               float bias[])
//| {
//|   polymill_has_effects();
//|   for (long b = 0; b < batch; b++) {
//|     #pragma omp parallel for
//|     for (long y = 0; y < 112; y++)
//|       for (long f = 0; f < 64; f++) {
//|         const float bias_f = bias[f];
//|         #pragma omp simd
//|         for (long x = 0; x < 112; x++)
//|           Y[b][f][y][x] = bias_f;
//|         for (long c = 0; c < 3; c++)
//|           for (long v = 0; v < 7; v++)
//|             for (long x = 0; x < 112; x += 4) {
//|               float Y_bfyx = Y[b][f][y][x];
//|               float Y_b_f_y_x1 = Y[b][f][y][x + 1];
//|               float Y_b_f_y_x2 = Y[b][f][y][x + 2];
//|               float Y_b_f_y_x3 = Y[b][f][y][x + 3];
//|               for (long u = 0; u < 7; u++) {
//|                 const float W_fcvu = W[f][c][v][u];
//|                 Y_bfyx += W_fcvu * X[b][c][2 * y + v][2 * x + u];
//|                 Y_b_f_y_x1 += W_fcvu * X[b][c][2 * y + v][2 * x + u + 2];
//|                 Y_b_f_y_x2 += W_fcvu * X[b][c][2 * y + v][2 * x + u + 4];
//|                 Y_b_f_y_x3 += W_fcvu * X[b][c][2 * y + v][2 * x + u + 6];
//|               }
//|               Y[b][f][y][x] = Y_bfyx;
//|               Y[b][f][y][x + 1] = Y_b_f_y_x1;
//|               Y[b][f][y][x + 2] = Y_b_f_y_x2;
//|               Y[b][f][y][x + 3] = Y_b_f_y_x3;
//|             }
//|       }
//|   }
//| }
//|
//| // test opt --occupancy=1 --grid=16
//| // A layer of section 5 of the static versioning paper on sixteen processors, of which each is to have an iteration.
//| void convolution_googlenet(int batch, float Y[batch][64][112][112], float X[batch][3][230][230],
//|                                   float W[64][3][7][7], float bias[64])
//| {
//|     if (batch <= 15) {
//|       convolution_googlenet_batch_le_15(batch, Y, X, W, bias);
//|     } else {
//|       convolution_googlenet_default(batch, Y, X, W, bias);
//|     }
//| }
