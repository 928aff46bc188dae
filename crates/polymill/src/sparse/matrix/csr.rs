//! Compressed sparse rows.

use super::Element;

/// A sparse matrix in compressed rows. The elements of a row stand in the order of their columns, each once.
///
/// ```
/// use std::io::Cursor;
///
/// let text = "%%MatrixMarket matrix coordinate real general\n2 3 3\n2 3 0.5\n1 1 1\n2 1 4\n";
/// let csr = polymill::matrix::read("a.mtx", Cursor::new(text))?.csr;
/// assert_eq!((csr.n_rows(), csr.n_cols(), csr.n_elements()), (2, 3, 3));
/// assert_eq!(csr.row(1), (&[0, 2][..], &[4.0, 0.5][..]));
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Csr {
    n_cols: i32,
    /// Where each row starts, and where the last one ends.
    row: Vec<i32>,
    col: Vec<i32>,
    val: Vec<f64>,
}

/// Two elements have this row and this column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Duplicate {
    pub row: i32,
    pub col: i32,
}

/// What a file with a matrix begins with.
const MAGIC: [u8; 8] = *b"polycsr\n";
const VERSION: i64 = 1;

impl Csr {
    /// The matrix with these elements, which are as many as an `i32` can count and within `n_rows` and `n_cols`.
    pub(super) fn new(n_rows: i32, n_cols: i32, elements: &[Element]) -> Result<Self, Duplicate> {
        let mut row = vec![0; n_rows as usize + 1];
        for element in elements {
            row[element.row as usize + 1] += 1;
        }
        for i in 1..row.len() {
            row[i] += row[i - 1];
        }
        let mut next = row.clone();
        let mut csr = Self { n_cols, row, col: vec![0; elements.len()], val: vec![0.0; elements.len()] };
        for element in elements {
            let next = &mut next[element.row as usize];
            csr.col[*next as usize] = element.col;
            csr.val[*next as usize] = element.value;
            *next += 1;
        }
        for i in 0..n_rows {
            csr.sort_row(i)?;
        }
        Ok(csr)
    }

    fn sort_row(&mut self, i: i32) -> Result<(), Duplicate> {
        let range = self.range(i as usize);
        let (cols, vals) = (&mut self.col[range.clone()], &mut self.val[range]);
        if !cols.is_sorted() {
            let mut pairs: Vec<(i32, f64)> = cols.iter().copied().zip(vals.iter().copied()).collect();
            pairs.sort_unstable_by_key(|(col, _)| *col);
            for (k, (col, val)) in pairs.into_iter().enumerate() {
                (cols[k], vals[k]) = (col, val);
            }
        }
        match cols.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Duplicate { row: i, col: pair[0] }),
            None => Ok(()),
        }
    }

    /// The number of rows.
    pub fn n_rows(&self) -> usize {
        self.row.len() - 1
    }

    /// The number of columns.
    pub fn n_cols(&self) -> usize {
        self.n_cols as usize
    }

    /// The number of elements.
    pub fn n_elements(&self) -> usize {
        self.col.len()
    }

    /// The columns and values of the elements in row `i`.
    pub fn row(&self, i: usize) -> (&[i32], &[f64]) {
        let range = self.range(i);
        (&self.col[range.clone()], &self.val[range])
    }

    fn range(&self, i: usize) -> std::ops::Range<usize> {
        self.row[i] as usize..self.row[i + 1] as usize
    }

    /// The size of the three arrays.
    pub fn n_bytes(&self) -> u64 {
        (4 * self.row.len() + 4 * self.col.len() + 8 * self.val.len()) as u64
    }

    /// As a file that `kernels/dynamic/matrices.h` reads: eight bytes `polycsr\n`; version, rows, columns and elements in
    /// 64 bits each; where rows start and the columns in 32 bits; the values in double precision. All little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = [VERSION, self.n_rows() as i64, self.n_cols() as i64, self.n_elements() as i64];
        let mut bytes = Vec::with_capacity(MAGIC.len() + 8 * counts.len() + self.n_bytes() as usize);
        bytes.extend(MAGIC);
        bytes.extend(counts.into_iter().flat_map(i64::to_le_bytes));
        bytes.extend(self.row.iter().chain(&self.col).copied().flat_map(i32::to_le_bytes));
        bytes.extend(self.val.iter().copied().flat_map(f64::to_le_bytes));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(row: i32, col: i32, value: f64) -> Element {
        Element { row, col, value }
    }

    #[test]
    fn elements_in_any_order_become_sorted_rows() {
        let csr = Csr::new(3, 2, &[element(2, 1, 1.0), element(0, 1, 2.0), element(2, 0, 3.0)]).unwrap();
        assert_eq!([csr.row(0).0, csr.row(1).0, csr.row(2).0], [&[1][..], &[], &[0, 1]]);
        assert_eq!(csr.row(2).1, [3.0, 1.0]);
        assert_eq!(csr.n_bytes(), 4 * 4 + 3 * 12);
    }

    #[test]
    fn elements_in_the_same_place_are_refused() {
        let elements = [element(1, 0, 1.0), element(0, 0, 1.0), element(1, 1, 1.0), element(1, 0, 2.0)];
        assert_eq!(Csr::new(2, 2, &elements), Err(Duplicate { row: 1, col: 0 }));
    }

    #[test]
    fn a_file_is_a_header_and_three_arrays() {
        let bytes = Csr::new(1, 4, &[element(0, 3, 0.5)]).unwrap().to_bytes();
        let (header, arrays) = bytes.split_at(40);
        assert_eq!(&header[..8], b"polycsr\n");
        assert_eq!(header[8..].chunks(8).map(|chunk| chunk[0]).collect::<Vec<_>>(), [1, 1, 4, 1]);
        assert_eq!(arrays[..12], [0, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0]);
        assert_eq!(arrays[12..], 0.5f64.to_le_bytes());
    }
}
