/* Iterators that are declared before their loops. */

int live_after(int n, double *a) {
  int i;
  for (i = 2; i < n; i++) a[i] = 0;
  return i;
}

int live_after_strided(int n, double *a) {
  int i;
  for (i = 0; i <= n; i += 3) a[i] = 0;
  return i;
}

int live_after_downward(int n, double *a) {
  int i;
  for (i = n; i-- > 0;) a[i] = 0;
  for (i = n; i > 0; --i) a[i] = 0;
  return i;
}

void not_live_after(int n, double *a) {
  int i, j;
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) a[i] += j;
  for (i = 0; i < n; i++) a[i] = 0;
}

void used_inside_after_the_loop(int n, double *a) {
  int i, j;
  for (i = 0; i < n; i++) {
    for (j = 0; j < i; j++) a[j] = 0;
    a[j] = 1;
  }
}

int unknown_after(int n, int m, double *a) {
  int i;
  for (i = 0; i < n && i < m; i++) a[i] = 0;
  return i;
}

int counter;
void global_counter(int n, double *restrict a) {
  for (counter = 0; counter < n; counter++) a[counter] = 0;
}

void starts_where_another_ends(int n, double *a) {
  int i = 1;
  for (; i < 10; i++) a[i] = 0;
  for (; i < 20; i++) a[i] = 1;
}

void written_inside(int n, double *a) {
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    if (a[i + 1] > 0) i++;
  }
}
