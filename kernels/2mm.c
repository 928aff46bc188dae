/* 2mm: two matrix products, D = beta D + (alpha A B) C. */
#include "harness.h"

KERNEL void two_mm(int ni, int nj, int nk, int nl, double alpha, double beta, double tmp[ni][nj],
                   double A[ni][nk], double B[nk][nj], double C[nj][nl], double D[ni][nl])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < ni; i++)
        for (j = 0; j < nj; j++) {
            tmp[i][j] = 0.0;
            for (k = 0; k < nk; k++)
                tmp[i][j] += alpha * A[i][k] * B[k][j];
        }
    for (i = 0; i < ni; i++)
        for (j = 0; j < nl; j++) {
            D[i][j] *= beta;
            for (k = 0; k < nj; k++)
                D[i][j] += tmp[i][k] * C[k][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "2mm", "D = beta D + (alpha A B) C");
    int ni = size("ni", 16, 40, 180, 800, 1600);
    int nj = size("nj", 18, 50, 190, 900, 1800);
    int nk = size("nk", 22, 70, 210, 1100, 2200);
    int nl = size("nl", 24, 80, 220, 1200, 2400);
    double alpha = scalar("alpha", 1.5);
    double beta = scalar("beta", 1.2);
    double (*tmp)[nj] = ARRAY(OUT, double, "tmp", ni, nj);
    double (*A)[nk] = ARRAY(IN, double, "A", ni, nk);
    double (*B)[nj] = ARRAY(IN, double, "B", nk, nj);
    double (*C)[nl] = ARRAY(IN, double, "C", nj, nl);
    double (*D)[nl] = ARRAY(OUT, double, "D", ni, nl);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        fill(C, -1, 1);
        fill(D, -1, 1);
        TIME(two_mm(ni, nj, nk, nl, alpha, beta, tmp, A, B, C, D));
    }

    double *x = probe(nj);
    double *ABx = product(ni, nk, A, product(nk, nj, B, x));
    expect_vector("tmp x", ni, product(ni, nj, tmp, x), combination(ni, alpha, ABx, 0, ABx));

    double *z = probe(nl);
    double *ABCz = product(ni, nk, A, product(nk, nj, B, product(nj, nl, C, z)));
    double *D0z = product(ni, nl, original(D), z);
    expect_vector("D z", ni, product(ni, nl, D, z), combination(ni, alpha, ABCz, beta, D0z));
    return finish();
}
