  if (matrix->format == NAME_in_diagonals) {
    for (long offset = least; offset <= high; offset++)
      if (diagonal[offset - least])
        matrix->offset[diagonal[offset - least] - 1] = (COLUMN_TYPE)offset;
    #pragma omp parallel for
    for (long strip = first; strip < end; strip++) {
      for (long place = strip * width * STRIP; place < (strip + 1) * width * STRIP; place++) {
        PAD
      }
      for (long i = strip * STRIP; i < (strip + 1) * STRIP; i++)
        for (long k = ROW[i]; k < ROW[i + 1]; k++) {
          const long d = diagonal[COLUMN[k] - i - least] - 1, place = (strip * width + d) * STRIP + i % STRIP;
          SET
        }
    }
  }
  __builtin_free(diagonal);
