/* Measures how fast the processor runs and how fast data come. Prints the clock in GHz; then, for each pair of arguments, a
   number of bytes and a number of threads, how many bytes a nanosecond the threads read together, each again and again from
   so many of its own. */
#define _POSIX_C_SOURCE 200809L
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double vector __attribute__((vector_size(64), aligned(64)));

enum { N_SAMPLES = 7, PAGE = 4096, LEAST_BYTES = 1 << 26, N_STEPS = 2000000 };

static double sink;

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * time.tv_sec + time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Shifts and exclusive ors, each of which waits for the one before, for a cycle. */
static double ghz(void)
{
  double fastest = 0;
  for (int sample = 0; sample < N_SAMPLES; sample++) {
    unsigned long x = sample + 1;
    double start = now();
    for (int i = 0; i < N_STEPS; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
    }
    double rate = 6.0 * N_STEPS / (now() - start);
    fastest = rate > fastest ? rate : fastest;
    sink += x & 1;
  }
  return fastest;
}

static vector sum(const vector *data, size_t n)
{
  vector a = { 0 }, b = a, c = a, d = a;
  for (size_t i = 0; i + 4 <= n; i += 4) {
    a += data[i];
    b += data[i + 1];
    c += data[i + 2];
    d += data[i + 3];
  }
  return a + b + c + d;
}

static double bytes_per_ns(size_t bytes, int n_threads)
{
  double rates[N_SAMPLES], start = 0;
  size_t n_passes = bytes < LEAST_BYTES ? LEAST_BYTES / bytes : 1;
  int is_complete = 1;
#pragma omp parallel num_threads(n_threads)
  {
    vector *data = aligned_alloc(PAGE, bytes);
    vector total = { 0 };
    if (data)
      memset(data, 0, bytes);
    else
      is_complete = 0;
#pragma omp barrier
    for (int sample = 0; is_complete && sample < N_SAMPLES; sample++) {
      total += sum(data, bytes / sizeof *data);
#pragma omp barrier
#pragma omp master
      start = now();
#pragma omp barrier
      for (size_t pass = 0; pass < n_passes; pass++) {
        total += sum(data, bytes / sizeof *data);
        __asm__ volatile("" : : : "memory");
      }
#pragma omp barrier
#pragma omp master
      rates[sample] = (double)bytes * n_passes * n_threads / (now() - start);
#pragma omp barrier
    }
#pragma omp critical
    sink += total[0];
    free(data);
  }
  if (!is_complete)
    return 0;
  qsort(rates, N_SAMPLES, sizeof *rates, compare);
  return rates[N_SAMPLES / 2];
}

int main(int n_arguments, char **arguments)
{
  printf("%.3f\n", ghz());
  for (int i = 1; i + 1 < n_arguments; i += 2) {
    size_t bytes = strtoull(arguments[i], 0, 10) / PAGE * PAGE;
    printf("%.3f\n", bytes_per_ns(bytes, atoi(arguments[i + 1])));
  }
  return sink < 0;
}
