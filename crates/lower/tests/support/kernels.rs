//! Kernels in the IR's text form, each with the C code that it stands for.

/// A kernel: its GDG, and C code that does the same in the original order.
pub struct Kernel {
    pub gdg: &'static str,
    /// `int n, int m`
    pub params: &'static str,
    /// Type, name and sizes of each array.
    pub arrays: &'static [(&'static str, &'static str, &'static str)],
    pub original: &'static str,
}

pub const MATMUL: Kernel = Kernel {
    gdg: "
        gdg matmul {
          param n: i32
          context { : n >= 0 }
          array C: f64[n][n] live_in live_out
          array A: f64[n][n] live_in
          array B: f64[n][n] live_in
          statement S {
            domain { S[i, j, k] : 0 <= i < n and 0 <= j < n and 0 <= k < n }
            iterators i: i32, j: i32, k: i32
            body { C[i][j] = C[i][j] + A[i][k] * B[k][j]; }
          }
          schedule { for i { for j { for k { S } } } }
        }",
    params: "int n",
    arrays: &[("double", "C", "[n][n]"), ("double", "A", "[n][n]"), ("double", "B", "[n][n]")],
    original: "
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
              C[i][j] = C[i][j] + A[i][k] * B[k][j];",
};

pub const GEMM: Kernel = Kernel {
    gdg: "
        gdg gemm {
          param n: i32
          param m: i32
          param p: i32
          array C: f64[n][m] live_in live_out
          array A: f64[n][p] live_in
          array B: f64[p][m] live_in
          statement S0 {
            domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
            iterators i: i32, j: i32
            body { C[i][j] = C[i][j] * 1.5; }
          }
          statement S1 {
            domain { S1[i, k, j] : 0 <= i < n and 0 <= j < m and 0 <= k < p }
            iterators i: i32, k: i32, j: i32
            body { C[i][j] = C[i][j] + 2.5 * A[i][k] * B[k][j]; }
          }
          schedule { for i { for j { S0 } for k { for j { S1 } } } }
        }",
    params: "int n, int m, int p",
    arrays: &[("double", "C", "[n][m]"), ("double", "A", "[n][p]"), ("double", "B", "[p][m]")],
    original: "
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < m; j++)
            C[i][j] *= 1.5;
          for (int k = 0; k < p; k++)
            for (int j = 0; j < m; j++)
              C[i][j] += 2.5 * A[i][k] * B[k][j];
        }",
};

/// A triangular kernel with a division.
pub const LU: Kernel = Kernel {
    gdg: "
        gdg lu {
          param n: i32
          array A: f64[n][n] live_in live_out
          statement S0 {
            domain { S0[i, j, k] : 0 <= i < n and 0 <= j < i and 0 <= k < j }
            iterators i: i32, j: i32, k: i32
            body { A[i][j] = A[i][j] - A[i][k] * A[k][j]; }
          }
          statement S1 {
            domain { S1[i, j] : 0 <= i < n and 0 <= j < i }
            iterators i: i32, j: i32
            body { A[i][j] = A[i][j] / A[j][j]; }
          }
          statement S2 {
            domain { S2[i, j, k] : 0 <= i < n and i <= j < n and 0 <= k < i }
            iterators i: i32, j: i32, k: i32
            body { A[i][j] = A[i][j] - A[i][k] * A[k][j]; }
          }
          schedule { for i { for j { for k { S0 } S1 } for j { for k { S2 } } } }
        }",
    params: "int n",
    arrays: &[("double", "A", "[n][n]")],
    original: "
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
              A[i][j] -= A[i][k] * A[k][j];
            A[i][j] /= A[j][j];
          }
          for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
              A[i][j] -= A[i][k] * A[k][j];
        }",
};

