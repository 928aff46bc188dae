// test raise
// Rows whose sizes are numbers, rows that are counted from their end, and rows that are named by a number.

void gray(int w, int h, unsigned char *restrict image, float *restrict out) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = 0.6f * image[(y * w + x) * 3 + 1] + 0.4f * image[(y * w + x) * 3 + 2];
}

void reverse(int n, double *restrict a, double *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + n - 1 - j] = b[(i * n + j) * 2] + b[2 * i * n + 2 * j + 1];
}

void border(int n, int m, double *restrict a) {
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < m; j++)
      a[i * m + j] = 0;
    a[8 * m + i] = 1;
  }
}
//| gdg gray {
//|   param h: i32
//|   param w: i32
//|   context { : -2147483648 <= w <= 2147483647 and -2147483648 <= h <= 2147483647 }
//|   array image: u8[?][w][3] = `image[_*_*_]` live_in live_out
//|   array out: f32[?][w] = `out[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[y, x] : 0 <= y < h and 0 <= x < w }
//|     iterators y: i32, x: i32
//|     body {
//|       out[y][x] = 0.6_f32 * (f32)image[y][x][1] + 0.4_f32 * (f32)image[y][x][2];
//|     }
//|   }
//|   schedule { for y { for x { S0 } } }
//| }
//|
//| gdg reverse {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array b: f64[?][n][2] = `b[_*_*_]` live_in live_out
//|   array a: f64[?][n] = `a[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       a[i][n - 1 - j] = b[i][j][0] + b[i][j][1];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg border {
//|   param m: i32
//|   context { : -2147483648 <= m <= 2147483647 }
//|   assume { : m >= 9 }
//|   array a: f64[?][m] = `a[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i <= 8 and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       a[i][j] = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i <= 8 }
//|     iterators i: i32
//|     body {
//|       a[8][i] = (f64)1;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j { S0 }
//|       S1
//|     }
//|   }
//| }
