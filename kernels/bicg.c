/* bicg: the two products of a step of the biconjugate gradient method, q = A p and s = transpose(A) r. */
#include "harness.h"

KERNEL void bicg(int m, int n, double A[n][m], double s[m], double q[n], double p[m], double r[n])
{
#pragma scop
    for (int i = 0; i < m; i++)
        s[i] = 0;
    for (int i = 0; i < n; i++) {
        q[i] = 0.0;
        for (int j = 0; j < m; j++) {
            s[j] = s[j] + r[i] * A[i][j];
            q[i] = q[i] + A[i][j] * p[j];
        }
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "bicg", "q = A p, s = transpose(A) r");
    int m = size("m", 38, 116, 390, 1900, 1800);
    int n = size("n", 42, 124, 410, 2100, 2200);
    double (*A)[m] = ARRAY(IN, double, "A", n, m);
    double *s = ARRAY(OUT, double, "s", m);
    double *q = ARRAY(OUT, double, "q", n);
    double *p = ARRAY(IN, double, "p", m);
    double *r = ARRAY(IN, double, "r", n);

    while (next_trial()) {
        fill(A, -1, 1);
        fill(p, -1, 1);
        fill(r, -1, 1);
        TIME(bicg(m, n, A, s, q, p, r));
    }

    expect_vector("q", n, q, product(n, m, A, p));
    expect_vector("s", m, s, product_from_left(n, m, r, A));
    return finish();
}
