//! `polymill matrix`: what it says of a matrix, and what it refuses.
#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/matrices.rs"]
mod matrices;

use std::process::Command;

use common::{folder, polymill};
use matrices::{SYMMETRIC, text};

/// The report about a matrix.
fn report(matrix: &str) -> String {
    let dir = folder(&[("a.mtx", matrix)]);
    let output = polymill(dir.path(), "matrix a.mtx");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_report_says_what_is_in_a_matrix() {
    let expected = "a.mtx: real, symmetric, elements listed: 7
  size        5 rows, 5 columns, 11 elements
  rows        0 to 3 elements, 2.20 on average; 1 empty
  diagonals   7
  2x2 blocks  8, 34.4 % full
  3x3 blocks  4, 30.6 % full
  4x4 blocks  4, 17.2 % full
  CSR         156 B
";
    assert_eq!(report(SYMMETRIC), expected);
}

#[test]
fn all_fields_and_symmetries_are_read() {
    for (kind, line, n_elements) in [
        ("real general", "2 1 0.5", 1),
        ("integer general", "1 2 -7", 1),
        ("pattern general", "1 2", 1),
        ("real symmetric", "2 1 +.5E+0", 2),
        ("integer symmetric", "2 2 3", 1),
        ("pattern symmetric", "2 1", 2),
        ("real skew-symmetric", "2 1 1", 2),
        ("INTEGER Skew-Symmetric", " 2\t1   1 \r", 2),
    ] {
        let report = report(&format!("%%matrixmarket MATRIX Coordinate {kind}\r\n%\n2 2 1\n{line}\n"));
        assert!(
            report.starts_with(&format!("a.mtx: {}, elements listed: 1\n", kind.to_lowercase().replace(' ', ", ")))
        );
        assert!(report.contains(&format!("2 columns, {n_elements} elements")), "{kind}: {report}");
    }
    assert!(report("%%MatrixMarket matrix coordinate real general\n3 2 0\n").contains("3 empty"));
}

/// What is wrong with a matrix, at which lines: the place of the error first, then the other line that it is about.
fn refused(matrix: &[u8], message: &str, places: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.mtx"), matrix).unwrap();
    let output = polymill(dir.path(), "matrix a.mtx --csr=a.csr");
    let messages = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), String::new()), "{messages}");
    let first_line = messages.lines().next().unwrap();
    assert!(first_line.starts_with("error[matrix-") && first_line.ends_with(&format!("]: {message}")), "{messages}");
    let found: Vec<&str> = messages.lines().filter_map(|line| line.split_once("a.mtx:").map(|(_, at)| at)).collect();
    assert_eq!(found, places, "{messages}");
    assert!(messages.contains("= help: "), "{messages}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "something was written");
}

#[test]
fn a_file_without_the_right_banner_is_refused() {
    for (banner, message, place) in [
        ("", "this is no Matrix Market file", "1:1"),
        ("5 5 1", "this is no Matrix Market file", "1:1"),
        ("%MatrixMarket matrix coordinate real general", "this is no Matrix Market file", "1:1"),
        ("%%MatrixMarket", "the banner names no object", "1:15"),
        ("%%MatrixMarket vector coordinate real general", "`vector` is no object", "1:16"),
        ("%%MatrixMarket matrix array real general", "matrices with the format `array` are not read", "1:23"),
        ("%%MatrixMarket matrix coordinate complex general", "matrices with the field `complex` are not read", "1:34"),
        ("%%MatrixMarket matrix coordinate double general", "`double` is no field", "1:34"),
        (
            "%%MatrixMarket matrix coordinate real Hermitian",
            "matrices with the symmetry `hermitian` are not read",
            "1:39",
        ),
        ("%%MatrixMarket matrix coordinate real symetric", "`symetric` is no symmetry", "1:39"),
        ("%%MatrixMarket matrix coordinate real", "the banner names no symmetry", "1:38"),
        ("%%MatrixMarket matrix coordinate real general 1", "the banner goes on behind the symmetry", "1:47"),
        ("%%MatrixMarket matrix coordinate pattern skew-symmetric", "a skew-symmetric matrix needs values", "1:34"),
    ] {
        refused(format!("{banner}\n1 1 1\n1 1 1\n").as_bytes(), message, &[place]);
    }
    refused(b"", "this is no Matrix Market file", &["1:1"]);
    refused(b"\x1f\x8b\x08\xff\xfe\0\n\0", "this is no Matrix Market file", &["1:1"]);
    refused(&[b'%'; 100_000], "a line is longer than 65536 bytes", &["1:1"]);
}

