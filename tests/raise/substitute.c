// test raise
// Temporaries that one statement reads are computed there: `x`, `dx`.
void potential(int n, int m, float h, const float *restrict a, float *restrict grid)
{
  for (int i = 0; i < n; i++) {
    float x = h * i;
    float sum = 0;
    for (int k = 0; k < m; k++) {
      float dx = x - a[k];
      sum += dx * dx;
    }
    grid[i] = sum;
  }
}

// What `t` is computed from changes before `t` is read.
void rotate(int n, double *a)
{
  for (int i = 0; i < n; i++) {
    double t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

// A division would be done in each iteration of the inner loop, and what is set under a condition is not always set.
void eliminate(int n, double A[n][n], double *restrict d, double s)
{
  for (int i = 1; i < n; i++) {
    double f = d[i] / d[0];
    if (i < 10)
      s = d[i];
    for (int j = 0; j < n; j++)
      A[i][j] -= f * A[0][j];
    d[i] = s + 1;
  }
}

// Stores to `c` may change `*a`.
void scale(int n, const double *a, double *c)
{
  for (int i = 0; i < n; i++) {
    double t = a[i];
    for (int j = 0; j < n; j++)
      c[i * n + j] *= t;
  }
}

// The loop begins before it: an iteration reads what the one before has set.
void shift(int n, double *restrict a, double *restrict b)
{
  double last = 0;
  for (int i = 0; i < n; i++) {
    b[i] = last;
    last = a[i] * 2;
  }
}
//| gdg potential {
//|   param n: i32
//|   param m: i32
//|   context { : -2147483648 <= m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array h: f32 unshared live_in
//|   array sum: f32 local
//|   array a: f32[?] live_in live_out
//|   array grid: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       sum = (f32)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, k] : 0 <= i < n and 0 <= k < m }
//|     iterators i: i32, k: i32
//|     body {
//|       sum = sum + (h * (f32)i - a[k]) * (h * (f32)i - a[k]);
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       grid[i] = sum;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       for k { S1 }
//|       S2
//|     }
//|   }
//| }
//|
//| gdg rotate {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array t: f64 local
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t = a[i];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = a[n - 1 - i];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[n - 1 - i] = t;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|       S2
//|     }
//|   }
//| }
//|
//| gdg eliminate {
//|   param n: i32
//|   context { : 0 < n <= 2147483647 }
//|   array d: f64[?] live_in live_out
//|   array f: f64 local
//|   array s: f64 unshared live_in
//|   array A: f64[?][n] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 < i < n }
//|     iterators i: i32
//|     body {
//|       f = d[i] / d[0];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 < i <= 9 and i < n }
//|     iterators i: i32
//|     body {
//|       s = d[i];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j] : 0 < i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       A[i][j] = A[i][j] - f * A[0][j];
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i] : 0 < i < n }
//|     iterators i: i32
//|     body {
//|       d[i] = s + (f64)1;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|       for j { S2 }
//|       S3
//|     }
//|   }
//| }
//|
//| gdg scale {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array t: f64 local
//|   array c: f64[?][n] = `c[_*_]` live_in live_out
//|   alias a c
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       t = a[i];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       c[i][j] = c[i][j] * t;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       for j { S1 }
//|     }
//|   }
//| }
//|
//| gdg shift {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array last: f64 unshared live_in
//|   array b: f64[?] live_in live_out
//|   array a: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       b[i] = last;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       last = a[i] * (f64)2;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|   }
//| }
