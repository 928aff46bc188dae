/* heat: heat flows through a plate for four steps, each from one array to the next (heat-2d; the border is not kept). */
#include "../harness.h"

#define STEP(from, i, j)                                                                                                   \
    (from[(i) + 1][(j) + 1] + 0.125f * (from[(i) + 2][(j) + 1] - 2 * from[(i) + 1][(j) + 1] + from[i][(j) + 1])            \
     + 0.125f * (from[(i) + 1][(j) + 2] - 2 * from[(i) + 1][(j) + 1] + from[(i) + 1][j]))

KERNEL void heat(int rows, int columns, const float before[rows + 8][columns + 8], float after[rows][columns])
{
    float (*first)[columns + 6] = malloc((rows + 6) * sizeof *first);
    float (*second)[columns + 4] = malloc((rows + 4) * sizeof *second);
    float (*third)[columns + 2] = malloc((rows + 2) * sizeof *third);

    for (int i = 0; i < rows + 6; i++)
        for (int j = 0; j < columns + 6; j++)
            first[i][j] = STEP(before, i, j);
    for (int i = 0; i < rows + 4; i++)
        for (int j = 0; j < columns + 4; j++)
            second[i][j] = STEP(first, i, j);
    for (int i = 0; i < rows + 2; i++)
        for (int j = 0; j < columns + 2; j++)
            third[i][j] = STEP(second, i, j);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            after[i][j] = STEP(third, i, j);

    free(first);
    free(second);
    free(third);
}

/* The heat at a place after some steps. */
static double flown(int columns, const float before[][columns + 8], int steps, int i, int j)
{
    if (steps == 0)
        return before[i][j];
    double around = 0;
    for (int k = -1; k <= 1; k += 2)
        around += flown(columns, before, steps - 1, i + k, j) + flown(columns, before, steps - 1, i, j + k);
    return 0.5 * flown(columns, before, steps - 1, i, j) + 0.125 * around;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "heat", "four steps of heat in a plate");
    int rows = size("rows", 12, 60, 320, 1080, 4096);
    int columns = size("columns", 17, 90, 480, 1920, 4096);
    float (*before)[columns + 8] = ARRAY(IN, float, "before", rows + 8, columns + 8);
    float (*after)[columns] = ARRAY(OUT, float, "after", rows, columns);

    while (next_trial()) {
        fill(before, 0, 1);
        TIME(heat(rows, columns, before, after));
    }

    for (int n = 0; n < 100; n++) {
        int i = n * 7919 % rows, j = n * 104729 % columns;
        expect_near(after[i][j], flown(columns, before, 4, i + 4, j + 4), 1e-5, "after[%d][%d]", i, j);
    }
    return finish();
}
