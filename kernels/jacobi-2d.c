/* jacobi-2d: five-point average on a square, back and forth between two arrays. */
#include "harness.h"

KERNEL void jacobi_2d(int tsteps, int n, double A[n][n], double B[n][n])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < tsteps; t++) {
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
    }
#pragma endscop
}

/* What one step carries from the four edges into the dot product with the wave. */
static double from_edges(int n, double A[n][n], const double *wave)
{
    double sum = 0;
    for (int i = 1; i < n - 1; i++)
        sum += wave[i] * (A[0][i] + A[n - 1][i] + A[i][0] + A[i][n - 1]);
    return 0.2 * wave[1] * sum;
}

static void check(int tsteps, int n, double A[n][n], double A0[n][n], double B[n][n])
{
    double *wave = half_wave(n);
    double scale = 0.2 * (1 + 4 * cos(pi / (n - 1)));
    double from_a_edges = from_edges(n, A, wave), from_b_edges = from_edges(n, B, wave);
    double in_a = dot(n, wave, product(n, n, A0, wave)), in_b = 0;
    for (int t = 0; t < tsteps; t++) {
        in_b = scale * in_a + from_a_edges;
        in_a = scale * in_b + from_b_edges;
    }
    expect_near(dot(n, wave, product(n, n, A, wave)), in_a, 1e-12 * n * n, "A times a half wave");
    expect_near(dot(n, wave, product(n, n, B, wave)), in_b, 1e-12 * n * n, "B times a half wave");
}

int main(int argc, char **argv)
{
    begin(argc, argv, "jacobi-2d", "five-point average on a square");
    int tsteps = size("tsteps", 20, 40, 100, 500, 1000);
    int n = size("n", 30, 90, 250, 1300, 2800);
    double (*A)[n] = ARRAY(OUT, double, "A", n, n);
    double (*B)[n] = ARRAY(OUT, double, "B", n, n);
    require(n >= 3, "n >= 3");

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(jacobi_2d(tsteps, n, A, B));
    }

    check(tsteps, n, A, original(A), B);
    return finish();
}
