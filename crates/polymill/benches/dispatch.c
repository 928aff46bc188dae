#include <stdio.h>
#include <time.h>

static long n_runs[8], n_others[8];

static inline void ran(int version) { n_runs[version]++; }

__attribute__((noinline)) static void f(int a, int b, int c, int d)
{
DISPATCH;
}

__attribute__((noinline)) static void without_tests(int a, int b, int c, int d)
{
  n_others[(a ^ b ^ c ^ d) & 7]++;
}

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

enum { N_ARGUMENTS = 4096, N_ROUNDS = 2000 };

static int arguments[N_ARGUMENTS][4];

static double per_call(void (*function)(int, int, int, int))
{
  double start = now();
  for (int round = 0; round < N_ROUNDS; round++)
    for (int i = 0; i < N_ARGUMENTS; i++)
      function(arguments[i][0], arguments[i][1], arguments[i][2], arguments[i][3]);
  return (now() - start) / ((double)N_ROUNDS * N_ARGUMENTS);
}

int main(void)
{
  unsigned long state = 1;
  for (int i = 0; i < N_ARGUMENTS * 4; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    /* Small values as often as large ones. */
    arguments[i / 4][i % 4] = (int)(state >> 44) >> (state >> 40) % 20;
  }
  double least = 1e9, least_without = 1e9;
  for (int trial = 0; trial < 9; trial++) {
    double with = per_call(f), without = per_call(without_tests);
    least = with < least ? with : least;
    least_without = without < least_without ? without : least_without;
  }
  printf("%.1f ns per call, %.1f ns of that for the tests; runs:", least, least - least_without);
  for (int version = 0; version < 8; version++)
    printf(" %.0f%%", n_runs[version] * 100.0 / (9.0 * N_ROUNDS * N_ARGUMENTS));
  printf("\n");
  return 0;
}
