// test opt
// A polynomial as Horner writes it: what is deep is printed in time that grows with its size.
void horner(int n, const float c[restrict 23], const float x[restrict n], double y[restrict n])
{
#pragma scop
  for (int i = 0; i < n; i++)
    y[i] = ((((((((((((((((((((((c[0]) * x[i] + c[1]) * x[i] + c[2]) * x[i] + c[3]) * x[i] + c[4]) * x[i] + c[5]) * x[i] + c[6]) * x[i] + c[7]) * x[i] + c[8]) * x[i] + c[9]) * x[i] + c[10]) * x[i] + c[11]) * x[i] + c[12]) * x[i] + c[13]) * x[i] + c[14]) * x[i] + c[15]) * x[i] + c[16]) * x[i] + c[17]) * x[i] + c[18]) * x[i] + c[19]) * x[i] + c[20]) * x[i] + c[21]) * x[i] + c[22];
#pragma endscop
}
