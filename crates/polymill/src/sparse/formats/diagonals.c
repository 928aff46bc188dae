  /* Which diagonal, counted from 1, an offset is; 0 if it has no element. */
  const int are_small = low > -most && high < most;
  const long least = are_small ? low - (n_rows - 1) : 0;
  const long n_offsets = are_small ? high - least + 1 : 0;
  const int are_few = ascends && n_offsets > 0 && n_offsets < MAX_OFFSETS * n_rows;
  int *diagonal = are_few ? __builtin_calloc(n_offsets, sizeof *diagonal) : 0;
  if (diagonal) {
    long first_offset = 0, last_offset = 0;
    #pragma omp parallel for
    for (long i = 0; i < n_rows; i++)
      for (long k = ROW[i]; k < ROW[i + 1]; k++) {
        int *const found = &diagonal[COLUMN[k] - i - least], is_known;
        #pragma omp atomic read
        is_known = *found;
        if (!is_known) {
          #pragma omp atomic write
          *found = 1;
        }
      }
    for (long offset = least; offset <= high; offset++)
      if (diagonal[offset - least]) {
        last_offset = offset;
        first_offset = width == 0 ? offset : first_offset;
        diagonal[offset - least] = (int)++width;
      }
    /* The strips in which all diagonals are within the columns. */
    const long first_row = low > first_offset ? low - first_offset : 0;
    const long end_row = high - last_offset + 1 < n_rows ? high - last_offset + 1 : n_rows;
    const long first_strip = (first_row + STRIP - 1) / STRIP;
    const long end_strip = end_row > 0 ? end_row / STRIP : 0;
    const double n_in_strips = end_strip > first_strip ? (double)(end_strip - first_strip) * STRIP : 0;
    const double bytes_in_diagonals = (double)width * n_in_strips * (ELEMENT_BYTES - sizeof *COLUMN)
                                      + (1 - n_in_strips / (double)n_rows) * bytes_in_rows;
    if (bytes_in_diagonals < MAX_DIAGONALS * bytes_in_rows) {
      matrix->format = NAME_in_diagonals;
      first = first_strip;
      end = end_strip;
      n_places = end * width * STRIP;
      n_columns = 0;
      bytes = bytes_in_diagonals;
      gain = bytes_in_rows - bytes_in_diagonals;
    }
  }
