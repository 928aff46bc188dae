/* harness.h: what the kernel programs share: options, arrays, timing, checksums and checks.
 *
 * A program is a kernel function and a main of this form (POSIX, C99 or later):
 *
 *     int main(int argc, char **argv)
 *     {
 *         begin(argc, argv, "scale", "y = alpha x");
 *         int n = size("n", 40, 120, 400, 2000, 4000);
 *         double alpha = scalar("alpha", 1.5);
 *         double *x = ARRAY(IN, double, "x", n);
 *         double *y = ARRAY(OUT, double, "y", n);
 *
 *         while (next_trial()) {
 *             fill(x, -1, 1);
 *             TIME(scale(n, alpha, x, y));
 *         }
 *
 *         for (int i = 0; i < n; i++)
 *             expect_near(y[i], alpha * x[i], 1e-12, "y[%d]", i);
 *         return finish();
 *     }
 *
 * OUT is every array that the kernel writes, temporaries included: the checksum covers them all.
 * Before each trial all arrays are filled with a loud byte pattern, so that a value nobody wrote
 * does not pass for a zero. Beyond the program's own checks, the harness makes sure that no array
 * is written outside its bounds, that IN arrays stay as they were, and that results are finite.
 */
#ifndef POLYMILL_HARNESS_H
#define POLYMILL_HARNESS_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Compilers other than Polymill do not know `#pragma scop`. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

/* Marks the kernel function. Inlined or cloned into main, it would be compiled with knowledge
 * (where the arrays come from) that a function of a library does not have. */
#if defined(__clang__)
#define KERNEL __attribute__((noinline))
#elif defined(__GNUC__)
#define KERNEL __attribute__((noinline, noclone))
#else
#define KERNEL
#endif

#if defined(__GNUC__)
#define HARNESS_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define HARNESS_PRINTF(at, first)
#endif

enum {
    HARNESS_MAX_ARRAYS = 16,
    HARNESS_MAX_DIMS = 4,
    HARNESS_ALIGNMENT = 64,
    HARNESS_GUARD = 4096,     /* bytes before and after each array that must stay as they are */
    HARNESS_GUARD_BYTE = 0xA5,
    HARNESS_LOUD_BYTE = 0x40  /* 32.5 as doubles, 3.0 as floats */
};

enum role { IN, OUT };
enum element { CHAR, INT, FLOAT, DOUBLE };

struct array {
    const char *name;
    enum role role;
    enum element element;
    int n_dims;
    int dims[HARNESS_MAX_DIMS];
    size_t n_elements;
    size_t n_bytes;
    unsigned char *block; /* guard, data, guard */
    void *data;
    void *original; /* OUT: a copy of the data as the last trial found it */
    uint64_t hash;  /* IN: of the data before the last trial */
};

/* The whole state; a kernel program is one translation unit. */
static struct {
    const char *name;
    int n_args;
    char **args;
    bool *arg_used;
    bool help;
    const char *help_section;
    int size_class;
    long n_trials;
    uint64_t seed;
    const char *dump_path;
    FILE *dump;
    bool cold;
    struct array arrays[HARNESS_MAX_ARRAYS];
    int n_arrays;
    void **scratch;
    int n_scratch;
    long trial; /* of those begun; 0 before the first */
    double *times;
    struct timespec start;
    unsigned char *cache_walk;
    size_t n_cache_walk;
    uint64_t random;
    uint64_t checksum;
    int n_failed;
    char first_failure[256];
} harness;

/* ---- Errors ---- */

