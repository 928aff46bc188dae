// test raise
// Memory that a function allocates for itself overlaps with nothing, and what nobody reads of it before it is freed is not
// live-out.
#include <stdlib.h>

void use(float *p);

// `t` is the function's own.
void own(int n, float *x, float *y)
{
  float *t = (float *)malloc(n * sizeof(float));
  if (!t)
    return;
  for (int i = 0; i < n; i++)
    t[i] = x[i] + 1;
  for (int i = 0; i < n; i++)
    y[i] = t[i] * t[i];
  free(t);
}

// `t` is read after the loops.
float read_later(int n, float *x, float *y)
{
  float *t;
  t = calloc(n, sizeof(float));
  for (int i = 0; i < n; i++)
    t[i] = x[i] + 1;
  float first = t[0];
  free(t);
  return first;
}

// Others know `t`.
void shared(int n, float *x)
{
  float *t = malloc(n * sizeof(float));
  use(t);
  for (int i = 0; i < n; i++)
    t[i] = x[i] + 1;
  free(t);
}

// `t` may lead to `x`.
void maybe(int n, float *x)
{
  float *t = malloc(n * sizeof(float));
  if (n > 100)
    t = x;
  for (int i = 0; i < n; i++)
    t[i] = x[i] + 1;
}

// The address of a row gets elsewhere.
void row(int n, float *x)
{
  float (*t)[100] = malloc(n * sizeof *t);
  use(t[1]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 100; j++)
      t[i][j] = x[i] + 1;
  free(t);
}

// The loops run again, and read first what they have left.
void again(int n, float *x)
{
  float *t = calloc(n, sizeof(float));
  for (int step = 0; step < 10; step++) {
    use(x);
    for (int i = 0; i < n; i++) {
      x[i] = t[i];
      t[i] = x[i] + 1;
    }
  }
  free(t);
}

// The size of a row is known when the program runs.
void rows(int n, int m, float x[restrict n][m], float y[restrict n][m])
{
  float (*t)[m] = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      t[i][j] = x[i][j] + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      y[i][j] = t[i][j] * t[i][j];
  free(t);
}
//| gdg own {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f32[?] live_in live_out
//|   array t: f32[?] live_in
//|   array y: f32[?] live_in live_out
//|   alias x y
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t[i] = x[i] + (f32)1;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       y[i] = t[i] * t[i];
//|     }
//|   }
//|   schedule {
//|     for i { S0 }
//|     for i { S1 }
//|   }
//| }
//|
//| gdg read_later {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f32[?] live_in live_out
//|   array t: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t[i] = x[i] + (f32)1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg shared {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f32[?] live_in live_out
//|   array t: f32[?] live_in live_out
//|   alias x t
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t[i] = x[i] + (f32)1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg maybe {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f32[?] live_in live_out
//|   array t: f32[?] live_in live_out
//|   alias x t
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t[i] = x[i] + (f32)1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg row {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f32[?] live_in live_out
//|   array t: f32[?][100] live_in live_out
//|   alias x t
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j <= 99 }
//|     iterators i: i32, j: i32
//|     body {
//|       t[i][j] = x[i] + (f32)1;
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg again {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array t: f32[?] live_in live_out
//|   array x: f32[?] live_in live_out
//|   repeated
//|   inside 1
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       x[i] = t[i];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t[i] = x[i] + (f32)1;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|   }
//| }
//|
//| gdg rows {
//|   param n: i32
//|   param m: i32
//|   context { : 0 < m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array x: f32[?][m] live_in live_out
//|   array t: f32[?][m] live_in
//|   array y: f32[?][m] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       t[i][j] = x[i][j] + (f32)1;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       y[i][j] = t[i][j] * t[i][j];
//|     }
//|   }
//|   schedule {
//|     for i { for j { S0 } }
//|     for i { for j { S1 } }
//|   }
//| }
