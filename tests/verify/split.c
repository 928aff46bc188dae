// test verify privatize forward dataflow schedule vectorize contract
void kernel(int M, short B[restrict 2 * M - 9][9])
{
#pragma scop
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            B[0][j] = B[0][1] % 1;
#pragma endscop
}
//| kernel: legal, replayed