#[test]
fn a_file_without_a_size_that_can_be_is_refused() {
    for (size, message, place) in [
        ("", "the file ends before the size of the matrix", "1:1"),
        ("% comment\n\n", "the file ends before the size of the matrix", "1:1"),
        ("2 2", "the size of a matrix is three numbers", "2:1"),
        ("2 2 1 1", "the size of a matrix is three numbers", "2:1"),
        ("% comment\n\n2 x 1", "`x` is no number of columns from 1 to 2147483647", "4:3"),
        ("-2 2 1", "`-2` is no number of rows from 1 to 2147483647", "2:1"),
        ("0 2 1", "`0` is no number of rows from 1 to 2147483647", "2:1"),
        ("2 2147483648 1", "`2147483648` is no number of columns from 1 to 2147483647", "2:3"),
        ("2 2 99999999999999999999", "`99999999999999999999` is no number of elements from 0 to 2147483647", "2:5"),
        ("2 2 1.5", "`1.5` is no number of elements from 0 to 2147483647", "2:5"),
    ] {
        refused(format!("%%MatrixMarket matrix coordinate real general\n{size}").as_bytes(), message, &[place]);
    }
    let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
    let not_square = "this symmetric matrix is not square";
    refused(format!("{symmetric}2 3 1\n1 1 1\n").as_bytes(), not_square, &["2:1", "1:39"]);
    let too_many = "these are too many elements for a symmetric matrix";
    refused(format!("{symmetric}99999 99999 1500000000\n").as_bytes(), too_many, &["2:1", "1:39"]);
}

/// What is read takes memory in proportion to the file, whatever that announces.
#[test]
fn a_file_that_announces_more_than_it_has_is_refused_before_memory_is_taken() {
    let general = "%%MatrixMarket matrix coordinate real general\n";
    for (size, what) in [("2000000000 2000000000", "columns"), ("2000000000 3", "rows"), ("3 2000000000", "columns")] {
        let message = format!("2000000000 {what} are too many for 1 elements");
        refused(format!("{general}{size} 1\n1 1 1.0\n").as_bytes(), &message, &["2:1"]);
    }
    // Elements that are announced and not there are missed before there are rows.
    let missing = "the file ends after 1 of 2000000000 elements";
    refused(format!("{general}2000000000 2000000000 2000000000\n1 1 1.0\n").as_bytes(), missing, &["2:23"]);
    assert!(report(&format!("{general}1048576 1048576 1\n1048576 1 1.0\n")).contains("1048575 empty"));
}

