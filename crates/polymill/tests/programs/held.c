// cc -O2
// cc -O2 -fno-strict-aliasing -DNO_STRICT_ALIASING
//
// Stores through pointers may change how often loops run, and where other pointers lead: it is tested whether they can.
#include <stdio.h>
#include <stdlib.h>

int rows, cols;

static void smooth(int *out, const int *in)
{
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < cols - 1; j++)
      out[i * cols + j] = in[i * cols + j] + in[(i - 1) * cols + j] * 3 + in[(i + 1) * cols + j];
}

static void scale(int *n, int *a)
{
  for (int i = 0; i < *n; i++)
    a[i] = 2 * a[i];
}

struct image {
  int w, h;
  unsigned char *data;
};

static void invert(struct image *im, unsigned char *out)
{
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++)
      out[y * im->w + x] = 255 - im->data[y * im->w + x];
}

struct block {
  long *data, last;
};

static void copy(int n, struct block *from, long *to)
{
  for (int i = 0; i < n; i++)
    to[i] = from->data[i];
}

/* An integer that is data as well. */
static void shift(int *n, int *a, const int *b)
{
  for (int i = 0; i < *n; i++)
    a[i] = b[i] + *n;
}

/* Elements that decide how often loops run, beside others of the same array. */
static void spread(int *size, int *a)
{
  for (int i = 0; i < size[0]; i++)
    for (int j = 0; j < size[1]; j++)
      a[i * size[1] + j] = size[i] + size[2];
}

int main(void)
{
  int size[12] = {5, 4, 2, 2, 1, 8, 2}, to[40] = {0};
  spread(size, to);
  spread(size + 2, size + 3);
  for (int i = 0; i < 20; i++)
    printf("%d ", to[i]);
  for (int i = 0; i < 12; i++)
    printf("%d ", size[i]);
  printf("\n");
  rows = 50;
  cols = 70;
  int *a = malloc(sizeof(int) * 3500), *b = calloc(3500, sizeof(int)), n = 1000;
  for (int i = 0; i < 3500; i++)
    a[i] = i % 13;
  smooth(b, a);
  scale(&n, b);

  int c[8] = {5, 1, 2, 3, 4, 5, 6, 7};
  scale(&c[2], c);
  scale(&c[3], c);
  c[7] = 3;
  scale(&c[7], c);
  int d[4] = {3, -5, 1, 2};
  shift(&d[0], d, d + 1);
  shift(&n, b, a);
  for (int i = 0; i < 8; i++)
    printf("%d %d ", c[i], d[i / 2]);
  unsigned h = 0;
  for (int i = 0; i < 3500; i++)
    h = h * 31 + b[i];

  struct image im = {100, 50, malloc(5000)};
  unsigned char *o = calloc(5000, 1);
  for (int i = 0; i < 5000; i++)
    im.data[i] = i;
  invert(&im, o);
  /* The first byte of the width becomes 155, then 100. */
  struct image *own = calloc(1, sizeof *own);
  own->w = 100;
  own->h = 1;
  own->data = malloc(500);
  for (int i = 0; i < 500; i++)
    own->data[i] = i < 4 ? 255 - (i == 0 ? 2 : 0) : i;
  invert(own, (unsigned char *)own);
  printf("%d\n", own->w);
  for (int i = 0; i < 5000; i++)
    h = h * 31 + o[i];
  printf("%u\n", h);

#ifdef NO_STRICT_ALIASING
  long second[] = {7, 9}, first[] = {(long)second, 5};
  struct block block = {first, 0};
  copy(2, &block, (long *)&block);
  printf("%ld\n", block.last);
#endif
  long source[100], target[100];
  for (int i = 0; i < 100; i++)
    source[i] = i;
  struct block plain = {source, 0};
  copy(100, &plain, target);
  printf("%ld\n", target[99]);
  return 0;
}
