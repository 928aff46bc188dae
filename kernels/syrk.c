/* syrk: C = beta C + alpha A transpose(A), in the lower triangle of C. */
#include "harness.h"

KERNEL void syrk(int n, int m, double alpha, double beta, double C[n][n], double A[n][m])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < m; k++)
            for (j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }
#pragma endscop
}

static void check(int n, int m, double alpha, double beta, double C[n][n], double C0[n][n], double A[n][m])
{
    /* Row i of the lower triangle of A A' times x is A[i] times the sum of x[j] A[j] over j <= i. */
    double *x = probe(n);
    double *sum = zeros(m);
    double *got = zeros(n);
    double *want = zeros(n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            got[i] += C[i][j] * x[j];
            want[i] += beta * C0[i][j] * x[j];
        }
        for (int k = 0; k < m; k++) {
            sum[k] += x[i] * A[i][k];
            want[i] += alpha * A[i][k] * sum[k];
        }
        expect_untouched("upper triangle of C", n - 1 - i, &C[i][i] + 1, &C0[i][i] + 1);
    }
    expect_vector("C x", n, got, want);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "syrk", "C = beta C + alpha A transpose(A), lower triangle");
    int m = size("m", 20, 60, 200, 1000, 2000);
    int n = size("n", 30, 80, 240, 1200, 2600);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*C)[n] = ARRAY(OUT, double, "C", n, n);
    double (*A)[m] = ARRAY(IN, double, "A", n, m);

    while (next_trial()) {
        fill(C, -1, 1);
        fill(A, -1, 1);
        TIME(syrk(n, m, alpha, beta, C, A));
    }

    check(n, m, alpha, beta, C, original(C), A);
    return finish();
}
