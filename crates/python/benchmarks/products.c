/* Routines of BLAS and LAPACK as loops, for square matrices of n rows; blas.py builds them. */

#ifndef REAL
#define REAL double
#endif

/* As variable-length arrays, as pointers (-DPOINTERS), or with a size that is a constant (-DN=1000). */
#ifdef POINTERS
#define MATRIX(name) REAL *name
#define AT(name, i, j) name[(i) * n + (j)]
#elif defined(N)
#define n N
#define MATRIX(name) REAL name[restrict N][N]
#define AT(name, i, j) name[i][j]
#else
#define MATRIX(name) REAL name[restrict n][n]
#define AT(name, i, j) name[i][j]
#endif

#ifdef N
#define SIZE
#else
#define SIZE int n,
#endif

void gemm(SIZE REAL alpha, REAL beta, MATRIX(C), MATRIX(A), MATRIX(B))
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            AT(C, i, j) *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                AT(C, i, j) += alpha * AT(A, i, k) * AT(B, k, j);
    }
}

void two_mm(SIZE REAL alpha, REAL beta, MATRIX(D), MATRIX(A), MATRIX(B), MATRIX(C), MATRIX(tmp))
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            AT(tmp, i, j) = 0;
            for (int k = 0; k < n; k++)
                AT(tmp, i, j) += alpha * AT(A, i, k) * AT(B, k, j);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            AT(D, i, j) *= beta;
            for (int k = 0; k < n; k++)
                AT(D, i, j) += AT(tmp, i, k) * AT(C, k, j);
        }
}

void three_mm(SIZE MATRIX(G), MATRIX(A), MATRIX(B), MATRIX(C), MATRIX(D), MATRIX(E), MATRIX(F))
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            AT(E, i, j) = 0;
            for (int k = 0; k < n; k++)
                AT(E, i, j) += AT(A, i, k) * AT(B, k, j);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            AT(F, i, j) = 0;
            for (int k = 0; k < n; k++)
                AT(F, i, j) += AT(C, i, k) * AT(D, k, j);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            AT(G, i, j) = 0;
            for (int k = 0; k < n; k++)
                AT(G, i, j) += AT(E, i, k) * AT(F, k, j);
        }
}

void syrk(SIZE REAL alpha, REAL beta, MATRIX(C), MATRIX(A))
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            AT(C, i, j) *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= i; j++)
                AT(C, i, j) += alpha * AT(A, i, k) * AT(A, j, k);
    }
}

void syr2k(SIZE REAL alpha, REAL beta, MATRIX(C), MATRIX(A), MATRIX(B))
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            AT(C, i, j) *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= i; j++)
                AT(C, i, j) += AT(A, j, k) * alpha * AT(B, i, k) + AT(B, j, k) * alpha * AT(A, i, k);
    }
}

/* The lower triangle of A stands for both. */
void symm(SIZE REAL alpha, REAL beta, MATRIX(C), MATRIX(A), MATRIX(B))
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            REAL sum = 0;
            for (int k = 0; k < i; k++) {
                AT(C, k, j) += alpha * AT(B, i, j) * AT(A, i, k);
                sum += AT(B, k, j) * AT(A, i, k);
            }
            AT(C, i, j) = beta * AT(C, i, j) + alpha * AT(B, i, j) * AT(A, i, i) + alpha * sum;
        }
}

/* B = alpha transpose(A) B, where A is lower triangular with ones on its diagonal. */
void trmm(SIZE REAL alpha, MATRIX(A), MATRIX(B))
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < n; k++)
                AT(B, i, j) += AT(A, k, i) * AT(B, k, j);
            AT(B, i, j) = alpha * AT(B, i, j);
        }
}

#include <math.h>

void cholesky(SIZE MATRIX(A))
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                AT(A, i, j) -= AT(A, i, k) * AT(A, j, k);
            AT(A, i, j) /= AT(A, j, j);
        }
        for (int k = 0; k < i; k++)
            AT(A, i, i) -= AT(A, i, k) * AT(A, i, k);
        AT(A, i, i) = sqrt(AT(A, i, i));
    }
}

void lu(SIZE MATRIX(A))
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                AT(A, i, j) -= AT(A, i, k) * AT(A, k, j);
            AT(A, i, j) /= AT(A, j, j);
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                AT(A, i, j) -= AT(A, i, k) * AT(A, k, j);
    }
}
