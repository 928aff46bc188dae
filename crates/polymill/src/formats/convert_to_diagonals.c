  if (matrix->format == NAME_in_diagonals) {
    for (long offset = least; offset <= high; offset++)
      if (diagonal[offset - least])
        matrix->offset[diagonal[offset - least] - 1] = (COLUMN_TYPE)offset;
    #pragma omp parallel for
    for (long i = 0; i < n_rows; i++) {
      for (long d = 0; d < width; d++) {
        const long place = d * n_rows + i;
        PAD
      }
      for (long k = ROW[i]; k < ROW[i + 1]; k++) {
        const long place = (diagonal[COLUMN[k] - i - least] - 1) * n_rows + i;
        SET_DIAGONAL
      }
    }
  }
  __builtin_free(diagonal);
