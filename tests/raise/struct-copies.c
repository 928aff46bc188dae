// test raise
// Structures are copied member by member.
struct pair {
  double x[2];
  int k;
};
struct particle {
  double at, mass;
  struct pair pair;
};
void move(int n, struct particle *restrict to, const struct particle *restrict from)
{
  for (int i = 0; i < n; i++) {
    struct particle one = from[i];
    one.at += one.pair.x[1];
    to[i] = one;
  }
}
//| gdg move {
//|   param n: i32
//|   context { : -2147483648 <= n <= 2147483647 }
//|   array from_at: f64[?] = `from[_].at` live_in live_out
//|   array from_mass: f64[?] = `from[_].mass` live_in live_out
//|   array from_pair_x: f64[?][2] = `from[_].pair.x[_]` live_in live_out
//|   array one_pair_x: f64[2] local
//|   array from_pair_k: i32[?] = `from[_].pair.k` live_in live_out
//|   array to_at: f64[?] = `to[_].at` live_in live_out
//|   array to_mass: f64[?] = `to[_].mass` live_in live_out
//|   array to_pair_x: f64[?][2] = `to[_].pair.x[_]` live_in live_out
//|   array to_pair_k: i32[?] = `to[_].pair.k` live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < n }
//|     iterators i: i32
//|     body {
//|       var one_at_1: f64;
//|       var one_mass_1: f64;
//|       var one_pair_k_1: i32;
//|       var one_pair_x_1: f64;
//|       var one_pair_x_2: f64;
//|       one_at_1 = from_at[i];
//|       one_mass_1 = from_mass[i];
//|       one_pair_x_1 = from_pair_x[i][0];
//|       one_pair_x[0] = one_pair_x_1;
//|       one_pair_x_2 = from_pair_x[i][1];
//|       one_pair_x[1] = one_pair_x_2;
//|       one_pair_k_1 = from_pair_k[i];
//|       one_at_1 = one_at_1 + one_pair_x_2;
//|       to_at[i] = one_at_1;
//|       to_mass[i] = one_mass_1;
//|       to_pair_x[i][0] = one_pair_x_1;
//|       to_pair_x[i][1] = one_pair_x_2;
//|       to_pair_k[i] = one_pair_k_1;
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
