/* matrices.h: sparse matrices in CSR, with structures that occur and made from a seed, or from a file. Include harness.h
 * before. */
#ifndef POLYMILL_MATRICES_H
#define POLYMILL_MATRICES_H

/* Compressed sparse rows: the elements of row i are those from row[i] to row[i + 1] - 1. */
struct csr {
    int n_rows, n_cols, n_elements;
    int *row, *col;
    double *val; /* NULL if there is no file that says them */
};

enum matrix {
    BANDED = 1, /* 11 diagonals */
    MARKOV,     /* a 2-D Markov chain on a triangle: each state and three neighbours; with 525825 rows, as many as
                   mc2depi of the University of Florida collection has, 2100225 elements, as that has */
    BLOCKS,     /* 3 x 3 blocks, as of finite elements with three values at each node */
    POWER_LAW,  /* few rows with many elements, many with few */
    DENSE_ROW   /* three diagonals and one full row */
};

static inline void matrices_add(struct csr *matrix, int *capacity, int col)
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
static inline int matrices_state(int x, int y, int side)
{
    int sum = x + y;
    return x < 0 || y < 0 || sum >= side ? -1 : sum * (sum + 1) / 2 + y;
}

/* A square matrix of about `n` rows. */
static inline struct csr make_matrix(enum matrix kind, int n)
{
    int side = 0, capacity = 0;
    while ((side + 1) * (side + 2) / 2 <= n)
        side++;
    int n_rows = kind == MARKOV ? side * (side + 1) / 2 : n;
    struct csr matrix = { .n_rows = n_rows, .n_cols = n_rows };
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
    keep(matrix.row, ((size_t)matrix.n_rows + 1) * sizeof *matrix.row);
    keep(matrix.col, (size_t)capacity * sizeof *matrix.col);
    return matrix;
}

/* What `polymill matrix --csr=FILE` writes: this, then row, col and val. */
struct csr_header {
    char magic[8];
    int64_t version, n_rows, n_cols, n_elements;
};

/* Stops unless each row is where the one before ends, and its columns are in order and there. */
static inline void matrices_check(const struct csr *A, const char *path)
{
    bool is_good = A->row[0] == 0 && A->row[A->n_rows] == A->n_elements;
    for (int i = 0; i < A->n_rows; i++)
        is_good &= A->row[i] <= A->row[i + 1];
    for (int i = 0; i < A->n_rows && is_good; i++)
        for (int k = A->row[i]; k < A->row[i + 1]; k++)
            is_good &= A->col[k] > (k == A->row[i] ? -1 : A->col[k - 1]) && A->col[k] < A->n_cols;
    if (!is_good)
        die("%s is damaged: its rows or columns are not in order", path);
}

static inline void *matrices_read(FILE *file, const char *path, size_t n_bytes)
{
    void *data = scratch(n_bytes);
    if (fread(data, 1, n_bytes, file) != n_bytes)
        die("cannot read %s: %s", path, ferror(file) ? strerror(errno) : "it is cut off");
    return data;
}

static inline struct csr read_matrix(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseeko(file, 0, SEEK_END) != 0)
        die("cannot read %s: %s", path, strerror(errno));
    int64_t n_bytes = ftello(file);
    rewind(file);
    const struct csr_header *header = matrices_read(file, path, sizeof *header);
    if (memcmp(header->magic, "polycsr\n", sizeof header->magic) != 0 || header->version != 1)
        die("%s is not what this version of `polymill matrix FILE.mtx --csr=%s` writes", path, path);
    int64_t n_rows = header->n_rows, n_cols = header->n_cols, n_elements = header->n_elements;
    if (n_rows < 1 || n_rows > INT_MAX / 4 || n_cols < 1 || n_cols > INT_MAX / 4 || n_elements < 1 || n_elements > INT_MAX)
        die("%s has %lld rows, %lld columns and %lld elements: want from 1 to %d rows and columns, from 1 to %d elements",
            path, (long long)n_rows, (long long)n_cols, (long long)n_elements, INT_MAX / 4, INT_MAX);
    size_t n_row = ((size_t)n_rows + 1) * sizeof(int), n_col = (size_t)n_elements * sizeof(int);
    size_t n_val = (size_t)n_elements * sizeof(double), n_wanted = sizeof *header + n_row + n_col + n_val;
    if (n_bytes != (int64_t)n_wanted)
        die("%s is damaged: it has %lld bytes instead of %zu", path, (long long)n_bytes, n_wanted);
    struct csr A = { .n_rows = (int)n_rows, .n_cols = (int)n_cols, .n_elements = (int)n_elements };
    A.row = matrices_read(file, path, n_row);
    A.col = matrices_read(file, path, n_col);
    A.val = matrices_read(file, path, n_val);
    fclose(file);
    matrices_check(&A, path);
    return A;
}

