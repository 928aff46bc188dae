/* doitgen: multiplies the last dimension of the cube A by the matrix C4, in place. */
#include "harness.h"

KERNEL void doitgen(int nr, int nq, int np, double A[nr][nq][np], double C4[np][np], double sum[np])
{
#pragma scop
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0.0;
                for (int s = 0; s < np; s++)
                    sum[p] += A[r][q][s] * C4[s][p];
            }
            for (int p = 0; p < np; p++)
                A[r][q][p] = sum[p];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "doitgen", "A[r][q] = A[r][q] C4 for all r and q");
    int nr = size("nr", 10, 25, 50, 150, 250);
    int nq = size("nq", 8, 20, 40, 140, 220);
    int np = size("np", 12, 30, 60, 160, 270);
    double (*A)[nq][np] = ARRAY(OUT, double, "A", nr, nq, np);
    double (*C4)[np] = ARRAY(IN, double, "C4", np, np);
    double *sum = ARRAY(OUT, double, "sum", np);
    require(nq <= INT_MAX / nr, "nr * nq rows that an int can count");

    while (next_trial()) {
        fill(A, -1, 1);
        fill(C4, -1, 1);
        TIME(doitgen(nr, nq, np, A, C4, sum));
    }

    /* The cube seen as a matrix of nr nq rows. */
    double *x = probe(np);
    double *A0C4x = product(nr * nq, np, original(A), product(np, np, C4, x));
    expect_vector("A x", nr * nq, product(nr * nq, np, A[0], x), A0C4x);
    expect_vector("sum", np, sum, A[nr - 1][nq - 1]);
    return finish();
}
