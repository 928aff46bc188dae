// test verify privatize forward dataflow schedule vectorize contract
void gemv(int n, int m, double A[n][m], double x[m], double y[n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < m; j++)
            sum += A[i][j] * x[j];
        y[i] = sum;
    }
#pragma endscop
}
//| gemv: legal, replayed
