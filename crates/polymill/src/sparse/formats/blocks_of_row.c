/* How many blocks of so many rows and columns the elements of row `b` of blocks are in, and in which columns these begin. */
static long NAME_blocks_of_row(long size, long b, long low, const ROW_TYPE *ROW, const COLUMN_TYPE *COLUMN,
                               COLUMN_TYPE *begins)
{
  const long none = 9223372036854775807;
  long at[MAX_BLOCK], n_blocks = 0;
  for (long i = 0; i < size; i++)
    at[i] = ROW[size * b + i];
  for (;;) {
    long least = none;
    for (long i = 0; i < size; i++)
      if (at[i] < ROW[size * b + i + 1] && COLUMN[at[i]] < least)
        least = COLUMN[at[i]];
    if (least == none)
      return n_blocks;
    const long begin = least - (least - low) % size;
    if (begins)
      begins[n_blocks] = (COLUMN_TYPE)begin;
    n_blocks++;
    for (long i = 0; i < size; i++)
      while (at[i] < ROW[size * b + i + 1] && COLUMN[at[i]] < begin + size)
        at[i]++;
  }
}

