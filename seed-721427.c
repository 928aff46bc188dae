// seed 721427
// the transformed program does not compile: the C compiler failed (exit status: 1): cc -O1 -w -ffp-contract=off -fno-builtin-sin -fno-builtin-cos -fno-builtin-exp -fopenmp -c -o /tmp/.tmpR1Wwpv/transformed.o /tmp/.tmpR1Wwpv/transformed.c
// /tmp/.tmpR1Wwpv/transformed.c: In function ‘kernel_0’:
// /tmp/.tmpR1Wwpv/transformed.c:43:32: error: expected expression before ‘<=’ token
//    43 |   if ((n <= 31 || (n <= 35 &&  <= 0))
//       |                                ^~
// to repeat it: --random=1 --seed=721427
#include <math.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static inline long least(long a, long b) { return a < b ? a : b; }
static inline long greatest(long a, long b) { return a > b ? a : b; }
__attribute__((const)) static double blend(double a, double b) { return 0.5 * a - 0.25 * b; }
void kernel(int n, long A[restrict n + 2][n + 6], const long idx[n - 2], long *U)
{
  for (int i = 2; i <= n - 3; i++)
    U[i] = A[i][n];
  for (int i = n - 1; i > -1; i -= 3)
    for (int j = 0; j < idx[0]; j++)
      A[i + 2][j] = 1;
}

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, FLOAT, DOUBLE };
static int verbose;

static uint64_t random_bits(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline long larger(long a, long b) { return a > b ? a : b; }

static void *make(size_t bytes)
{
  char *memory = malloc(bytes + 128);
  if (!memory)
    exit(3);
  memset(memory, 0xa5, bytes + 128);
  return memory + 64;
}

static void release(void *data, size_t bytes)
{
  unsigned char *memory = (unsigned char *)data - 64;
  int damage = 0;
  for (size_t i = 0; i < 64; i++)
    damage |= memory[i] != 0xa5 || memory[64 + bytes + i] != 0xa5;
  if (damage)
    puts("DAMAGE: written out of bounds");
  free(memory);
}

static void set(void *element, enum kind kind, long limit, uint64_t bits)
{
  long small = limit ? (long)(bits % (uint64_t)limit) : (long)(bits % 181u) - 90;
  switch (kind) {
  case SCHAR: *(signed char *)element = small; break;
  case UCHAR: *(unsigned char *)element = small; break;
  case SHORT: *(short *)element = small; break;
  case USHORT: *(unsigned short *)element = small; break;
  case INT: *(int *)element = small; break;
  case UINT: *(unsigned *)element = limit ? small : bits; break;
  case LONG: *(long *)element = small; break;
  case ULONG: *(unsigned long *)element = limit ? small : bits; break;
  case FLOAT: *(float *)element = small / 32.0f + (bits >> 40) * 0x1p-30f; break;
  case DOUBLE: *(double *)element = small / 32.0 + (bits >> 20) * 0x1p-50; break;
  }
}

static void fill(void *data, size_t stride, long count, enum kind kind, long limit, uint64_t seed)
{
  /* Indices do not decrease in every other run. */
  int ascends = limit && seed % 2;
  for (long i = 0; i < count; i++)
    set((char *)data + i * stride, kind, limit, ascends ? (uint64_t)(i * limit / count) : random_bits(&seed));
}

/* The value as 64 bits; all NaNs are one. */
static uint64_t get(void *element, enum kind kind)
{
  uint64_t bits = 0;
  switch (kind) {
  case SCHAR: case UCHAR: bits = *(unsigned char *)element; break;
  case SHORT: case USHORT: bits = *(unsigned short *)element; break;
  case INT: case UINT: bits = *(unsigned *)element; break;
  case LONG: case ULONG: bits = *(unsigned long *)element; break;
  case FLOAT: {
    float value = *(float *)element;
    if (value != value)
      return 0x7fc00000;
    memcpy(&bits, &value, sizeof value);
    break;
  }
  case DOUBLE: {
    double value = *(double *)element;
    if (value != value)
      return 0x7ff8000000000000;
    memcpy(&bits, &value, sizeof value);
    break;
  }
  }
  return bits;
}

static void show_element(void *element, enum kind kind)
{
  switch (kind) {
  case FLOAT: printf("%a\n", *(float *)element); break;
  case DOUBLE: printf("%a\n", *(double *)element); break;
  case SCHAR: printf("%d\n", *(signed char *)element); break;
  case SHORT: printf("%d\n", *(short *)element); break;
  case INT: printf("%d\n", *(int *)element); break;
  case LONG: printf("%ld\n", *(long *)element); break;
  default: printf("%llu\n", (unsigned long long)get(element, kind));
  }
}

static void show(const char *program, int run, const char *array, void *data, size_t stride, long count, enum kind kind,
                 const long *sizes)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (long i = 0; i < count; i++) {
    char *element = (char *)data + i * stride;
    hash = (hash ^ get(element, kind)) * 0x100000001b3u;
    hash ^= hash >> 29;
    if (verbose) {
      printf("%s run %d %s", program, run, array);
      long rest = i, size = count;
      for (long dim = 1; dim <= sizes[0]; dim++) {
        size /= sizes[dim];
        printf("[%ld]", rest / size);
        rest %= size;
      }
      printf(" = ");
      show_element(element, kind);
    }
  }
  if (!verbose)
    printf("%s run %d %s %016llx\n", program, run, array, (unsigned long long)hash);
  fflush(stdout);
}

static void run(int run, int n)
{
  long *A = make(((long)(n + 2) * (long)(n + 6)) * sizeof(long));
  fill(A, sizeof(long), ((long)(n + 2) * (long)(n + 6)), LONG, 0, 22364237u + run);
  long *idx = make(((long)(n - 2)) * sizeof(long));
  fill(idx, sizeof(long), ((long)(n - 2)), LONG, 6, 22364238u + run);
  long *U = make(((long)(1)) * sizeof(long));
  fill(U, sizeof(long), ((long)(1)), LONG, 0, 22364239u + run);
  kernel(n, (void *)A, (void *)idx, (void *)U);
  show("kernel", run, "A", A, sizeof(long), ((long)(n + 2) * (long)(n + 6)), LONG, (long[]){2, (long)(n + 2), (long)(n + 6)});
  show("kernel", run, "idx", idx, sizeof(long), ((long)(n - 2)), LONG, (long[]){1, (long)(n - 2)});
  show("kernel", run, "U", U, sizeof(long), ((long)(1)), LONG, (long[]){1, (long)(1)});
  release(A, ((long)(n + 2) * (long)(n + 6)) * sizeof(long));
  release(idx, ((long)(n - 2)) * sizeof(long));
  release(U, ((long)(1)) * sizeof(long));
}
int main(int argc, char **argv)
{
  verbose = argc == 2;
  const int only = argc > 2 ? atoi(argv[2]) : -1;
  if (only < 0 || only == 0) run(0, 3);
  return 0;
}
