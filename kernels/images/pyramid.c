/* pyramid: one level of a Gaussian and Laplacian pyramid (Burt and Adelson, 1983): the image blurred and halved, and what is lost
 * by that. */
#include "../harness.h"

KERNEL void pyramid(int rows, int columns, const float image[2 * rows + 6][2 * columns + 6], float half[rows + 1][columns + 1],
                    float lost[2 * rows][2 * columns])
{
    float (*across)[2 * columns + 6] = malloc((rows + 1) * sizeof *across);
    float (*level)[columns + 1] = malloc((rows + 1) * sizeof *level);
    float (*taller)[columns + 1] = malloc(2 * rows * sizeof *taller);

    for (int i = 0; i < rows + 1; i++)
        for (int j = 0; j < 2 * columns + 6; j++)
            across[i][j] = (image[2 * i][j] + 4 * image[2 * i + 1][j] + 6 * image[2 * i + 2][j] + 4 * image[2 * i + 3][j]
                            + image[2 * i + 4][j]) / 16;
    for (int i = 0; i < rows + 1; i++)
        for (int j = 0; j < columns + 1; j++)
            level[i][j] = (across[i][2 * j] + 4 * across[i][2 * j + 1] + 6 * across[i][2 * j + 2] + 4 * across[i][2 * j + 3]
                           + across[i][2 * j + 4]) / 16;
    for (int i = 0; i < 2 * rows; i++)
        for (int j = 0; j < columns + 1; j++)
            taller[i][j] = (level[i / 2][j] + level[(i + 1) / 2][j]) / 2;
    for (int i = 0; i < 2 * rows; i++)
        for (int j = 0; j < 2 * columns; j++)
            lost[i][j] = image[i + 2][j + 2] - (taller[i][j / 2] + taller[i][(j + 1) / 2]) / 2;
    for (int i = 0; i < rows + 1; i++)
        for (int j = 0; j < columns + 1; j++)
            half[i][j] = level[i][j];

    free(across);
    free(level);
    free(taller);
}

static double smaller(int columns, const float image[][2 * columns + 6], int i, int j)
{
    const int binomial[] = {1, 4, 6, 4, 1};
    double sum = 0;
    for (int k = 0; k < 5; k++)
        for (int l = 0; l < 5; l++)
            sum += binomial[k] * binomial[l] / 256.0 * image[2 * i + k][2 * j + l];
    return sum;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "pyramid", "a level of a pyramid of images");
    int rows = size("rows", 6, 30, 160, 540, 2048);
    int columns = size("columns", 9, 45, 240, 960, 2048);
    float (*image)[2 * columns + 6] = ARRAY(IN, float, "image", 2 * rows + 6, 2 * columns + 6);
    float (*half)[columns + 1] = ARRAY(OUT, float, "half", rows + 1, columns + 1);
    float (*lost)[2 * columns] = ARRAY(OUT, float, "lost", 2 * rows, 2 * columns);

    while (next_trial()) {
        fill(image, 0, 1);
        TIME(pyramid(rows, columns, image, half, lost));
    }

    for (int n = 0; n < 100; n++) {
        int i = n * 7919 % (2 * rows), j = n * 104729 % (2 * columns);
        expect_near(half[i / 2][j / 2], smaller(columns, image, i / 2, j / 2), 1e-5, "half[%d][%d]", i / 2, j / 2);
        double grown = 0;
        for (int k = 0; k < 2; k++)
            for (int l = 0; l < 2; l++)
                grown += smaller(columns, image, (i + k) / 2, (j + l) / 2) / 4;
        expect_near(lost[i][j], image[i + 2][j + 2] - grown, 1e-5, "lost[%d][%d]", i, j);
    }
    return finish();
}
