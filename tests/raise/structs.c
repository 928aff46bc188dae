// test raise
struct point { double x, y; };
struct cloud { int n; struct point *points; double weight[100]; };
void move(struct cloud *cloud, double dx)
{
#pragma scop
  for (int i = 0; i < cloud->n; i++) {
    cloud->points[i].x += dx;
    cloud->weight[i] = cloud->points[i].y;
  }
#pragma endscop
}
//| gdg move {
//|   param cloud_n: i32 = `cloud->n`
//|   context { : -2147483648 <= cloud_n <= 2147483647 }
//|   array dx: f64 unshared live_in
//|   array cloud_points_x: f64[?] = `cloud->points[_].x` live_in live_out
//|   array cloud_points_y: f64[?] = `cloud->points[_].y` live_in live_out
//|   array cloud_weight: f64[100] = `cloud->weight[_]` live_in live_out
//|   disjoint cloud_points_x cloud_weight
//|   disjoint cloud_points_y cloud_weight
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < cloud_n }
//|     iterators i: i32
//|     body {
//|       cloud_points_x[i] = cloud_points_x[i] + dx;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[i] : 0 <= i < cloud_n }
//|     iterators i: i32
//|     body {
//|       cloud_weight[i] = cloud_points_y[i];
//|     }
//|   }
//|   schedule {
//|     for i {
//|       S0
//|       S1
//|     }
//|   }
//| }
