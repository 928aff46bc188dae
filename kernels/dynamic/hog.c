/* hog: histograms of gradients in windows of --window pixels around --places places in an image, in eight directions;
 * parts of some windows are outside the image, or all of them. */
#include "../harness.h"

#define PI 3.14159265358979f

enum { BINS = 8 };

static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

KERNEL void hog(int rows, int cols, int n, const unsigned char image[restrict rows][cols],
                const float at[restrict n][2], float size, float hist[restrict n][BINS])
{
    for (int i = 0; i < n; i++) {
        int y0 = max((int)ceilf(at[i][1] - size / 2), 1), y1 = min((int)floorf(at[i][1] + size / 2), rows - 2);
        int x0 = max((int)ceilf(at[i][0] - size / 2), 1), x1 = min((int)floorf(at[i][0] + size / 2), cols - 2);
        for (int b = 0; b < BINS; b++)
            hist[i][b] = 0;
        for (int y = y0; y <= y1; y++)
            for (int x = x0; x <= x1; x++) {
                float dx = image[y][x + 1] - image[y][x - 1], dy = image[y + 1][x] - image[y - 1][x];
                float magnitude = sqrtf(dx * dx + dy * dy);
                float direction = (atan2f(dy, dx) + PI) * (BINS / (2 * PI)) - 0.5f;
                int upper = (int)ceilf(direction), lower = upper - 1;
                hist[i][(lower + BINS) % BINS] += magnitude * (upper - direction);
                hist[i][upper % BINS] += magnitude * (direction - lower);
            }
    }
}

/* In eighths of pixels, so that the borders of windows are exact; one in eight within a window of a corner. */
static void make_places(int rows, int cols, int n, float at[n][2], int window)
{
    for (int i = 0; i < n; i++) {
        uint64_t kind = harness_random() % 32;
        for (int d = 0; d < 2; d++) {
            int length = d == 0 ? cols : rows, first = 0, n_pixels = length;
            if (kind < 4) {
                first = (kind >> d & 1 ? length : 0) - window;
                n_pixels = 2 * window;
            }
            at[i][d] = (float)first + (float)(harness_random() % (8 * (uint64_t)n_pixels)) / 8;
        }
    }
}

/* Bin by bin: how much of its direction each pixel of the window has. */
static void check_place(int rows, int cols, unsigned char image[rows][cols], const float at[2], int window,
                        const float hist[BINS], int place)
{
    for (int b = 0; b < BINS; b++) {
        double want = 0, scale = 1;
        for (int y = max((int)at[1] - window, 1); y <= min((int)at[1] + window, rows - 2); y++)
            for (int x = max((int)at[0] - window, 1); x <= min((int)at[0] + window, cols - 2); x++) {
                double dx = image[y][x + 1] - image[y][x - 1], dy = image[y + 1][x] - image[y - 1][x];
                if (2 * fabs(x - (double)at[0]) > window || 2 * fabs(y - (double)at[1]) > window)
                    continue;
                double turn = fabs(atan2(dy, dx) / (2 * pi) + 0.5 - (b + 0.5) / BINS);
                want += hypot(dx, dy) * fmax(0, 1 - BINS * fmin(turn, 1 - turn));
                scale += hypot(dx, dy);
            }
        expect_near((double)hist[b], want, 1e-5 * scale, "hist[%d][%d]", place, b);
    }
}

int main(int argc, char **argv)
{
    begin(argc, argv, "hog", "histograms of gradients in windows of an image");
    int rows = size("rows", 20, 60, 480, 1080, 2160);
    int cols = size("cols", 30, 80, 640, 1920, 3840);
    int window = size("window", 4, 8, 16, 32, 32);
    int n = size("places", 10, 50, 1000, 10000, 50000);
    require(window <= 10000, "--window to be at most 10000");
    require(rows <= 100000 && cols <= 100000, "--rows and --cols to be at most 100000");
    unsigned char (*image)[cols] = ARRAY(IN, char, "image", rows, cols);
    float (*at)[2] = ARRAY(IN, float, "at", n, 2);
    float (*hist)[BINS] = ARRAY(OUT, float, "hist", n, BINS);

    while (next_trial()) {
        fill(image, -128, 127);
        make_places(rows, cols, n, at, window);
        TIME(hog(rows, cols, n, image, at, (float)window, hist));
    }

    for (int check = 0; check < 300; check++) {
        int i = (int)(harness_random() % (unsigned)n);
        check_place(rows, cols, image, at[i], window, hist[i], i);
    }
    return finish();
}
