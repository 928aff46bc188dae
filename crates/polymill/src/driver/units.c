/* Measures how fast the processor runs. Prints the clock in GHz, and how much longer additions take that fill vectors of
   VECTOR_BYTES than those of half of that. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>

typedef double full __attribute__((vector_size(VECTOR_BYTES)));
typedef double half __attribute__((vector_size(VECTOR_BYTES / 2)));

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

/* The least time of additions to twelve sums, which is enough for units to be always busy. The sums differ, so that no compiler
   takes them for one. */
#define ADDITIONS(vector)                                                     \
  static double additions_of_##vector(void)                                   \
  {                                                                           \
    double least = 1e300;                                                     \
    for (int sample = 0; sample < N_SAMPLES; sample++) {                      \
      vector x = { sample }, a = x, b = a + 1, c = b + 1, d = c + 1;          \
      vector e = d + 1, f = e + 1, g = f + 1, h = g + 1;                      \
      vector i = h + 1, j = i + 1, k = j + 1, l = k + 1;                      \
      double start = now();                                                   \
      for (int step = 0; step < N_STEPS; step++) {                            \
        a += x, b += x, c += x, d += x, e += x, f += x;                       \
        g += x, h += x, i += x, j += x, k += x, l += x;                       \
      }                                                                       \
      double time = now() - start;                                            \
      least = time < least ? time : least;                                    \
      a += b + c + d + e + f + g + h + i + j + k + l;                         \
      sink += a[0];                                                           \
    }                                                                         \
    return least;                                                             \
  }

ADDITIONS(full)
ADDITIONS(half)

int main(void)
{
  printf("%.3f\n", ghz());
  printf("%.3f\n", additions_of_full() / additions_of_half());
  return sink < 0;
}
