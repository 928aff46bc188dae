/* gemver: A = A + u1 transpose(v1) + u2 transpose(v2), x = x + beta transpose(A) y + z,
 * w = w + alpha A x. */
#include "harness.h"

KERNEL void gemver(int n, double alpha, double beta, double A[n][n], double u1[n], double v1[n],
                   double u2[n], double v2[n], double w[n], double x[n], double y[n], double z[n])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];

    for (i = 0; i < n; i++)
        x[i] = x[i] + z[i];

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "gemver", "A = A + u1 v1' + u2 v2', x = x + beta A' y + z, w = w + alpha A x");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*A)[n] = ARRAY(OUT, double, "A", n, n);
    double *u1 = ARRAY(IN, double, "u1", n);
    double *v1 = ARRAY(IN, double, "v1", n);
    double *u2 = ARRAY(IN, double, "u2", n);
    double *v2 = ARRAY(IN, double, "v2", n);
    double *w = ARRAY(OUT, double, "w", n);
    double *x = ARRAY(OUT, double, "x", n);
    double *y = ARRAY(IN, double, "y", n);
    double *z = ARRAY(IN, double, "z", n);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(u1, -1, 1);
        fill(v1, -1, 1);
        fill(u2, -1, 1);
        fill(v2, -1, 1);
        fill(w, -1, 1);
        fill(x, -1, 1);
        fill(y, -1, 1);
        fill(z, -1, 1);
        TIME(gemver(n, alpha, beta, A, u1, v1, u2, v2, w, x, y, z));
    }

    double *t = probe(n);
    double *update = combination(n, dot(n, v1, t), u1, dot(n, v2, t), u2);
    double *At = combination(n, 1, product(n, n, original(A), t), 1, update);
    expect_vector("A t", n, product(n, n, A, t), At);
    double *x0z = combination(n, 1, original(x), 1, z);
    expect_vector("x", n, x, combination(n, 1, x0z, beta, product_from_left(n, n, y, A)));
    expect_vector("w", n, w, combination(n, 1, original(w), alpha, product(n, n, A, x)));
    return finish();
}
