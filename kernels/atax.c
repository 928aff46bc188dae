/* atax: y = transpose(A) (A x). */
#include "harness.h"

KERNEL void atax(int m, int n, double A[m][n], double x[n], double y[n], double tmp[m])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        y[i] = 0;
    for (i = 0; i < m; i++) {
        tmp[i] = 0.0;
        for (j = 0; j < n; j++)
            tmp[i] = tmp[i] + A[i][j] * x[j];
        for (j = 0; j < n; j++)
            y[j] = y[j] + A[i][j] * tmp[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "atax", "y = transpose(A) (A x)");
    int m = size("m", 38, 116, 390, 1900, 1800);
    int n = size("n", 42, 124, 410, 2100, 2200);
    double (*A)[n] = ARRAY(IN, double, "A", m, n);
    double *x = ARRAY(IN, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);
    double *tmp = ARRAY(OUT, double, "tmp", m);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(x, -1, 1);
        TIME(atax(m, n, A, x, y, tmp));
    }

    double *Ax = product(m, n, A, x);
    expect_vector("tmp", m, tmp, Ax);
    expect_vector("y", n, y, product_from_left(m, n, Ax, A));
    return finish();
}
