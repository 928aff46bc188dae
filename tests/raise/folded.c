// test raise
// Branches that end in one value are a choice of values; a condition that is the same in the innermost loop stays a branch.
static int larger(int x, int y)
{
  if (x > y)
    return x;
  return y;
}

void common(int n, int m, const char *a, const char *b, int c[restrict n + 1][m + 1])
{
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1])
        c[i][j] = c[i - 1][j - 1] + 1;
      else
        c[i][j] = larger(c[i - 1][j], c[i][j - 1]);
}

void switched(int n, int m, const int *restrict is_on, float x[restrict n][m])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (is_on[i])
        x[i][j] = 1;
      else
        x[i][j] = 2 * j;
}

void twice(int n, const float *restrict a, float *restrict x)
{
  for (int i = 0; i < n; i++) {
    float least;
    if (a[i] < 0)
      least = -a[i];
    else
      least = a[i];
    if (least > 1)
      x[i] = least * least;
    else
      x[i] = least;
  }
}
//| gdg common {
//|   param n: i32
//|   param m: i32
//|   context { : 0 <= m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array a: i8[?] live_in live_out
//|   array b: i8[?] live_in live_out
//|   array c: i32[?][1 + m] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i <= n and 0 < j <= m }
//|     iterators i: i32, j: i32
//|     body {
//|       c[i][j] = (i32)a[i - 1] == (i32)b[j - 1] ? c[i - 1][j - 1] + 1 : c[i - 1][j] > c[i][j - 1] ? c[i - 1][j] : c[i][j - 1];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg switched {
//|   param n: i32
//|   param m: i32
//|   context { : 0 < m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array is_on: i32[?] live_in live_out
//|   array x: f32[?][m] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     accesses {
//|       read is_on[i]
//|       must_write x[i][j]
//|     }
//|     body {
//|       if (is_on[i]) {
//|         x[i][j] = (f32)1;
//|       } else {
//|         x[i][j] = (f32)(2 * j);
//|       }
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg twice {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array least: f32 local
//|   array a: f32[?] live_in live_out
//|   array x: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       least = a[i] < (f32)0 ? -a[i] : a[i];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       x[i] = least > (f32)1 ? least * least : least;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|   }
//| }
