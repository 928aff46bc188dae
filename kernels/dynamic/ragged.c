/* ragged: the softmax of each of --lists lists of different lengths, at most --longest; some are empty. */
#include "../harness.h"

KERNEL void ragged(int n, int m, const int start[restrict n + 1], const double in[restrict m], double out[restrict m])
{
    for (int i = 0; i < n; i++) {
        double most = -INFINITY;
        for (int k = start[i]; k < start[i + 1]; k++)
            most = in[k] > most ? in[k] : most;
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++) {
            out[k] = exp(in[k] - most);
            sum += out[k];
        }
        for (int k = start[i]; k < start[i + 1]; k++)
            out[k] /= sum;
    }
}

/* About one list in eight is empty, the last one never. */
static int *make_lists(int n, int longest)
{
    int *start = scratch(((size_t)n + 1) * sizeof *start);
    harness.random = harness.seed;
    start[0] = 0;
    for (int i = 0; i < n; i++) {
        bool empty = harness_random() % 8 == 0 && i < n - 1;
        int length = empty ? 0 : 1 + (int)(harness_random() % (unsigned)longest);
        require(length <= INT_MAX / 4 - start[i], "fewer --lists or a smaller --longest");
        start[i + 1] = start[i] + length;
    }
    return start;
}

/* The parts of a list sum up to 1, and compare as the exponentials of what they are made from. */
static void check_list(int first, int end, const double *in, const double *out, bool in_detail)
{
    double sum = 0;
    for (int k = first; k < end; k++)
        sum += out[k];
    expect_near(sum, 1, 1e-12, "the sum from out[%d]", first);
    for (int k = first; k < end && in_detail; k++)
        expect_near(log(out[k] / out[first]), in[k] - in[first], 1e-12, "log of out[%d] / out[%d]", k, first);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "ragged", "softmax of each of a number of lists of different lengths");
    int n = size("lists", 40, 400, 10000, 300000, 1000000);
    int longest = size("longest", 20, 100, 200, 200, 200);
    int *lists = make_lists(n, longest);
    int m = lists[n];
    int *start = ARRAY(IN, int, "start", n + 1);
    double *in = ARRAY(IN, double, "in", m);
    double *out = ARRAY(OUT, double, "out", m);

    while (next_trial()) {
        memcpy(start, lists, ((size_t)n + 1) * sizeof *start);
        fill(in, -8, 8);
        TIME(ragged(n, m, start, in, out));
    }

    for (int i = 0; i < n; i++)
        if (lists[i] < lists[i + 1])
            check_list(lists[i], lists[i + 1], in, out, i == n - 1 || harness_random() % (unsigned)n < 1000);
    return finish();
}
