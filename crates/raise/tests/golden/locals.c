/* Variables that are declared in the region. */

void temporary(int n, double *a) {
  for (int i = 0; i < n; i++) {
    double t = a[i];
    a[i] = a[n - i];
    a[n - i] = t;
  }
}

void arrays_inside(int n, double *a) {
  for (int i = 0; i < n; i++) {
    double t[4], u[2] = {1}, s = 0;
    for (int j = 0; j < 4; j++) t[j] = a[4 * i + j];
    for (int j = 0; j < 4; j++) s += t[3 - j] * u[0];
    a[i] = s;
  }
}

void known_values(int n, double *a) {
  for (int i = 1; i < n; i++) {
    int before = i - 1, half;
    half = i / 2;
    a[i] = a[before] + a[half];
    before += 2;
    a[before] = 0;
  }
}

void set_in_a_branch(int n, double *a) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    k = i;
    if (i > 5) k = 2 * i;
    a[k] = 1;
  }
}

void same_names(int n, double *t) {
  for (int i = 0; i < n; i++) {
    double x = t[i];
    {
      double t = x + 1;
      x = t;
    }
    t[i] = x;
  }
}

void kept_from_iteration_to_iteration(int n, double *a) {
  double last = 0;
  for (int i = 0; i < n; i++) {
    double t = a[i];
    a[i] = t - last;
    last = t;
  }
}

void size_depends_on_iterator(int n, double *a) {
  for (int i = 1; i < n; i++) {
    double t[i];
    for (int j = 0; j < i; j++) t[j] = a[j];
    a[i] = t[0];
  }
}

void set_on_both_sides(int n, double *restrict a, const int *restrict b) {
  for (int i = 0; i < n; i++) {
    double t;
    if (b[i]) t = 1;
    else t = 2;
    a[i] = t;
  }
}

void set_sometimes(int n, double *restrict a, const int *restrict b) {
  for (int i = 0; i < n; i++) {
    double t, u[4];
    if (b[i] > 0) t = 1;
    u[b[i] & 3] = i;
    if (b[i] > 0) a[i] = t + u[b[i] & 3];
  }
}
