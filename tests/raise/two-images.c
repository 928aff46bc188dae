// test raise
// The width of an image that only subscripts mention is looked at before the loops, too, and a test says that no store changes it.
struct image { int width, height; unsigned char *pixels; };

void invert(const struct image *from, struct image *to)
{
  for (int y = 0; y < from->height; y++)
    for (int x = 0; x < from->width; x++)
      to->pixels[y * to->width + x] = 255 - from->pixels[y * from->width + x];
}
//| gdg invert {
//|   param from_height: i32 = `from->height`
//|   param from_width: i32 = `from->width`
//|   param to_width: i32 = `to->width`
//|   context { : -2147483648 <= to_width <= 2147483647 and -2147483648 <= from_width <= 2147483647 and -2147483648 <= from_height <= 2147483647 }
//|   assume { : from_width > 0 and from_height > 0 and to_width >= from_width }
//|   array from_height_1: i32 = `from->height` parameter
//|   array from_width_1: i32 = `from->width` parameter
//|   array from_pixels: u8[?][from_width] = `from->pixels[_*_]` live_in live_out
//|   array to_pixels: u8[?][to_width] = `to->pixels[_*_]` live_in live_out
//|   array to_width_1: i32 = `to->width` parameter
//|   array from_pixels_1: u64 = `from->pixels` parameter
//|   array to_pixels_1: u64 = `to->pixels` parameter
//|   alias from_height_1 to_pixels
//|   alias from_width_1 to_pixels
//|   alias from_pixels to_pixels
//|   alias to_pixels to_width_1
//|   alias to_pixels from_pixels_1
//|   alias to_pixels to_pixels_1
//|   statement S0 {
//|     domain { S0[y, x] : 0 <= y < from_height and 0 <= x < from_width }
//|     iterators y: i32, x: i32
//|     body {
//|       to_pixels[y][x] = (u8)(255 - (i32)from_pixels[y][x]);
//|     }
//|   }
//|   schedule { for y { for x { S0 } } }
//| }
