  /* The size of blocks that gains most, by every sixteenth row of blocks. */
  long size = 0;
  double bytes_in_blocks = 0, gain_of_blocks = MIN_GAIN * bytes;
  for (long s = 2; s <= MAX_BLOCK && ascends; s++) {
    if (!are_small || (high - low + 1) % s != 0)
      continue;
    long n_blocks = 0, n_known = 0;
    #pragma omp parallel for reduction(+ : n_blocks, n_known)
    for (long b = 0; b < n_rows / s; b += 16) {
      n_blocks += NAME_blocks_of_row(s, b, low, ROW, COLUMN, 0);
      for (long i = s * b; i < s * (b + 1); i++)
        n_known += ROW[i + 1] > ROW[i] ? ROW[i + 1] - ROW[i] : 0;
    }
    if (n_known == 0)
      continue;
    const double part_known = (double)n_known / (double)n_elements;
    const double block_bytes = (double)(s * s) * (ELEMENT_BYTES - sizeof *COLUMN) + sizeof *COLUMN;
    const double estimate = (double)n_blocks / part_known * block_bytes + (double)(n_rows / s) * sizeof *ROW;
    const double n_missing = (double)(n_blocks * s * s - n_known) / part_known;
    const double estimated_gain = GAIN_OF_BLOCKS * (bytes - estimate) - BYTES_OF_PADDING * n_missing;
    if (estimated_gain > gain_of_blocks) {
      size = s;
      bytes_in_blocks = estimate;
      gain_of_blocks = estimated_gain;
    }
  }
  ROW_TYPE *begins = size > 0 ? __builtin_malloc((n_rows / size + 1) * sizeof *begins) : 0;
  if (begins) {
    begins[0] = 0;
    #pragma omp parallel for
    for (long b = 0; b < n_rows / size; b++)
      begins[b + 1] = (ROW_TYPE)NAME_blocks_of_row(size, b, low, ROW, COLUMN, 0);
    for (long b = 0; b < n_rows / size; b++)
      begins[b + 1] += begins[b];
    matrix->format = NAME_in_blocks;
    matrix->row = begins;
    first = 0;
    end = n_rows / size;
    width = size;
    n_columns = begins[end];
    n_places = n_columns * size * size;
    bytes = bytes_in_blocks;
    gain = gain_of_blocks;
  }
