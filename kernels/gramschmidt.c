/* gramschmidt: A = Q R with orthonormal columns of Q, by the modified Gram-Schmidt process. */
#include "harness.h"

KERNEL void gramschmidt(int m, int n, double A[m][n], double R[n][n], double Q[m][n])
{
    int i, j, k;
    double nrm;

#pragma scop
    for (k = 0; k < n; k++) {
        nrm = 0.0;
        for (i = 0; i < m; i++)
            nrm += A[i][k] * A[i][k];
        R[k][k] = sqrt(nrm);
        for (i = 0; i < m; i++)
            Q[i][k] = A[i][k] / R[k][k];
        for (j = k + 1; j < n; j++) {
            R[k][j] = 0.0;
            for (i = 0; i < m; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (i = 0; i < m; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
#pragma endscop
}

static void check(int m, int n, double A[m][n], double A0[m][n], double R[n][n], double Q[m][n])
{
    double *x = probe(n);
    expect_vector("Q R x", m, product(m, n, Q, product(n, n, R, x)), product(m, n, A0, x));
    expect_vector("transpose(Q) Q x", n, product_from_left(m, n, product(m, n, Q, x), Q), x);

    /* Column k of A ends as what is orthogonal to the columns before it: R[k][k] Q[.][k]. */
    double *Dx = zeros(n);
    for (int k = 0; k < n; k++)
        Dx[k] = R[k][k] * x[k];
    expect_vector("A x", m, product(m, n, A, x), product(m, n, Q, Dx));
}

int main(int argc, char **argv)
{
    begin(argc, argv, "gramschmidt", "A = Q R, modified Gram-Schmidt");
    /* More rows than columns, or else there are not n independent columns and Q would end in noise. */
    int m = size("m", 30, 80, 240, 1200, 2600);
    int n = size("n", 20, 60, 200, 1000, 2000);
    double (*A)[n] = ARRAY(OUT, double, "A", m, n);
    double (*R)[n] = ARRAY(OUT, double, "R", n, n);
    double (*Q)[n] = ARRAY(OUT, double, "Q", m, n);
    require(m >= n, "m >= n");

    while (next_trial()) {
        fill(A, -1, 1);
        strengthen_diagonal(m, n, A);
        clear(R);
        TIME(gramschmidt(m, n, A, R, Q));
    }

    check(m, n, A, original(A), R, Q);
    return finish();
}