/* The square matrix in the file --csr=FILE; without that option, one that has no rows. */
static inline struct csr matrix_of_file(void)
{
    const char *path = text("csr", "a square matrix that `polymill matrix` wrote");
    if (path == NULL || harness.help)
        return (struct csr){ 0 };
    if (harness_option("rows") != NULL || harness_option("matrix") != NULL)
        die("--csr says which matrix it is; leave out --rows and --matrix");
    struct csr A = read_matrix(path);
    if (A.n_rows != A.n_cols)
        die("%s has %d rows and %d columns; %s needs a square matrix", path, A.n_rows, A.n_cols, harness.name);
    printf("size: rows=%d\nsize: elements=%d\n", A.n_rows, A.n_elements);
    return A;
}

/* The square blocks of `size` rows that have an element, with zeros where there is none; beyond the last row, too. */
static inline struct csr blocks(const struct csr *A, int size)
{
    size_t n_values = (size_t)size * (size_t)size, capacity = (size_t)A->n_elements;
    int n_rows = (A->n_rows + size - 1) / size;
    struct csr B = { .n_rows = n_rows, .n_cols = n_rows };
    B.row = scratch(((size_t)n_rows + 1) * sizeof *B.row);
    B.col = scratch(capacity * sizeof *B.col);
    B.val = scratch(capacity * n_values * sizeof *B.val);
    int *next = scratch((size_t)A->n_rows * sizeof *next);
    memcpy(next, A->row, (size_t)A->n_rows * sizeof *next);
    for (int block_row = 0; block_row < n_rows; block_row++) {
        int begin = size * block_row, end = begin + size < A->n_rows ? begin + size : A->n_rows;
        B.row[block_row] = B.n_elements;
        for (;;) {
            int col = n_rows;
            for (int i = begin; i < end; i++)
                if (next[i] < A->row[i + 1] && A->col[next[i]] / size < col)
                    col = A->col[next[i]] / size;
            if (col == n_rows)
                break;
            double *block = B.val + (size_t)B.n_elements * n_values;
            memset(block, 0, n_values * sizeof *block);
            for (int i = begin; i < end; i++)
                for (; next[i] < A->row[i + 1] && A->col[next[i]] / size == col; next[i]++)
                    block[(i - begin) * size + A->col[next[i]] % size] = A->val[next[i]];
            B.col[B.n_elements++] = col;
        }
    }
    B.row[n_rows] = B.n_elements;
    return B;
}

/* The square matrix that --csr or --rows and --matrix ask for, as one of square blocks of `block` rows. Then comes the
 * number of rows for each of the five sizes. */
static inline struct csr matrix_of_options(int block, int mini, int small, int medium, int large, int extralarge)
{
    struct csr A = matrix_of_file();
    if (A.n_rows > 0)
        return block == 1 ? A : blocks(&A, block);
    int rows = size("rows", mini, small, medium, large, extralarge);
    int kind = size("matrix", MARKOV, MARKOV, MARKOV, MARKOV, MARKOV);
    require(kind <= DENSE_ROW, "--matrix to be 1, 2, 3, 4 or 5");
    return make_matrix((enum matrix)kind, (rows + block - 1) / block);
}

/* Fills an array with the values of A, or random ones. */
static inline void fill_values(const struct csr *A, double *val)
{
    if (A->val != NULL)
        memcpy(val, A->val, harness_find(val)->n_bytes);
    else
        fill(val, -1, 1);
}

#endif
