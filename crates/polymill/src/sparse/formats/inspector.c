/* Whether a value is no padding; always, if the program is compiled as if there were no NaNs. */
__attribute__((noinline))
static int NAME_is_element(const volatile MARKER_TYPE *value)
{
  const MARKER_TYPE element = *value;
  return element == element;
}

BLOCKS_OF_ROW
/* Looks at the matrix, and converts it if another format is faster. The matrix must stay as it is as long as the result is
 * in use, which NAME_release ends. Null if there is no memory. */
struct NAME_matrix *NAME_inspect(PARAMS)
{
  struct NAME_matrix *matrix = __builtin_calloc(1, sizeof *matrix);
  if (!matrix)
    return 0;
  const long n_rows = N_ROWS;
  const long most = 2147483647;
  /* An element that is there, if there is one: rows may begin anywhere. */
  long known = -9223372036854775807;
  long n_elements = 0, longest = 0;
  int is_convertible = 1;
  FIRST_COLUMNS
  #pragma omp parallel for reduction(+ : n_elements) reduction(max : longest, known) reduction(& : is_convertible)REDUCTIONS
  for (long i = 0; i < n_rows; i++) {
    const long start = ROW[i], behind = ROW[i + 1], length = behind > start ? behind - start : 0;
    n_elements += length;
    longest = length > longest ? length : longest;
    known = length > 0 && start > known ? start : known;
    for (long k = start; k < behind; k++) {
      is_convertible &= MARKER[k] == MARKER[k];
      LOOK_AT_COLUMN
    }
  }
  const MARKER_TYPE padding = __builtin_nan("");
  if (!is_convertible || n_elements == 0 || n_rows > most || longest > most || NAME_is_element(&padding))
    return matrix;

  /* As many bytes of memory as a call reads tell how long it takes. */
  const double bytes_in_rows = (double)n_elements * (ELEMENT_BYTES) + (double)n_rows * sizeof *ROW;
  if (bytes_in_rows < MIN_BYTES)
    return matrix;
  double bytes = bytes_in_rows, gain = 0;
  long width = 0, first = 0, end = n_rows / STRIP, n_places = 0, n_columns = 0;
  DIAGONALS
  BLOCKS
  const double bytes_in_padded_rows = (double)longest * (double)n_rows * (ELEMENT_BYTES);
  if (gain == 0 && n_elements < MAX_SHORT_ROW * n_rows && bytes_in_padded_rows < MAX_PADDING * bytes_in_rows) {
    matrix->format = NAME_in_padded_rows;
    width = longest;
    n_places = n_columns = end * width * STRIP;
    bytes = bytes_in_padded_rows;
    gain = GAIN_OF_PADDED_ROWS * bytes_in_rows;
  }
  if (gain > 0) {
    matrix->pays_after = 1 + (long)(CONVERSION * (bytes_in_rows + bytes) / gain);
    ALLOCATE
    if (IS_MEMORY_SHORT) {
      matrix->format = NAME_in_rows;
    } else {
      matrix->first = (int)first;
      matrix->end = (int)end;
      matrix->width = (int)width;
    }
  }
  CONVERT_TO_DIAGONALS
  CONVERT_TO_BLOCKS
  if (matrix->format == NAME_in_padded_rows) {
    #pragma omp parallel for
    for (long strip = first; strip < end; strip++)
      for (long k = 0; k < width; k++)
        for (long i = strip * STRIP; i < (strip + 1) * STRIP; i++) {
          const long place = (strip * width + k) * STRIP + i % STRIP, element = ROW[i] + k;
          const int is_there = element < ROW[i + 1];
          SET_PADDED
        }
  }
  return matrix;
}

/* After how many calls of NAME_execute the conversion has paid, by estimate; 0 if nothing was converted. */
long NAME_pays_after(const struct NAME_matrix *matrix)
{
  return matrix->format == NAME_in_rows ? 0 : matrix->pays_after;
}

/* Does what the loops of `NAME` do with these variables. */
void NAME_execute(const struct NAME_matrix *matrix, PARAMS)
{
  const long n_rows = N_ROWS;
  if (n_rows <= 0)
    return;
  /* The rows that are in no strip and in no block stay as they are. */
  const long strip = matrix->format == NAME_in_blocks ? matrix->width : STRIP;
  const long first_row = strip * matrix->first, end_row = strip * matrix->end;
  if (first_row > 0)
    CALL_FIRST_ROWS
  if (end_row > first_row)
    switch (matrix->format) {
    case NAME_in_rows:
      break;
    case NAME_in_padded_rows:
      CALL_PADDED_ROWS
      break;
    case NAME_in_diagonals:
      CALL_DIAGONALS
      break;
    case NAME_in_blocks:
      CALL_BLOCKS
      break;
    }
  if (end_row < n_rows)
    CALL_LAST_ROWS
}

void NAME_release(struct NAME_matrix *matrix)
{
  if (!matrix)
    return;
  __builtin_free(matrix->offset);
  __builtin_free(matrix->row);
  FREE
  __builtin_free(matrix);
}

