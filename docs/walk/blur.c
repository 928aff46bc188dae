/* two blurs, one after the other */
void blur(float x[restrict 1028], float y[restrict 1024])
{
    float t[1026];
    for (int i = 0; i < 1026; i++)
        t[i] = (x[i] + x[i + 1] + x[i + 2]) / 3.0f;
    for (int i = 0; i < 1024; i++)
        y[i] = (t[i] + t[i + 1] + t[i + 2]) / 3.0f;
}
