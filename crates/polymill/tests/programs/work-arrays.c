// cc -O2
//
// Work arrays that functions share, and of which they leave values: each iteration has its own, and the last one copies it. Where
// elements are read that this iteration does not write, it may not.
#include <stdio.h>

enum { N = 60, M = 50 };

double work[M + 2], line[M + 2][3], u[N][M + 2], v[N][M + 2], w[N][M][N];
int counts[M];

// All that is read is written in the same iteration.
void smooth(int n, int m)
{
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      work[i] = u[j][i] * 0.5;
    for (int i = 1; i < m - 1; i++)
      v[j][i] = work[i - 1] + work[i + 1] / (1.0 + work[i] * work[i]);
  }
}

// That depends on the sizes.
void smooth_some(int n, int m, int l)
{
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < l; i++)
      work[i] = u[j][i] * 0.25;
    for (int i = 1; i < m; i++)
      v[j][i] = work[i - 1] + work[i] / (1.0 + work[i] * work[i]);
  }
}

// Later iterations write less: several iterations are the last to write some element.
void triangle(int n, int m)
{
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m - j; i++)
      work[i] = u[j][i] + j;
    for (int i = 0; i < m - j; i++)
      v[j][i] = work[i] * work[i];
  }
}

// Two loops share nothing, and a loop runs down.
void two_loops(int n, int m)
{
  for (int k = n - 1; k >= 0; k--)
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < M; i++)
        for (int c = 0; c < 3; c++)
          line[i][c] = u[k][i] * c + j;
      for (int i = 1; i < M; i++)
        w[k][j][i] = line[i][0] + line[i - 1][1] + line[i][2];
    }
}

// An element from before is kept.
void keeps_first(int n, int m)
{
  for (int j = 0; j < n; j++) {
    for (int i = 1; i < m; i++)
      work[i] = u[j][i] + 1.0;
    for (int i = 1; i < m; i++)
      v[j][i] = work[i] - work[i - 1];
  }
}

// Nothing runs for some sizes.
void count(int n, int m)
{
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      counts[i] = (int)u[j][i] + j;
    for (int i = 0; i < m; i++)
      v[j][i] += counts[i] / (1.0 + counts[m - 1 - i]);
  }
}

static double sum;

static void add(double value)
{
  sum = sum * 0.75 + value;
}

static void add_all(void)
{
  for (int i = 0; i < M + 2; i++)
    add(work[i]);
  for (int i = 0; i < M + 2; i++)
    add(line[i][0] + line[i][1] * 2 + line[i][2] * 3);
  for (int i = 0; i < M; i++)
    add(counts[i]);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++)
      add(v[j][i] + w[j][i][j % M]);
  printf("%.17g\n", sum);
}

int main(void)
{
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M + 2; i++)
      u[j][i] = (j * 37 + i * 11) % 101 * 0.125;
  int sizes[][2] = {{N, M}, {1, 1}, {0, 5}, {5, 0}, {7, 3}, {N - 1, M - 1}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s][0], m = sizes[s][1];
    smooth(n, m);
    add_all();
    smooth_some(n, m, m + 1);
    add_all();
    smooth_some(n, m, m / 2);
    add_all();
    triangle(n, m);
    add_all();
    two_loops(n, m);
    add_all();
    keeps_first(n, m);
    add_all();
    count(n, m);
    add_all();
  }
}
