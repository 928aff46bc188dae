/* Measures what parallel regions cost, and prints it in nanoseconds: of one that follows another, and of one before which
   the threads slept and something else filled the caches. Then prints how much longer a product of
   a sparse matrix takes that is larger than caches if it does not fetch ahead. */
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

enum { N_ROWS = 1 << 20, ROW = 11, AHEAD = 4096 };

static int row[N_ROWS + 1], columns[N_ROWS * ROW];
static double values[N_ROWS * ROW], x[N_ROWS], y[N_ROWS];

static void multiply(void)
{
  for (long i = 0; i < N_ROWS; i++) {
    double sum = 0;
    for (long k = row[i]; k < row[i + 1]; k++)
      sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
}

static void multiply_ahead(void)
{
  for (long i = 0; i < N_ROWS; i++) {
    double sum = 0;
    long k = row[i], end = row[i + 1];
    for (; k < end - 3; k += 4) {
      __builtin_prefetch((const void *)((unsigned long)&values[k] + AHEAD));
      __builtin_prefetch((const void *)((unsigned long)&columns[k] + AHEAD));
      sum += values[k] * x[columns[k]];
      sum += values[k + 1] * x[columns[k + 1]];
      sum += values[k + 2] * x[columns[k + 2]];
      sum += values[k + 3] * x[columns[k + 3]];
    }
    for (; k < end; k++)
      sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
}

static double gain_of_prefetching(void)
{
  double plain[N_SAMPLES], ahead[N_SAMPLES];
  for (int k = 0; k < N_ROWS * ROW; k++) {
    values[k] = k % 3;
    columns[k] = (k / ROW + k % ROW) % N_ROWS;
  }
  for (int i = 0; i <= N_ROWS; i++)
    row[i] = ROW * i;
  for (int i = 0; i < N_SAMPLES; i++) {
    double start = now();
    multiply();
    double middle = now();
    multiply_ahead();
    plain[i] = middle - start;
    ahead[i] = now() - middle;
  }
  return median(plain) / median(ahead);
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
  double asleep = median(samples);
  printf("%.0f %.0f %.3f\n", awake, asleep, gain_of_prefetching());
  return data[0] + other[0] + y[0] < 0;
}
