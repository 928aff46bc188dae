// cc -O2 -ffp-contract=off
// cc -O2 -ffp-contract=off --polymill-max-versions=1
// Many assignments in a loop are taken as one statement, in which values are passed on from one to the other.
#include <stdio.h>

double u[40][40], d[40][40][8], c1 = 1.5, c2 = 0.25;
int at[40];

#define GROUP(n) \
  t1 = 1.0 / u[i][j] + n; \
  t2 = t1 * t1; \
  d[i][j][n] = t2 * c1 - t1; \
  t3 = d[i][j][n] * t2; \
  d[i][j][n] = d[i][j][n] + t3 * c2; \
  u[i][j] = u[i][j] + d[i][j][n] * 0.001; \
  d[j][i][n] += 1.0; \
  s = s + at[i] * d[i][j][n];

__attribute__((noinline)) double kernel(int m)
{
  double t1, t2, t3, s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      GROUP(0) GROUP(1) GROUP(2) GROUP(3) GROUP(4) GROUP(5) GROUP(6) GROUP(7)
    }
  return s + t1 + t3;
}

__attribute__((noinline)) void separate(int m)
{
  double t1, t2, t3;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
#define PART(n) \
  t1 = u[i][j] + n; t2 = t1 * t1; t3 = t2 - t1; \
  d[i][j][n] = t1; d[i][j][n] += t2; d[i][j][n] *= t3; u[i][j] = d[i][j][n] * 0.5 + u[i][j] * 0.001;
      PART(0) PART(1) PART(2) PART(3) PART(4) PART(5) PART(6) PART(7)
    }
}

int main(void)
{
  for (int i = 0; i < 40; i++) {
    at[i] = i % 5;
    for (int j = 0; j < 40; j++)
      u[i][j] = 1 + (i * 7 + j) % 11;
  }
  double sum = kernel(40);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      u[i][j] = 1 + (i * 7 + j) % 11 * 0.01;
  separate(40);
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 40; j++)
      for (int n = 0; n < 8; n++)
        sum = sum * 0.5 + d[i][j][n] + u[i][j];
  printf("%.17g\n", sum);
}
