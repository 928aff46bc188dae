/* laplacian: one level of a local Laplacian filter (Paris, Hasinoff and Kautz, SIGGRAPH 2011): the image is remapped around some
 * levels of brightness; what each of these images loses when it is halved is taken where the image has that brightness. */
#include "../harness.h"

#define LEVELS 8

KERNEL void laplacian(int rows, int columns, float strength, const float image[2 * rows + 6][2 * columns + 6],
                      float result[2 * rows][2 * columns])
{
    float (*remapped)[2 * rows + 6][2 * columns + 6] = malloc(LEVELS * sizeof *remapped);
    float (*across)[rows + 2][2 * columns + 6] = malloc(LEVELS * sizeof *across);
    float (*half)[rows + 2][columns + 2] = malloc(LEVELS * sizeof *half);
    float (*lost)[2 * rows][2 * columns] = malloc(LEVELS * sizeof *lost);

    for (int k = 0; k < LEVELS; k++)
        for (int i = 0; i < 2 * rows + 6; i++)
            for (int j = 0; j < 2 * columns + 6; j++) {
                float off = image[i][j] - k / (LEVELS - 1.0f);
                remapped[k][i][j] = image[i][j] + strength * off / (1 + 16 * off * off);
            }
    for (int k = 0; k < LEVELS; k++)
        for (int i = 0; i < rows + 2; i++)
            for (int j = 0; j < 2 * columns + 6; j++)
                across[k][i][j] = (remapped[k][2 * i][j] + 3 * remapped[k][2 * i + 1][j] + 3 * remapped[k][2 * i + 2][j]
                                   + remapped[k][2 * i + 3][j]) / 8;
    for (int k = 0; k < LEVELS; k++)
        for (int i = 0; i < rows + 2; i++)
            for (int j = 0; j < columns + 2; j++)
                half[k][i][j] = (across[k][i][2 * j] + 3 * across[k][i][2 * j + 1] + 3 * across[k][i][2 * j + 2]
                                 + across[k][i][2 * j + 3]) / 8;
    for (int k = 0; k < LEVELS; k++)
        for (int i = 0; i < 2 * rows; i++)
            for (int j = 0; j < 2 * columns; j++)
                lost[k][i][j] = remapped[k][i + 2][j + 2]
                                - (half[k][i / 2][j / 2] + half[k][(i + 1) / 2][j / 2] + half[k][i / 2][(j + 1) / 2]
                                   + half[k][(i + 1) / 2][(j + 1) / 2]) / 4;
    for (int i = 0; i < 2 * rows; i++)
        for (int j = 0; j < 2 * columns; j++) {
            float bright = image[i + 2][j + 2] * (LEVELS - 1);
            int level = bright < LEVELS - 2 ? (int)bright : LEVELS - 2;
            float part = bright - level;
            result[i][j] = (1 - part) * lost[level][i][j] + part * lost[level + 1][i][j];
        }

    free(remapped);
    free(across);
    free(half);
    free(lost);
}

static double remap(float value, double level, double strength)
{
    double off = value - level;
    return value + strength * off / (1 + 16 * off * off);
}

static double loss(int columns, const float image[][2 * columns + 6], int k, double strength, int i, int j)
{
    const int weights[] = {1, 3, 3, 1};
    double level = k / (LEVELS - 1.0), grown = 0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int y = 0; y < 4; y++)
                for (int x = 0; x < 4; x++)
                    grown += weights[y] * weights[x] / 256.0
                             * remap(image[2 * ((i + a) / 2) + y][2 * ((j + b) / 2) + x], level, strength);
    return remap(image[i + 2][j + 2], level, strength) - grown;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "laplacian", "one level of a local Laplacian filter");
    int rows = size("rows", 6, 30, 160, 540, 1024);
    int columns = size("columns", 9, 45, 240, 960, 1024);
    float (*image)[2 * columns + 6] = ARRAY(IN, float, "image", 2 * rows + 6, 2 * columns + 6);
    float (*result)[2 * columns] = ARRAY(OUT, float, "result", 2 * rows, 2 * columns);

    while (next_trial()) {
        fill(image, 0, 1);
        TIME(laplacian(rows, columns, 0.5f, image, result));
    }

    for (int n = 0; n < 100; n++) {
        int i = n * 7919 % (2 * rows), j = n * 104729 % (2 * columns);
        double bright = image[i + 2][j + 2] * (LEVELS - 1);
        int level = bright < LEVELS - 2 ? (int)bright : LEVELS - 2;
        double part = bright - level;
        double expected = (1 - part) * loss(columns, image, level, 0.5, i, j)
                          + part * loss(columns, image, level + 1, 0.5, i, j);
        expect_near(result[i][j], expected, 1e-4, "result[%d][%d]", i, j);
    }
    return finish();
}
