/* seidel-2d: nine-point average on a square, in place (Gauss-Seidel). */
#include "harness.h"

KERNEL void seidel_2d(int tsteps, int n, double A[n][n])
{
#pragma scop
    for (int t = 0; t <= tsteps - 1; t++)
        for (int i = 1; i <= n - 2; i++)
            for (int j = 1; j <= n - 2; j++)
                A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1]
                           + A[i][j - 1] + A[i][j] + A[i][j + 1]
                           + A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) / 9.0;
#pragma endscop
}

/* Computes the first corner on its own, or all if that is quick. A point reads the previous row of
 * its own sweep one column further, and the previous sweep one row further: the sweep that is k
 * before the last one has to reach the points with i <= corner + k and i + j <= 2 (corner + k). */
static void check_corner(int tsteps, int n, double A[n][n], double A0[n][n])
{
    bool all = n - 2 <= 4 || (double)tsteps * n * n < 2e7;
    int corner = all ? n - 2 : 4;
    int n_rows = n - corner < tsteps + 1 ? n : corner + tsteps + 1;
    double (*C)[n] = scratch((size_t)n_rows * sizeof *C);
    memcpy(C, A0, (size_t)n_rows * sizeof *C);
    for (int last = corner + tsteps - 1; last >= corner; last--)
        for (int i = 1; i <= last && i < n - 1; i++)
            for (int j = 1; i + j <= 2 * last && j < n - 1; j++) {
                double sum = 0;
                for (int k = j - 1; k <= j + 1; k++)
                    sum += C[i - 1][k] + C[i][k] + C[i + 1][k];
                C[i][j] = sum / 9;
            }
    for (int i = 1; i <= corner; i++)
        for (int j = 1; j <= corner; j++)
            expect_near(A[i][j], C[i][j], 1e-12, "A[%d][%d]", i, j);
}

/* An average lies between the smallest and the largest. */
static void check_range(int n, double A[n][n], double A0[n][n])
{
    double low = A0[0][0], high = A0[0][0];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            low = fmin(low, A0[i][j]);
            high = fmax(high, A0[i][j]);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            expect(A[i][j] >= low - 1e-12 && A[i][j] <= high + 1e-12,
                   "A[%d][%d] is %.17g, outside %g to %g", i, j, A[i][j], low, high);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "seidel-2d", "nine-point average on a square, in place");
    int tsteps = size("tsteps", 20, 40, 100, 500, 1000);
    int n = size("n", 40, 120, 400, 2000, 4000);
    double (*A)[n] = ARRAY(OUT, double, "A", n, n);
    require(n >= 3, "n >= 3");

    while (next_trial()) {
        fill(A, -1, 1);
        TIME(seidel_2d(tsteps, n, A));
    }

    check_corner(tsteps, n, A, original(A));
    check_range(n, A, original(A));
    return finish();
}
