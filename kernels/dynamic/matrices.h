/* matrices.h: sparse matrices with structures that occur, in CSR, made from a seed. Include harness.h before. */
#ifndef POLYMILL_MATRICES_H
#define POLYMILL_MATRICES_H

/* Compressed sparse rows: the elements of row i are those from row[i] to row[i + 1] - 1. */
struct csr {
    int n_rows, n_elements;
    int *row, *col;
};

enum matrix {
    BANDED = 1, /* 11 diagonals */
    MARKOV,     /* a 2-D Markov chain on a triangle: each state and three neighbours; with 525825 rows, as many as
                   mc2depi of the University of Florida collection has, 2100225 elements, as that has */
    BLOCKS,     /* 3 x 3 blocks, as of finite elements with three values at each node */
    POWER_LAW,  /* few rows with many elements, many with few */
    DENSE_ROW   /* three diagonals and one full row */
};

static void matrices_add(struct csr *matrix, int *capacity, int col)
{
    if (col < 0 || col >= matrix->n_rows)
        return;
    if (matrix->n_elements == *capacity) {
        *capacity = *capacity * 2 + 64;
        matrix->col = realloc(matrix->col, (size_t)*capacity * sizeof *matrix->col);
        if (!matrix->col)
            abort();
    }
    matrix->col[matrix->n_elements++] = col;
}

/* The position of a state with `x` and `y` of at most `side - 1` together, diagonal by diagonal. */
static int matrices_state(int x, int y, int side)
{
    int sum = x + y;
    return x < 0 || y < 0 || sum >= side ? -1 : sum * (sum + 1) / 2 + y;
}

/* A square matrix of about `n` rows. */
static struct csr make_matrix(enum matrix kind, int n)
{
    int side = 0, capacity = 0;
    while ((side + 1) * (side + 2) / 2 <= n)
        side++;
    struct csr matrix = { .n_rows = kind == MARKOV ? side * (side + 1) / 2 : n };
    matrix.row = malloc(((size_t)matrix.n_rows + 1) * sizeof *matrix.row);
    if (!matrix.row)
        abort();
    int sum = 0, y = 0;
    for (int i = 0; i < matrix.n_rows; i++) {
        matrix.row[i] = matrix.n_elements;
        switch (kind) {
        case BANDED:
            for (int j = i - 5; j <= i + 5; j++)
                matrices_add(&matrix, &capacity, j);
            break;
        case MARKOV:
            matrices_add(&matrix, &capacity, matrices_state(sum - y, y - 1, side));
            matrices_add(&matrix, &capacity, matrices_state(sum - y - 1, y, side));
            matrices_add(&matrix, &capacity, i);
            matrices_add(&matrix, &capacity, matrices_state(sum - y + 1, y, side));
            if (++y > sum) {
                sum++;
                y = 0;
            }
            break;
        case BLOCKS:
            for (int node = i / 3 - 40; node <= i / 3 + 40; node += 10)
                for (int j = 3 * node; j < 3 * node + 3; j++)
                    matrices_add(&matrix, &capacity, j);
            break;
        case POWER_LAW: {
            int n_elements = 2 + (int)(1000 / (1 + harness_random() % 1000));
            for (int k = 0; k < n_elements; k++)
                matrices_add(&matrix, &capacity, (int)(harness_random() % (unsigned)n));
            break;
        }
        default:
            if (i == n / 3)
                for (int j = 0; j < n; j++)
                    matrices_add(&matrix, &capacity, j);
            else
                for (int j = i - 1; j <= i + 1; j++)
                    matrices_add(&matrix, &capacity, j);
        }
    }
    matrix.row[matrix.n_rows] = matrix.n_elements;
    return matrix;
}

#endif
