/* floyd-warshall: the lengths of the shortest paths between all pairs of n nodes. */
#include "harness.h"

KERNEL void floyd_warshall(int n, int path[n][n])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j] ? path[i][j] : path[i][k] + path[k][j];
#pragma endscop
}

enum { NO_EDGE = 1000000 };

/* One edge in four, of length 1 to 100. */
static void initialize(int n, int path[n][n])
{
    fill(path, 1, 400);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (path[i][j] > 100)
                path[i][j] = NO_EDGE;
        path[i][i] = 0;
    }
}

/* Compares the paths from one node with those that Dijkstra's algorithm finds. */
static void check(int n, int path[n][n], int edge[n][n], int from)
{
    int *distance = scratch((size_t)n * sizeof *distance);
    bool *is_final = scratch((size_t)n * sizeof *is_final);
    for (int i = 0; i < n; i++) {
        distance[i] = edge[from][i];
        is_final[i] = false;
    }
    for (int step = 0; step < n; step++) {
        int nearest = -1;
        for (int i = 0; i < n; i++)
            if (!is_final[i] && (nearest < 0 || distance[i] < distance[nearest]))
                nearest = i;
        is_final[nearest] = true;
        for (int i = 0; i < n; i++)
            if (distance[nearest] + edge[nearest][i] < distance[i])
                distance[i] = distance[nearest] + edge[nearest][i];
    }
    for (int i = 0; i < n; i++)
        expect(path[from][i] == distance[i], "path[%d][%d] is %d, not %d", from, i, path[from][i],
               distance[i]);
}

int main(int argc, char **argv)
{
    begin(argc, argv, "floyd-warshall", "shortest paths between all pairs of n nodes");
    int n = size("n", 60, 180, 500, 2800, 5600);
    int (*path)[n] = ARRAY(OUT, int, "path", n, n);

    while (next_trial()) {
        initialize(n, path);
        TIME(floyd_warshall(n, path));
    }

    for (int sample = 0; sample < 8; sample++)
        check(n, path, original(path), (int)((long long)sample * (n - 1) / 7));
    return finish();
}
