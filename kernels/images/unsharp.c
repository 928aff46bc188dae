/* unsharp: sharpens an image of three colours where it differs from its blurred self (unsharp mask). */
#include "../harness.h"

KERNEL void unsharp(int rows, int columns, float threshold, float weight, const float image[3][rows + 4][columns + 4],
                    float result[3][rows][columns])
{
    float (*across)[rows][columns + 4] = malloc(3 * sizeof *across);
    float (*blurred)[rows][columns] = malloc(3 * sizeof *blurred);
    float (*sharpened)[rows][columns] = malloc(3 * sizeof *sharpened);

#pragma scop
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns + 4; j++)
                across[c][i][j] = (image[c][i][j] + 4 * image[c][i + 1][j] + 6 * image[c][i + 2][j] + 4 * image[c][i + 3][j]
                                   + image[c][i + 4][j]) / 16;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                blurred[c][i][j] = (across[c][i][j] + 4 * across[c][i][j + 1] + 6 * across[c][i][j + 2]
                                    + 4 * across[c][i][j + 3] + across[c][i][j + 4]) / 16;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                sharpened[c][i][j] = image[c][i + 2][j + 2] * (1 + weight) - blurred[c][i][j] * weight;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++)
                result[c][i][j] = fabsf(image[c][i + 2][j + 2] - blurred[c][i][j]) < threshold ? image[c][i + 2][j + 2]
                                                                                              : sharpened[c][i][j];
#pragma endscop

    free(across);
    free(blurred);
    free(sharpened);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "unsharp", "sharpens an image");
    int rows = size("rows", 12, 60, 320, 1080, 2048);
    int columns = size("columns", 17, 90, 480, 1920, 2048);
    float threshold = (float)scalar("threshold", 0.01), weight = (float)scalar("weight", 3);
    float (*image)[rows + 4][columns + 4] = ARRAY(IN, float, "image", 3, rows + 4, columns + 4);
    float (*result)[rows][columns] = ARRAY(OUT, float, "result", 3, rows, columns);

    while (next_trial()) {
        fill(image, 0, 1);
        TIME(unsharp(rows, columns, threshold, weight, image, result));
    }

    const int binomial[] = {1, 4, 6, 4, 1};
    for (int n = 0; n < 100; n++) {
        int c = n % 3, i = n * 7919 % rows, j = n * 104729 % columns;
        double blurred = 0, own = image[c][i + 2][j + 2];
        for (int k = 0; k < 5; k++)
            for (int l = 0; l < 5; l++)
                blurred += binomial[k] * binomial[l] / 256.0 * image[c][i + k][j + l];
        if (fabs(fabs(own - blurred) - threshold) < 1e-6)
            continue;
        double expected = fabs(own - blurred) < threshold ? own : own * (1 + weight) - blurred * weight;
        expect_near(result[c][i][j], expected, 1e-5, "result[%d][%d][%d]", c, i, j);
    }
    return finish();
}
