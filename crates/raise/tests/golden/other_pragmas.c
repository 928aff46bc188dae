/* Pragmas on loops may go; code that others are about is left alone. */

void parallel(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) a[i] = 0;
  for (int i = 0; i < n; i++) a[i] += 1;
}

void inside(int n, double *a) {
  for (int t = 0; t < 10; t++) {
#pragma GCC ivdep
    for (int i = 0; i < n; i++) a[i] = 0;
    for (int i = 0; i < n; i++) a[i] += 1;
  }
}

void block(int n, double *a) {
#pragma omp parallel
  {
    for (int i = 0; i < n; i++) a[i] = 0;
  }
}

void harmless(int n, double *a) {
#pragma GCC diagnostic ignored "-Wall"
  for (int i = 0; i < n; i++) a[i] = 0;
}

static double own[10];
#pragma omp threadprivate(own)
_Thread_local double mine[10];

void thread_private(void) {
  for (int i = 0; i < 10; i++) own[i] = 0;
}

void thread_local_storage(void) {
  for (int i = 0; i < 10; i++) mine[i] = 0;
}
