  long low = COLUMN[known], high = low;
  int ascends = 1;
  for (long i = 0; i < n_rows; i++)
    for (long k = ROW[i]; k < ROW[i + 1]; k++) {
      const long column = COLUMN[k];
      ascends &= k == ROW[i] || COLUMN[k - 1] < column;
      low = column < low ? column : low;
      high = column > high ? column : high;
    }
  /* Which diagonal, counted from 1, an offset is; 0 if it has no element. */
  const long least = low - (n_rows - 1), n_offsets = high - least + 1;
  const int is_narrow = low > -most && high < most && n_offsets < MAX_OFFSETS * n_rows;
  int *diagonal = ascends && is_narrow ? __builtin_calloc(n_offsets, sizeof *diagonal) : 0;
  if (diagonal) {
    long first_offset = 0, last_offset = 0;
    for (long i = 0; i < n_rows; i++)
      for (long k = ROW[i]; k < ROW[i + 1]; k++)
        diagonal[COLUMN[k] - i - least] = 1;
    for (long offset = least; offset <= high; offset++)
      if (diagonal[offset - least]) {
        last_offset = offset;
        first_offset = width == 0 ? offset : first_offset;
        diagonal[offset - least] = (int)++width;
      }
    long first = low > first_offset ? low - first_offset : 0;
    first = first < n_rows ? first : n_rows;
    long end = high - last_offset + 1 < n_rows ? high - last_offset + 1 : n_rows;
    end = end > first ? end : first;
    const double part_in_rows = (double)(n_rows - (end - first)) / (double)n_rows;
    const double bytes_in_diagonals =
      (double)width * (double)n_rows * (ELEMENT_BYTES - sizeof *COLUMN) + part_in_rows * bytes_in_rows;
    const int are_fast = width >= MANY_DIAGONALS || n_elements < MAX_SHORT_ROW * n_rows;
    if (are_fast && bytes_in_diagonals < MAX_DIAGONALS * bytes_in_rows) {
      matrix->format = NAME_in_diagonals;
      matrix->first = (int)first;
      matrix->end = (int)end;
      bytes = bytes_in_diagonals;
      gain = bytes_in_rows - bytes_in_diagonals;
    }
  }
