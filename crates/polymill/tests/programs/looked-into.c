// cc -O2
// Functions that loops call are looked into: what they change, return early, take by address and call themselves.
#include <stdio.h>

struct point {
  double x, y;
  int tag[2];
};

static int count = 3;

static int clamp(int v, int low, int high)
{
  if (v < low)
    return low;
  else if (v > high)
    return high;
  return v;
}

static double weight(const double *row, int n, int *used)
{
  double sum = 0;
  *used = 0;
  if (n < 2)
    return -1;
  for (int k = 0; k < n; k++) {
    if (row[k] < 0)
      continue;
    sum += row[k];
    ++*used;
  }
  return sum;
}

static void step(double *to, const double *from, int n, double by)
{
  n = clamp(n, 0, 30);
  while (n-- > 0)
    to[n] += by * from[n];
}

static double next(void)
{
  count = count * 5 % 17;
  return count;
}

static void put(struct point *p, double x, double y)
{
  struct point new;
  new.x = x;
  new.y = y;
  new.tag[0] = new.tag[1] = (int)(x + y);
  *p = new;
}

static double mean(const double *row, int n)
{
  int k;
  double sum = 0;
  for (k = 0; k < n; k++)
    sum += row[k];
  return sum / k;
}

static double first_and_rest(const double *row, int n)
{
  int k;
  double sum = 0;
  for (k = 0; k < n && k < 3; k++)
    sum += row[k];
  for (; k < n; k++)
    sum -= row[k];
  return sum;
}

__attribute__((noinline)) static void run(int n, double A[n][n], double x[n], int used[n], struct point *p, struct point *q)
{
  for (int i = 0; i < n; i++) {
    int found;
    x[i] = weight(A[i], n, &found) + weight(A[clamp(i - 2, 0, n - 1)], n / 2, &used[i]);
    used[i] += found;
  }
  for (int i = 1; i < n; i++)
    step(A[i], A[i - 1], n, 0.5);
  for (int i = 0; i < n; i++) {
    double n = next();
    x[i] += n;
  }
  for (int i = 0; i < n; i++)
    put(&p[i], x[i], used[i]);
  for (int i = 0; i < n; i++)
    q[i] = p[n - 1 - i];
  for (int i = 0; i < n; i++)
    x[i] += mean(A[i], n) + first_and_rest(A[i], n);
}

int main(void)
{
  enum { n = 32 };
  static double A[n][n], x[n];
  static int used[n];
  static struct point p[n], q[n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] = (i * 7 + j * 3) % 11 - 4;
  run(n, A, x, used, p, q);
  run(1, A, x, used, p, q);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * i + used[i] + q[i].x - q[i].tag[1] * 2 + q[i].y;
    for (int j = 0; j < n; j++)
      sum += A[i][j] / (i + j + 1);
  }
  printf("%.17g\n", sum);
}
