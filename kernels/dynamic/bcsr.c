/* bcsr: y = A x with a sparse matrix A of 3 x 3 blocks in compressed rows (BCSR). --matrix=1 to 5: where the blocks
 * are, as the elements for spmv. --csr=FILE: the matrix in the file, as for spmv, in the blocks where it has elements. */
#include "../harness.h"
#include "matrices.h"

enum { R = 3, C = 3 };

KERNEL void bcsr(int nb, int mb, const int row[restrict nb + 1], const int col[restrict mb],
                 const double val[restrict mb][R][C], const double x[restrict nb][C], double y[restrict nb][R])
{
    for (int i = 0; i < nb; i++) {
        for (int r = 0; r < R; r++)
            y[i][r] = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            for (int r = 0; r < R; r++)
                for (int c = 0; c < C; c++)
                    y[i][r] += val[k][r][c] * x[col[k]][c];
    }
}

/* One column of the blocks after the other. */
static void check(const struct csr *A, double val[][R][C], double x[][C], double y[][R])
{
    double *want = zeros(R * A->n_rows);
    for (int c = 0; c < C; c++)
        for (int i = 0; i < A->n_rows; i++)
            for (int k = A->row[i + 1] - 1; k >= A->row[i]; k--)
                for (int r = 0; r < R; r++)
                    want[R * i + r] += val[k][r][c] * x[A->col[k]][c];
    expect_vector("y", R * A->n_rows, y[0], want);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "bcsr", "y = A x, A sparse in compressed rows of 3 x 3 blocks");
    struct csr A = matrix_of_options(R, 40, 1000, 200000, 10000000, 20000000);
    int nb = A.n_rows, mb = A.n_elements;
    int *row = ARRAY(IN, int, "row", nb + 1);
    int *col = ARRAY(IN, int, "col", mb);
    double (*val)[R][C] = ARRAY(IN, double, "val", mb, R, C);
    double (*x)[C] = ARRAY(IN, double, "x", nb, C);
    double (*y)[R] = ARRAY(OUT, double, "y", nb, R);

    while (next_trial()) {
        memcpy(row, A.row, ((size_t)nb + 1) * sizeof *row);
        memcpy(col, A.col, (size_t)mb * sizeof *col);
        fill_values(&A, &val[0][0][0]);
        fill(x, -1, 1);
        TIME(bcsr(nb, mb, row, col, val, x, y));
    }

    check(&A, val, x, y);
    return finish();
}
