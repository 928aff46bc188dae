/* dia: y = A x with a matrix A of few diagonals, each an array (DIA). --matrix=1: eleven next to each other, 2: those
 * of a five-point stencil on a square. */
#include "../harness.h"

static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

KERNEL void dia(int n, int nd, const int offset[restrict nd], const double val[restrict nd][n],
                const double x[restrict n], double y[restrict n])
{
    for (int i = 0; i < n; i++)
        y[i] = 0;
    for (int d = 0; d < nd; d++) {
        int first = max(0, -offset[d]), end = min(n, n - offset[d]);
        for (int i = first; i < end; i++)
            y[i] += val[d][i] * x[i + offset[d]];
    }
}

static void make_offsets(int kind, int n, int nd, int offset[nd])
{
    int side = 1;
    while (side + 1 <= n / (side + 1))
        side++;
    const int stencil[] = {-side, -1, 0, 1, side};
    for (int d = 0; d < nd; d++)
        offset[d] = kind == 1 ? d - nd / 2 : stencil[d];
}

/* Row by row. */
static void check(int n, int nd, const int offset[nd], double val[nd][n], const double x[n], const double y[n])
{
    double *want = zeros(n);
    for (int i = 0; i < n; i++)
        for (int d = nd - 1; d >= 0; d--) {
            int j = i + offset[d];
            want[i] += j >= 0 && j < n ? val[d][i] * x[j] : 0;
        }
    expect_vector("y", n, y, want);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "dia", "y = A x, A a matrix of few diagonals");
    int n = size("rows", 40, 1000, 200000, 15000000, 30000000);
    int kind = size("matrix", 2, 2, 2, 2, 2);
    require(kind <= 2, "--matrix to be 1 or 2");
    int nd = kind == 1 ? 11 : 5;
    int *offset = ARRAY(IN, int, "offset", nd);
    double (*val)[n] = ARRAY(IN, double, "val", nd, n);
    double *x = ARRAY(IN, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);

    while (next_trial()) {
        make_offsets(kind, n, nd, offset);
        fill(val, -1, 1);
        fill(x, -1, 1);
        TIME(dia(n, nd, offset, val, x, y));
    }

    check(n, nd, offset, val, x, y);
    return finish();
}
