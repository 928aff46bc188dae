//! Functions whose pointers may overlap: the results are the original's whether they do or not.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::Command;

use common::{folder, polymill};

const FUNCTIONS: &str = r"
struct point { double x, weight; };

void smooth(int n, int m, const double *a, double *b)
{
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = 0.25 * (a[i * m + j] + a[(i - 1) * m + j] + a[i * m + j - 1] + a[(i + 1) * m + j]);
}

void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      C[i][j] = 0;
      for (int k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}

void weigh(int n, int m, struct point *p, double *sum)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum[j] += p[i].x * p[i].weight;
}
";

/// Calls each function with memory that is the same, that overlaps by a little or by much, and that does not overlap.
const MAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>

static double *fresh(long n)
{
  double *memory = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    memory[i] = (i * 37 % 101) / 64.0;
  return memory;
}

static void show(const char *name, long offset, double *memory, long n)
{
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.97 + memory[i];
  printf("%s %ld %a\n", name, offset, sum);
  free(memory);
}

int main(void)
{
  int n = 150, size = n * n, all = 4 * size;
  long offsets[] = {0, 1, 2, n - 1, n, n + 1, size - n, size - 1, size, size + 1, 2 * size, 2 * size + 3};
  for (int k = 0; k < 12; k++) {
    double *memory = fresh(all);
    smooth(n, n, memory, memory + offsets[k]);
    show("smooth forwards", offsets[k], memory, all);
    memory = fresh(all);
    smooth(n, n, memory + offsets[k], memory);
    show("smooth backwards", offsets[k], memory, all);
    memory = fresh(all);
    product(n, (void *)memory, (void *)(memory + size), (void *)(memory + offsets[k]));
    show("product", offsets[k], memory, all);
    memory = fresh(all);
    weigh(n, n, (void *)memory, memory + offsets[k]);
    show("weigh", offsets[k], memory, all);
  }
  return 0;
}
"#;

fn succeeded(output: std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn output(dir: &Path, program: &str) -> String {
    succeeded(Command::new(dir.join(program)).env("OMP_NUM_THREADS", "3").output().unwrap())
}

#[test]
fn overlapping_arrays_give_the_results_of_the_original() {
    let text = format!("{FUNCTIONS}{MAIN}");
    let dir = folder(&[("calls.c", &text)]);
    let cc = Command::new("cc").args(["-O1", "-ffp-contract=off", "calls.c", "-o", "plain"]).current_dir(&dir).output();
    succeeded(cc.unwrap());
    succeeded(polymill(dir.path(), "opt calls.c -o fast.c"));
    let fast = std::fs::read_to_string(dir.path().join("fast.c")).unwrap();
    for function in ["smooth", "product", "weigh"] {
        assert!(fast.contains(&format!("static void {function}_disjoint")), "{fast}");
    }
    let flags = ["-O2", "-fopenmp", "-ffp-contract=off", "fast.c", "-o", "fast"];
    succeeded(Command::new("cc").args(flags).current_dir(&dir).output().unwrap());
    assert_eq!(output(dir.path(), "plain"), output(dir.path(), "fast"));
}
