/* harris: how much of a corner each place of an image is (Harris and Stephens, "A combined corner and edge detector", 1988).
 * Written as libraries of image processing often are: one function's worth of loops after the other, memory in one piece. */
#include "../harness.h"

KERNEL void harris(int rows, int columns, const float *image, float *corners)
{
    size_t size = (size_t)rows * columns * sizeof(float);
    float *dx = malloc(size), *dy = malloc(size);
    float *xx = malloc(size), *xy = malloc(size), *yy = malloc(size);
    float *sum_xx = malloc(size), *sum_xy = malloc(size), *sum_yy = malloc(size);

    /* Sobel's gradients. */
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            dx[i * columns + j] =
                (image[(i - 1) * columns + j + 1] - image[(i - 1) * columns + j - 1]
                 + 2 * (image[i * columns + j + 1] - image[i * columns + j - 1])
                 + image[(i + 1) * columns + j + 1] - image[(i + 1) * columns + j - 1]) / 12;
    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++)
            dy[i * columns + j] =
                (image[(i + 1) * columns + j - 1] - image[(i - 1) * columns + j - 1]
                 + 2 * (image[(i + 1) * columns + j] - image[(i - 1) * columns + j])
                 + image[(i + 1) * columns + j + 1] - image[(i - 1) * columns + j + 1]) / 12;

    for (int i = 1; i < rows - 1; i++)
        for (int j = 1; j < columns - 1; j++) {
            xx[i * columns + j] = dx[i * columns + j] * dx[i * columns + j];
            xy[i * columns + j] = dx[i * columns + j] * dy[i * columns + j];
            yy[i * columns + j] = dy[i * columns + j] * dy[i * columns + j];
        }

    for (int i = 2; i < rows - 2; i++)
        for (int j = 2; j < columns - 2; j++) {
            float sum = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++)
                    sum += xx[(i + k) * columns + j + l];
            sum_xx[i * columns + j] = sum;
        }
    for (int i = 2; i < rows - 2; i++)
        for (int j = 2; j < columns - 2; j++) {
            float sum = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++)
                    sum += xy[(i + k) * columns + j + l];
            sum_xy[i * columns + j] = sum;
        }
    for (int i = 2; i < rows - 2; i++)
        for (int j = 2; j < columns - 2; j++) {
            float sum = 0;
            for (int k = -1; k <= 1; k++)
                for (int l = -1; l <= 1; l++)
                    sum += yy[(i + k) * columns + j + l];
            sum_yy[i * columns + j] = sum;
        }

    for (int i = 2; i < rows - 2; i++)
        for (int j = 2; j < columns - 2; j++) {
            float trace = sum_xx[i * columns + j] + sum_yy[i * columns + j];
            float det = sum_xx[i * columns + j] * sum_yy[i * columns + j] - sum_xy[i * columns + j] * sum_xy[i * columns + j];
            corners[i * columns + j] = det - 0.04f * trace * trace;
        }

    free(dx);
    free(dy);
    free(xx);
    free(xy);
    free(yy);
    free(sum_xx);
    free(sum_xy);
    free(sum_yy);
}

static double gradient(int columns, const float *image, int i, int j, int along_rows)
{
    const float *at = image + (size_t)i * columns + j;
    int along = along_rows ? columns : 1, across = along_rows ? 1 : columns;
    double sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += (2 - abs(k)) * ((double)at[along + k * across] - at[k * across - along]);
    return sum / 12;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "harris", "corners of an image");
    int rows = size("rows", 14, 60, 320, 1080, 4096);
    int columns = size("columns", 19, 90, 480, 1920, 4096);
    float *image = ARRAY(IN, float, "image", rows, columns);
    float *corners = ARRAY(OUT, float, "corners", rows, columns);
    require(rows >= 5 && columns >= 5, "rows >= 5 and columns >= 5");

    while (next_trial()) {
        fill(image, 0, 1);
        clear(corners);
        TIME(harris(rows, columns, image, corners));
    }

    for (int n = 0; n < 100; n++) {
        int i = 2 + n * 7919 % (rows - 4), j = 2 + n * 104729 % (columns - 4);
        double xx = 0, xy = 0, yy = 0;
        for (int k = i - 1; k <= i + 1; k++)
            for (int l = j - 1; l <= j + 1; l++) {
                double dx = gradient(columns, image, k, l, 0), dy = gradient(columns, image, k, l, 1);
                xx += dx * dx;
                xy += dx * dy;
                yy += dy * dy;
            }
        double corner = xx * yy - xy * xy - 0.04 * (xx + yy) * (xx + yy);
        expect_near(corners[(size_t)i * columns + j], corner, 1e-5, "corners[%d][%d]", i, j);
    }
    return finish();
}
