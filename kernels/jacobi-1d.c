/* jacobi-1d: three-point average on a line, back and forth between two arrays. */
#include "harness.h"

KERNEL void jacobi_1d(int tsteps, int n, double A[n], double B[n])
{
#pragma scop
    for (int t = 0; t < tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
        for (int i = 1; i < n - 1; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
    }
#pragma endscop
}

static void check(int tsteps, int n, double A[n], double A0[n], double B[n])
{
    double *wave = half_wave(n);
    double scale = 0.33333 * (1 + 2 * cos(pi / (n - 1)));
    double from_a_ends = 0.33333 * wave[1] * (A[0] + A[n - 1]);
    double from_b_ends = 0.33333 * wave[1] * (B[0] + B[n - 1]);
    double in_a = dot(n, wave, A0), in_b = 0;
    for (int t = 0; t < tsteps; t++) {
        in_b = scale * in_a + from_a_ends;
        in_a = scale * in_b + from_b_ends;
    }
    expect_near(dot(n, wave, A), in_a, 1e-12 * n, "A times a half wave");
    expect_near(dot(n, wave, B), in_b, 1e-12 * n, "B times a half wave");
}

int main(int argc, char **argv)
{
    begin(argc, argv, "jacobi-1d", "three-point average on a line");
    int tsteps = size("tsteps", 20, 40, 100, 500, 1000);
    int n = size("n", 30, 120, 400, 2000, 4000);
    double *A = ARRAY(OUT, double, "A", n);
    double *B = ARRAY(OUT, double, "B", n);
    require(n >= 3, "n >= 3");

    while (next_trial()) {
        fill(A, -1, 1);
        fill(B, -1, 1);
        TIME(jacobi_1d(tsteps, n, A, B));
    }

    check(tsteps, n, A, original(A), B);
    return finish();
}
