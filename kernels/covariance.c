/* covariance: the covariance matrix of m variables, each a column of n observations. */
#include "harness.h"

KERNEL void covariance(int m, int n, double float_n, double data[n][m], double cov[m][m], double mean[m])
{
    int i, j, k;

#pragma scop
    for (j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }

    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            data[i][j] -= mean[j];

    for (i = 0; i < m; i++)
        for (j = i; j < m; j++) {
            cov[i][j] = 0.0;
            for (k = 0; k < n; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= float_n - 1.0;
            cov[j][i] = cov[i][j];
        }
#pragma endscop
}

static void check(int m, int n, double data[n][m], double data0[n][m], double cov[m][m], double mean[m])
{
    double *sum = zeros(m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            sum[j] += data0[i][j];
            expect_near(data[i][j] + mean[j], data0[i][j], 1e-12, "data[%d][%d]", i, j);
        }
    for (int j = 0; j < m; j++)
        expect_near(mean[j], sum[j] / n, 1e-12, "mean[%d]", j);

    double *x = probe(m);
    double *covx = product_from_left(n, m, product(n, m, data, x), data);
    expect_vector("cov x", m, product(m, m, cov, x), combination(m, 1.0 / (n - 1), covx, 0, covx));
}

int main(int argc, char **argv)
{
    begin(argc, argv, "covariance", "covariance matrix of m variables with n observations");
    int m = size("m", 28, 80, 240, 1200, 2600);
    int n = size("n", 32, 100, 260, 1400, 3000);
    double (*data)[m] = ARRAY(OUT, double, "data", n, m);
    double (*cov)[m] = ARRAY(OUT, double, "cov", m, m);
    double *mean = ARRAY(OUT, double, "mean", m);
    require(n >= 2, "n >= 2: it divides by n - 1");

    while (next_trial()) {
        fill(data, -1, 1);
        TIME(covariance(m, n, (double)n, data, cov, mean));
    }

    check(m, n, data, original(data), cov, mean);
    return finish();
}
