// test raise
// The inner loop is no dynamic counted loop, because it changes its bound; it is part of a statement.
void f(int n, int len[restrict n], double a[restrict n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < len[i]; j++) {
      a[j] += 1;
      len[i] -= 1; // remark: this may change `len`, which says how often the loop around it is run
    }
#pragma endscop
}
//| gdg f {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array len: i32[?] live_in live_out
//|   array a: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     accesses {
//|       may_read len[i]
//|       may_read a[j_1]
//|       may_write a[j_1]
//|       may_write len[i]
//|     }
//|     body {
//|       var j_1: i32;
//|       j_1 = 0;
//|       for (; j_1 < len[i]; j_1 = j_1 + 1) {
//|         a[j_1] = a[j_1] + (f64)1;
//|         len[i] = len[i] - 1;
//|       }
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
