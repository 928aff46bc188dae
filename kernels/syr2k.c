/* syr2k: C = beta C + alpha (A transpose(B) + B transpose(A)), in the lower triangle of C. */
#include "harness.h"

KERNEL void syr2k(int n, int m, double alpha, double beta, double C[n][n], double A[n][m], double B[n][m])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
    }
#pragma endscop
}

static void check(int n, int m, double alpha, double beta, double C[n][n], double C0[n][n], double A[n][m],
                  double B[n][m])
{
    /* As in syrk, with running sums of x[j] A[j] and of x[j] B[j]. */
    double *x = probe(n);
    double *sum_a = zeros(m);
    double *sum_b = zeros(m);
    double *got = zeros(n);
    double *want = zeros(n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            got[i] += C[i][j] * x[j];
            want[i] += beta * C0[i][j] * x[j];
        }
        for (int k = 0; k < m; k++) {
            sum_a[k] += x[i] * A[i][k];
            sum_b[k] += x[i] * B[i][k];
            want[i] += alpha * (B[i][k] * sum_a[k] + A[i][k] * sum_b[k]);
        }
        expect_untouched("upper triangle of C", n - 1 - i, &C[i][i] + 1, &C0[i][i] + 1);
    }
    expect_vector("C x", n, got, want);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "syr2k", "C = beta C + alpha (A transpose(B) + B transpose(A)), lower triangle");
    int m = size("m", 20, 60, 200, 1000, 2000);
    int n = size("n", 30, 80, 240, 1200, 2600);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*C)[n] = ARRAY(OUT, double, "C", n, n);
    double (*A)[m] = ARRAY(IN, double, "A", n, m);
    double (*B)[m] = ARRAY(IN, double, "B", n, m);

    while (next_trial()) {
        fill(C, -1, 1);
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(syr2k(n, m, alpha, beta, C, A, B));
    }

    check(n, m, alpha, beta, C, original(C), A, B);
    return finish();
}
