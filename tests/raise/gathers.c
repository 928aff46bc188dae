// test raise
// Reads whose columns data say may be of any element; the others have rows and columns.
void f(int rows, int cols, float *restrict J, float *restrict c, const int *restrict iN, const int *restrict jE, float *restrict d) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      int k = i * cols + j;
      d[k] = J[iN[i] * cols + j] - J[k] + J[i * cols + jE[j]];
      c[k] = 1 / (1 + d[k]);
    }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      int k = i * cols + j;
      J[k] += c[k] + c[iN[i] * cols + j] + c[i * cols + jE[j]] * d[k];
    }
}
//| gdg f {
//|   param rows: i32
//|   param cols: i32
//|   context { : -2147483648 <= cols <= 2147483647 and -2147483648 <= rows <= 2147483647 }
//|   array J: f32[?][cols] = `J[_*_]` live_in live_out
//|   array iN: i32[?] live_in live_out
//|   array jE: i32[?] live_in live_out
//|   array d: f32[?][cols] = `d[_*_]` live_in live_out
//|   array c: f32[?][cols] = `c[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < rows and 0 <= j < cols }
//|     iterators i: i32, j: i32
//|     accesses {
//|       read iN[i]
//|       may_read J[iN[i]][j]
//|       read J[i][j]
//|       read jE[j]
//|       may_read J[0][i * cols + jE[j]] : { S0[i, j] -> J[o0, o1] : 0 <= i < rows and 0 <= j < cols }
//|       must_write d[i][j]
//|     }
//|     body {
//|       d[i][j] = J[iN[i]][j] - J[i][j] + J[0][i * cols + jE[j]];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 <= i < rows and 0 <= j < cols }
//|     iterators i: i32, j: i32
//|     body {
//|       c[i][j] = (f32)1 / ((f32)1 + d[i][j]);
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j] : 0 <= i < rows and 0 <= j < cols }
//|     iterators i: i32, j: i32
//|     accesses {
//|       read c[i][j]
//|       read iN[i]
//|       may_read c[iN[i]][j]
//|       read jE[j]
//|       may_read c[0][i * cols + jE[j]] : { S2[i, j] -> c[o0, o1] : 0 <= i < rows and 0 <= j < cols }
//|       read d[i][j]
//|       read J[i][j]
//|       must_write J[i][j]
//|     }
//|     body {
//|       J[i][j] = J[i][j] + (c[i][j] + c[iN[i]][j] + c[0][i * cols + jE[j]] * d[i][j]);
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j {
//|         S0
//|         S1
//|       }
//|     }
//|     for i { for j { S2 } }
//|   }
//| }
