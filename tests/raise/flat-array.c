// test raise
// An array whose size is known has one dimension, as it is declared; one that is reached through a pointer has rows.
float table[10000];

void rows(int n, int m, float *restrict x)
{
  float own[400];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      own[j] = table[i * m + j];
      x[i * m + j] = own[j];
    }
}
//| gdg rows {
//|   param n: i32
//|   param m: i32
//|   context { : -2147483648 <= m <= 2147483647 and -2147483648 <= n <= 2147483647 }
//|   array table: f32[10000] live_in live_out
//|   array own: f32[400] unshared
//|   array x: f32[?][m] = `x[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       own[j] = table[i * m + j];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, j] : 0 <= i < n and 0 <= j < m }
//|     iterators i: i32, j: i32
//|     body {
//|       x[i][j] = own[j];
//|     }
//|   }
//|   schedule {
//|     for i {
//|       for j {
//|         S0
//|         S1
//|       }
//|     }
//|   }
//| }
