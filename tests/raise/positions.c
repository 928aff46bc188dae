// test raise
// Variables that say where in an array something is.
void sum(int nx, int ny, float *restrict out, const float *restrict in)
{
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      int c = x + y * nx;
      int w = x == 0 ? c : c - 1;
      int n;
      if (y == 0)
        n = c;
      else
        n = c - nx;
      out[c] = in[c] + in[w] + in[n];
    }
}
//| gdg sum {
//|   param ny: i32
//|   param nx: i32
//|   context { : -2147483648 <= nx <= 2147483647 and -2147483648 <= ny <= 2147483647 }
//|   array in: f32[?][nx] = `in[_*_]` live_in live_out
//|   array out: f32[?][nx] = `out[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[y, x] : 0 <= y < ny and 0 <= x < nx }
//|     iterators y: i32, x: i32
//|     body {
//|       out[y][x] = in[y][x] + in[y][x + (x == 0 ? 0 : 0 - 1)] + in[y + (y == 0 ? 0 : 0 - 1)][x];
//|     }
//|   }
//|   schedule { for y { for x { S0 } } }
//| }
