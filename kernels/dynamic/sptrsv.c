/* sptrsv: solves L x = b, where L is lower triangular and sparse in compressed rows (CSR), the diagonal last in each
 * row. --matrix=1 to 5 and --csr=FILE: L has the elements left of the diagonal that the matrix for spmv has; its own
 * diagonal is large, so that there is a solution. */
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

/* The elements left of the diagonal, and the diagonal. */
static struct csr triangle(const struct csr *A)
{
    size_t capacity = (size_t)A->n_rows + (size_t)A->n_elements;
    require(capacity <= INT_MAX, "fewer elements");
    struct csr L = { .n_rows = A->n_rows, .n_cols = A->n_cols };
    L.row = scratch(((size_t)L.n_rows + 1) * sizeof *L.row);
    L.col = scratch(capacity * sizeof *L.col);
    L.val = A->val == NULL ? NULL : scratch(capacity * sizeof *L.val);
    for (int i = 0; i < L.n_rows; i++) {
        L.row[i] = L.n_elements;
        for (int k = A->row[i]; k < A->row[i + 1]; k++)
            if (A->col[k] < i) {
                if (L.val != NULL)
                    L.val[L.n_elements] = A->val[k];
                L.col[L.n_elements++] = A->col[k];
            }
        if (L.val != NULL)
            L.val[L.n_elements] = 1;
        L.col[L.n_elements++] = i;
    }
    L.row[L.n_rows] = L.n_elements;
    return L;
}

/* Diagonally dominant, whatever stands left of the diagonal: then the solution is no larger than b. */
static void make_values(const struct csr *L, double *val)
{
    fill_values(L, val);
    for (int i = 0; i < L->n_rows; i++) {
        int diagonal = L->row[i + 1] - 1;
        if (L->val == NULL)
            val[diagonal] += 2 * (L->row[i + 1] - L->row[i]);
        else
            for (int k = L->row[i]; k < diagonal; k++)
                val[diagonal] += fabs(val[k]);
    }
}

int main(int argc, char **argv)
{
    begin(argc, argv, "sptrsv", "solve L x = b, L lower triangular and sparse in compressed rows");
    struct csr A = matrix_of_options(1, 40, 1000, 400000, 25000000, 40000000);
    struct csr L = triangle(&A);
    int n = L.n_rows, m = L.n_elements;
    int *row = ARRAY(IN, int, "row", n + 1);
    int *col = ARRAY(IN, int, "col", m);
    double *val = ARRAY(IN, double, "val", m);
    double *b = ARRAY(IN, double, "b", n);
    double *x = ARRAY(OUT, double, "x", n);

    while (next_trial()) {
        memcpy(row, L.row, ((size_t)n + 1) * sizeof *row);
        memcpy(col, L.col, (size_t)m * sizeof *col);
        make_values(&L, val);
        fill(b, -1, 1);
        TIME(sptrsv(n, m, row, col, val, b, x));
    }

    for (int i = 0; i < n; i++) {
        double sum = 0, scale = 0;
        for (int k = L.row[i]; k < L.row[i + 1]; k++) {
            sum += val[k] * x[L.col[k]];
            scale += fabs(val[k] * x[L.col[k]]);
        }
        expect_near(sum, b[i], 1e-10 * (1 + scale), "(L x)[%d]", i);
    }
    return finish();
}
