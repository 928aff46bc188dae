/* durbin: solves the Yule-Walker equations T y = -r, where T is the symmetric Toeplitz matrix with
 * first row 1, r[0], ..., r[n - 2] (Durbin's recursion). */
#include "harness.h"

KERNEL void durbin(int n, double r[n], double y[n])
{
    double z[n];
    double alpha, beta, sum;

#pragma scop
    y[0] = -r[0];
    beta = 1.0;
    alpha = -r[0];

    for (int k = 1; k < n; k++) {
        beta = (1 - alpha * alpha) * beta;
        sum = 0.0;
        for (int i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;

        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "durbin", "solve T y = -r, T Toeplitz with first row 1, r[0], ..., r[n - 2]");
    int n = size("n", 40, 120, 400, 2000, 4000);
    double *r = ARRAY(IN, double, "r", n);
    double *y = ARRAY(OUT, double, "y", n);
    require(n <= 100000, "n <= 100000: it keeps a vector on the stack");

    while (next_trial()) {
        /* The norm of a random Toeplitz matrix grows like sqrt(n log n): T - 1 stays below 1. */
        double bound = power_of_two_above(1 / sqrt(n)) / 16;
        fill(r, -bound, bound);
        TIME(durbin(n, r, y));
    }

    double *Ty = zeros(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            Ty[i] += y[j] * (i == j ? 1 : r[abs(i - j) - 1]);
    expect_vector("T y", n, Ty, combination(n, -1, r, 0, r));
    return finish();
}
