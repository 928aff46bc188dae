// test raise
// A product of parameters is a parameter: code computes it before the loops.
#include <stddef.h>
struct image { int width, height; unsigned char *pixels; };

void halve(struct image *image)
{
  for (int i = 0; i < image->width * image->height; i++)
    image->pixels[i] /= 2;
}

void reverse(size_t n, size_t m, const float *restrict x, float *restrict y)
{
  size_t size = (n + 1) * m;
  for (size_t i = 0; i < size; i++)
    y[i] = x[size - 1 - i];
}

// In loops, a product may never be computed, so that it must not overflow; it follows no pointers.
void nested(int k, int n, int m, float *x, struct image *image)
{
  for (int j = 0; j < k; j++)
    for (int i = 0; i < n * m; i++)
      x[i] += j;
  for (int j = 0; j < k; j++)
    for (int i = 0; i < image->width * image->height; i++)
      x[i] += j;
}
//| gdg halve {
//|   param image_width: i32 = `image->width`
//|   param image_height: i32 = `image->height`
//|   param image_width_image_height: i32
//|   context { : -2147483648 <= image_width_image_height <= 2147483647 }
//|   assume { : image_width_image_height > 0 }
//|   array image_width_1: i32 = `image->width` parameter
//|   array image_height_1: i32 = `image->height` parameter
//|   array image_pixels: u8[?] = `image->pixels[_]` live_in live_out
//|   array image_pixels_1: u64 = `image->pixels` parameter
//|   alias image_width_1 image_pixels
//|   alias image_height_1 image_pixels
//|   alias image_pixels image_pixels_1
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < image_width_image_height }
//|     iterators i: i32
//|     body {
//|       image_pixels[i] = (u8)((i32)image_pixels[i] / 2);
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg reverse {
//|   param size: u64
//|   context { : 0 <= size <= 9223372036854775807 }
//|   array x: f32[?] live_in live_out
//|   array y: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[i] : 0 <= i < size }
//|     iterators i: u64
//|     body {
//|       y[i] = x[size - 1_u64 - i];
//|     }
//|   }
//|   schedule { for i { S0 } }
//| }
//|
//| gdg nested {
//|   param k: i32
//|   param n: i32
//|   param m: i32
//|   param n_m: i32
//|   param image_width: i32 = `image->width`
//|   param image_height: i32 = `image->height`
//|   param i_end: i64 = upper_bound
//|   context { : -2147483648 <= k <= 2147483647 and -2147483648 <= n_m <= 2147483647 and i_end <= 2147483647 }
//|   assume { : k > 0 }
//|   array x: f32[?] live_in live_out
//|   statement S0 {
//|     domain { S0[j, i] : 0 <= j < k and 0 <= i < n_m }
//|     iterators j: i32, i: i32
//|     body {
//|       x[i] = x[i] + (f32)j;
//|     }
//|   }
//|   statement S1 {
//|     domain { S1[j, i] : 0 <= j < k and 0 <= i < i_end }
//|     iterators j: i32, i: i32
//|     body {
//|       if (i < image_width * image_height) {
//|         x[i] = x[i] + (f32)j;
//|       }
//|     }
//|   }
//|   schedule {
//|     for j { for i { S0 } }
//|     for j { for i { S1 } }
//|   }
//| }
