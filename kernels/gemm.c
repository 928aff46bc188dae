/* gemm: C = beta C + alpha A B. */
#include "harness.h"

KERNEL void gemm(int ni, int nj, int nk, double alpha, double beta, double C[ni][nj], double A[ni][nk],
                 double B[nk][nj])
{
#pragma scop
    for (int i = 0; i < ni; i++) {
        for (int j = 0; j < nj; j++)
            C[i][j] *= beta;
        for (int k = 0; k < nk; k++)
            for (int j = 0; j < nj; j++)
                C[i][j] += alpha * A[i][k] * B[k][j];
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "gemm", "C = beta C + alpha A B");
    int ni = size("ni", 20, 60, 200, 1000, 2000);
    int nj = size("nj", 25, 70, 220, 1100, 2300);
    int nk = size("nk", 30, 80, 240, 1200, 2600);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*C)[nj] = ARRAY(OUT, double, "C", ni, nj);
    double (*A)[nk] = ARRAY(IN, double, "A", ni, nk);
    double (*B)[nj] = ARRAY(IN, double, "B", nk, nj);

    while (next_trial()) {
        fill(C, -1, 1);
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(gemm(ni, nj, nk, alpha, beta, C, A, B));
    }

    double *x = probe(nj);
    double *ABx = product(ni, nk, A, product(nk, nj, B, x));
    double *C0x = product(ni, nj, original(C), x);
    expect_vector("C x", ni, product(ni, nj, C, x), combination(ni, alpha, ABx, beta, C0x));
    return finish();
}