/* Stops the program: it cannot run as asked. */
HARNESS_PRINTF(1, 2) static inline void die(const char *format, ...)
{
    va_list args;
    fflush(stdout);
    fprintf(stderr, "%s: error: ", harness.name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(2);
}

/* Stops the program if the sizes asked for make no sense for this kernel. */
static inline void require(bool condition, const char *what)
{
    if (!condition)
        die("%s needs %s", harness.name, what);
}

/* Lets memory of malloc live until finish(). */
static inline void *keep(void *memory, size_t n_bytes)
{
    void **list = realloc(harness.scratch, (size_t)(harness.n_scratch + 1) * sizeof *list);
    if (memory == NULL || list == NULL)
        die("out of memory (%zu bytes)", n_bytes);
    harness.scratch = list;
    harness.scratch[harness.n_scratch++] = memory;
    return memory;
}

/* Memory that lives until finish(). */
static inline void *scratch(size_t n_bytes)
{
    return keep(malloc(n_bytes > 0 ? n_bytes : 1), n_bytes);
}

/* ---- Options ---- */

static const char *const harness_size_names[] = {"mini", "small", "medium", "large", "extralarge"};

/* The value of the last `--name=value`, or NULL. */
static inline const char *harness_option(const char *name)
{
    const char *value = NULL;
    size_t length = strlen(name);
    for (int i = 1; i < harness.n_args; i++) {
        const char *arg = harness.args[i];
        if (strncmp(arg, "--", 2) == 0 && strncmp(arg + 2, name, length) == 0 && arg[2 + length] == '=') {
            value = arg + 2 + length + 1;
            harness.arg_used[i] = true;
        }
    }
    return value;
}

static inline long harness_integer(const char *name, long otherwise, long min, long max)
{
    const char *text = harness_option(name);
    if (text == NULL)
        return otherwise;
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < min || value > max)
        die("--%s=%s: want an integer from %ld to %ld", name, text, min, max);
    return value;
}

