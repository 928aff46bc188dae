// cc -O2 -ffast-math
// cc -O2
//
// Sums that end in variables, in any order: all numbers are exact, so that each order gives the same.
#include <stdio.h>

enum { N = 3000, M = 70 };

double a[N], b[N], matrix[M][M];
float narrow[N];
unsigned counts[N];

struct totals {
    double sum, product;
} totals;

static double dot(int n, const double *restrict x, const double *restrict y)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

// The second sum goes on from what is read in between.
static double twice(int n, double *between)
{
    double s = 5.0;
    for (int i = 0; i < n; i++)
        s -= a[i];
    *between = s;
    for (int i = 0; i < n; i++)
        s += 2 * b[i];
    return s;
}

static double triangle(int n)
{
    double s = 0.0, t = 1.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            s += matrix[i][j];
            if (matrix[i][j] > 5)
                t += matrix[j][i];
        }
    return s + 1000 * t;
}

// Each value but the last is used: nothing may be moved.
static double running(int n, double *out)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        out[i] = s;
    }
    return s;
}

static unsigned wrapping(int n)
{
    unsigned s = 1u << 31, p = 1;
    for (int i = 0; i < n; i++) {
        s += counts[i] * 123456789u;
        p *= counts[i] | 1;
    }
    return s ^ p;
}

static void in_memory(int n)
{
    for (int i = 0; i < n; i++) {
        totals.sum += a[i];
        totals.product += b[i] * b[i];
    }
}

static double of_rows(int n, double *rows)
{
    double all = 0.0;
    for (int i = 0; i < n; i++) {
        double s = 0.0;
        for (int j = 0; j < n; j++)
            s += matrix[i][j];
        rows[i] = s;
        all += s * s;
    }
    return all;
}

static double scaled(int n)
{
    double norm = 0.0;
    for (int i = 0; i < n; i++)
        norm += a[i] * a[i];
    for (int i = 0; i < n; i++)
        b[i] = b[i] + norm;
    float few = 0.0f;
    for (int i = 0; i < n; i++)
        few += narrow[i];
    return norm + few;
}

int main(void)
{
    static double out[N], rows[M];
    double between;
    for (int i = 0; i < N; i++) {
        a[i] = i % 17 - 8;
        b[i] = i % 23 - 11;
        narrow[i] = i % 5 - 2;
        counts[i] = i * 2654435761u;
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            matrix[i][j] = (i * 7 + j * 3) % 13;
    for (int n = 0; n <= N; n += n / 3 + 1) {
        int m = n < M ? n : M;
        double t = twice(n, &between);
        in_memory(n);
        printf("%d: %g %g %g %g %g %u %g %g %g %g", n, dot(n, a, b), t, between, triangle(m), running(n, out), wrapping(n),
               totals.sum, totals.product, of_rows(m, rows), scaled(n));
        printf(" %g %g %g\n", out[n / 2], rows[m / 2], b[n / 2]);
    }
    return 0;
}
