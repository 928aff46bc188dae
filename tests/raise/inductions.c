// test raise
// Variables that loops change by a constant are functions of the counters.
void reverse(int n, double *a)
{
  for (int i = 0, j = n - 1; i < j; i++, j--) {
    double t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

int linear(int n, int m, double *restrict a, double *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      a[k++] += b[j];
    k++;
  }
  return k;
}

void walk(int n, float *restrict a, const float *restrict b)
{
  while (n-- > 0) {
    float x = *b++;
    *a = x * x;
    a += 2;
  }
}

/* Where the loop ends early, or changes a variable only sometimes, it stays. */
int stays(int n, int *restrict a, int *restrict b)
{
  int k = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > 0)
      b[k++] = a[i];
  return k;
}
//| gdg reverse {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array t: f64 local
//|   statement S0 {
//|     domain { S0[i] : i >= 0 and 2i <= -2 + n }
//|     iterators i: i32
//|     body {
//|       t = a[i];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : i >= 0 and 2i <= -2 + n }
//|     iterators i: i32
//|     body {
//|       a[i] = a[n - 1 - i];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : i >= 0 and 2i <= -2 + n }
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
//| gdg linear {
//|   param n: i32
//|   param m: i32
//|   context { : -2147483648 <= m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array b: f64[?] live_in live_out
//|   array a: f64[?] live_in live_out
//|   array k: i32 unshared live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       a[i + m * i + j] = a[i + m * i + j] + b[j];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[] }
//|     body {
//|       k = (i32)((i64)(n > 0 ? n : 0) + (i64)(m > 0 ? m : 0) * (i64)(n > 0 ? n : 0));
//|     }
//|   }
//|   schedule {
//|     for i { for j { S0 } }
//|     S1
//|   }
//| }
//|
//| gdg walk {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array b: f32[?] live_in live_out
//|   array a: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i0] : 0 <= i0 < n }
//|     iterators n: i32
//|     body {
//|       a[2 * (param.n - n - 1)] = b[param.n - n - 1] * b[param.n - n - 1];
//|     }
//|   }
//|   schedule { for n down { S0 } }
//| }
//|
//| gdg stays {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: i32[?] live_in live_out
//|   array b: i32[?] live_in live_out
//|   array k: i32 unshared live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       var t: i32;
//|       if (a[i] > 0) {
//|         t = k;
//|         k = t + 1;
//|         b[t] = a[i];
//|       }
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
