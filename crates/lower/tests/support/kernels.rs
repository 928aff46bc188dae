//! Kernels in the IR's text form, each with the C code that it stands for.

/// A kernel: its GDG, and a C function that does the same in the original order.
pub struct Kernel {
    pub gdg: &'static str,
    /// `int n, double A[n][n]`: parameters first, then arrays.
    pub signature: &'static str,
    /// The function's body.
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
    signature: "int n, double C[n][n], double A[n][n], double B[n][n]",
    original: "
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
              C[i][j] = C[i][j] + A[i][k] * B[k][j];",
};
