/* Measures how fast the processor runs. Prints the clock in GHz. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>

enum { N_SAMPLES = 7, N_STEPS = 1000000 };

static double sink;

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return 1e9 * time.tv_sec + time.tv_nsec;
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

int main(void)
{
  printf("%.3f\n", ghz());
  return sink < 0;
}
