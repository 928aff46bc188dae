// test executors
// Three executors: the rows as they are, rows that are padded, and diagonals.
void spmv(int n, int m, const int row[restrict n + 1], const int col[restrict m], const double val[restrict m],
                 const double x[restrict n], double y[restrict n])
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}
//| gdg spmv_rows {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param first: i64
//|   param end: i64
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 and first >= 0 and first <= end <= n }
//|   array sum: f64 local
//|   array row: i32[?] live_in live_out
//|   array val: f64[?] live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : i >= first and 0 <= i < end and i < n }
//|     iterators i: i32
//|     body {
//|       sum = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i, k] : i >= first and 0 <= i < end and i < n and k_start <= k < k_end }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k >= row[i] && k < row[i + 1]) {
//|         sum = sum + val[k] * x[col[k]];
//|       }
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[i] : i >= first and 0 <= i < end and i < n }
//|     iterators i: i32
//|     body {
//|       y[i] = sum;
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       for k { S1 }
//|       S2
//|     }
//|   }
//| }
//|
//| gdg spmv_padded_rows {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param width: i32
//|   param first: i64
//|   param end: i64
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 and 0 <= width <= 2147483647 and first >= 0 and end >= first and 64end <= n }
//|   array sum: f64 local
//|   array row: i32[?] live_in live_out
//|   array val: f64[end][width][64] = `val[_*_*_]` live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[end][width][64] = `col[_*_*_]` live_in live_out
//|   array y: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[strip, i] : first <= strip < end and 0 <= i <= 63 }
//|     iterators strip: i32, i: i32
//|     body {
//|       sum = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[strip, i, k] : first <= strip < end and 0 <= i <= 63 and 0 <= k < width }
//|     iterators strip: i32, i: i32, k: i32
//|     body {
//|       var updated: f64;
//|       updated = sum + val[strip][k][i] * x[col[strip][k][i]];
//|       sum = val[strip][k][i] == val[strip][k][i] ? updated : sum;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[strip, i] : first <= strip < end and 0 <= i <= 63 }
//|     iterators strip: i32, i: i32
//|     body {
//|       y[64 * strip + i] = sum;
//|     }
//|   }
//|   schedule {
//|     for strip {
//|       for i {
//|         S0
//|         for k { S1 }
//|         S2
//|       }
//|     }
//|   }
//| }
//|
//| gdg spmv_diagonals {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param width: i32
//|   param first: i64
//|   param end: i64
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 and 0 <= width <= 2147483647 and first >= 0 and end >= first and 64end <= n }
//|   array sum: f64 local
//|   array row: i32[?] live_in live_out
//|   array val: f64[end][width][64] = `val[_*_*_]` live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   array offset: i32[width] live_in live_out
//|   statement S0 {
//|     domain { S0[strip, i] : first <= strip < end and 0 <= i <= 63 }
//|     iterators strip: i32, i: i32
//|     body {
//|       sum = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[strip, i, k] : first <= strip < end and 0 <= i <= 63 and 0 <= k < width }
//|     iterators strip: i32, i: i32, k: i32
//|     body {
//|       var updated: f64;
//|       updated = sum + val[strip][k][i] * x[64 * strip + i + offset[k]];
//|       sum = val[strip][k][i] == val[strip][k][i] ? updated : sum;
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[strip, i] : first <= strip < end and 0 <= i <= 63 }
//|     iterators strip: i32, i: i32
//|     body {
//|       y[64 * strip + i] = sum;
//|     }
//|   }
//|   schedule {
//|     for strip {
//|       for i {
//|         S0
//|         for k { S1 }
//|         S2
//|       }
//|     }
//|   }
//| }
//|
//| gdg spmv_blocks_of_2 {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param first: i64
//|   param end: i64
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 and first >= 0 and end >= first and 2end <= n }
//|   array sum: f64 local
//|   array row: i32[?] live_in live_out
//|   array val: f64[?][2][2] = `val[_*_*_]` live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   array begin: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[strip, i] : first <= strip < end and 0 <= i <= 1 }
//|     iterators strip: i32, i: i32
//|     body {
//|       sum = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[strip, i, k, column] : first <= strip < end and 0 <= i <= 1 and k_start <= k < k_end and 0 <= column <= 1 }
//|     iterators strip: i32, i: i32, k: i32, column: i32
//|     accesses {
//|       read begin[strip]
//|       read begin[strip + 1]
//|       read val[k][column][i]
//|       may_read x[col[k] + column]
//|       read sum
//|       must_write sum
//|       read col[k]
//|     }
//|     body {
//|       var updated: f64;
//|       if (k >= begin[strip] && k < begin[strip + 1]) {
//|         updated = sum + val[k][column][i] * x[col[k] + column];
//|         sum = val[k][column][i] == val[k][column][i] ? updated : sum;
//|       }
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[strip, i] : first <= strip < end and 0 <= i <= 1 }
//|     iterators strip: i32, i: i32
//|     body {
//|       y[2 * strip + i] = sum;
//|     }
//|   }
//|   schedule {
//|     for strip {
//|       for i {
//|         S0
//|         for k { for column { S1 } }
//|         S2
//|       }
//|     }
//|   }
//| }
//|
//| gdg spmv_blocks_of_3 {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param first: i64
//|   param end: i64
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 and first >= 0 and end >= first and 3end <= n }
//|   array sum: f64 local
//|   array row: i32[?] live_in live_out
//|   array val: f64[?][3][3] = `val[_*_*_]` live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   array begin: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[strip, i] : first <= strip < end and 0 <= i <= 2 }
//|     iterators strip: i32, i: i32
//|     body {
//|       sum = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[strip, i, k, column] : first <= strip < end and 0 <= i <= 2 and k_start <= k < k_end and 0 <= column <= 2 }
//|     iterators strip: i32, i: i32, k: i32, column: i32
//|     accesses {
//|       read begin[strip]
//|       read begin[strip + 1]
//|       read val[k][column][i]
//|       may_read x[col[k] + column]
//|       read sum
//|       must_write sum
//|       read col[k]
//|     }
//|     body {
//|       var updated: f64;
//|       if (k >= begin[strip] && k < begin[strip + 1]) {
//|         updated = sum + val[k][column][i] * x[col[k] + column];
//|         sum = val[k][column][i] == val[k][column][i] ? updated : sum;
//|       }
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[strip, i] : first <= strip < end and 0 <= i <= 2 }
//|     iterators strip: i32, i: i32
//|     body {
//|       y[3 * strip + i] = sum;
//|     }
//|   }
//|   schedule {
//|     for strip {
//|       for i {
//|         S0
//|         for k { for column { S1 } }
//|         S2
//|       }
//|     }
//|   }
//| }
//|
//| gdg spmv_blocks_of_4 {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   param first: i64
//|   param end: i64
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 and first >= 0 and end >= first and 4end <= n }
//|   array sum: f64 local
//|   array row: i32[?] live_in live_out
//|   array val: f64[?][4][4] = `val[_*_*_]` live_in live_out
//|   array x: f64[?] live_in live_out
//|   array col: i32[?] live_in live_out
//|   array y: f64[?] live_in live_out
//|   array begin: i32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[strip, i] : first <= strip < end and 0 <= i <= 3 }
//|     iterators strip: i32, i: i32
//|     body {
//|       sum = (f64)0;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[strip, i, k, column] : first <= strip < end and 0 <= i <= 3 and k_start <= k < k_end and 0 <= column <= 3 }
//|     iterators strip: i32, i: i32, k: i32, column: i32
//|     accesses {
//|       read begin[strip]
//|       read begin[strip + 1]
//|       read val[k][column][i]
//|       may_read x[col[k] + column]
//|       read sum
//|       must_write sum
//|       read col[k]
//|     }
//|     body {
//|       var updated: f64;
//|       if (k >= begin[strip] && k < begin[strip + 1]) {
//|         updated = sum + val[k][column][i] * x[col[k] + column];
//|         sum = val[k][column][i] == val[k][column][i] ? updated : sum;
//|       }
//|     }
//|   }
//|   statement S2 {
//|     domain { S2[strip, i] : first <= strip < end and 0 <= i <= 3 }
//|     iterators strip: i32, i: i32
//|     body {
//|       y[4 * strip + i] = sum;
//|     }
//|   }
//|   schedule {
//|     for strip {
//|       for i {
//|         S0
//|         for k { for column { S1 } }
//|         S2
//|       }
//|     }
//|   }
//| }
