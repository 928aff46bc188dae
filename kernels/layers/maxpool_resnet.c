/* maxpool_resnet: the pooling layer of ResNet (He et al., 2015): the maximum over 3 x 3 pixels at every second one, for
 * each of 64 channels; the images, `height` x 112, come with a border of one pixel. */
#include "../harness.h"

KERNEL void maxpool_resnet(int height, float Y[height / 2][56][64], float X[height + 2][114][64])
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

int main(int argc, char **argv)
{
    begin(argc, argv, "maxpool_resnet", "the pooling layer of ResNet");
    int height = size("height", 4, 16, 112, 448, 1792);
    require(height >= 2, "--height to be at least 2");
    float (*Y)[56][64] = ARRAY(OUT, float, "Y", height / 2, 56, 64);
    float (*X)[114][64] = ARRAY(IN, float, "X", height + 2, 114, 64);

    while (next_trial()) {
        fill(X, -1, 1);
        TIME(maxpool_resnet(height, Y, X));
    }

    for (int y = 0; y < height / 2; y++)
        for (int x = 0; x < 56; x++) {
            int c = (int)(harness_random() % 64);
            float most = X[2 * y][2 * x][c];
            for (int v = 0; v < 3; v++)
                for (int u = 0; u < 3; u++)
                    most = fmaxf(most, X[2 * y + v][2 * x + u][c]);
            expect_near(Y[y][x][c], most, 0, "Y[%d][%d][%d]", y, x, c);
        }
    return finish();
}
