/* correlation: the correlation matrix of m variables, each a column of n observations. */
#include "harness.h"

KERNEL void correlation(int m, int n, double float_n, double data[n][m], double corr[m][m],
                        double mean[m], double stddev[m])
{
    double eps = 0.1;

#pragma scop
    for (int j = 0; j < m; j++) {
        mean[j] = 0.0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }

    for (int j = 0; j < m; j++) {
        stddev[j] = 0.0;
        for (int i = 0; i < n; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] /= float_n;
        stddev[j] = sqrt(stddev[j]);
        /* A variable that hardly varies is not divided by almost nothing. */
        stddev[j] = stddev[j] <= eps ? 1.0 : stddev[j];
    }

    /* Each column is moved to mean 0 and scaled to norm 1. */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrt(float_n) * stddev[j];
        }

    for (int i = 0; i < m - 1; i++) {
        corr[i][i] = 1.0;
        for (int j = i + 1; j < m; j++) {
            corr[i][j] = 0.0;
            for (int k = 0; k < n; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[m - 1][m - 1] = 1.0;
#pragma endscop
}

static void check(int m, int n, double data[n][m], double data0[n][m], double corr[m][m], double mean[m],
                  double stddev[m])
{
    double *sum = zeros(m);
    double *squares = zeros(m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum[j] += data0[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            squares[j] += pow(data0[i][j] - sum[j] / n, 2);
    for (int j = 0; j < m; j++) {
        double deviation = sqrt(squares[j] / n);
        expect_near(mean[j], sum[j] / n, 1e-12, "mean[%d]", j);
        expect_near(stddev[j], deviation <= 0.1 ? 1 : deviation, 1e-12, "stddev[%d]", j);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            expect_near(data[i][j] * sqrt(n) * stddev[j] + mean[j], data0[i][j], 1e-12, "data[%d][%d]", i, j);

    double *x = probe(m);
    expect_vector("corr x", m, product(m, m, corr, x), product_from_left(n, m, product(n, m, data, x), data));
}

int main(int argc, char **argv)
{
    begin(argc, argv, "correlation", "correlation matrix of m variables with n observations");
    int m = size("m", 28, 80, 240, 1200, 2600);
    int n = size("n", 32, 100, 260, 1400, 3000);
    double (*data)[m] = ARRAY(OUT, double, "data", n, m);
    double (*corr)[m] = ARRAY(OUT, double, "corr", m, m);
    double *mean = ARRAY(OUT, double, "mean", m);
    double *stddev = ARRAY(OUT, double, "stddev", m);
    require(n >= 20, "n >= 20: with fewer observations a variable may hardly vary");

    while (next_trial()) {
        fill(data, -1, 1);
        TIME(correlation(m, n, (double)n, data, corr, mean, stddev));
    }

    check(m, n, data, original(data), corr, mean, stddev);
    return finish();
}
