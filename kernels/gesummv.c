/* gesummv: y = alpha A x + beta B x. */
#include "harness.h"

KERNEL void gesummv(int n, double alpha, double beta, double A[n][n], double B[n][n], double tmp[n],
                    double x[n], double y[n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        tmp[i] = 0.0;
        y[i] = 0.0;
        for (int j = 0; j < n; j++) {
            tmp[i] = A[i][j] * x[j] + tmp[i];
            y[i] = B[i][j] * x[j] + y[i];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "gesummv", "y = alpha A x + beta B x");
    int n = size("n", 30, 90, 250, 1300, 2800);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*A)[n] = ARRAY(IN, double, "A", n, n);
    double (*B)[n] = ARRAY(IN, double, "B", n, n);
    double *tmp = ARRAY(OUT, double, "tmp", n);
    double *x = ARRAY(IN, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        fill(x, -1, 1);
        TIME(gesummv(n, alpha, beta, A, B, tmp, x, y));
    }

    double *Ax = product(n, n, A, x);
    expect_vector("tmp", n, tmp, Ax);
    expect_vector("y", n, y, combination(n, alpha, Ax, beta, product(n, n, B, x)));
    return finish();
}
