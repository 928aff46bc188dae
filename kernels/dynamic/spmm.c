/* spmm: C = A B with a sparse matrix A in compressed rows (CSR) and dense B and C with --columns columns. --matrix=1
 * to 5 and --csr=FILE: as for spmv. */
#include "../harness.h"
#include "matrices.h"

KERNEL void spmm(int n, int m, int nj, const int row[restrict n + 1], const int col[restrict m],
                 const double val[restrict m], const double B[restrict n][nj], double C[restrict n][nj])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < nj; j++)
            C[i][j] = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            for (int j = 0; j < nj; j++)
                C[i][j] += val[k] * B[col[k]][j];
    }
}

int main(int argc, char **argv)
{
    begin(argc, argv, "spmm", "C = A B, A sparse in compressed rows, B dense");
    struct csr A = matrix_of_options(1, 40, 1000, 20000, 1000000, 2000000);
    int nj = size("columns", 5, 10, 32, 64, 64);
    int n = A.n_rows, m = A.n_elements;
    int *row = ARRAY(IN, int, "row", n + 1);
    int *col = ARRAY(IN, int, "col", m);
    double *val = ARRAY(IN, double, "val", m);
    double (*B)[nj] = ARRAY(IN, double, "B", n, nj);
    double (*C)[nj] = ARRAY(OUT, double, "C", n, nj);

    while (next_trial()) {
        memcpy(row, A.row, ((size_t)n + 1) * sizeof *row);
        memcpy(col, A.col, (size_t)m * sizeof *col);
        fill_values(&A, val);
        fill(B, -1, 1);
        TIME(spmm(n, m, nj, row, col, val, B, C));
    }

    double *x = probe(nj);
    double *Bx = product(n, nj, B, x);
    double *ABx = zeros(n);
    for (int i = 0; i < n; i++)
        for (int k = A.row[i]; k < A.row[i + 1]; k++)
            ABx[i] += val[k] * Bx[A.col[k]];
    expect_vector("C x", n, product(n, nj, C, x), ABx);
    return finish();
}
