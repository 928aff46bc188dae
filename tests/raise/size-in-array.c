// test raise
// An element with constant subscripts that ends loops is a parameter, as `n` is. One that is only a value is read where it
// stands, and parameters that decide nothing are in no set.
struct grid {
  int size[3], step;
};

void f(struct grid *g, int n, int scale, const int weight[restrict 2], float u[restrict 64][64][64])
{
#pragma scop
  for (int i = 1; i < g->size[0] - 1; i++)
    for (int j = 1; j < g->size[1] - 1; j++)
      for (int k = 0; k < n; k++)
        u[i][j][k] = scale * u[i][j][k] * g->size[0] + weight[0];
#pragma endscop
}
//| gdg f {
//|   param g_size_0: i32 = `g->size[0]`
//|   param g_size_1: i32 = `g->size[1]`
//|   param n: i32
//|   param scale: i32
//|   context { : -2147483648 <= n <= 2147483647 and -2147483648 <= g_size_1 <= 2147483647 and -2147483648 <= g_size_0 <= 2147483647 }
//|   assume { : g_size_0 >= 3 }
//|   array u: f32[?][64][64] live_in live_out
//|   array weight: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i, j, k] : 0 < i <= -2 + g_size_0 and 0 < j <= -2 + g_size_1 and 0 <= k < n }
//|     iterators i: i32, j: i32, k: i32
//|     body {
//|       u[i][j][k] = (f32)scale * u[i][j][k] * (f32)g_size_0 + (f32)weight[0];
//|     }
//|   }
//|   schedule { for i { for j { for k { S0 } } } }
//| }
