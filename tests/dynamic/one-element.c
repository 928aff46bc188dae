// test opt --max-versions=1
// The array has room for one iteration, which is told apart from none by that, and not by how far data say that the loop
// goes.
void mark(double A[restrict 4], double B[restrict 4][1], const long behind[restrict 4], int b)
{
#pragma scop
  A[0] += 1;
  for (int j = 0; j < behind[b]; j++)
    B[0][j] = 1;
#pragma endscop
}
//| // test opt --max-versions=1
//| // The array has room for one iteration, which is told apart from none by that, and not by how far data say that the loop
//| // goes.
//| void mark(double A[restrict 4], double B[restrict 4][1], const long behind[restrict 4], int b)
//| {
//| #pragma scop
//|   A[0] += 1;
//|   for (int j = 0; j < behind[b]; j++)
//|     B[0][j] = 1;
//| #pragma endscop
//| }
