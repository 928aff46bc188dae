/* bilateral: smooths an image but not its edges, by way of a small grid whose third dimension is brightness (Chen, Paris and Durand,
 * "Real-time edge-aware image processing with the bilateral grid", SIGGRAPH 2007). */
#include "../harness.h"

#define CELL 8
#define LEVELS 14

KERNEL void bilateral(int rows, int columns, const float image[CELL * rows][CELL * columns],
                      float result[CELL * (rows - 5)][CELL * (columns - 5)])
{
    float (*grid)[columns][LEVELS][2] = malloc(rows * sizeof *grid);
    float (*deep)[columns][LEVELS - 4][2] = malloc(rows * sizeof *deep);
    float (*tall)[columns][LEVELS - 4][2] = malloc((rows - 4) * sizeof *tall);
    float (*wide)[columns - 4][LEVELS - 4][2] = malloc((rows - 4) * sizeof *wide);

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < LEVELS; k++)
                for (int l = 0; l < 2; l++)
                    grid[i][j][k][l] = 0;
            for (int y = 0; y < CELL; y++)
                for (int x = 0; x < CELL; x++) {
                    float value = image[CELL * i + y][CELL * j + x];
                    int level = (int)(value * 8) + 2;
                    grid[i][j][level][0] += value;
                    grid[i][j][level][1] += 1;
                }
        }
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            for (int k = 0; k < LEVELS - 4; k++)
                for (int l = 0; l < 2; l++)
                    deep[i][j][k][l] = grid[i][j][k][l] + 4 * grid[i][j][k + 1][l] + 6 * grid[i][j][k + 2][l]
                                       + 4 * grid[i][j][k + 3][l] + grid[i][j][k + 4][l];
    for (int i = 0; i < rows - 4; i++)
        for (int j = 0; j < columns; j++)
            for (int k = 0; k < LEVELS - 4; k++)
                for (int l = 0; l < 2; l++)
                    tall[i][j][k][l] = deep[i][j][k][l] + 4 * deep[i + 1][j][k][l] + 6 * deep[i + 2][j][k][l]
                                       + 4 * deep[i + 3][j][k][l] + deep[i + 4][j][k][l];
    for (int i = 0; i < rows - 4; i++)
        for (int j = 0; j < columns - 4; j++)
            for (int k = 0; k < LEVELS - 4; k++)
                for (int l = 0; l < 2; l++)
                    wide[i][j][k][l] = tall[i][j][k][l] + 4 * tall[i][j + 1][k][l] + 6 * tall[i][j + 2][k][l]
                                       + 4 * tall[i][j + 3][k][l] + tall[i][j + 4][k][l];
    for (int i = 0; i < CELL * (rows - 5); i++)
        for (int j = 0; j < CELL * (columns - 5); j++) {
            float value = image[i + 2 * CELL + CELL / 2][j + 2 * CELL + CELL / 2];
            int level = (int)(value * 8);
            float below = (i % CELL) / (float)CELL, right = (j % CELL) / (float)CELL;
            float sum = 0, weight = 0;
            for (int y = 0; y < 2; y++)
                for (int x = 0; x < 2; x++) {
                    float part = (y ? below : 1 - below) * (x ? right : 1 - right);
                    sum += part * wide[i / CELL + y][j / CELL + x][level][0];
                    weight += part * wide[i / CELL + y][j / CELL + x][level][1];
                }
            result[i][j] = sum / weight;
        }

    free(grid);
    free(deep);
    free(tall);
    free(wide);
}

/* Value or weight of a smoothed cell. */
static double smoothed(int columns, const float image[][CELL * columns], int i, int j, int level, bool is_weight)
{
    const int binomial[] = {1, 4, 6, 4, 1};
    double sum = 0;
    for (int y = 0; y < 5 * CELL; y++)
        for (int x = 0; x < 5 * CELL; x++) {
            float value = image[CELL * i + y][CELL * j + x];
            int k = (int)(value * 8) + 2 - level;
            if (k >= 0 && k < 5)
                sum += (double)binomial[k] * binomial[y / CELL] * binomial[x / CELL] * (is_weight ? 1 : value);
        }
    return sum;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "bilateral", "smooths an image but not its edges");
    int rows = size("rows", 7, 10, 40, 135, 256);
    int columns = size("columns", 8, 14, 60, 240, 256);
    float (*image)[CELL * columns] = ARRAY(IN, float, "image", CELL * rows, CELL * columns);
    float (*result)[CELL * (columns - 5)] = ARRAY(OUT, float, "result", CELL * (rows - 5), CELL * (columns - 5));

    while (next_trial()) {
        fill(image, 0, 1);
        TIME(bilateral(rows, columns, image, result));
    }

    for (int n = 0; n < 100; n++) {
        int i = n * 7919 % (CELL * (rows - 5)), j = n * 104729 % (CELL * (columns - 5));
        int level = (int)(image[i + 2 * CELL + CELL / 2][j + 2 * CELL + CELL / 2] * 8);
        double sums[2] = {0, 0};
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 2; x++) {
                double below = (i % CELL) / (double)CELL, right = (j % CELL) / (double)CELL;
                double part = (y ? below : 1 - below) * (x ? right : 1 - right);
                for (int weight = 0; weight < 2; weight++)
                    sums[weight] += part * smoothed(columns, image, i / CELL + y, j / CELL + x, level, weight);
            }
        expect_near(result[i][j], sums[0] / sums[1], 1e-4, "result[%d][%d]", i, j);
    }
    return finish();
}
