// test raise
// What sets a subscript stands before the loops, and is part of the region with them.
static double l[10][64];
void f(void)
{
  int n;
  n = 0;
  for (int i = 1; i < 64; i++)
    l[n + 1][i] = l[n + 1][i - 1];
  n = 5;
  for (int i = 1; i < 64; i++)
    l[n + 1][i] = l[n + 1][i - 1];
}
//| gdg f {
//|   array l: f64[10][64] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 < i <= 63 }
//|     iterators i: i32
//|     body {
//|       l[0 + 1][i] = l[0 + 1][i - 1];
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 < i <= 63 }
//|     iterators i: i32
//|     body {
//|       l[5 + 1][i] = l[5 + 1][i - 1];
//|     }
//|   }
//|   schedule {
//|     for i { S0 }
//|     for i { S1 }
//|   }
//| }
