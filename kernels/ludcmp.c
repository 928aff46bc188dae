/* ludcmp: solves A x = b by A = L U, L y = b, U x = y. */
#include "harness.h"

KERNEL void ludcmp(int n, double A[n][n], double b[n], double x[n], double y[n])
{
    int i, j, k;
    double w;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            w = A[i][j];
            for (k = 0; k < j; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w / A[j][j];
        }
        for (j = i; j < n; j++) {
            w = A[i][j];
            for (k = 0; k < i; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w;
        }
    }

    for (i = 0; i < n; i++) {
        w = b[i];
        for (j = 0; j < i; j++)
            w -= A[i][j] * y[j];
        y[i] = w;
    }

    for (i = n - 1; i >= 0; i--) {
        w = y[i];
        for (j = i + 1; j < n; j++)
            w -= A[i][j] * x[j];
        x[i] = w / A[i][i];
    }
#pragma endscop
}

static void check(int n, double A[n][n], double A0[n][n], double b[n], double x[n], double y[n])
{
    double *z = probe(n);
    double *Uz = zeros(n);
    double *LUz = zeros(n);
    double *Ly = zeros(n);
    for (int i = 0; i < n; i++)
        Uz[i] = dot(n - i, &A[i][i], &z[i]);
    for (int i = 0; i < n; i++) {
        LUz[i] = dot(i, A[i], Uz) + Uz[i];
        Ly[i] = dot(i, A[i], y) + y[i];
    }
    expect_vector("L U z", n, LUz, product(n, n, A0, z));
    expect_vector("L y", n, Ly, b);
    expect_vector("A x", n, product(n, n, A0, x), b);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "ludcmp", "solve A x = b by A = L U, L y = b, U x = y");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double (*A)[n] = ARRAY(OUT, double, "A", n, n);
    double *b = ARRAY(IN, double, "b", n);
    double *x = ARRAY(OUT, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);

    while (next_trial()) {
        fill(A, -1, 1);
        strengthen_diagonal(n, n, A);
        fill(b, -1, 1);
        TIME(ludcmp(n, A, b, x, y));
    }

    check(n, A, original(A), b, x, y);
    return finish();
}
