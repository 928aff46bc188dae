/* 3mm: three matrix products, G = (A B) (C D). */
#include "harness.h"

KERNEL void three_mm(int ni, int nj, int nk, int nl, int nm, double E[ni][nj], double A[ni][nk],
                     double B[nk][nj], double F[nj][nl], double C[nj][nm], double D[nm][nl],
                     double G[ni][nl])
{
#pragma scop
    /* E = A B */
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nj; j++) {
            E[i][j] = 0.0;
            for (int k = 0; k < nk; k++)
                E[i][j] += A[i][k] * B[k][j];
        }
    /* F = C D */
    for (int i = 0; i < nj; i++)
        for (int j = 0; j < nl; j++) {
            F[i][j] = 0.0;
            for (int k = 0; k < nm; k++)
                F[i][j] += C[i][k] * D[k][j];
        }
    /* G = E F */
    for (int i = 0; i < ni; i++)
        for (int j = 0; j < nl; j++) {
            G[i][j] = 0.0;
            for (int k = 0; k < nj; k++)
                G[i][j] += E[i][k] * F[k][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "3mm", "G = (A B) (C D)");
    int ni = size("ni", 16, 40, 180, 800, 1600);
    int nj = size("nj", 18, 50, 190, 900, 1800);
    int nk = size("nk", 20, 60, 200, 1000, 2000);
    int nl = size("nl", 22, 70, 210, 1100, 2200);
    int nm = size("nm", 24, 80, 220, 1200, 2400);
    double (*E)[nj] = ARRAY(OUT, double, "E", ni, nj);
    double (*A)[nk] = ARRAY(IN, double, "A", ni, nk);
    double (*B)[nj] = ARRAY(IN, double, "B", nk, nj);
    double (*F)[nl] = ARRAY(OUT, double, "F", nj, nl);
    double (*C)[nm] = ARRAY(IN, double, "C", nj, nm);
    double (*D)[nl] = ARRAY(IN, double, "D", nm, nl);
    double (*G)[nl] = ARRAY(OUT, double, "G", ni, nl);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        fill(C, -1, 1);
        fill(D, -1, 1);
        TIME(three_mm(ni, nj, nk, nl, nm, E, A, B, F, C, D, G));
    }

    double *x = probe(nj);
    expect_vector("E x", ni, product(ni, nj, E, x), product(ni, nk, A, product(nk, nj, B, x)));
    double *z = probe(nl);
    double *CDz = product(nj, nm, C, product(nm, nl, D, z));
    expect_vector("F z", nj, product(nj, nl, F, z), CDz);
    expect_vector("G z", ni, product(ni, nl, G, z), product(ni, nk, A, product(nk, nj, B, CDz)));
    return finish();
}
