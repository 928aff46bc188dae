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
//| /* optimized */
//| __attribute__((noinline))
//| static void convolution_googlenet_default(int batch, float Y[][64][112][112],
//|                                           float X[][3][230][230], float W[][3][7][7], float bias[])
//| {
//|   #pragma omp parallel for
//|   for (long b = 0; b < batch; b++)
//|     for (long f = 0; f < 64; f++)
//|       for (long y = 0; y < 112; y++) {
//|         const float bias_f = bias[f];
//|         #pragma omp simd
//|         for (long x = 0; x < 112; x++)
//|           Y[b][f][y][x] = bias_f;
//|       }
//|   for (long c = 0; c < 3; c++)
//|     for (long v = 0; v < 7; v++) {
//|       #pragma omp parallel for
//|       for (long b = 0; b < batch; b++)
//|         for (long f = 0; f < 64; f += 4)
//|           for (long y = 0; y < 112; y++)
//|             for (long x = 0; x < 112; x++) {
//|               float Y_bfyx = Y[b][f][y][x];
//|               float Y_b_f1_y_x = Y[b][f + 1][y][x];
//|               float Y_b_f2_y_x = Y[b][f + 2][y][x];
//|               float Y_b_f3_y_x = Y[b][f + 3][y][x];
//|               for (long u = 0; u < 7; u++) {
//|                 const float X_b_c_v2y_2xu = X[b][c][v + 2 * y][2 * x + u];
//|                 Y_bfyx += W[f][c][v][u] * X_b_c_v2y_2xu;
//|                 Y_b_f1_y_x += W[f + 1][c][v][u] * X_b_c_v2y_2xu;
//|                 Y_b_f2_y_x += W[f + 2][c][v][u] * X_b_c_v2y_2xu;
//|                 Y_b_f3_y_x += W[f + 3][c][v][u] * X_b_c_v2y_2xu;
//|               }
//|               Y[b][f][y][x] = Y_bfyx;
//|               Y[b][f + 1][y][x] = Y_b_f1_y_x;
//|               Y[b][f + 2][y][x] = Y_b_f2_y_x;
//|               Y[b][f + 3][y][x] = Y_b_f3_y_x;
//|             }
//|     }
//| }
//|
//| /* optimized, for batch <= 15 */
//| __attribute__((noinline))
//| static void convolution_googlenet_batch_le_15(int batch, float Y[][64][112][112],
//|                                               float X[][3][230][230], float W[][3][7][7],
//|                                               float bias[])
//| {
//|   for (long b = 0; b < batch; b++) {
//|     #pragma omp parallel for
//|     for (long f = 0; f < 64; f++)
//|       for (long y = 0; y < 112; y++) {
//|         const float bias_f = bias[f];
//|         #pragma omp simd
//|         for (long x = 0; x < 112; x++)
//|           Y[b][f][y][x] = bias_f;
//|       }
//|   }
//|   for (long c = 0; c < 3; c++)
//|     for (long v = 0; v < 7; v++)
//|       for (long b = 0; b < batch; b++) {
//|         #pragma omp parallel for
//|         for (long f = 0; f < 64; f += 4)
//|           for (long y = 0; y < 112; y++)
//|             for (long x = 0; x < 112; x++) {
//|               float Y_bfyx = Y[b][f][y][x];
//|               float Y_b_f1_y_x = Y[b][f + 1][y][x];
//|               float Y_b_f2_y_x = Y[b][f + 2][y][x];
//|               float Y_b_f3_y_x = Y[b][f + 3][y][x];
//|               for (long u = 0; u < 7; u++) {
//|                 const float X_b_c_v2y_2xu = X[b][c][v + 2 * y][2 * x + u];
//|                 Y_bfyx += W[f][c][v][u] * X_b_c_v2y_2xu;
//|                 Y_b_f1_y_x += W[f + 1][c][v][u] * X_b_c_v2y_2xu;
//|                 Y_b_f2_y_x += W[f + 2][c][v][u] * X_b_c_v2y_2xu;
//|                 Y_b_f3_y_x += W[f + 3][c][v][u] * X_b_c_v2y_2xu;
//|               }
//|               Y[b][f][y][x] = Y_bfyx;
//|               Y[b][f + 1][y][x] = Y_b_f1_y_x;
//|               Y[b][f + 2][y][x] = Y_b_f2_y_x;
//|               Y[b][f + 3][y][x] = Y_b_f3_y_x;
//|             }
//|       }
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