/* Which of `words` was asked for. */
static inline int harness_word(const char *name, int otherwise, int n_words, const char *const *words)
{
    const char *text = harness_option(name);
    if (text == NULL)
        return otherwise;
    for (int i = 0; i < n_words; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    fprintf(stderr, "%s: error: --%s=%s: want one of:", harness.name, name, text);
    for (int i = 0; i < n_words; i++)
        fprintf(stderr, " %s", words[i]);
    fputc('\n', stderr);
    exit(2);
}

/* Prints the title when a part of the help begins. */
static inline void harness_help_section(const char *title)
{
    if (harness.help_section == NULL || strcmp(harness.help_section, title) != 0)
        printf("\n%s\n", title);
    harness.help_section = title;
}

static inline void harness_help_option(const char *name, const char *value)
{
    char option[32];
    snprintf(option, sizeof option, "--%s=%s", name, value);
    printf("  %-18s", option);
}

/* Reads the options that all kernels have. `what` is the computation in a few words. */
static inline void begin(int argc, char **argv, const char *name, const char *what)
{
    static const char *const caches[] = {"warm", "cold"};
    harness.name = name;
    harness.n_args = argc;
    harness.args = argv;
    harness.arg_used = scratch((size_t)argc * sizeof *harness.arg_used);
    memset(harness.arg_used, 0, (size_t)argc * sizeof *harness.arg_used);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            harness.help = harness.arg_used[i] = true;
    harness.size_class = harness_word("size", 2, 5, harness_size_names);
    harness.n_trials = harness_integer("trials", 3, 1, 1000000);
    harness.seed = (uint64_t)harness_integer("seed", 1, 0, LONG_MAX);
    harness.dump_path = harness_option("dump");
    harness.cold = harness_word("cache", 1, 2, caches);
    if (!harness.help)
        return;
    printf("%s: %s\n\nusage: %s [--OPTION=VALUE]...\n\noptions:\n", name, what, argv[0]);
    printf("  --size=SIZE       mini, small, medium, large or extralarge (medium)\n"
           "  --trials=N        run the kernel N times and report the median time (3)\n"
           "  --seed=N          another seed, other data (1)\n"
           "  --cache=WORD      cold: flush the caches before each trial; warm: do not (cold)\n"
           "  --dump=FILE       write the results to FILE as hexadecimal floats (\"-\": standard output)\n");
}

/* A size parameter: its value for each of the five sizes; `--name=N` sets it by itself. */
static inline int size(const char *name, int mini, int small, int medium, int large, int extralarge)
{
    const int values[] = {mini, small, medium, large, extralarge};
    int value = (int)harness_integer(name, values[harness.size_class], 1, INT_MAX / 4);
    if (harness.help) {
        harness_help_section("size parameters:       mini     small    medium     large  extralarge");
        harness_help_option(name, "N");
        printf("%7d%10d%10d%10d%12d\n", mini, small, medium, large, extralarge);
    } else {
        printf("size: %s=%d\n", name, value);
    }
    return value;
}

/* A scalar argument; `--name=X` sets it. */
static inline double scalar(const char *name, double otherwise)
{
    double value = otherwise;
    const char *text = harness_option(name);
    if (text != NULL) {
        char *end;
        value = strtod(text, &end);
        if (end == text || *end != '\0' || strpbrk(text, "nN") != NULL)
            die("--%s=%s: want a number", name, text);
    }
    if (harness.help) {
        harness_help_section("scalar arguments:");
        harness_help_option(name, "X");
        printf("(%g)\n", otherwise);
    }
    return value;
}

/* What `--name=FILE` says; NULL if nothing does. `what` is in the file. */
static inline const char *text(const char *name, const char *what)
{
    if (harness.help) {
        harness_help_section("files:");
        harness_help_option(name, "FILE");
        printf("%s\n", what);
    }
    return harness_option(name);
}

/* ---- Arrays ---- */

/* A new array: `double (*A)[n] = ARRAY(OUT, double, "A", m, n);`. Element types: char, int, float, double. */
#define ARRAY(role, type, name, ...)                                                      \
    harness_array(role, #type, sizeof(type), name, #__VA_ARGS__, (const int[]){__VA_ARGS__}, \
                  (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static inline void *harness_array(enum role role, const char *type, size_t n_bytes_each, const char *name,
                                  const char *shape, const int *dims, int n_dims)
{
    static const char *const types[] = {"char", "int", "float", "double"};
    if (harness.help) {
        harness_help_section("arrays:");
        printf("  %-9s %-3s  %s[%s]\n", name, role == IN ? "in" : "out", type, shape);
    }
    if (harness.n_arrays == HARNESS_MAX_ARRAYS || n_dims > HARNESS_MAX_DIMS)
        die("array %s: too many arrays or dimensions", name);
    struct array *array = &harness.arrays[harness.n_arrays++];
    array->name = name;
    array->role = role;
    while (array->element < DOUBLE && strcmp(type, types[array->element]) != 0)
        array->element++;
    array->n_dims = n_dims;
    array->n_elements = 1;
    for (int d = 0; d < n_dims; d++) {
        array->dims[d] = dims[d];
        if (array->n_elements > SIZE_MAX / 64 / (size_t)dims[d])
            die("array %s is too large", name);
        array->n_elements *= (size_t)dims[d];
    }
    array->n_bytes = array->n_elements * n_bytes_each;
    void *block = NULL;
    if (posix_memalign(&block, HARNESS_ALIGNMENT, array->n_bytes + 2 * HARNESS_GUARD) != 0)
        die("no memory for array %s (%zu bytes)", name, array->n_bytes);
    array->block = block;
    array->data = array->block + HARNESS_GUARD;
    return array->data;
}

static inline struct array *harness_find(const void *data)
{
    for (int a = 0; a < harness.n_arrays; a++)
        if (harness.arrays[a].data == data)
            return &harness.arrays[a];
    die("not an array of this program");
    return NULL;
}

/* An OUT array as the kernel found it in the last trial. */
static inline void *original(const void *data)
{
    return harness_find(data)->original;
}

/* ---- Data ---- */

/* The next random number (the splitmix64 generator). */
static inline uint64_t harness_random(void)
{
    uint64_t z = (harness.random += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A random number in [lo, hi), a multiple of (hi - lo) / 2^bits. If lo and hi are small integers or
 * powers of two the arithmetic is exact, so that data do not depend on the compiler's flags. */
static inline double harness_uniform(double lo, double hi, int bits)
{
    return lo + (hi - lo) * ldexp((double)(harness_random() >> (64 - bits)), -bits);
}

/* Fills an array with random numbers: in [lo, hi), or for integer types in [lo, hi]. */
static inline void fill(void *data, double lo, double hi)
{
    const struct array *array = harness_find(data);
    uint64_t n_values = (uint64_t)(hi - lo) + 1;
    for (size_t i = 0; i < array->n_elements; i++) {
        switch (array->element) {
        case CHAR: ((char *)data)[i] = (char)(lo + (double)(harness_random() % n_values)); break;
        case INT: ((int *)data)[i] = (int)(lo + (double)(harness_random() % n_values)); break;
        case FLOAT: ((float *)data)[i] = (float)harness_uniform(lo, hi, 20); break;
        case DOUBLE: ((double *)data)[i] = harness_uniform(lo, hi, 40); break;
        }
    }
}

/* Fills an array with zeros. */
static inline void clear(void *data)
{
    memset(data, 0, harness_find(data)->n_bytes);
}

/* The smallest power of two that is at least x. */
static inline double power_of_two_above(double x)
{
    double power = 1;
    while (power < x)
        power *= 2;
    while (power / 2 >= x)
        power /= 2;
    return power;
}

/* Makes a matrix with entries in [-1, 1] strongly diagonally dominant, so that it is well conditioned. */
static inline void strengthen_diagonal(int m, int n, double A[m][n])
{
    double weight = power_of_two_above(2.0 * (m > n ? m : n));
    for (int i = 0; i < m && i < n; i++)
        A[i][i] += weight;
}

/* ---- Trials ---- */

/* Every single changed word changes the hash: each step is a bijection. */
static inline uint64_t harness_hash(uint64_t hash, const void *data, size_t n_bytes)
{
    const unsigned char *bytes = data;
    while (n_bytes > 0) {
        uint64_t word = 0;
        size_t n = n_bytes < sizeof word ? n_bytes : sizeof word;
        memcpy(&word, bytes, n);
        hash = (hash ^ word) * UINT64_C(0x100000001B3);
        hash ^= hash >> 32;
        bytes += n;
        n_bytes -= n;
    }
    return hash;
}

/* Reads a buffer larger than the caches. */
static inline void harness_flush_caches(void)
{
    if (harness.cache_walk == NULL) {
        size_t n = (size_t)64 << 20;
#ifdef _SC_LEVEL3_CACHE_SIZE
        long last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);
        if (last_level > 0 && (size_t)last_level > n)
            n = (size_t)last_level;
#endif
        harness.cache_walk = scratch(n);
        harness.n_cache_walk = n;
        memset(harness.cache_walk, 1, n);
    }
    volatile const unsigned char *walk = harness.cache_walk;
    for (size_t i = 0; i < harness.n_cache_walk; i += HARNESS_ALIGNMENT)
        (void)walk[i];
}

/* Runs and times the kernel call, once in each trial. */
#define TIME(call)       \
    do {                 \
        harness_start(); \
        call;            \
        harness_stop();  \
    } while (0)

static inline void harness_start(void)
{
    bool last = harness.trial == harness.n_trials;
    for (int a = 0; last && a < harness.n_arrays; a++) {
        struct array *array = &harness.arrays[a];
        if (array->role == IN) {
            array->hash = harness_hash(0, array->data, array->n_bytes);
        } else {
            array->original = scratch(array->n_bytes);
            memcpy(array->original, array->data, array->n_bytes);
        }
    }
    if (harness.cold)
        harness_flush_caches();
    clock_gettime(CLOCK_MONOTONIC, &harness.start);
}

static inline void harness_stop(void)
{
    struct timespec stop;
    clock_gettime(CLOCK_MONOTONIC, &stop);
    double seconds = (double)(stop.tv_sec - harness.start.tv_sec)
                     + 1e-9 * (double)(stop.tv_nsec - harness.start.tv_nsec);
    harness.checksum = 0;
    for (int a = 0; a < harness.n_arrays; a++) {
        const struct array *array = &harness.arrays[a];
        if (array->role == OUT)
            harness.checksum = harness_hash(harness.checksum, array->data, array->n_bytes);
    }
    harness.times[harness.trial - 1] = seconds;
    printf("trial: %ld %.9f 0x%016llx\n", harness.trial, seconds, (unsigned long long)harness.checksum);
    fflush(stdout);
}

/* Ends the part where sizes and arrays are declared. */
static inline void harness_ready(void)
{
    if (harness.help) {
        printf("\nprints: one `trial: NUMBER SECONDS CHECKSUM` for each trial, then\n"
               "  time_s: SECONDS            the median of the trials\n"
               "  digest: NAME RMS MIX       for each out array: root mean square, mean with random signs\n"
               "  checksum: 0x...            of all bytes of all out arrays after the last trial\n"
               "  check: ok                  or `check: FAILED` and what is wrong\n"
               "exit code: 0 all is well, 1 a check failed, 2 could not run as asked\n"
               "example: %s --size=large --trials=5\n",
               harness.args[0]);
        exit(0);
    }
    for (int i = 1; i < harness.n_args; i++)
        if (!harness.arg_used[i])
            die("unknown argument '%s'; options are written --name=value, --help lists them",
                harness.args[i]);
    if (harness.dump_path != NULL) {
        harness.dump = strcmp(harness.dump_path, "-") == 0 ? stdout : fopen(harness.dump_path, "w");
        if (harness.dump == NULL)
            die("cannot write %s: %s", harness.dump_path, strerror(errno));
    }
    harness.times = scratch((size_t)harness.n_trials * sizeof *harness.times);
    for (int a = 0; a < harness.n_arrays; a++)
        memset(harness.arrays[a].block, HARNESS_GUARD_BYTE, harness.arrays[a].n_bytes + 2 * HARNESS_GUARD);
}

static inline void harness_examine(void);

/* Prepares the next trial. False when all are done; then the checks follow. */
static inline bool next_trial(void)
{
    if (harness.trial == 0)
        harness_ready();
    harness.random = harness.seed;
    if (harness.trial == harness.n_trials) {
        harness_examine();
        return false;
    }
    harness.trial++;
    for (int a = 0; a < harness.n_arrays; a++)
        memset(harness.arrays[a].data, HARNESS_LOUD_BYTE, harness.arrays[a].n_bytes);
    return true;
}

/* ---- Checks ---- */

/* Notes a failure unless `ok`; the first is reported in full. */
HARNESS_PRINTF(2, 3) static inline void expect(bool ok, const char *format, ...)
{
    if (ok || harness.n_failed++ > 0)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(harness.first_failure, sizeof harness.first_failure, format, args);
    va_end(args);
}

/* Expects |got - want| <= tolerance; the format names the value. */
HARNESS_PRINTF(4, 5)
static inline void expect_near(double got, double want, double tolerance, const char *format, ...)
{
    if (fabs(got - want) <= tolerance)
        return;
    char what[64];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    expect(false, "%s is %.17g, not %.17g (tolerance %.3g)", what, got, want, tolerance);
}

/* Expects two vectors to agree, relative to the largest entry. */
static inline void expect_vector(const char *what, int n, const double *got, const double *want)
{
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(want[i]));
    for (int i = 0; i < n; i++)
        expect_near(got[i], want[i], 1e-10 * largest, "%s [%d]", what, i);
}

/* Expects a part of a row to be as the kernel found it. */
static inline void expect_untouched(const char *what, int n, const double *now, const double *before)
{
    expect(n <= 0 || memcmp(now, before, (size_t)n * sizeof *now) == 0, "%s changed", what);
}

static inline double *zeros(int n)
{
    double *x = scratch((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++)
        x[i] = 0;
    return x;
}

/* A vector to probe matrices with: entries of either sign, none near zero. Comparing A x with
 * B x instead of A with B sees every entry and costs one product (Freivalds' test). */
static inline double *probe(int n)
{
    double *x = zeros(n);
    for (int i = 0; i < n; i++)
        x[i] = harness_uniform(0.5, 1, 40) * (harness_random() & 1 ? 1 : -1);
    return x;
}

/* A x. */
static inline double *product(int m, int n, double A[m][n], const double *x)
{
    double *y = zeros(m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            y[i] += A[i][j] * x[j];
    return y;
}

/* x A, that is, A transposed times x. */
static inline double *product_from_left(int m, int n, const double *x, double A[m][n])
{
    double *y = zeros(n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            y[j] += x[i] * A[i][j];
    return y;
}

static inline double dot(int n, const double *x, const double *y)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* a x + b y. */
static inline double *combination(int n, double a, const double *x, double b, const double *y)
{
    double *z = zeros(n);
    for (int i = 0; i < n; i++)
        z[i] = a * x[i] + b * y[i];
    return z;
}

static const double pi = 3.14159265358979323846;

/* x[i] = sin(i pi / (n - 1)), zero at both ends: inside, x[i - 1] + x[i + 1] = 2 cos(pi / (n - 1)) x[i].
 * Stencils with constant coefficients only scale it, which allows to follow one number, the dot
 * product with x, through all time steps. */
static inline double *half_wave(int n)
{
    double *x = zeros(n);
    for (int i = 1; i < n - 1; i++)
        x[i] = sin(i * pi / (n - 1));
    return x;
}

/* ---- Results ---- */

static inline double harness_value(const struct array *array, size_t i)
{
    switch (array->element) {
    case CHAR: return ((const char *)array->data)[i];
    case INT: return ((const int *)array->data)[i];
    case FLOAT: return (double)((const float *)array->data)[i];
    default: return ((const double *)array->data)[i];
    }
}

/* By the bits: under -ffast-math compilers take isfinite for true. */
static inline bool harness_is_finite(const struct array *array, size_t i)
{
    if (array->element < FLOAT)
        return true;
    double value = harness_value(array, i);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 52 & 0x7FF) != 0x7FF;
}

/* What every kernel must respect. */
static inline void harness_examine(void)
{
    for (int a = 0; a < harness.n_arrays; a++) {
        const struct array *array = &harness.arrays[a];
        const unsigned char *after = array->block + HARNESS_GUARD + array->n_bytes;
        bool guards_intact = true;
        for (int i = 0; i < HARNESS_GUARD; i++)
            guards_intact &= array->block[i] == HARNESS_GUARD_BYTE && after[i] == HARNESS_GUARD_BYTE;
        expect(guards_intact, "%s was written outside its bounds", array->name);
        if (array->role == IN)
            expect(harness_hash(0, array->data, array->n_bytes) == array->hash, "input %s was written",
                   array->name);
        for (size_t i = 0; array->role == OUT && i < array->n_elements; i++)
            expect(harness_is_finite(array, i), "%s: element %zu is not finite", array->name, i);
    }
}

/* Two numbers by which results of different compilers can be compared up to rounding. */
static inline void harness_digest(const struct array *array)
{
    double squares = 0, mix = 0;
    harness.random = 0;
    for (size_t i = 0; i < array->n_elements; i++) {
        double value = harness_value(array, i);
        squares += value * value;
        mix += harness_random() & 1 ? value : -value;
    }
    printf("digest: %s %.12e %.12e\n", array->name, sqrt(squares / (double)array->n_elements),
           mix / (double)array->n_elements);
}

/* `array NAME D0 D1...`, then one element a line in row-major order. */
static inline void harness_dump(const struct array *array)
{
    fprintf(harness.dump, "array %s", array->name);
    for (int d = 0; d < array->n_dims; d++)
        fprintf(harness.dump, " %d", array->dims[d]);
    fputc('\n', harness.dump);
    for (size_t i = 0; i < array->n_elements; i++)
        fprintf(harness.dump, array->element < FLOAT ? "%.0f\n" : "%a\n", harness_value(array, i));
}

static inline int harness_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Reports, frees everything, and gives the exit code. */
static inline int finish(void)
{
    size_t n = (size_t)harness.n_trials;
    qsort(harness.times, n, sizeof *harness.times, harness_compare);
    printf("time_s: %.9f\n", (harness.times[(n - 1) / 2] + harness.times[n / 2]) / 2);
    for (int a = 0; a < harness.n_arrays; a++) {
        if (harness.arrays[a].role == OUT) {
            harness_digest(&harness.arrays[a]);
            if (harness.dump != NULL)
                harness_dump(&harness.arrays[a]);
        }
        free(harness.arrays[a].block);
    }
    printf("checksum: 0x%016llx\n", (unsigned long long)harness.checksum);
    if (harness.n_failed == 0)
        printf("check: ok\n");
    else if (harness.n_failed == 1)
        printf("check: FAILED: %s\n", harness.first_failure);
    else
        printf("check: FAILED: %s; and %d more\n", harness.first_failure, harness.n_failed - 1);
    if (harness.dump != NULL && harness.dump != stdout && fclose(harness.dump) != 0)
        die("cannot write %s: %s", harness.dump_path, strerror(errno));
    if (fflush(stdout) != 0)
        die("cannot write the results: %s", strerror(errno));
    while (harness.n_scratch > 0)
        free(harness.scratch[--harness.n_scratch]);
    free(harness.scratch);
    return harness.n_failed == 0 ? 0 : 1;
}

#endif
