/* convolution_googlenet: the first convolution of GoogLeNet (Szegedy et al., 2014) on a batch of images: 64 filters of
 * 7 x 7 on three channels, at every second pixel; the images, 224 x 224, come with a border of three pixels. */
#include "../harness.h"

KERNEL void convolution_googlenet(int batch, float Y[batch][64][112][112], float X[batch][3][230][230],
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

int main(int argc, char **argv)
{
    begin(argc, argv, "convolution_googlenet", "the first convolution of GoogLeNet");
    int batch = size("batch", 1, 2, 4, 16, 32);
    float (*Y)[64][112][112] = ARRAY(OUT, float, "Y", batch, 64, 112, 112);
    float (*X)[3][230][230] = ARRAY(IN, float, "X", batch, 3, 230, 230);
    float (*W)[3][7][7] = ARRAY(IN, float, "W", 64, 3, 7, 7);
    float *bias = ARRAY(IN, float, "bias", 64);

    while (next_trial()) {
        fill(X, -1, 1);
        fill(W, -1, 1);
        fill(bias, -1, 1);
        TIME(convolution_googlenet(batch, Y, X, W, bias));
    }

    for (int check = 0; check < 100 && batch > 0; check++) {
        int b = (int)(harness_random() % (unsigned)batch), f = (int)(harness_random() % 64);
        int y = (int)(harness_random() % 112), x = (int)(harness_random() % 112);
        double sum = bias[f];
        for (int c = 0; c < 3; c++)
            for (int v = 0; v < 7; v++)
                for (int u = 0; u < 7; u++)
                    sum += (double)W[f][c][v][u] * X[b][c][2 * y + v][2 * x + u];
        expect_near(Y[b][f][y][x], sum, 1e-4, "Y[%d][%d][%d][%d]", b, f, y, x);
    }
    return finish();
}
