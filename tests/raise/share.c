// test raise
// What one iteration computes in several statements, one of them a loop that ends early, is one statement.
void escape(int n, int most, double *restrict x0, int *restrict when)
{
  for (int i = 0; i < n; i++) {
    double c = x0[i], x = 0;
    int k;
    for (k = 0; k < most; k++) {
      x = x * x + c;
      if (x > 4)
        break;
    }
    when[i] = k;
  }
}

// Two sums are made of what they share.
void forces(int n, const float *restrict x, const float *restrict y, float *restrict fx, float *restrict fy)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i];
      float f = dx * dx + dy * dy;
      fx[i] += f * dx;
      fy[i] += f * dy;
    }
}

// `a` may be what the loop reads, and `last` is what the iteration before has found.
void apart(int n, double *a, const double *b, double *restrict out)
{
  double last = 0;
  for (int i = 0; i < n; i++) {
    double s = last;
    int k = 0;
    a[i] = s;
    while (b[k] > s)
      k++;
    last = k;
    out[i] = k;
  }
}

// The life of `y` begins between the statements that share `x`, and one of them may set it.
void declared_between(int n, const double *restrict a, double *restrict b)
{
  for (int i = 0; i < n; i++) {
    double x = a[i] * 2;
    double y;
    if (a[i] > 3)
      y = x;
    while (x > 1)
      x = x * 0.5;
    b[i] = x;
    for (int j = 0; j < 2; j++)
      b[i] += a[i] > 3 ? y : 0.0;
  }
}
//| gdg escape {
//|   param n: i32
//|   param most: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x0: f64[?] live_in live_out
//|   array when: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       var broken: bool;
//|       var skipped: bool;
//|       var c: f64;
//|       var x: f64;
//|       var k: i32;
//|       c = x0[i];
//|       x = (f64)0;
//|       k = 0;
//|       for (broken = 0_bool; !broken && k < most; if (!broken) { k = k + 1; }) {
//|         skipped = 0_bool;
//|         x = x * x + c;
//|         if (x > (f64)4) {
//|           broken = 1_bool;
//|           skipped = 1_bool;
//|         }
//|       }
//|       when[i] = k;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg forces {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array x: f32[?] live_in live_out
//|   array y: f32[?] live_in live_out
//|   array fx: f32[?] live_in live_out
//|   array fy: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < n }
//|     iterators i: i32, j: i32
//|     body {
//|       var dx: f32;
//|       var dy: f32;
//|       var f: f32;
//|       dx = x[j] - x[i];
//|       dy = y[j] - y[i];
//|       f = dx * dx + dy * dy;
//|       fx[i] = fx[i] + f * dx;
//|       fy[i] = fy[i] + f * dy;
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg apart {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array last: f64 unshared live_in
//|   array s: f64 local
//|   array k: i32 local
//|   array a: f64[?] live_in live_out
//|   array b: f64[?] live_in live_out
//|   array out: f64[?] live_in live_out
//|   alias a b
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       s = last;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       k = 0;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       a[i] = s;
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i] : 0 <= i < n }
//|     iterators i: i32
//|     accesses {
//|       must_write k
//|       may_read k
//|       may_read b[k]
//|       may_read s
//|       must_write k
//|     }
//|     body {
//|       k = 0;
//|       for (; b[k] > s; k@4 = k + 1) {
//|       }
//|     }
//|   }
//|   statement S4 {
//|     domain { S4[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       last = (f64)k;
//|     }
//|   }
//|   statement S5 {
//|     domain { S5[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       out[i] = (f64)k;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|       S2
//|       S3
//|       S4
//|       S5
//|     }
//|   }
//| }
//|
//| gdg declared_between {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array a: f64[?] live_in live_out
//|   array x: f64 local
//|   array y: f64 local
//|   array b: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       x = a[i] * (f64)2;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < n }
//|     iterators i: i32
//|     accesses {
//|       kill y
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       if (a[i] > (f64)3) {
//|         y = x;
//|       }
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i] : 0 <= i < n }
//|     iterators i: i32
//|     accesses {
//|       may_read x
//|       may_write x
//|     }
//|     body {
//|       for (; x > (f64)1; ) {
//|         x = x * 0.5;
//|       }
//|     }
//|   }
//|   statement S4 {
//|     domain { S4[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       b[i] = x;
//|     }
//|   }
//|   statement S5 {
//|     domain { S5[i, j] : 0 <= i < n and 0 <= j <= 1 }
//|     iterators i: i32, j: i32
//|     body {
//|       b[i] = b[i] + (a[i] > (f64)3 ? y : 0.0);
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|       S2
//|       S3
//|       S4
//|       for j { S5 }
//|     }
//|   }
//| }
