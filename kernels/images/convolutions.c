/* convolutions: two convolutions, one after the other, with a rectifier between them, as in neural networks.
 * Build with -DK=5 (7, 9) for larger ones. */
#include "../harness.h"

#ifndef K
#define K 3
#endif

KERNEL void convolutions(int rows, int columns, const float image[rows + 2 * K - 2][columns + 2 * K - 2],
                         const float first[K][K], const float second[K][K], float result[rows][columns])
{
    float (*between)[columns + K - 1] = malloc((rows + K - 1) * sizeof *between);

    for (int i = 0; i < rows + K - 1; i++)
        for (int j = 0; j < columns + K - 1; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                for (int l = 0; l < K; l++)
                    sum += image[i + k][j + l] * first[k][l];
            between[i][j] = sum > 0 ? sum : 0;
        }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                for (int l = 0; l < K; l++)
                    sum += between[i + k][j + l] * second[k][l];
            result[i][j] = sum;
        }

    free(between);
}

static double rectified(int columns, const float image[][columns + 2 * K - 2], const float first[K][K], int i, int j)
{
    double sum = 0;
    for (int k = 0; k < K; k++)
        for (int l = 0; l < K; l++)
            sum += (double)image[i + k][j + l] * first[k][l];
    return fmax(sum, 0);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "convolutions", "two convolutions with a rectifier between them");
    int rows = size("rows", 12, 60, 320, 1080, 4096);
    int columns = size("columns", 17, 90, 480, 1920, 4096);
    float (*image)[columns + 2 * K - 2] = ARRAY(IN, float, "image", rows + 2 * K - 2, columns + 2 * K - 2);
    float (*first)[K] = ARRAY(IN, float, "first", K, K);
    float (*second)[K] = ARRAY(IN, float, "second", K, K);
    float (*result)[columns] = ARRAY(OUT, float, "result", rows, columns);

    while (next_trial()) {
        fill(image, 0, 1);
        fill(first, -1, 1);
        fill(second, -1, 1);
        TIME(convolutions(rows, columns, image, first, second, result));
    }

    for (int n = 0; n < 100; n++) {
        int i = n * 7919 % rows, j = n * 104729 % columns;
        double sum = 0;
        for (int k = 0; k < K; k++)
            for (int l = 0; l < K; l++)
                sum += rectified(columns, image, first, i + k, j + l) * second[k][l];
        expect_near(result[i][j], sum, 1e-5 * K * K, "result[%d][%d]", i, j);
    }
    return finish();
}
