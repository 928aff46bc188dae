// test raise
// What runs many times, with little between, is known to: threads are awake then.
int next(int);
double a[500][500], b[500][500];

void step(void)
{
  for (int i = 1; i < 499; i++)
    for (int j = 1; j < 499; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j];
}

double once(void)
{
  double sum = 0;
  for (int i = 0; i < 500; i++)
    for (int j = 0; j < 500; j++)
      sum += b[i][j];
  return sum;
}

int main(int argc, char **argv)
{
  while (next(argc)) {
    step();
    for (int i = 0; i < 500; i++)
      for (int j = 0; j < 500; j++)
        a[i][j] = b[i][j];
  }
  return once() > 0;
}
//| gdg step {
//|   array a: f64[500][500] live_in live_out
//|   array b: f64[500][500] live_in live_out
//|   repeated
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i <= 498 and 0 < j <= 498 }
//|     iterators i: i32, j: i32
//|     body {
//|       b[i][j] = a[i - 1][j] + a[i + 1][j];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg once {
//|   array b: f64[500][500] live_in live_out
//|   array sum: f64 unshared live_in live_out
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i <= 499 and 0 <= j <= 499 }
//|     iterators i: i32, j: i32
//|     body {
//|       sum = sum + b[i][j];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg main {
//|   array b: f64[500][500] live_in live_out
//|   array a: f64[500][500] live_in live_out
//|   repeated
//|   inside 1
//|   statement S0 {
//|     domain { S0[i, j] : 0 <= i <= 499 and 0 <= j <= 499 }
//|     iterators i: i32, j: i32
//|     body {
//|       a[i][j] = b[i][j];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
