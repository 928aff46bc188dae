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
//|     for (long v = 0; v < 7; v++)
//|       for (long yy = 0; yy < 112; yy += 8) {
//|         #pragma omp parallel for
//|         for (long b = 0; b < batch; b++)
//|           for (long f = 0; f < 64; f += 2)
//|             for (long y = yy; y < yy + 8; y++) {
//|               const float W_fcv0 = W[f][c][v][0];
//|               const float W_f1_c_v_0 = W[f + 1][c][v][0];
//|               const float W_fcv1 = W[f][c][v][1];
//|               const float W_f1_c_v_1 = W[f + 1][c][v][1];
//|               const float W_fcv2 = W[f][c][v][2];
//|               const float W_f1_c_v_2 = W[f + 1][c][v][2];
//|               const float W_fcv3 = W[f][c][v][3];
//|               const float W_f1_c_v_3 = W[f + 1][c][v][3];
//|               const float W_fcv4 = W[f][c][v][4];
//|               const float W_f1_c_v_4 = W[f + 1][c][v][4];
//|               const float W_fcv5 = W[f][c][v][5];
//|               const float W_f1_c_v_5 = W[f + 1][c][v][5];
//|               const float W_fcv6 = W[f][c][v][6];
//|               const float W_f1_c_v_6 = W[f + 1][c][v][6];
//|               for (long x = 0; x < 112; x++) {
//|                 const float X_b_c_v2y_2x = X[b][c][v + 2 * y][2 * x];
//|                 float Y_bfyx = Y[b][f][y][x];
//|                 Y_bfyx += W_fcv0 * X_b_c_v2y_2x;
//|                 float Y_b_f1_y_x = Y[b][f + 1][y][x];
//|                 Y_b_f1_y_x += W_f1_c_v_0 * X_b_c_v2y_2x;
//|                 const float X_b_c_v2y_2x1 = X[b][c][v + 2 * y][2 * x + 1];
//|                 Y_bfyx += W_fcv1 * X_b_c_v2y_2x1;
//|                 Y_b_f1_y_x += W_f1_c_v_1 * X_b_c_v2y_2x1;
//|                 const float X_b_c_v2y_2x2 = X[b][c][v + 2 * y][2 * x + 2];
//|                 Y_bfyx += W_fcv2 * X_b_c_v2y_2x2;
//|                 Y_b_f1_y_x += W_f1_c_v_2 * X_b_c_v2y_2x2;
//|                 const float X_b_c_v2y_2x3 = X[b][c][v + 2 * y][2 * x + 3];
//|                 Y_bfyx += W_fcv3 * X_b_c_v2y_2x3;
//|                 Y_b_f1_y_x += W_f1_c_v_3 * X_b_c_v2y_2x3;
//|                 const float X_b_c_v2y_2x4 = X[b][c][v + 2 * y][2 * x + 4];
//|                 Y_bfyx += W_fcv4 * X_b_c_v2y_2x4;
//|                 Y_b_f1_y_x += W_f1_c_v_4 * X_b_c_v2y_2x4;
//|                 const float X_b_c_v2y_2x5 = X[b][c][v + 2 * y][2 * x + 5];
//|                 Y_bfyx += W_fcv5 * X_b_c_v2y_2x5;
//|                 Y_b_f1_y_x += W_f1_c_v_5 * X_b_c_v2y_2x5;
//|                 const float X_b_c_v2y_2x6 = X[b][c][v + 2 * y][2 * x + 6];
//|                 Y_bfyx += W_fcv6 * X_b_c_v2y_2x6;
//|                 Y[b][f][y][x] = Y_bfyx;
//|                 Y_b_f1_y_x += W_f1_c_v_6 * X_b_c_v2y_2x6;
//|                 Y[b][f + 1][y][x] = Y_b_f1_y_x;
//|               }
//|             }
//|       }
//| }
//|
//| /* optimized, for batch <= 15 */
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
//|       for (long yy = 0; yy < 112; yy += 8)
//|         for (long b = 0; b < batch; b++) {
//|           #pragma omp parallel for
//|           for (long f = 0; f < 64; f += 2)
//|             for (long y = yy; y < yy + 8; y++) {
//|               const float W_fcv0 = W[f][c][v][0];
//|               const float W_f1_c_v_0 = W[f + 1][c][v][0];
//|               const float W_fcv1 = W[f][c][v][1];
//|               const float W_f1_c_v_1 = W[f + 1][c][v][1];
//|               const float W_fcv2 = W[f][c][v][2];
//|               const float W_f1_c_v_2 = W[f + 1][c][v][2];
//|               const float W_fcv3 = W[f][c][v][3];
//|               const float W_f1_c_v_3 = W[f + 1][c][v][3];
//|               const float W_fcv4 = W[f][c][v][4];
//|               const float W_f1_c_v_4 = W[f + 1][c][v][4];
//|               const float W_fcv5 = W[f][c][v][5];
//|               const float W_f1_c_v_5 = W[f + 1][c][v][5];
//|               const float W_fcv6 = W[f][c][v][6];
//|               const float W_f1_c_v_6 = W[f + 1][c][v][6];
//|               for (long x = 0; x < 112; x++) {
//|                 const float X_b_c_v2y_2x = X[b][c][v + 2 * y][2 * x];
//|                 float Y_bfyx = Y[b][f][y][x];
//|                 Y_bfyx += W_fcv0 * X_b_c_v2y_2x;
//|                 float Y_b_f1_y_x = Y[b][f + 1][y][x];
//|                 Y_b_f1_y_x += W_f1_c_v_0 * X_b_c_v2y_2x;
//|                 const float X_b_c_v2y_2x1 = X[b][c][v + 2 * y][2 * x + 1];
//|                 Y_bfyx += W_fcv1 * X_b_c_v2y_2x1;
//|                 Y_b_f1_y_x += W_f1_c_v_1 * X_b_c_v2y_2x1;
//|                 const float X_b_c_v2y_2x2 = X[b][c][v + 2 * y][2 * x + 2];
//|                 Y_bfyx += W_fcv2 * X_b_c_v2y_2x2;
//|                 Y_b_f1_y_x += W_f1_c_v_2 * X_b_c_v2y_2x2;
//|                 const float X_b_c_v2y_2x3 = X[b][c][v + 2 * y][2 * x + 3];
//|                 Y_bfyx += W_fcv3 * X_b_c_v2y_2x3;
//|                 Y_b_f1_y_x += W_f1_c_v_3 * X_b_c_v2y_2x3;
//|                 const float X_b_c_v2y_2x4 = X[b][c][v + 2 * y][2 * x + 4];
//|                 Y_bfyx += W_fcv4 * X_b_c_v2y_2x4;
//|                 Y_b_f1_y_x += W_f1_c_v_4 * X_b_c_v2y_2x4;
//|                 const float X_b_c_v2y_2x5 = X[b][c][v + 2 * y][2 * x + 5];
//|                 Y_bfyx += W_fcv5 * X_b_c_v2y_2x5;
//|                 Y_b_f1_y_x += W_f1_c_v_5 * X_b_c_v2y_2x5;
//|                 const float X_b_c_v2y_2x6 = X[b][c][v + 2 * y][2 * x + 6];
//|                 Y_bfyx += W_fcv6 * X_b_c_v2y_2x6;
//|                 Y[b][f][y][x] = Y_bfyx;
//|                 Y_b_f1_y_x += W_f1_c_v_6 * X_b_c_v2y_2x6;
//|                 Y[b][f + 1][y][x] = Y_b_f1_y_x;
//|               }
//|             }
//|         }
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
