// test pass dataflow separate
// The test would have to go over members of structures.
struct node {
  int first, weight;
};

void mark(int n, const struct node *restrict node, double *restrict x)
{
  for (int i = 0; i < n; i++)
    for (int k = node[i].first; k < node[i + 1].first; k++)
      x[k] = 0.5 * x[k] + i;
}
//| gdg mark {
//|   param n: i32
//|   param k_start: i64 = lower_bound
//|   param k_end: i64 = upper_bound
//|   context { : -2147483648 <= n <= 2147483647 and k_start >= -2147483648 and k_end <= 2147483647 }
//|   array node_first: i32[?] = `node[_].first` live_in live_out
//|   array x: f64[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i, k] : 0 <= i < n and k_start <= k < k_end }
//|     iterators i: i32, k: i32
//|     body {
//|       if (k >= node_first[i] && k < node_first[i + 1]) {
//|         x[k] = 0.5 * x[k] + (f64)i;
//|       }
//|     }
//|   }
//|   schedule { for i { for k { S0 } } }
//|   dependences {
//|     flow { S0[i, k] -> S0[i', k' = k] : i >= 0 and k_start <= k < k_end and i < i' < n }
//|     anti { S0[i, k] -> S0[i', k' = k] : i >= 0 and k_start <= k < k_end and i < i' < n }
//|     output { S0[i, k] -> S0[i', k' = k] : i >= 0 and k_start <= k < k_end and i < i' < n }
//|     live_in { S0[i, k] -> node_first[1 + i] : 0 <= i < n and k_start <= k < k_end; S0[i, k] -> node_first[i] : 0 <= i < n and k_start <= k < k_end }
//|     live_in { S0[i, k] -> x[k] : 0 < i < n and k_start <= k < k_end; S0[i = 0, k] -> x[k] : n > 0 and k_start <= k < k_end }
//|   }
//| }
