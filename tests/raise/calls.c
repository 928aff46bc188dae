// test raise
// Calls in loops are what the functions do.
int N = 4;
static int clamp(int v, int low, int high)
{
  if (v < low)
    return low;
  if (v > high)
    return high;
  return v;
}
static void scale(double *x, int n, double by)
{
  for (int i = 0; i < n; i++)
    x[i] *= by;
}
static double dot(const double *x, const double *y, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
static void set(double *to, double value) { *to = value; }
static int of_global(int i) { if (i > N) return N; return i; }
__attribute__((noinline)) static void kept(double *x) { x[0] = 1; }
static int found(const int *a, int n)
{
  for (int i = 0; i < n; i++)
    if (a[i])
      return i;
  return n;
}
static int counted(void) { static int k; return k++; }

void subscripts(int n, int *restrict a, const int *restrict b)
{
  for (int i = 0; i < n; i++)
    a[i] = b[clamp(i - 3, 0, n - 1)];
}

void rows(int n, int m, double A[restrict n][m], double B[restrict n][m], double C[restrict n][n])
{
  for (int i = 0; i < n; i++)
    scale(A[i], m, 2);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      set(&C[i][j], dot(A[i], B[j], m) + 1);
}

void hidden(int n, int *restrict a)
{
#pragma scop
  for (int N = 0; N < n; N++)
    a[N] = of_global(N); // warning: `of_global` is called, and nothing says that it has no side effects
#pragma endscop
}

void not_looked_into(int n, double *restrict a, int *restrict b)
{
#pragma scop
  for (int i = 0; i < n; i++)
    kept(a); // warning: `kept` is called, and not looked into, because an attribute says that it is to be called
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = found(b, n); // warning: `found` is called, and not looked into, because it returns out of a loop, or jumps
#pragma endscop
#pragma scop
  for (int i = 0; i < n; i++)
    b[i] = counted(); // warning: `counted` is called, and not looked into, because it has variables that outlive it or are volatile
#pragma endscop
}
//| gdg scale {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array by: f64 unshared live_in
//|   array x: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       x[i] = x[i] * by;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg dot {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f64[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   array s: f64 unshared live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       s = s + x[i] * y[i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg subscripts {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array b: i32[?] live_in live_out
//|   array a: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = b[i - 3 < 0 ? 0 : i - 3];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg rows {
//|   param n: i32
//|   param m: i32
//|   context { : 0 < n <= 2147483647 and 0 < m <= 2147483647 }
//|   array A: f64[?][m] live_in live_out
//|   array s: f64 local
//|   array B: f64[?][m] live_in live_out
//|   array C: f64[?][n] live_in live_out
//|   statement S0 {
//|     domain { S0[i, i_1] : 0 <= i < n and 0 <= i_1 < m }
//|     iterators i: i32, i_1: i32
//|     body {
//|       A[i][i_1] = A[i][i_1] * (f64)2;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       s = (f64)0;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j, i_1] : 0 <= i < n and 0 <= j < n and 0 <= i_1 < m }
//|     iterators i: i32, j: i32, i_1: i32
//|     body {
//|       s = s + A[i][i_1] * B[j][i_1];
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       C[i][j] = s + (f64)1;
//|     }
//|   }
//|   schedule {
//|     for i { for i_1 { S0 } }
//|     for i {
//|       for j {
//|         S1
//|         for i_1 { S2 }
//|         S3
//|       }
//|     }
//|   }
//| }
