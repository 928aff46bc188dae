/* fc: a fully connected layer with as many outputs as inputs, on a batch of as many vectors: Y = X W. */
#include "../harness.h"

KERNEL void fc(int Q, float Y[Q][Q], float X[Q][Q], float W[Q][Q])
{
#pragma scop
    for (int i = 0; i < Q; i++)
        for (int j = 0; j < Q; j++) {
            Y[i][j] = 0;
            for (int k = 0; k < Q; k++)
                Y[i][j] += X[i][k] * W[k][j];
        }
#pragma endscop
}

int main(int argc, char **argv)
{
    begin(argc, argv, "fc", "Y = X W, a fully connected layer");
    int Q = size("Q", 4, 16, 64, 256, 512);
    float (*Y)[Q] = ARRAY(OUT, float, "Y", Q, Q);
    float (*X)[Q] = ARRAY(IN, float, "X", Q, Q);
    float (*W)[Q] = ARRAY(IN, float, "W", Q, Q);

    while (next_trial()) {
        fill(X, -1, 1);
        fill(W, -1, 1);
        TIME(fc(Q, Y, X, W));
    }

    for (int check = 0; check < 100 && Q > 0; check++) {
        int i = (int)(harness_random() % (unsigned)Q), j = (int)(harness_random() % (unsigned)Q);
        double sum = 0;
        for (int k = 0; k < Q; k++)
            sum += (double)X[i][k] * W[k][j];
        expect_near(Y[i][j], sum, 1e-6 * Q, "Y[%d][%d]", i, j);
    }
    return finish();
}
