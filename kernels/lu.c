/* lu: A = L U without pivoting; A becomes U and, below the diagonal, L (whose diagonal is 1). */
#include "harness.h"

KERNEL void lu(int n, double A[n][n])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            for (k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[k][j];
            A[i][j] /= A[j][j];
        }
        for (j = i; j < n; j++)
            for (k = 0; k < i; k++)
                A[i][j] -= A[i][k] * A[k][j];
    }
#pragma endscop
}

/* L (U x) */
static double *factors_product(int n, double A[n][n], const double *x)
{
    double *Ux = zeros(n);
    double *LUx = zeros(n);
    for (int i = 0; i < n; i++)
        Ux[i] = dot(n - i, &A[i][i], &x[i]);
    for (int i = 0; i < n; i++)
        LUx[i] = dot(i, A[i], Ux) + Ux[i];
    return LUx;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "lu", "A = L U without pivoting");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double (*A)[n] = ARRAY(OUT, double, "A", n, n);

    while (next_trial()) {
        fill(A, -1, 1);
        strengthen_diagonal(n, n, A);
        TIME(lu(n, A));
    }

    double *x = probe(n);
    expect_vector("L U x", n, factors_product(n, A, x), product(n, n, original(A), x));
    return finish();
}