pub const JACOBI: Kernel = Kernel {
    gdg: "
        gdg jacobi {
          param steps: i32
          param n: i32
          array A: f64[n] live_in live_out
          array B: f64[n] live_in live_out
          statement S0 {
            domain { S0[t, i] : 0 <= t < steps and 1 <= i < n - 1 }
            iterators t: i32, i: i32
            body { B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]); }
          }
          statement S1 {
            domain { S1[t, i] : 0 <= t < steps and 1 <= i < n - 1 }
            iterators t: i32, i: i32
            body { A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]); }
          }
          schedule { for t { for i { S0 } for i { S1 } } }
        }",
    params: "int steps, int n",
    arrays: &[("double", "A", "[n]"), ("double", "B", "[n]")],
    original: "
        for (int t = 0; t < steps; t++) {
          for (int i = 1; i < n - 1; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
          for (int i = 1; i < n - 1; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
        }",
};

pub const SEIDEL: Kernel = Kernel {
    gdg: "
        gdg seidel {
          param steps: i32
          param n: i32
          array A: f64[n][n] live_in live_out
          statement S {
            domain { S[t, i, j] : 0 <= t < steps and 1 <= i < n - 1 and 1 <= j < n - 1 }
            iterators t: i32, i: i32, j: i32
            body { A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5.0; }
          }
          schedule { for t { for i { for j { S } } } }
        }",
    params: "int steps, int n",
    arrays: &[("double", "A", "[n][n]")],
    original: "
        for (int t = 0; t < steps; t++)
          for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
              A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5.0;",
};

/// Local scalars and arrays.
pub const LOCALS: Kernel = Kernel {
    gdg: "
        gdg locals {
          param n: i32
          array y: f64[n] live_in live_out
          array A: f64[n][n] live_in live_out
          array s: f64 local
          array row: f64[n] local
          array pair: f64[2] local
          statement S0 {
            domain { S0[i] : 0 <= i < n }
            iterators i: i32
            body { s = y[i] * 2.0; }
          }
          statement S1 {
            domain { S1[i, j] : 0 <= i < n and 0 <= j < n }
            iterators i: i32, j: i32
            body { row[j] = A[i][j] + s; }
          }
          statement S2 {
            domain { S2[i, j] : 0 <= i < n and 0 <= j < n }
            iterators i: i32, j: i32
            body { A[i][j] = row[j] + row[n - 1 - j]; }
          }
          statement S3 {
            domain { S3[i] : 0 <= i < n }
            iterators i: i32
            body { pair[0] = s; }
          }
          statement S4 {
            domain { S4[i] : 0 <= i < n }
            iterators i: i32
            body { pair[1] = pair[0] - s / 2.0; }
          }
          statement S5 {
            domain { S5[i] : 0 <= i < n }
            iterators i: i32
            body { y[i] = pair[0] + pair[1]; }
          }
          schedule { for i { S0 for j { S1 } for j { S2 } S3 S4 S5 } }
        }",
    params: "int n",
    arrays: &[("double", "y", "[n]"), ("double", "A", "[n][n]")],
    original: "
        for (int i = 0; i < n; i++) {
          double s = y[i] * 2.0, row[n], pair[2];
          for (int j = 0; j < n; j++)
            row[j] = A[i][j] + s;
          for (int j = 0; j < n; j++)
            A[i][j] = row[j] + row[n - 1 - j];
          pair[0] = s;
          pair[1] = pair[0] - s / 2.0;
          y[i] = pair[0] + pair[1];
        }",
};

/// Arithmetic in all types, loops that count down, conditions on data and on iterators.
pub const TYPES: Kernel = Kernel {
    gdg: "
        gdg types {
          param n: i32
          param m: u32
          context { : n >= 1 and m <= 1000 }
          array d: f64[n] live_in live_out
          array f: f32[n] live_in live_out
          array l: i64[n] live_in live_out
          array a: i32[n] live_in live_out
          array u: u32[n] live_in live_out
          array h: i16[n] live_in live_out
          array c: u8[n] live_in live_out
          array flat: f64[n][n] = `flat[_*_]` live_in live_out
          statement S0 {
            domain { S0[i] : 0 <= i < n }
            iterators i: i32
            body { a[i] = (a[i] << 2 | (i32)c[i] & 5) + (i32)h[i] / 3; }
          }
          statement S1 {
            domain { S1[i] : 0 <= i < n }
            iterators i: i32
            body { c[i] = (u8)((i32)c[i] * 77 + i); }
          }
          statement S2 {
            domain { S2[i] : 0 <= i < n }
            iterators i: i32
            body { u[i] = (u[i] - (u32)a[i]) * 3_u32 + m; }
          }
          statement S3 {
            domain { S3[i] : 0 <= i < n and i mod 2 = 0 }
            iterators i: i32
            body { f[i] = (f32)((f64)f[i] / 3.0) + (f32)(u[i] / 7_u32); }
          }
          statement S4 {
            domain { S4[i] : 0 <= i < n }
            iterators i: i32
            body { d[i] = d[i] + (f64)(a[i] / 5) * 0.5 - (f64)f[i] + (f64)i / (f64)n; }
          }
          statement S5 {
            domain { S5[i] : 0 < i < n }
            iterators i: i32
            body { l[i] = l[i - 1] * 3_i64 + ((i64)u[i] - (i64)m) % 11_i64; }
          }
          statement S6 {
            domain { S6[i] : 0 <= i < n }
            iterators i: i32
            body { if (a[i] > 100 && !(h[i] == 7_i16)) { h[i] = (i16)((i32)h[i] - 1); } else { d[i] = a[i] > 3 ? (f64)a[i] : d[i]; } }
          }
          statement S7 {
            domain { S7[i, j] : 0 <= i < n and 0 <= j < n }
            iterators i: i32, j: i32
            body { flat[i][j] = flat[i][n - 1 - j] * 0.5 + flat[0][j] + (f64)(i - j); }
          }
          schedule { for i { S0 S1 S2 S3 S4 } for i { S5 } for i { S6 } for i down { for j { S7 } } }
        }",
    params: "int n, unsigned int m",
    arrays: &[
        ("double", "d", "[n]"),
        ("float", "f", "[n]"),
        ("long", "l", "[n]"),
        ("int", "a", "[n]"),
        ("unsigned int", "u", "[n]"),
        ("short", "h", "[n]"),
        ("unsigned char", "c", "[n]"),
        ("double", "flat", "[n * n]"),
    ],
    original: "
        for (int i = 0; i < n; i++) {
          a[i] = ((a[i] << 2) | (c[i] & 5)) + h[i] / 3;
          c[i] = c[i] * 77 + i;
          u[i] = (u[i] - a[i]) * 3 + m;
          if (i % 2 == 0)
            f[i] = (float)(f[i] / 3.0) + (u[i] / 7);
          d[i] = d[i] + (a[i] / 5) * 0.5 - f[i] + (double)i / n;
        }
        for (int i = 1; i < n; i++)
          l[i] = l[i - 1] * 3 + ((long)u[i] - (long)m) % 11;
        for (int i = 0; i < n; i++)
          if (a[i] > 100 && !(h[i] == 7))
            h[i]--;
          else
            d[i] = a[i] > 3 ? a[i] : d[i];
        for (int i = n - 1; i >= 0; i--)
          for (int j = 0; j < n; j++)
            flat[i * n + j] = flat[i * n + n - 1 - j] * 0.5 + flat[j] + (i - j);",
};
