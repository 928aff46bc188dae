/* Arrays whose subscripts are made of products. */
typedef unsigned long size_t;

void matrix(int n, int m, double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * m + j] = b[j * n + i];
}

void product(int n, double *restrict c, const double *restrict a, const double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0;
      for (int k = 0; k < n; k++) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

void three_dimensions(int n, int m, int k, double *a) {
  for (int x = 1; x < n; x++)
    for (int y = 0; y < m; y++)
      for (int z = 0; z < k - 1; z++) a[(x * m + y) * k + z] = a[(x - 1) * m * k + y * k + (z + 1)];
}

void wider_rows(int n, int m, int stride, float *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * stride + j] = 0;
}

void sizes(size_t n, size_t m, float *a) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++) a[i * m + j] = 1;
}

void stencil(int w, int h, float *restrict out, const float *restrict in) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = in[(y - 1) * w + x] + in[(y + 1) * w + x] + in[y * w + (x - 1)] + in[y * w + x + 1];
}

void first_row_too(int n, double *a) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++) a[i * n + j] = a[j];
}

void crosses_rows(int n, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 2 * n; j++) a[i * n + j] = 0;
}

void different_rows(int n, int m, double *a) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) a[i * n + j] = a[j * m + i];
}

struct image { int width, height; unsigned char *pixels; };
void image(struct image *restrict p, const struct image *restrict q) {
  int w = p->width, h = p->height;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) p->pixels[y * w + x] = 255 - q->pixels[y * w + x];
}
