/* dia: y = A x with a matrix A of few diagonals, each an array (DIA). --matrix=1: eleven next to each other, 2: those
 * of a five-point stencil on a square. --csr=FILE: all of the square matrix that `polymill matrix` wrote. */
#include "../harness.h"
#include "matrices.h"

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

static int make_offsets(int kind, int n, int offset[11])
{
    int side = 1, nd = kind == 1 ? 11 : 5;
    while (side + 1 <= n / (side + 1))
        side++;
    const int stencil[] = {-side, -1, 0, 1, side};
    for (int d = 0; d < nd; d++)
        offset[d] = kind == 1 ? d - nd / 2 : stencil[d];
    return nd;
}

/* The diagonals of A that have an element, in order; returns how many. */
static int find_offsets(const struct csr *A, int *offset)
{
    int n = A->n_rows, nd = 0;
    bool *is_occupied = scratch(2 * (size_t)n);
    memset(is_occupied, 0, 2 * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int k = A->row[i]; k < A->row[i + 1]; k++)
            is_occupied[n + A->col[k] - i] = true;
    for (int d = -n; d < n; d++)
        if (is_occupied[n + d])
            offset[nd++] = d;
    return nd;
}

/* The values of A, with zeros between; or random ones. */
static void fill_diagonals(const struct csr *A, int n, int nd, const int offset[nd], double val[nd][n])
{
    if (A->val == NULL) {
        fill(val, -1, 1);
        return;
    }
    clear(val);
    for (int i = 0; i < n; i++)
        for (int k = A->row[i], d = 0; k < A->row[i + 1]; k++) {
            while (offset[d] < A->col[k] - i)
                d++;
            val[d][i] = A->val[k];
        }
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
    struct csr A = matrix_of_file();
    int n = A.n_rows, kind = 0;
    if (n == 0) {
        n = size("rows", 40, 1000, 200000, 15000000, 30000000);
        kind = size("matrix", 2, 2, 2, 2, 2);
        require(kind <= 2, "--matrix to be 1 or 2");
    }
    int *offsets = scratch((kind > 0 ? 11 : 2 * (size_t)n) * sizeof *offsets);
    int nd = kind > 0 ? make_offsets(kind, n, offsets) : find_offsets(&A, offsets);
    require(nd <= 600000000 / n, "a matrix with fewer diagonals");
    int *offset = ARRAY(IN, int, "offset", nd);
    double (*val)[n] = ARRAY(IN, double, "val", nd, n);
    double *x = ARRAY(IN, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);

    while (next_trial()) {
        memcpy(offset, offsets, (size_t)nd * sizeof *offset);
        fill_diagonals(&A, n, nd, offset, val);
        fill(x, -1, 1);
        TIME(dia(n, nd, offset, val, x, y));
    }

    check(n, nd, offset, val, x, y);
    return finish();
}
