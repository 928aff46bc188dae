/* mvt: x1 = x1 + A y1 and x2 = x2 + transpose(A) y2. */
#include "harness.h"

KERNEL void mvt(int n, double x1[n], double x2[n], double y1[n], double y2[n], double A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x1[i] = x1[i] + A[i][j] * y1[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x2[i] = x2[i] + A[j][i] * y2[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "mvt", "x1 = x1 + A y1, x2 = x2 + transpose(A) y2");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double *x1 = ARRAY(OUT, double, "x1", n);
    double *x2 = ARRAY(OUT, double, "x2", n);
    double *y1 = ARRAY(IN, double, "y1", n);
    double *y2 = ARRAY(IN, double, "y2", n);
    double (*A)[n] = ARRAY(IN, double, "A", n, n);

    while (next_trial()) {
        fill(x1, -1, 1);
        fill(x2, -1, 1);
        fill(y1, -1, 1);
        fill(y2, -1, 1);
        fill(A, -1, 1);
        TIME(mvt(n, x1, x2, y1, y2, A));
    }

    expect_vector("x1", n, x1, combination(n, 1, original(x1), 1, product(n, n, A, y1)));
    expect_vector("x2", n, x2, combination(n, 1, original(x2), 1, product_from_left(n, n, y2, A)));
    return finish();
}
