/* fdtd-2d: waves on a grid by finite differences in time and space; the edge ey[0] is driven by a source. */
#include "harness.h"

KERNEL void fdtd_2d(int tmax, int nx, int ny, double ex[nx][ny], double ey[nx][ny], double hz[nx][ny],
                    double source[tmax])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < tmax; t++) {
        for (j = 0; j < ny; j++)
            ey[0][j] = source[t];
        for (i = 1; i < nx; i++)
            for (j = 0; j < ny; j++)
                ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (i = 0; i < nx; i++)
            for (j = 1; j < ny; j++)
                ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (i = 0; i < nx - 1; i++)
            for (j = 0; j < ny - 1; j++)
                hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
#pragma endscop
}

/* The source drives one edge, and the curl of (ex, ey) never changes. */
static void check_curl(int tmax, int nx, int ny, double ex[nx][ny], double ex0[nx][ny], double ey[nx][ny],
                       double ey0[nx][ny], double source[tmax])
{
    for (int j = 0; j < ny; j++)
        expect(ey[0][j] == source[tmax - 1], "ey[0][%d] is %g, not as the source, %g", j, ey[0][j],
               source[tmax - 1]);
    for (int i = 1; i < nx; i++)
        for (int j = 1; j < ny; j++) {
            double curl = ey[i][j] - ey[i][j - 1] - ex[i][j] + ex[i - 1][j];
            double curl0 = ey0[i][j] - ey0[i][j - 1] - ex0[i][j] + ex0[i - 1][j];
            expect_near(curl, curl0, 1e-10, "curl [%d][%d]", i, j);
        }
}

/* A quarter of a wave over n points: c[i] = cos((i + 1/2) angle), which ends in 0, and
 * s[i] = sin(i angle). A difference of one is a multiple of the other: c[i] - c[i - 1] = -slope s[i]
 * and s[i + 1] - s[i] = slope c[i]. */
struct quarter_wave {
    double *c, *s, slope;
};

static struct quarter_wave quarter_wave(int n)
{
    double angle = pi / (2.0 * n - 1);
    struct quarter_wave wave = {zeros(n), zeros(n), 2 * sin(angle / 2)};
    for (int i = 0; i < n; i++) {
        wave.c[i] = i == n - 1 ? 0 : cos((i + 0.5) * angle);
        wave.s[i] = sin(i * angle);
    }
    return wave;
}

static double seen_by(int nx, int ny, const double *left, double A[nx][ny], const double *right)
{
    return dot(nx, left, product(nx, ny, A, right));
}

/* Follows the dot products of the three fields with their waves through all time steps: by
 * summation by parts each depends on the two others and on the borders alone. */
static void check_waves(int tmax, int nx, int ny, double ex[nx][ny], double ex0[nx][ny], double ey[nx][ny],
                        double ey0[nx][ny], double hz[nx][ny], double hz0[nx][ny], double source[tmax])
{
    struct quarter_wave x = quarter_wave(nx), y = quarter_wave(ny);
    double in_ex = seen_by(nx, ny, x.c, ex0, y.s);
    double in_ey = seen_by(nx, ny, x.s, ey0, y.c);
    double in_hz = seen_by(nx, ny, x.c, hz0, y.c);
    double right_of_hz = 0, first_of_ex = 0, sum_c = 0;
    for (int i = 0; i < nx; i++) {
        right_of_hz += x.c[i] * hz0[i][ny - 1] * y.s[ny - 1];
        first_of_ex += x.c[i] * ex0[i][0] * y.c[0];
    }
    double bottom_of_hz = x.s[nx - 1] * dot(ny, hz0[nx - 1], y.c);
    for (int j = 0; j < ny; j++)
        sum_c += y.c[j];
    for (int t = 0; t < tmax; t++) {
        in_ey -= 0.5 * (bottom_of_hz - x.slope * in_hz);
        in_ex -= 0.5 * (right_of_hz - y.slope * in_hz);
        in_hz -= 0.7 * (y.slope * in_ex - first_of_ex + x.slope * in_ey - x.c[0] * sum_c * source[t]);
    }
    double tolerance = 1e-11 * nx * ny;
    expect_near(seen_by(nx, ny, x.c, ex, y.s), in_ex, tolerance, "ex times a wave");
    expect_near(seen_by(nx, ny, x.s, ey, y.c), in_ey, tolerance, "ey times a wave");
    expect_near(seen_by(nx, ny, x.c, hz, y.c), in_hz, tolerance, "hz times a wave");
}

int main(int argc, char **argv)
{
    begin(argc, argv, "fdtd-2d", "waves on a grid by finite differences");
    int tmax = size("tmax", 20, 40, 100, 500, 1000);
    int nx = size("nx", 20, 60, 200, 1000, 2000);
    int ny = size("ny", 30, 80, 240, 1200, 2600);
    double (*ex)[ny] = ARRAY(OUT, double, "ex", nx, ny);
    double (*ey)[ny] = ARRAY(OUT, double, "ey", nx, ny);
    double (*hz)[ny] = ARRAY(OUT, double, "hz", nx, ny);
    double *source = ARRAY(IN, double, "source", tmax);

    while (next_trial()) {
        fill(ex, -1, 1);
        fill(ey, -1, 1);
        fill(hz, -1, 1);
        fill(source, -1, 1);
        TIME(fdtd_2d(tmax, nx, ny, ex, ey, hz, source));
    }

    check_curl(tmax, nx, ny, ex, original(ex), ey, original(ey), source);
    check_waves(tmax, nx, ny, ex, original(ex), ey, original(ey), hz, original(hz), source);
    return finish();
}
