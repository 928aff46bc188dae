// test raise
// Rows of structures are rows, too.
struct pixel { unsigned char r, g, b; };
struct image { int width, height; struct pixel *pixels; };

void gray(const struct image *image, unsigned char *out)
{
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++) {
      struct pixel p = image->pixels[y * image->width + x];
      out[y * image->width + x] = (77 * p.r + 150 * p.g + 29 * p.b) >> 8;
    }
}
//| gdg gray {
//|   param image_height: i32 = `image->height`
//|   param image_width: i32 = `image->width`
//|   context { : -2147483648 <= image_width <= 2147483647 and -2147483648 <= image_height <= 2147483647 }
//|   assume { : image_width > 0 and image_height > 0 }
//|   array image_height_1: i32 = `image->height` parameter
//|   array image_width_1: i32 = `image->width` parameter
//|   array image_pixels_r: u8[?][image_width] = `image->pixels[_*_].r` live_in live_out
//|   array image_pixels_g: u8[?][image_width] = `image->pixels[_*_].g` live_in live_out
//|   array image_pixels_b: u8[?][image_width] = `image->pixels[_*_].b` live_in live_out
//|   array out: u8[?][image_width] = `out[_*_]` live_in live_out
//|   array image_pixels: u64 = `image->pixels` parameter
//|   alias image_height_1 out
//|   alias image_width_1 out
//|   alias image_pixels_r out
//|   alias image_pixels_g out
//|   alias image_pixels_b out
//|   alias out image_pixels
//|   statement S0 {
//|     domain { S0[y, x] : 0 <= y < image_height and 0 <= x < image_width }
//|     iterators y: i32, x: i32
//|     body {
//|       out[y][x] = (u8)(77 * (i32)image_pixels_r[y][x] + 150 * (i32)image_pixels_g[y][x] + 29 * (i32)image_pixels_b[y][x] >> 8);
//|     }
//|   }
//|   schedule { for y { for x { S0 } } }
//| }
