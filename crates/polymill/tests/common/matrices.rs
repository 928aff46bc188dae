//! What tests of sparse matrices share.

/// A matrix of five rows, of which the third one is empty.
pub const SYMMETRIC: &str = "%%MatrixMarket matrix coordinate real symmetric
% by columns, not in the order of the rows
5 5 7
1 1 4
2 1 -0.5
5 1 1e-1

2 2 3
4 2 2
5 4 -1.5
5 5 2.5
";

/// What a program printed, or what is in a file.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
