/* sptrsv: solves L x = b, where L is lower triangular and sparse in compressed rows (CSR), the diagonal last in each
 * row. --matrix=1 to 5: L has the elements left of the diagonal that the matrix for spmv has. */
#include "../harness.h"
#include "matrices.h"

KERNEL void sptrsv(int n, int m, const int row[restrict n + 1], const int col[restrict m],
                   const double val[restrict m], const double b[restrict n], double x[restrict n])
{
    for (int i = 0; i < n; i++) {
        double sum = b[i];
        for (int k = row[i]; k < row[i + 1] - 1; k++)
            sum -= val[k] * x[col[k]];
        x[i] = sum / val[row[i + 1] - 1];
    }
}

/* Keeps the elements left of the diagonal, and adds the diagonal; returns the number of elements. */
static int take_triangle(const struct csr *A, int *row, int *col)
{
    int m = 0;
    for (int i = 0; i < A->n_rows; i++) {
        row[i] = m;
        for (int k = A->row[i]; k < A->row[i + 1]; k++)
            if (A->col[k] < i)
                col[m++] = A->col[k];
        col[m++] = i;
    }
    row[A->n_rows] = m;
    return m;
}

/* Diagonally dominant. */
static void make_values(int n, const int *row, double *val)
{
    fill(val, -1, 1);
    for (int i = 0; i < n; i++)
        val[row[i + 1] - 1] += 2 * (row[i + 1] - row[i]);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "sptrsv", "solve L x = b, L lower triangular and sparse in compressed rows");
    int rows = size("rows", 40, 1000, 400000, 25000000, 40000000);
    int kind = size("matrix", MARKOV, MARKOV, MARKOV, MARKOV, MARKOV);
    require(kind <= DENSE_ROW, "--matrix to be 1, 2, 3, 4 or 5");
    struct csr A = make_matrix((enum matrix)kind, rows);
    int n = A.n_rows;
    int *triangle_row = scratch(((size_t)n + 1) * sizeof *triangle_row);
    int *triangle_col = scratch(((size_t)n + (size_t)A.n_elements) * sizeof *triangle_col);
    int m = take_triangle(&A, triangle_row, triangle_col);
    free(A.row);
    free(A.col);
    int *row = ARRAY(IN, int, "row", n + 1);
    int *col = ARRAY(IN, int, "col", m);
    double *val = ARRAY(IN, double, "val", m);
    double *b = ARRAY(IN, double, "b", n);
    double *x = ARRAY(OUT, double, "x", n);

    while (next_trial()) {
        memcpy(row, triangle_row, ((size_t)n + 1) * sizeof *row);
        memcpy(col, triangle_col, (size_t)m * sizeof *col);
        make_values(n, row, val);
        fill(b, -1, 1);
        TIME(sptrsv(n, m, row, col, val, b, x));
    }

    double *Lx = zeros(n);
    for (int i = 0; i < n; i++)
        for (int k = triangle_row[i]; k < triangle_row[i + 1]; k++)
            Lx[i] += val[k] * x[triangle_col[k]];
    expect_vector("L x", n, Lx, b);
    return finish();
}
