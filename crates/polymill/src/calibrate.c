/* Measures what parallel regions cost, and prints it in nanoseconds: of one that follows another, and of one before which
   the threads slept and something else filled the caches. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N_SAMPLES = 31, N_REGIONS = 200, N_ITERATIONS = 1024 };

static double data[N_ITERATIONS];
static char other[1 << 25];

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * time.tv_sec + time.tv_nsec;
}

static void region(void)
{
#pragma omp parallel for
  for (int i = 0; i < N_ITERATIONS; i++)
    data[i] += 1;
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *samples)
{
  qsort(samples, N_SAMPLES, sizeof *samples, compare);
  return samples[N_SAMPLES / 2];
}

int main(void)
{
  double samples[N_SAMPLES];
  for (int i = 0; i < N_REGIONS; i++)
    region();
  for (int i = 0; i < N_SAMPLES; i++) {
    double start = now();
    for (int j = 0; j < N_REGIONS; j++)
      region();
    samples[i] = (now() - start) / N_REGIONS;
  }
  double awake = median(samples);
  for (int i = 0; i < N_SAMPLES; i++) {
    struct timespec pause = { 0, 20000000 };
    nanosleep(&pause, 0);
    memset(other, i, sizeof other);
    double start = now();
    region();
    samples[i] = now() - start;
  }
  printf("%.0f %.0f\n", awake, median(samples));
  return data[0] + other[0] < 0;
}
