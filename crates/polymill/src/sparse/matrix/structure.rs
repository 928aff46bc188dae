//! What is in a matrix.

use std::fmt;

use indicatif::HumanBytes;

use super::Csr;

/// Where the elements of a matrix are, in numbers. Prints as lines of a report.
///
/// ```
/// use std::io::Cursor;
/// use polymill::matrix::{Structure, read};
///
/// let text = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n";
/// let structure = Structure::of(&read("a.mtx", Cursor::new(text))?.csr);
/// assert_eq!((structure.n_elements, structure.n_diagonals, structure.longest_row), (3, 3, 2));
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// The number of rows.
    pub n_rows: usize,
    /// The number of columns.
    pub n_cols: usize,
    /// The number of elements.
    pub n_elements: usize,
    /// The least number of elements in a row.
    pub shortest_row: usize,
    /// The largest number of elements in a row.
    pub longest_row: usize,
    /// The number of rows without elements.
    pub n_empty_rows: usize,
    /// The number of diagonals with an element.
    pub n_diagonals: usize,
    /// For blocks of 2 x 2, 3 x 3 and 4 x 4: the number of those with an element.
    pub n_blocks: [usize; 3],
    /// The size of the matrix in compressed rows.
    pub n_bytes: u64,
}

/// The sizes of blocks that are tried.
const BLOCK_SIZES: [usize; 3] = [2, 3, 4];

impl Structure {
    /// Looks at all elements.
    pub fn of(csr: &Csr) -> Self {
        let lengths = || (0..csr.n_rows()).map(|i| csr.row(i).0.len());
        Self {
            n_rows: csr.n_rows(),
            n_cols: csr.n_cols(),
            n_elements: csr.n_elements(),
            shortest_row: lengths().min().unwrap_or(0),
            longest_row: lengths().max().unwrap_or(0),
            n_empty_rows: lengths().filter(|length| *length == 0).count(),
            n_diagonals: n_diagonals(csr),
            n_blocks: BLOCK_SIZES.map(|size| n_blocks(csr, size)),
            n_bytes: csr.n_bytes(),
        }
    }
}

fn n_diagonals(csr: &Csr) -> usize {
    let mut is_occupied = vec![false; csr.n_rows() + csr.n_cols()];
    for i in 0..csr.n_rows() {
        for col in csr.row(i).0 {
            is_occupied[csr.n_rows() + *col as usize - i] = true;
        }
    }
    is_occupied.into_iter().filter(|is_occupied| *is_occupied).count()
}

/// The number of blocks of `size` rows and columns with an element.
fn n_blocks(csr: &Csr, size: usize) -> usize {
    // The last row of blocks, counted from one, with an element in each column of blocks.
    let mut last = vec![0; csr.n_cols().div_ceil(size)];
    let mut n_blocks = 0;
    for i in 0..csr.n_rows() {
        for col in csr.row(i).0 {
            let last = &mut last[*col as usize / size];
            n_blocks += usize::from(*last != i / size + 1);
            *last = i / size + 1;
        }
    }
    n_blocks
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_rows, n_cols, n_elements, shortest_row, longest_row, n_empty_rows, n_diagonals, .. } = self;
        let mean = *n_elements as f64 / *n_rows as f64;
        writeln!(f, "  size        {n_rows} rows, {n_cols} columns, {n_elements} elements")?;
        writeln!(
            f,
            "  rows        {shortest_row} to {longest_row} elements, {mean:.2} on average; {n_empty_rows} empty"
        )?;
        writeln!(f, "  diagonals   {n_diagonals}")?;
        for (size, n_blocks) in BLOCK_SIZES.into_iter().zip(self.n_blocks) {
            let fill = 100.0 * *n_elements as f64 / (n_blocks.max(1) * size * size) as f64;
            writeln!(f, "  {size}x{size} blocks  {n_blocks}, {fill:.1} % full")?;
        }
        write!(f, "  CSR         {}", HumanBytes(self.n_bytes))
    }
}
