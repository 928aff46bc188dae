/* spmv: y = A x with a sparse matrix A in compressed rows (CSR). --matrix=1: banded, 2: a 2-D Markov chain (with
 * --rows=525825 as large as mc2depi), 3: blocks of finite elements, 4: a power law, 5: one dense row. --csr=FILE: the
 * square matrix that `polymill matrix` wrote. */
#include "../harness.h"
#include "matrices.h"

KERNEL void spmv(int n, int m, const int row[restrict n + 1], const int col[restrict m], const double val[restrict m],
                 const double x[restrict n], double y[restrict n])
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}

int main(int argc, char **argv)
{
    begin(argc, argv, "spmv", "y = A x, A sparse in compressed rows");
    struct csr A = matrix_of_options(1, 40, 1000, 20000, 500000, 2000000);
    int n = A.n_rows, m = A.n_elements;
    int *row = ARRAY(IN, int, "row", n + 1);
    int *col = ARRAY(IN, int, "col", m);
    double *val = ARRAY(IN, double, "val", m);
    double *x = ARRAY(IN, double, "x", n);
    double *y = ARRAY(OUT, double, "y", n);

    while (next_trial()) {
        memcpy(row, A.row, ((size_t)n + 1) * sizeof *row);
        memcpy(col, A.col, (size_t)m * sizeof *col);
        fill_values(&A, val);
        fill(x, -1, 1);
        TIME(spmv(n, m, row, col, val, x, y));
    }

    for (int check = 0; check < 1000; check++) {
        int i = (int)(harness_random() % (unsigned)n);
        double sum = 0, scale = 0;
        for (int k = A.row[i]; k < A.row[i + 1]; k++) {
            sum += val[k] * x[A.col[k]];
            scale += fabs(val[k] * x[A.col[k]]);
        }
        expect_near(y[i], sum, 1e-14 * (1 + scale), "y[%d]", i);
    }
    return finish();
}
