// test raise
// An element of an array that the region changes elements of is data, and so is how far the loop goes.
void f(int size[restrict 3], float u[restrict 64])
{
#pragma scop
  size[1] = 5;
  for (int i = 1; i < size[0]; i++)
    u[i] = 0;
#pragma endscop
}
//| gdg f {
//|   param i_end: i64 = upper_bound
//|   context { : i_end <= 2147483647 }
//|   array size: i32[?] live_in live_out
//|   array u: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[] }
//|     body {
//|       size[1] = 5;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 < i < i_end }
//|     iterators i: i32
//|     body {
//|       if (i < size[0]) {
//|         u[i] = (f32)0;
//|       }
//|     }
//|   }
//|   schedule {
//|     S0
//|     for i { S1 }
//|   }
//| }
