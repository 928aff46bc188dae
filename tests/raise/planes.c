// test raise
// Planes of an image that are named by numbers.
void planes(int h, int w, const short *restrict a, short *restrict b, short *restrict c)
{
  for (int i = 1; i < h; i++)
    for (int j = 2; j < w - 2; j++) {
      b[i * w + j - 2] = a[2 * (h * w) + i * w + j];
      b[h * w + i * w + j - 2] = 2 * a[i * w + j];
      c[i * w + j] = b[(h + i) * w + j];
    }
}

// Rows with a number of rows added, which are no planes.
void rows(int n, float *restrict a)
{
  for (int i = 0; i < 2 * n - 1; i++)
    for (int j = 0; j < n; j++)
      a[(n + i) * n + j] = 1;
}
// A plane that data choose: the others have rows all the same.
void chosen(int h, int w, const int *restrict which, float *restrict a, float *restrict b)
{
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++)
        a[(k * h + i) * w + j] = k;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      b[i * w + j] = a[(which[i * w + j] * h + i) * w + j];
}

// Rows of `n` would be rows for n = 1 alone.
void narrow(int n, float *restrict a)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[2 * i * (2 * n) + 3 * j] = 1;
}

// Rows of `n` would be rows for n = 1 alone, but there are `n` pairs.
void pairs(int n, float *restrict a)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[2 * i * (2 * n) + 2 * j] = 1;
}

// A plane has `ny` rows, not `k`.
void one_plane(int nx, int ny, int k, float *restrict a)
{
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      a[nx * ny * k + nx * j + i] = 1;
}
//| gdg planes {
//|   param h: i32
//|   param w: i32
//|   context { : -2147483648 <= w <= 2147483647 and -2147483648 <= h <= 2147483647 }
//|   array a: i16[?][h][w] = `a[_*_*_]` live_in live_out
//|   array b: i16[?][h][w] = `b[_*_*_]` live_in live_out
//|   array c: i16[?][w] = `c[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i < h and 2 <= j <= -3 + w }
//|     iterators i: i32, j: i32
//|     body {
//|       b[0][i][j - 2] = a[2][i][j];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 < i < h and 2 <= j <= -3 + w }
//|     iterators i: i32, j: i32
//|     body {
//|       b[1][i][j - 2] = (i16)(2 * (i32)a[0][i][j]);
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j] : 0 < i < h and 2 <= j <= -3 + w }
//|     iterators i: i32, j: i32
//|     body {
//|       c[i][j] = b[1][i][j];
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j {
//|         S0
//|         S1
//|         S2
//|       }
//|     }
//|   }
//| }
//|
//| gdg rows {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f32[?][n] = `a[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i <= -2 + 2n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       a[n + i][j] = (f32)1;
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg chosen {
//|   param h: i32
//|   param w: i32
//|   context { : -2147483648 <= w <= 2147483647 and -2147483648 <= h <= 2147483647 }
//|   array a: f32[?][h][w] = `a[_*_*_]` live_in live_out
//|   array which: i32[?][w] = `which[_*_]` live_in live_out
//|   array b: f32[?][w] = `b[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[k, i, j] : 0 <= k <= 7 and 0 <= i < h and 0 <= j < w }
//|     iterators k: i32, i: i32, j: i32
//|     body {
//|       a[k][i][j] = (f32)k;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 <= i < h and 0 <= j < w }
//|     iterators i: i32, j: i32
//|     body {
//|       b[i][j] = a[which[i][j]][i][j];
//|     }
//|   }
//|   schedule {
//|     for k { for i { for j { S0 } } }
//|     for i { for j { S1 } }
//|   }
//| }
//|
//| gdg narrow {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       a[2 * i * (2 * n) + 3 * j] = (f32)1;
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg pairs {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f32[?][n][2] = `a[_*_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       a[i * 2][j][0] = (f32)1;
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg one_plane {
//|   param ny: i32
//|   param nx: i32
//|   param k: i32
//|   context { : -2147483648 <= k <= 2147483647 and -2147483648 <= nx <= 2147483647 and -2147483648 <= ny <= 2147483647 }
//|   assume { : k >= 0 }
//|   array a: f32[?][ny][nx] = `a[_*_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[j, i] : 0 <= j < ny and 0 <= i < nx }
//|     iterators j: i32, i: i32
//|     body {
//|       a[k][j][i] = (f32)1;
//|     }
//|   }
//|   schedule { for j { for i { S0 } } }
//| }
