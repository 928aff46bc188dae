// test raise
// In the branches three sizes are, or are not, 3: that is many pieces for each statement, so each branch is a region of its own.
void branches(int n1, int n2, int n3, int m, double u[restrict m][m], double z[restrict m][m])
{
  if (n1 != 3 && n2 != 3 && n3 != 3) {
    for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        u[i][j] += z[i][j];
        u[i][j] += 0.5 * z[i][j + 1];
        u[i][j] += 0.5 * z[i][j - 1];
        u[i][j] += 0.5 * z[i + 1][j];
        u[i][j] += 0.5 * z[i - 1][j];
      }
  } else {
    for (int i = 1; i < m - 1; i++)
      for (int j = 1; j < m - 1; j++) {
        u[i][j] += z[i][j];
        u[i][j] += 0.25 * z[i][j + 1];
        u[i][j] += 0.25 * z[i][j - 1];
        u[i][j] += 0.25 * z[i + 1][j];
        u[i][j] += 0.25 * z[i - 1][j];
      }
  }
}
//| gdg branches {
//|   param m: i32
//|   context { : 0 < m <= 2147483647 }
//|   array z: f64[?][m] live_in live_out
//|   array u: f64[?][m] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + z[i][j];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.5 * z[i][j + 1];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.5 * z[i][j - 1];
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.5 * z[i + 1][j];
//|     }
//|   }
//|   statement S4 {
//|     domain { S4[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.5 * z[i - 1][j];
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j {
//|         S0
//|         S1
//|         S2
//|         S3
//|         S4
//|       }
//|     }
//|   }
//| }
//|
//| gdg branches_2 {
//|   param m: i32
//|   context { : 0 < m <= 2147483647 }
//|   array z: f64[?][m] live_in live_out
//|   array u: f64[?][m] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + z[i][j];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.25 * z[i][j + 1];
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.25 * z[i][j - 1];
//|     }
//|   }
//|   statement S3 {
//|     domain { S3[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.25 * z[i + 1][j];
//|     }
//|   }
//|   statement S4 {
//|     domain { S4[i, j] : 0 < i <= -2 + m and 0 < j <= -2 + m }
//|     iterators i: i32, j: i32
//|     body {
//|       u[i][j] = u[i][j] + 0.25 * z[i - 1][j];
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j {
//|         S0
//|         S1
//|         S2
//|         S3
//|         S4
//|       }
//|     }
//|   }
//| }
