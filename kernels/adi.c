/* adi: a diffusion equation on a square by the alternating direction implicit method. */
#include "harness.h"

KERNEL void adi(int tsteps, int n, double u[n][n], double v[n][n], double p[n][n], double q[n][n])
{
    int t, i, j;
    double dx, dy, dt;
    double b1, b2, mul1, mul2;
    double a, b, c, d, e, f;

#pragma scop
    dx = 1.0 / (double)n;
    dy = 1.0 / (double)n;
    dt = 1.0 / (double)tsteps;
    b1 = 2.0;
    b2 = 1.0;
    mul1 = b1 * dt / (dx * dx);
    mul2 = b2 * dt / (dy * dy);

    a = -mul1 / 2.0;
    b = 1.0 + mul1;
    c = a;
    d = -mul2 / 2.0;
    e = 1.0 + mul2;
    f = d;

    for (t = 1; t <= tsteps; t++) {
        /* columns, from u to v */
        for (i = 1; i < n - 1; i++) {
            v[0][i] = 1.0;
            p[i][0] = 0.0;
            q[i][0] = v[0][i];
            for (j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (1.0 + 2.0 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1])
                          / (a * p[i][j - 1] + b);
            }
            v[n - 1][i] = 1.0;
            for (j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        /* rows, from v to u */
        for (i = 1; i < n - 1; i++) {
            u[i][0] = 1.0;
            p[i][0] = 0.0;
            q[i][0] = u[i][0];
            for (j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (1.0 + 2.0 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1])
                          / (d * p[i][j - 1] + e);
            }
            u[i][n - 1] = 1.0;
            for (j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
#pragma endscop
}

/* Random inside; 1 on the border, as the sweeps keep it. */
static void initialize(int n, double u[n][n])
{
    fill(u, 0, 2);
    for (int i = 0; i < n; i++)
        u[0][i] = u[n - 1][i] = u[i][0] = u[i][n - 1] = 1;
}

/* The dot product of u - 1 with a wave in both directions. */
static double in_square(int n, double u[n][n], const double *wave)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += wave[i] * (u[i][j] - 1) * wave[j];
    return sum;
}

static void check(int tsteps, int n, double u[n][n], double u0[n][n], double v[n][n])
{
    double mul1 = 2.0 * n * n / tsteps, mul2 = 1.0 * n * n / tsteps;

    /* The rows solve their tridiagonal systems. */
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double left = u[i][j] + mul2 * (u[i][j] - (u[i][j - 1] + u[i][j + 1]) / 2);
            double right = v[i][j] - mul1 * (v[i][j] - (v[i - 1][j] + v[i + 1][j]) / 2);
            expect_near(left, right, 1e-10 * (1 + mul1), "row equation [%d][%d]", i, j);
        }

    /* No step takes u further from the border's 1. */
    double norm = 0, norm0 = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            norm += (u[i][j] - 1) * (u[i][j] - 1);
            norm0 += (u0[i][j] - 1) * (u0[i][j] - 1);
        }
    expect(norm <= norm0 * (1 + 1e-9), "the norm of u - 1 grew from %g to %g", sqrt(norm0), sqrt(norm));

    /* Every step scales u - 1, seen through the wave of shortest length (longer ones fade away),
     * by a known number. */
    double *wave = half_wave(n);
    for (int i = 1; i < n - 1; i += 2)
        wave[i] = -wave[i];
    double bend = 1 + cos(pi / (n - 1));
    double scale = (1 - mul1 * bend) / (1 + mul1 * bend) * (1 - mul2 * bend) / (1 + mul2 * bend);
    double want = in_square(n, u0, wave) * pow(scale, tsteps);
    expect_near(in_square(n, u, wave), want, 1e-10 * n * n, "u - 1 times a wave");
}

int main(int argc, char **argv)
{
    begin(argc, argv, "adi", "diffusion on a square, alternating direction implicit method");
    int tsteps = size("tsteps", 20, 40, 100, 500, 1000);
    int n = size("n", 20, 60, 200, 1000, 2000);
    double (*u)[n] = ARRAY(OUT, double, "u", n, n);
    double (*v)[n] = ARRAY(OUT, double, "v", n, n);
    double (*p)[n] = ARRAY(OUT, double, "p", n, n);
    double (*q)[n] = ARRAY(OUT, double, "q", n, n);
    require(n >= 3, "n >= 3");

    while (next_trial()) {
        initialize(n, u);
        TIME(adi(tsteps, n, u, v, p, q));
    }

    check(tsteps, n, u, original(u), v);
    return finish();
}
