/* cnn-block: a block of a convolutional network: a 3x3 convolution over all channels, a rectifier, and the maxima of 2x2. */
#include "../harness.h"

KERNEL void cnn_block(int rows, int columns, int inputs, int outputs, const float image[inputs][2 * rows + 2][2 * columns + 2],
                      const float weights[outputs][inputs][3][3], const float bias[outputs], float result[outputs][rows][columns])
{
    float (*sums)[2 * rows][2 * columns] = malloc(outputs * sizeof *sums);
    float (*active)[2 * rows][2 * columns] = malloc(outputs * sizeof *active);

#pragma scop
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < 2 * rows; i++)
            for (int j = 0; j < 2 * columns; j++) {
                sums[o][i][j] = bias[o];
                for (int c = 0; c < inputs; c++)
                    for (int k = 0; k < 3; k++)
                        for (int l = 0; l < 3; l++)
                            sums[o][i][j] += image[c][i + k][j + l] * weights[o][c][k][l];
            }
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < 2 * rows; i++)
            for (int j = 0; j < 2 * columns; j++)
                active[o][i][j] = sums[o][i][j] > 0 ? sums[o][i][j] : 0;
    for (int o = 0; o < outputs; o++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) {
                float above = active[o][2 * i][2 * j] > active[o][2 * i][2 * j + 1] ? active[o][2 * i][2 * j]
                                                                                   : active[o][2 * i][2 * j + 1];
                float below = active[o][2 * i + 1][2 * j] > active[o][2 * i + 1][2 * j + 1] ? active[o][2 * i + 1][2 * j]
                                                                                           : active[o][2 * i + 1][2 * j + 1];
                result[o][i][j] = above > below ? above : below;
            }
#pragma endscop

    free(sums);
    free(active);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "cnn-block", "convolution, rectifier and maxima");
    int rows = size("rows", 5, 20, 56, 112, 224);
    int columns = size("columns", 7, 20, 56, 112, 224);
    int inputs = size("inputs", 2, 3, 8, 16, 16), outputs = size("outputs", 3, 4, 16, 32, 32);
    float (*image)[2 * rows + 2][2 * columns + 2] = ARRAY(IN, float, "image", inputs, 2 * rows + 2, 2 * columns + 2);
    float (*weights)[inputs][3][3] = ARRAY(IN, float, "weights", outputs, inputs, 3, 3);
    float *bias = ARRAY(IN, float, "bias", outputs);
    float (*result)[rows][columns] = ARRAY(OUT, float, "result", outputs, rows, columns);

    while (next_trial()) {
        fill(image, 0, 1);
        fill(weights, -1, 1);
        fill(bias, -1, 1);
        TIME(cnn_block(rows, columns, inputs, outputs, image, weights, bias, result));
    }

    for (int n = 0; n < 100; n++) {
        int o = n % outputs, i = n * 7919 % rows, j = n * 104729 % columns;
        double most = 0;
        for (int place = 0; place < 4; place++) {
            double sum = bias[o];
            for (int c = 0; c < inputs; c++)
                for (int k = 0; k < 3; k++)
                    for (int l = 0; l < 3; l++)
                        sum += (double)image[c][2 * i + place / 2 + k][2 * j + place % 2 + l] * weights[o][c][k][l];
            most = fmax(most, sum);
        }
        expect_near(result[o][i][j], most, 1e-4, "result[%d][%d][%d]", o, i, j);
    }
    return finish();
}
