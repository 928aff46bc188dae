/* deriche: Deriche's recursive filter, along the rows and then along the columns of an image. */
#include "harness.h"

KERNEL void deriche(int w, int h, float alpha, float image_in[w][h], float image_out[w][h], float y1[w][h],
                    float y2[w][h])
{
    int i, j;
    float xm1, tm1, ym1, ym2;
    float xp1, xp2, tp1, tp2, yp1, yp2;
    float k;
    float a1, a2, a3, a4, a5, a6, a7, a8;
    float b1, b2, c1, c2;

#pragma scop
    k = (1.0f - expf(-alpha)) * (1.0f - expf(-alpha))
        / (1.0f + 2.0f * alpha * expf(-alpha) - expf(2.0f * alpha));
    a1 = a5 = k;
    a2 = a6 = k * expf(-alpha) * (alpha - 1.0f);
    a3 = a7 = k * expf(-alpha) * (alpha + 1.0f);
    a4 = a8 = -k * expf(-2.0f * alpha);
    b1 = powf(2.0f, -alpha);
    b2 = -expf(-2.0f * alpha);
    c1 = c2 = 1;

    /* rows: forward, backward, sum */
    for (i = 0; i < w; i++) {
        ym1 = 0.0f;
        ym2 = 0.0f;
        xm1 = 0.0f;
        for (j = 0; j < h; j++) {
            y1[i][j] = a1 * image_in[i][j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
            xm1 = image_in[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }

    for (i = 0; i < w; i++) {
        yp1 = 0.0f;
        yp2 = 0.0f;
        xp1 = 0.0f;
        xp2 = 0.0f;
        for (j = h - 1; j >= 0; j--) {
            y2[i][j] = a3 * xp1 + a4 * xp2 + b1 * yp1 + b2 * yp2;
            xp2 = xp1;
            xp1 = image_in[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }

    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            image_out[i][j] = c1 * (y1[i][j] + y2[i][j]);

    /* columns: forward, backward, sum */
    for (j = 0; j < h; j++) {
        tm1 = 0.0f;
        ym1 = 0.0f;
        ym2 = 0.0f;
        for (i = 0; i < w; i++) {
            y1[i][j] = a5 * image_out[i][j] + a6 * tm1 + b1 * ym1 + b2 * ym2;
            tm1 = image_out[i][j];
            ym2 = ym1;
            ym1 = y1[i][j];
        }
    }

    for (j = 0; j < h; j++) {
        tp1 = 0.0f;
        tp2 = 0.0f;
        yp1 = 0.0f;
        yp2 = 0.0f;
        for (i = w - 1; i >= 0; i--) {
            y2[i][j] = a7 * tp1 + a8 * tp2 + b1 * yp1 + b2 * yp2;
            tp2 = tp1;
            tp1 = image_out[i][j];
            yp2 = yp1;
            yp1 = y2[i][j];
        }
    }

    for (i = 0; i < w; i++)
        for (j = 0; j < h; j++)
            image_out[i][j] = c2 * (y1[i][j] + y2[i][j]);
#pragma endscop
}

/* Filters a line in double precision; `work` holds n numbers. */
static void filter_line(int n, double alpha, double *line, double *work)
{
    double e = exp(-alpha);
    double k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - exp(2 * alpha));
    double b1 = pow(2, -alpha), b2 = -e * e;
    double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = n - 1; i >= 0; i--) {
        work[i] = k * e * (alpha + 1) * x1 - k * e * e * x2 + b1 * y1 + b2 * y2;
        x2 = x1;
        x1 = line[i];
        y2 = y1;
        y1 = work[i];
    }
    x1 = y1 = y2 = 0;
    for (int i = 0; i < n; i++) {
        double y = k * line[i] + k * e * (alpha - 1) * x1 + b1 * y1 + b2 * y2;
        x1 = line[i];
        y2 = y1;
        y1 = y;
        line[i] = y + work[i];
    }
}

/* Follows a few columns: all rows are filtered to know what enters them. */
static void check(int w, int h, float alpha, float image_in[w][h], float image_out[w][h])
{
    enum { N_SAMPLES = 8 };
    double *row = zeros(h);
    double *work = zeros(w > h ? w : h);
    double *columns[N_SAMPLES];
    for (int s = 0; s < N_SAMPLES; s++)
        columns[s] = zeros(w);
    for (int i = 0; i < w; i++) {
        for (int j = 0; j < h; j++)
            row[j] = image_in[i][j];
        filter_line(h, alpha, row, work);
        for (int s = 0; s < N_SAMPLES; s++)
            columns[s][i] = row[(long long)s * (h - 1) / (N_SAMPLES - 1)];
    }
    for (int s = 0; s < N_SAMPLES; s++) {
        int j = (int)((long long)s * (h - 1) / (N_SAMPLES - 1));
        filter_line(w, alpha, columns[s], work);
        for (int i = 0; i < w; i++)
            expect_near(image_out[i][j], columns[s][i], 1e-4, "image_out[%d][%d]", i, j);
    }
}

int main(int argc, char **argv)
{
    begin(argc, argv, "deriche", "Deriche's recursive filter on an image");
    int w = size("w", 64, 192, 720, 4096, 7680);
    int h = size("h", 64, 128, 480, 2160, 4320);
    float alpha = (float)scalar("alpha", 0.25);
    float (*image_in)[h] = ARRAY(IN, float, "image_in", w, h);
    float (*image_out)[h] = ARRAY(OUT, float, "image_out", w, h);
    float (*y1)[h] = ARRAY(OUT, float, "y1", w, h);
    float (*y2)[h] = ARRAY(OUT, float, "y2", w, h);

    while (next_trial()) {
        fill(image_in, 0, 1);
        TIME(deriche(w, h, alpha, image_in, image_out, y1, y2));
    }

    check(w, h, alpha, image_in, image_out);
    return finish();
}
