/* fem: the loads of --elements elements with two to eight nodes each, added up at the nodes. */
#include "../harness.h"

enum { MOST = 8 };

KERNEL void fem(int ne, int nn, int m, const int start[restrict ne + 1], const int node[restrict m],
                const double x[restrict nn][3], const double u[restrict nn], double f[restrict nn])
{
    for (int e = 0; e < ne; e++) {
        double local[MOST] = {0};
        for (int a = 0; a < start[e + 1] - start[e]; a++) {
            double sum = 0;
            for (int b = 0; b < start[e + 1] - start[e]; b++) {
                double d2 = 0;
                for (int c = 0; c < 3; c++) {
                    double d = x[node[start[e] + a]][c] - x[node[start[e] + b]][c];
                    d2 += d * d;
                }
                sum += u[node[start[e] + b]] / (1 + d2);
            }
            local[a] = sum;
        }
        for (int a = 0; a < start[e + 1] - start[e]; a++)
            f[node[start[e] + a]] += local[a];
    }
}

/* Each element has some of the corners of its own cell of a lattice, `side` nodes long; returns how many altogether. */
static int make_elements(int ne, int side, int *start, int *node)
{
    int m = 0;
    harness.random = harness.seed;
    for (int e = 0; e < ne; e++) {
        int cells = side - 1;
        int corner = (e / cells / cells * side + e / cells % cells) * side + e % cells;
        int n_wanted = 2 + (int)(harness_random() % (MOST - 1));
        start[e] = m;
        for (int c = 0; c < MOST; c++)
            if ((int)(harness_random() % (unsigned)(MOST - c)) < n_wanted - (m - start[e]))
                node[m++] = corner + (c >> 2) * side * side + (c >> 1 & 1) * side + (c & 1);
    }
    start[ne] = m;
    return m;
}

/* The nodes of the lattice, all moved a little. */
static void make_places(int side, int nn, double x[nn][3])
{
    for (int i = 0; i < nn; i++) {
        const int place[] = {i % side, i / side % side, i / side / side};
        for (int c = 0; c < 3; c++)
            x[i][c] = place[c] + harness_uniform(-0.25, 0.25, 40);
    }
}

/* Pair by pair: what two nodes do to each other has the same factor. */
static void check(int ne, int nn, const int *start, const int *node, double x[nn][3], const double *u,
                  const double *f, const double *before)
{
    double *want = combination(nn, 1, before, 0, before);
    for (int e = 0; e < ne; e++)
        for (int a = start[e]; a < start[e + 1]; a++) {
            const double *p = x[node[a]];
            want[node[a]] += u[node[a]];
            for (int b = start[e]; b < a; b++) {
                const double *q = x[node[b]], away[] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
                double factor = 1 / (1 + dot(3, away, away));
                want[node[a]] += factor * u[node[b]];
                want[node[b]] += factor * u[node[a]];
            }
        }
    expect_vector("f", nn, f, want);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "fem", "loads of elements with different numbers of nodes, added up at the nodes");
    int ne = size("elements", 30, 1000, 50000, 3000000, 10000000);
    require(ne <= 100000000, "--elements to be at most 100000000");
    int side = 2;
    while ((side - 1) * (side - 1) * (side - 1) < ne)
        side++;
    int nn = side * side * side;
    int *element_start = scratch(((size_t)ne + 1) * sizeof *element_start);
    int *element_node = scratch((size_t)ne * MOST * sizeof *element_node);
    int m = make_elements(ne, side, element_start, element_node);
    int *start = ARRAY(IN, int, "start", ne + 1);
    int *node = ARRAY(IN, int, "node", m);
    double (*x)[3] = ARRAY(IN, double, "x", nn, 3);
    double *u = ARRAY(IN, double, "u", nn);
    double *f = ARRAY(OUT, double, "f", nn);

    while (next_trial()) {
        memcpy(start, element_start, ((size_t)ne + 1) * sizeof *start);
        memcpy(node, element_node, (size_t)m * sizeof *node);
        make_places(side, nn, x);
        fill(u, -1, 1);
        fill(f, -1, 1);
        TIME(fem(ne, nn, m, start, node, x, u, f));
    }

    check(ne, nn, element_start, element_node, x, u, f, original(f));
    return finish();
}
