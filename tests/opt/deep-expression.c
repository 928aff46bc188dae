// test opt
// A polynomial as Horner writes it: what is deep is printed in time that grows with its size.
void horner(int n, const float c[restrict 23], const float x[restrict n], double y[restrict n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = ((((((((((((((((((((((c[0]) * x[i] + c[1]) * x[i] + c[2]) * x[i] + c[3]) * x[i] + c[4]) * x[i] + c[5]) * x[i] + c[6]) * x[i] + c[7]) * x[i] + c[8]) * x[i] + c[9]) * x[i] + c[10]) * x[i] + c[11]) * x[i] + c[12]) * x[i] + c[13]) * x[i] + c[14]) * x[i] + c[15]) * x[i] + c[16]) * x[i] + c[17]) * x[i] + c[18]) * x[i] + c[19]) * x[i] + c[20]) * x[i] + c[21]) * x[i] + c[22];
#pragma endscop
}
//| /* Without this, gcc 12 takes some functions that write memory for pure, and leaves out their calls. */
//| static inline void polymill_has_effects(void)
//| {
//|   __asm__ volatile("" : : : "memory");
//| }
//|
//| /* optimized */
//| __attribute__((noinline))
//| static void horner_default(int n, const float c[restrict], const float x[restrict],
//|                            double y[restrict])
//| {
//|   polymill_has_effects();
//|   if (n > 0) {
//|     const float c_0 = c[0];
//|     const float c_1 = c[1];
//|     const float c_2 = c[2];
//|     const float c_3 = c[3];
//|     const float c_4 = c[4];
//|     const float c_5 = c[5];
//|     const float c_6 = c[6];
//|     const float c_7 = c[7];
//|     const float c_8 = c[8];
//|     const float c_9 = c[9];
//|     const float c_10 = c[10];
//|     const float c_11 = c[11];
//|     const float c_12 = c[12];
//|     const float c_13 = c[13];
//|     const float c_14 = c[14];
//|     const float c_15 = c[15];
//|     const float c_16 = c[16];
//|     const float c_17 = c[17];
//|     const float c_18 = c[18];
//|     const float c_19 = c[19];
//|     const float c_20 = c[20];
//|     const float c_21 = c[21];
//|     const float c_22 = c[22];
//|     #pragma omp parallel for
//|     for (long i = 0; i < n; i++)
//|       y[i] = (((((((((((((((((((((c_0 * x[i] + c_1) * x[i] + c_2) * x[i] + c_3) * x[i] + c_4)
//|                               * x[i] + c_5) * x[i] + c_6) * x[i] + c_7) * x[i] + c_8) * x[i] + c_9)
//|                          * x[i] + c_10) * x[i] + c_11) * x[i] + c_12) * x[i] + c_13) * x[i] + c_14)
//|                     * x[i] + c_15) * x[i] + c_16) * x[i] + c_17) * x[i] + c_18) * x[i] + c_19)
//|                * x[i] + c_20) * x[i] + c_21) * x[i] + c_22;
//|   }
//| }
//|
//| // test opt
//| // A polynomial as Horner writes it: what is deep is printed in time that grows with its size.
//| void horner(int n, const float c[restrict 23], const float x[restrict n], double y[restrict n])
//| {
//|   if (n <= 4096) {
//|     /* as written, for n <= 4096 */
//|     for (int i = 0; i < n; i++)
//|       y[i] = ((((((((((((((((((((((c[0]) * x[i] + c[1]) * x[i] + c[2]) * x[i] + c[3]) * x[i] + c[4]) * x[i] + c[5]) * x[i] + c[6]) * x[i] + c[7]) * x[i] + c[8]) * x[i] + c[9]) * x[i] + c[10]) * x[i] + c[11]) * x[i] + c[12]) * x[i] + c[13]) * x[i] + c[14]) * x[i] + c[15]) * x[i] + c[16]) * x[i] + c[17]) * x[i] + c[18]) * x[i] + c[19]) * x[i] + c[20]) * x[i] + c[21]) * x[i] + c[22];
//|   } else {
//|     horner_default(n, c, x, y);
//|   }
//| }
