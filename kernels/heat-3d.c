/* heat-3d: the heat equation in a cube, explicit steps back and forth between two arrays. */
#include "harness.h"

KERNEL void heat_3d(int tsteps, int n, double A[n][n][n], double B[n][n][n])
{
#pragma scop
    for (int t = 1; t <= tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    B[i][j][k] = 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k])
                                 + 0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k])
                                 + 0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1])
                                 + A[i][j][k];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    A[i][j][k] = 0.125 * (B[i + 1][j][k] - 2.0 * B[i][j][k] + B[i - 1][j][k])
                                 + 0.125 * (B[i][j + 1][k] - 2.0 * B[i][j][k] + B[i][j - 1][k])
                                 + 0.125 * (B[i][j][k + 1] - 2.0 * B[i][j][k] + B[i][j][k - 1])
                                 + B[i][j][k];
    }
#pragma endscop
}

/* The dot product of a cube with a wave in all three directions. */
static double in_cube(int n, double A[n][n][n], const double *wave)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += wave[i] * dot(n, wave, product(n, n, A[i], wave));
    return sum;
}

/* What one step carries from the six faces into that dot product. */
static double from_faces(int n, double A[n][n][n], const double *wave)
{
    double sum = 0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            sum += wave[i] * wave[j]
                   * (A[0][i][j] + A[n - 1][i][j] + A[i][0][j] + A[i][n - 1][j] + A[i][j][0]
                      + A[i][j][n - 1]);
    return 0.125 * wave[1] * sum;
}

static void check(int tsteps, int n, double A[n][n][n], double A0[n][n][n], double B[n][n][n])
{
    double *wave = half_wave(n);
    double scale = 1 - 0.75 * (1 - cos(pi / (n - 1)));
    double from_a_faces = from_faces(n, A, wave), from_b_faces = from_faces(n, B, wave);
    double in_a = in_cube(n, A0, wave), in_b = 0;
    for (int t = 1; t <= tsteps; t++) {
        in_b = scale * in_a + from_a_faces;
        in_a = scale * in_b + from_b_faces;
    }
    expect_near(in_cube(n, A, wave), in_a, 1e-12 * n * n * n, "A times a half wave");
    expect_near(in_cube(n, B, wave), in_b, 1e-12 * n * n * n, "B times a half wave");
}

int main(int argc, char **argv)
{
    begin(argc, argv, "heat-3d", "heat equation in a cube");
    int tsteps = size("tsteps", 20, 40, 100, 500, 1000);
    int n = size("n", 10, 20, 40, 120, 200);
    double (*A)[n][n] = ARRAY(OUT, double, "A", n, n, n);
    double (*B)[n][n] = ARRAY(OUT, double, "B", n, n, n);
    require(n >= 3, "n >= 3");

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(heat_3d(tsteps, n, A, B));
    }

    check(tsteps, n, A, original(A), B);
    return finish();
}
