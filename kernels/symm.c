/* symm: C = beta C + alpha S B, where the symmetric S is stored in the lower triangle of A. */
#include "harness.h"

KERNEL void symm(int m, int n, double alpha, double beta, double C[m][n], double A[m][m], double B[m][n])
{
    double temp2;

#pragma scop
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            temp2 = 0;
            for (int k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                temp2 += B[k][j] * A[i][k];
            }
            C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
        }
#pragma endscop
}

/* S x */
static double *symmetric_product(int m, double A[m][m], const double *x)
{
    double *y = zeros(m);
    for (int i = 0; i < m; i++)
        for (int k = 0; k < m; k++)
            y[i] += (k <= i ? A[i][k] : A[k][i]) * x[k];
    return y;
}

int main(int argc, char **argv)
{
    begin(argc, argv, "symm", "C = beta C + alpha S B, S symmetric");
    int m = size("m", 20, 60, 200, 1000, 2000);
    int n = size("n", 30, 80, 240, 1200, 2600);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*C)[n] = ARRAY(OUT, double, "C", m, n);
    double (*A)[m] = ARRAY(IN, double, "A", m, m);
    double (*B)[n] = ARRAY(IN, double, "B", m, n);

    while (next_trial()) {
        fill(C, -1, 1);
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(symm(m, n, alpha, beta, C, A, B));
    }

    double *x = probe(n);
    double *SBx = symmetric_product(m, A, product(m, n, B, x));
    double *C0x = product(m, n, original(C), x);
    expect_vector("C x", m, product(m, n, C, x), combination(m, alpha, SBx, beta, C0x));
    return finish();
}
