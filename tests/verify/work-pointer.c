// test verify privatize forward dataflow schedule place vectorize contract
void smooth(int n, int m, const double u[restrict n][m], double work[restrict m], double v[restrict n][m])
{
#pragma scop
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++)
      work[i] = u[j][i] * 0.5;
    for (int i = 1; i < m - 1; i++)
      v[j][i] = work[i - 1] + work[i + 1] / (1.0 + work[i] * work[i]);
  }
#pragma endscop
}
//| smooth_default: legal, replayed
//| smooth_m_le_8192: legal, replayed
//| smooth_m_le_8192_and_work_2_le_2916: legal, replayed
//| smooth_m_ge_3_and_n_gt_0: legal, replayed
//| smooth_m_ge_3_and_n_gt_0_and_work_1_le_53824: legal, replayed
