/* trmm: B = alpha transpose(L) B in place, where L is unit lower triangular, stored in A. */
#include "harness.h"

KERNEL void trmm(int m, int n, double alpha, double A[m][m], double B[m][n])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            for (k = i + 1; k < m; k++)
                B[i][j] += A[k][i] * B[k][j];
            B[i][j] = alpha * B[i][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "trmm", "B = alpha transpose(L) B, L unit lower triangular");
    int m = size("m", 20, 60, 200, 1000, 2000);
    int n = size("n", 30, 80, 240, 1200, 2600);
    double alpha = scalar("alpha", 1.5);
    double (*A)[m] = ARRAY(IN, double, "A", m, m);
    double (*B)[n] = ARRAY(OUT, double, "B", m, n);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(trmm(m, n, alpha, A, B));
    }

    double *x = probe(n);
    double *B0x = product(m, n, original(B), x);
    double *want = zeros(m);
    for (int i = 0; i < m; i++) {
        want[i] = alpha * B0x[i];
        for (int k = i + 1; k < m; k++)
            want[i] += alpha * A[k][i] * B0x[k];
    }
    expect_vector("B x", m, product(m, n, B, x), want);
    return finish();
}
