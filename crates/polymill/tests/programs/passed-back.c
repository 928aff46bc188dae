// cc -O2
// cc -O2 -fopenmp
// Numbers that a version of a loop nest changes: they are variables in its function, and are passed back. Where a pointer leads to
// one, the function follows it.
#include <stdio.h>

static double a[400][400], b[400][400];

/* Changed in each iteration, under a condition, and not at all. */
static double sums(int n, int from, double (*a)[400], double (*b)[400])
{
    double sum = 1.5, last = -1, same = 7;
    int count = 3;
    double sum_at = 2.5; /* the pointer's first choice of a name */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = b[j][i] * 2;
            if (i > from) {
                last = b[i][j];
                count += 1;
            }
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += a[i][j] * b[j][i];
    for (int i = n; i < from; i++)
        same = sum_at;
    return sum + last + same + sum_at + count;
}

enum color { red, green, blue };

/* The type is named as the number is. */
static int colors(int n, double (*a)[400], double (*b)[400])
{
    enum color color = red;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = b[j][i] * 3;
            color = green;
        }
    return color;
}

/* A pointer that the loops store through may lead to it. */
static double reached(int n, double *p, double (*a)[400], double (*b)[400])
{
    double best = 0;
    double *q = n > 50 ? p : &best;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            best += b[i][j];
            q[0] = q[0] + a[j][i];
        }
    return best;
}

int main(void)
{
    for (int i = 0; i < 400; i++)
        for (int j = 0; j < 400; j++)
            b[i][j] = (i * 7 + j * 3) % 11 - 5;
    printf("%d %d\n", colors(400, a, b), colors(0, a, b));
    double x[2] = {1, 2};
    printf("%g %g %g\n", sums(400, 200, a, b), sums(1, 5, a, b), sums(0, 0, a, a));
    double first = reached(400, x, a, b), second = reached(40, x, a, b);
    printf("%g %g %g\n", first, second, x[0]);
    return 0;
}
