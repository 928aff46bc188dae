/* cholesky: A = L transpose(L); the lower triangle of A becomes L. */
#include "harness.h"

KERNEL void cholesky(int n, double A[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        /* left of the diagonal */
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
        /* on the diagonal */
        for (int k = 0; k < i; k++)
            A[i][i] -= A[i][k] * A[i][k];
        A[i][i] = sqrt(A[i][i]);
    }
#pragma endscop
}

/* Symmetric and positive definite. */
static void initialize(int n, double A[n][n])
{
    fill(A, -1, 1);
    strengthen_diagonal(n, n, A);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            A[j][i] = A[i][j];
}

static void check(int n, double A[n][n], double A0[n][n])
{
    double *x = probe(n);
    double *Ltx = zeros(n);
    double *LLtx = zeros(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            Ltx[j] += A[i][j] * x[i];
    for (int i = 0; i < n; i++) {
        LLtx[i] = dot(i + 1, A[i], Ltx);
        expect_untouched("upper triangle of A", n - 1 - i, &A[i][i] + 1, &A0[i][i] + 1);
    }
    expect_vector("L transpose(L) x", n, LLtx, product(n, n, A0, x));
}

int main(int argc, char **argv)
{
    begin(argc, argv, "cholesky", "A = L transpose(L), A symmetric and positive definite");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double (*A)[n] = ARRAY(OUT, double, "A", n, n);

    while (next_trial()) {
        initialize(n, A);
        TIME(cholesky(n, A));
    }

    check(n, A, original(A));
    return finish();
}