#[test]
fn elements_that_are_none_are_refused() {
    for (field, lines, message, places) in [
        ("real", "2 3 2\n1 1 1\n", "the file ends after 1 of 2 elements", &["2:5"][..]),
        ("real", "2 3 2\n1 1 1\n2 1", "an element is a row, a column and a value", &["4:1"]),
        ("real", "2 3 1\n1 1 1\n\n2 1 1\n", "this element is one more than announced", &["5:1", "2:5"]),
        ("real", "2 3 1\n0 1 1\n", "row 0 is outside the matrix", &["3:1", "2:1"]),
        ("real", "2 3 1\n3 1 1\n", "row 3 is outside the matrix", &["3:1", "2:1"]),
        ("real", "2 3 1\n1 -1 1\n", "column -1 is outside the matrix", &["3:3", "2:3"]),
        ("real", "2 3 1\n1 4 1\n", "column 4 is outside the matrix", &["3:3", "2:3"]),
        (
            "real",
            "2 3 1\n1 99999999999999999999 1\n",
            "column 99999999999999999999 is outside the matrix",
            &["3:3", "2:3"],
        ),
        ("real", "2 3 1\n1.0 1 1\n", "`1.0` is no number of a row", &["3:1"]),
        ("real", "2 3 1\n1 b 1\n", "`b` is no number of a column", &["3:3"]),
        ("real", "2 3 1\n1 1 one\n", "`one` is not a finite number", &["3:5"]),
        ("real", "2 3 1\n1 1 1.0D+00\n", "`1.0D+00` is not a finite number", &["3:5"]),
        ("real", "2 3 1\n1 1 NaN\n", "`NaN` is not a finite number", &["3:5"]),
        ("real", "2 3 1\n1 1 -inf\n", "`-inf` is not a finite number", &["3:5"]),
        ("real", "2 3 1\n1 1 1e999\n", "`1e999` is not a finite number", &["3:5"]),
        ("real", "2 3 1\n1 1\n", "an element is a row, a column and a value", &["3:1"]),
        ("real", "2 3 1\n1 1 1 1\n", "an element is a row, a column and a value", &["3:1"]),
        ("pattern", "2 3 1\n1 1 1\n", "an element is a row and a column", &["3:1"]),
        ("integer", "2 3 1\n1 1 1.5\n", "`1.5` is not an integer of 64 bits", &["3:5"]),
        ("integer", "2 3 1\n1 1 9223372036854775808\n", "`9223372036854775808` is not an integer of 64 bits", &["3:5"]),
    ] {
        let matrix = format!("%%MatrixMarket matrix coordinate {field} general\n{lines}");
        refused(matrix.as_bytes(), message, places);
    }
}

#[test]
fn elements_in_places_that_are_taken_are_refused() {
    for (symmetry, lines, message, places) in [
        (
            "general",
            "2 2 3\n2 1 1\n1 1 1\n% again\n2 1 2\n",
            "the element in row 2 and column 1 is listed twice",
            &["6:1", "3:1"][..],
        ),
        ("symmetric", "2 2 2\n2 1 1\n2 1 1\n", "the element in row 2 and column 1 is listed twice", &["4:1", "3:1"]),
        ("symmetric", "2 2 2\n2 1 1\n1 2 1\n", "this element is above the diagonal", &["4:1"]),
        ("skew-symmetric", "2 2 1\n1 2 1\n", "this element is above the diagonal", &["3:1"]),
        ("skew-symmetric", "2 2 1\n2 2 1\n", "the diagonal of a skew-symmetric matrix is zero", &["3:1"]),
    ] {
        let matrix = format!("%%MatrixMarket matrix coordinate real {symmetry}\n{lines}");
        refused(matrix.as_bytes(), message, places);
    }
}

#[test]
fn outputs_that_cannot_be_written_and_inputs_that_cannot_be_read_are_named() {
    for (line, message) in [
        ("matrix a.mtx --csr=no/a.csr", "cannot write no/a.csr: there is no folder no"),
        ("matrix a.mtx --csr=a.mtx", "cannot write a.mtx: it is the input, which is never changed"),
        ("matrix b.mtx --csr=b.csr", "cannot read b.mtx: "),
        ("matrix . --csr=b.csr", "cannot read .: "),
    ] {
        let dir = folder(&[("a.mtx", SYMMETRIC)]);
        let output = polymill(dir.path(), line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(text(&output.stderr).starts_with(&format!("polymill: error: {message}")), "{}", text(&output.stderr));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        assert_eq!(std::fs::read_to_string(dir.path().join("a.mtx")).unwrap(), SYMMETRIC);
    }
}

#[test]
#[cfg(unix)]
fn a_matrix_from_a_pipe_is_read_once() {
    let dir = folder(&[("a.mtx", SYMMETRIC), ("twice.mtx", &SYMMETRIC.replace("5 4 -1.5", "5 1 -1.5"))]);
    let piped = |name: &str| {
        let line = format!("cat {name} | {} matrix /dev/stdin", env!("CARGO_BIN_EXE_polymill"));
        Command::new("sh").args(["-c", &line]).current_dir(dir.path()).output().unwrap()
    };
    assert!(text(&piped("a.mtx").stdout).contains("11 elements\n"));
    let twice = text(&piped("twice.mtx").stderr);
    assert!(twice.contains("the element in row 5 and column 1 is listed twice"), "{twice}");
    assert!(twice.contains("note: the lines are shown if the matrix is read from a file"), "{twice}");
}
