/* The sparse matrix of `NAME` in the format that is read fastest; NAME_inspect makes it. */
struct NAME_matrix {
  enum { NAME_in_rows, NAME_in_padded_rows, NAME_in_diagonals, NAME_in_blocks } format;
  int first, end, width;
  long pays_after;
  COLUMN_TYPE *offset;
  ROW_TYPE *row;
  FIELDS
};

