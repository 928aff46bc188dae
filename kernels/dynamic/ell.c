/* ell: y = A x with a sparse matrix A whose k-th elements of all rows are next to each other (ELLPACK); rows have
 * different lengths. --matrix=1 to 5 and --csr=FILE: as for spmv, unless its longest row takes too much memory. */
#include "../harness.h"
#include "matrices.h"

KERNEL void ell(int n, int width, const int len[restrict n], const int col[restrict width][n],
                const double val[restrict width][n], const double x[restrict n], double y[restrict n])
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < len[i]; k++)
            sum += val[k][i] * x[col[k][i]];
        y[i] = sum;
    }
}

static int longest_row(const struct csr *A)
{
    int longest = 0;
    for (int i = 0; i < A->n_rows; i++)
        if (longest < A->row[i + 1] - A->row[i])
            longest = A->row[i + 1] - A->row[i];
    return longest;
}

/* Behind the ends of the rows are columns that do not exist. */
static void convert(const struct csr *A, int n, int width, int len[n], int col[width][n], double val[width][n])
{
    if (A->val == NULL)
        fill(val, -1, 1);
    for (int i = 0; i < n; i++) {
        len[i] = A->row[i + 1] - A->row[i];
        for (int k = 0; k < width; k++)
            col[k][i] = k < len[i] ? A->col[A->row[i] + k] : -1;
        for (int k = 0; k < len[i] && A->val != NULL; k++)
            val[k][i] = A->val[A->row[i] + k];
    }
}

/* All rows together, from their last elements to their first. */
static void check(const struct csr *A, int n, int width, double val[width][n], const double x[n], const double y[n])
{
    double *want = zeros(n);
    for (int k = width - 1; k >= 0; k--)
        for (int i = 0; i < n; i++)
            if (A->row[i] + k < A->row[i + 1])
                want[i] += val[k][i] * x[A->col[A->row[i] + k]];
    expect_vector("y", n, y, want);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "ell", "y = A x, A sparse in ELLPACK format");
    struct csr A = matrix_of_options(1, 40, 1000, 400000, 20000000, 40000000);
    int n = A.n_rows, width = longest_row(&A);
    require(width <= 600000000 / n, "a matrix whose longest row is shorter, or fewer --rows");
    int *len = ARRAY(IN, int, "len", n);
    int (*col)[n] = ARRAY(IN, int, "col", width, n);
    double (*val)[n] = ARRAY(IN, double, "val", width, n);
    double *x = ARRAY(IN, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);

    while (next_trial()) {
        convert(&A, n, width, len, col, val);
        fill(x, -1, 1);
        TIME(ell(n, width, len, col, val, x, y));
    }

    check(&A, n, width, val, x, y);
    return finish();
}
