/* trisolv: solves L x = b, where L is lower triangular. */
#include "harness.h"

KERNEL void trisolv(int n, double L[n][n], double x[n], double b[n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] = x[i] / L[i][i];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "trisolv", "solve L x = b, L lower triangular");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double (*L)[n] = ARRAY(IN, double, "L", n, n);
    double *x = ARRAY(OUT, double, "x", n);
    double *b = ARRAY(IN, double, "b", n);

    while (next_trial()) {
        fill(L, -1, 1);
        strengthen_diagonal(n, n, L);
        fill(b, -1, 1);
        TIME(trisolv(n, L, x, b));
    }

    double *Lx = zeros(n);
    for (int i = 0; i < n; i++)
        Lx[i] = dot(i + 1, L[i], x);
    expect_vector("L x", n, Lx, b);
    return finish();
}
