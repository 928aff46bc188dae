// test raise
// Many variables of a loop's body, also read under conditions, become those of one statement.
void median(int w, const short *restrict a, short *restrict b)
{
  for (int i = 1; i <= 99; i++)
    for (int j = 1; j <= 199; j++) {
      short t0 = a[(i - 1) * w + j];
      short t1 = a[(i + 1) * w + j];
      short t2 = a[(i - 1) * w + j] < a[(i + 1) * w + j] ? t0 : t1;
      short t3 = a[i * w + j - 1];
      short t4 = a[i * w + j + 1];
      short t5 = a[i * w + j - 1] < a[i * w + j + 1] ? t3 : t4;
      short t6 = t2;
      short t7 = t5;
      short t8 = t2 < t5 ? t6 : t7;
      b[i * w + j] = t8;
    }
}
//| gdg median {
//|   param w: i32
//|   context { : -2147483648 <= w <= 2147483647 }
//|   assume { : w >= 201 }
//|   array a: i16[?][w] = `a[_*_]` live_in live_out
//|   array b: i16[?][w] = `b[_*_]` live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i <= 99 and 0 < j <= 199 }
//|     iterators i: i32, j: i32
//|     body {
//|       var t0: i16;
//|       var t1: i16;
//|       var t2: i16;
//|       var t3: i16;
//|       var t4: i16;
//|       var t5: i16;
//|       var t6: i16;
//|       var t7: i16;
//|       var t8: i16;
//|       t0 = a[i - 1][j];
//|       t1 = a[i + 1][j];
//|       t2 = (i16)((i32)a[i - 1][j] < (i32)a[i + 1][j] ? (i32)t0 : (i32)t1);
//|       t3 = a[i][j - 1];
//|       t4 = a[i][j + 1];
//|       t5 = (i16)((i32)a[i][j - 1] < (i32)a[i][j + 1] ? (i32)t3 : (i32)t4);
//|       t6 = t2;
//|       t7 = t5;
//|       t8 = (i16)((i32)t2 < (i32)t5 ? (i32)t6 : (i32)t7);
//|       b[i][j] = t8;
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
