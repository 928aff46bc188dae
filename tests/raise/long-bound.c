// test raise
void kernel(long m, double y[restrict m][m])
{
#pragma scop
    for (int i = 0; i < m; i++)
        y[i][m - 1] -= 1;
#pragma endscop
}
//| gdg kernel {
//|   param m: i64
//|   context { : m > 0 }
//|   array y: f64[?][m] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < m }
//|     iterators i: i32
//|     body {
//|       y[i][m - 1_i64] = y[i][m - 1_i64] - (f64)1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
