/* nussinov: the largest number of base pairs that a folded RNA sequence can form, for all its parts. */
#include "harness.h"

#define MAX(a, b) ((a) >= (b) ? (a) : (b))

/* Bases are 0 to 3; those that sum up to 3 pair. */
#define PAIRS(a, b) ((a) + (b) == 3 ? 1 : 0)

KERNEL void nussinov(int n, char seq[n], int table[n][n])
{
    int i, j, k;

#pragma scop
    for (i = n - 1; i >= 0; i--) {
        for (j = i + 1; j < n; j++) {
            if (j - 1 >= 0)
                table[i][j] = MAX(table[i][j], table[i][j - 1]);
            if (i + 1 < n)
                table[i][j] = MAX(table[i][j], table[i + 1][j]);

            if (j - 1 >= 0 && i + 1 < n) {
                /* neighbors in the sequence cannot pair */
                if (i < j - 1)
                    table[i][j] = MAX(table[i][j], table[i + 1][j - 1] + PAIRS(seq[i], seq[j]));
                else
                    table[i][j] = MAX(table[i][j], table[i + 1][j - 1]);
            }

            for (k = i + 1; k < j; k++)
                table[i][j] = MAX(table[i][j], table[i][k] + table[k + 1][j]);
        }
    }
#pragma endscop
}

/* Computes a window of the table in another order, by the length of the parts. */
static void check_window(int n, char seq[n], int table[n][n], int first, int width)
{
    int (*best)[width] = scratch((size_t)width * sizeof *best);
    for (int length = 1; length <= width; length++)
        for (int i = 0; i + length <= width; i++) {
            int j = i + length - 1;
            best[i][j] = length < 3 ? 0 : best[i + 1][j - 1] + PAIRS(seq[first + i], seq[first + j]);
            for (int k = i; k < j; k++)
                best[i][j] = MAX(best[i][j], best[i][k] + best[k + 1][j]);
            int got = table[first + i][first + j];
            expect(got == best[i][j], "table[%d][%d] is %d, not %d", first + i, first + j, got, best[i][j]);
        }
}

/* One more base adds at most one pair. */
static void check_growth(int n, int table[n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            expect(table[i][j] == 0, "table[%d][%d] is %d, not 0", i, j, table[i][j]);
        for (int j = i + 1; j < n; j++) {
            int least = MAX(table[i][j - 1], table[i + 1][j]);
            int most = MAX((j - i + 1) / 2, 0);
            bool grows = table[i][j] >= least && table[i][j] <= least + 1 && table[i][j] <= most;
            expect(grows, "table[%d][%d] is %d, after %d", i, j, table[i][j], least);
        }
    }
}

int main(int argc, char **argv)
{
    begin(argc, argv, "nussinov", "most base pairs in all parts of an RNA sequence");
    int n = size("n", 60, 180, 500, 2500, 5500);
    char *seq = ARRAY(IN, char, "seq", n);
    int (*table)[n] = ARRAY(OUT, int, "table", n, n);

    while (next_trial()) {
        fill(seq, 0, 3);
        clear(table);
        TIME(nussinov(n, seq, table));
    }

    int width = n < 100 ? n : 100;
    check_window(n, seq, table, 0, width);
    check_window(n, seq, table, (n - width) / 2, width);
    check_window(n, seq, table, n - width, width);
    check_growth(n, table);
    return finish();
}
