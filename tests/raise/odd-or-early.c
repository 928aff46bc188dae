// test raise
// The odd iterations, and the early ones: isl 0.25 would merge both to all iterations.
void odd_or_early(int n, double A[n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        if (i <= 2 || i % 2 == 1)
            A[i] = 1;
#pragma endscop
}
//| gdg odd_or_early {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array A: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 < i < n and (i <= 2 or ((1 + i) mod 2 = 0 and i >= 3)) }
//|     iterators i: i32
//|     body {
//|       A[i] = (f64)1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
