// test raise
// Between the runs of `step`, a loop that stays as it is goes over as many elements: only what has more loops is taken to run soon again.
double a[500][500], b[500];
int next(int);

void step(void)
{
  for (int i = 1; i < 499; i++)
    for (int j = 1; j < 499; j++)
      a[i][j] = 2 * a[i][j];
}

void little(void)
{
  for (int i = 1; i < 499; i++)
    b[i] = 2 * b[i];
}

int main(int argc, char **argv)
{
  for (int t = 0; t < argc; t++) {
    step();
    little();
    for (int i = 0; i > 0; i = next(i))
      b[i]++;
    if (t % 100 == 0)
      for (int i = 0; i < 500; i++)
        for (int j = 0; j < 500; j++)
          next(a[i][j]);
  }
}
//| gdg step {
//|   array a: f64[500][500] live_in live_out
//|   repeated
//|   statement S0 {
//|     domain { S0[i, j] : 0 < i <= 498 and 0 < j <= 498 }
//|     iterators i: i32, j: i32
//|     body {
//|       a[i][j] = (f64)2 * a[i][j];
//|     }
//|   }
//|   schedule { for i { for j { S0 } } }
//| }
//|
//| gdg little {
//|   array b: f64[500] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 < i <= 498 }
//|     iterators i: i32
//|     body {
//|       b[i] = (f64)2 * b[i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
