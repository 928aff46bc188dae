  if (matrix->format == NAME_in_blocks) {
    #pragma omp parallel for
    for (long b = 0; b < end; b++) {
      const long start = matrix->row[b], behind = matrix->row[b + 1];
      NAME_blocks_of_row(width, b, low, ROW, COLUMN, &matrix->COLUMN[start]);
      for (long place = start * width * width; place < behind * width * width; place++) {
        PAD
      }
      for (long i = 0; i < width; i++) {
        long block = start;
        for (long k = ROW[width * b + i]; k < ROW[width * b + i + 1]; k++) {
          while (matrix->COLUMN[block] + width <= COLUMN[k])
            block++;
          const long place = (block * width + COLUMN[k] - matrix->COLUMN[block]) * width + i;
          SET
        }
      }
    }
  }
