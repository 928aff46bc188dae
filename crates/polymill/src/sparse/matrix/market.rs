//! Matrix Market files: text with the coordinates and values of elements (Boisvert, Pozo and Remington, _The Matrix
//! Market Exchange Formats_, NISTIR 5935, 1996).
//!
//! The parser is our own because the crates for it do not say what is wrong on which line. `sprs` 0.11 has one message for
//! all mistakes, believes indices and counts as they are, and does not end if the file ends before its size.
//! `nalgebra-sparse` 0.12 keeps the text and a syntax tree of it in memory, and brings 37 crates. `matrix-market-rs` 0.1,
//! without a release since 2023, knows no skew-symmetric matrices.

use std::io::{BufRead, Seek};
use std::num::IntErrorKind;

use polymill_diagnostics::Diagnostic;

use super::csr::{Csr, Duplicate};
use super::lines::{Line, Lines};
use super::{Element, Field, Matrix, Symmetry};
use crate::Error;

/// Reads a matrix from the text of a Matrix Market file in `coordinate` format; `name` is for messages.
///
/// Elements that follow from the symmetry are added.
///
/// ```
/// use std::io::Cursor;
/// use polymill::matrix;
///
/// let text = "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 2 2\n2 1 -1\n";
/// let matrix = matrix::read("a.mtx", Cursor::new(text))?;
/// assert_eq!(matrix.csr.row(0), (&[0, 1][..], &[2.0, -1.0][..]));
///
/// let error = matrix::read("a.mtx", Cursor::new(&text[..60])).unwrap_err();
/// assert_eq!(error.to_string(), "the file ends after 1 of 3 elements");
/// # Ok::<(), polymill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Input`] for text that is no such file, and [`Error::File`] if it cannot be read.
pub fn read(name: &str, input: impl BufRead + Seek) -> Result<Matrix, Error> {
    let mut lines = Lines::new(name, input);
    let mut market = Market::open(&mut lines)?;
    let Header { field, symmetry, n_rows, n_cols, n_listed } = market.header;
    let mut elements = Vec::new();
    while let Some(element) = market.next()? {
        elements.push(element);
        elements.extend(symmetry.implied(element));
    }
    let csr = Csr::new(n_rows, n_cols, &elements).map_err(|duplicate| listed_twice(&mut lines, symmetry, duplicate))?;
    Ok(Matrix { field, symmetry, n_listed: n_listed as usize, csr })
}

impl Symmetry {
    /// The element on the other side of the diagonal that follows from this one.
    fn implied(self, element: Element) -> Option<Element> {
        let Element { row, col, value } = element;
        let value = match self {
            Symmetry::General => return None,
            Symmetry::Symmetric => value,
            Symmetry::SkewSymmetric => -value,
        };
        (row != col).then_some(Element { row: col, col: row, value })
    }
}

/// A file whose header was read.
struct Market<'a, R> {
    lines: &'a mut Lines<R>,
    size_line: Line,
    header: Header,
    n_read: i32,
}

#[derive(Clone, Copy)]
struct Header {
    field: Field,
    symmetry: Symmetry,
    n_rows: i32,
    n_cols: i32,
    n_listed: i32,
}

impl<'a, R: BufRead + Seek> Market<'a, R> {
    fn open(lines: &'a mut Lines<R>) -> Result<Self, Error> {
        lines.advance()?;
        let banner = lines.line.clone();
        let (field, symmetry) = read_banner(lines)?;
        if !lines.advance_to_numbers()? {
            let error = Diagnostic::error("matrix-size", "the file ends before the size of the matrix");
            let error = error.help("behind the comments stands a line with the numbers of rows, columns and elements");
            return Err(lines.error(error, &[(&banner, banner.whole(), "")]));
        }
        let [n_rows, n_cols, n_listed] = read_size(lines)?;
        let header = Header { field, symmetry, n_rows, n_cols, n_listed };
        let size_line = lines.line.clone();
        if let Some((error, word)) = header.contradiction() {
            let mut places = vec![(&size_line, size_line.whole(), "")];
            places.extend(word.map(|word| (&banner, banner.word(word), "the banner says so")));
            return Err(lines.error(error, &places));
        }
        Ok(Self { lines, size_line, header, n_read: 0 })
    }

    /// The next element that the file lists.
    fn next(&mut self) -> Result<Option<Element>, Error> {
        const ANNOUNCED: &str = "so many are announced";
        let n_listed = self.header.n_listed;
        let is_there = self.lines.advance_to_numbers()?;
        if is_there && self.n_read < n_listed {
            self.n_read += 1;
            return self.element().map(Some);
        }
        let (line, size) = (&self.lines.line, &self.size_line);
        if is_there {
            let error = Diagnostic::error("matrix-count", "this element is one more than announced");
            let error = error.help("the number is wrong, or the file has lines that do not belong to it");
            let places = [(line, line.whole(), ""), (size, size.word(2), ANNOUNCED)];
            return Err(self.lines.error(error, &places));
        }
        if self.n_read < n_listed {
            let message = format!("the file ends after {} of {n_listed} elements", self.n_read);
            let error = Diagnostic::error("matrix-count", message);
            let error = error.help("the file is cut off, or the number is wrong");
            return Err(self.lines.error(error, &[(size, size.word(2), ANNOUNCED)]));
        }
        Ok(None)
    }

    /// The element on the current line.
    fn element(&self) -> Result<Element, Error> {
        let Header { field, n_rows, n_cols, .. } = self.header;
        let mut words = self.lines.line.words();
        let (row, col, value) = match (words.next(), words.next(), words.next(), words.next()) {
            (Some(row), Some(col), Some(value), None) if field != Field::Pattern => (row, col, Some(value)),
            (Some(row), Some(col), None, None) if field == Field::Pattern => (row, col, None),
            _ => return Err(self.wrong_words()),
        };
        let row = self.index(0, row, "row", n_rows)?;
        let col = self.index(1, col, "column", n_cols)?;
        let value = value.map_or(Ok(1.0), |value| self.value(value))?;
        self.check_triangle(row, col)?;
        Ok(Element { row, col, value })
    }

    fn index(&self, at: usize, word: &str, what: &str, n: i32) -> Result<i32, Error> {
        let line = &self.lines.line;
        let number = word.parse::<i64>();
        if let Ok(number) = number
            && (1..=i64::from(n)).contains(&number)
        {
            return Ok(number as i32 - 1);
        }
        let is_number = number.map_or_else(|error| *error.kind() != IntErrorKind::InvalidDigit, |_| true);
        if !is_number {
            let error = Diagnostic::error("matrix-number", format!("`{word}` is no number of a {what}"));
            let error = error.help(format!("{what}s are integers, counted from 1"));
            return Err(self.lines.error(error, &[(line, line.word(at), "")]));
        }
        let size = &self.size_line;
        let error = Diagnostic::error("matrix-index", format!("{what} {word} is outside the matrix"));
        let error = error.help(format!("{what}s are counted from 1 to {n}"));
        Err(self.lines.error(error, &[(line, line.word(at), ""), (size, size.word(at), "its size")]))
    }

    fn value(&self, word: &str) -> Result<f64, Error> {
        let (value, what, help) = match self.header.field {
            Field::Integer => (
                word.parse::<i64>().ok().map(|value| value as f64),
                "an integer of 64 bits",
                "the banner says `integer`",
            ),
            _ => (word.parse::<f64>().ok(), "a finite number", "numbers are written like `-1.5e-3`"),
        };
        value.filter(|value| value.is_finite()).ok_or_else(|| {
            let line = &self.lines.line;
            let error = Diagnostic::error("matrix-number", format!("`{word}` is not {what}")).help(help);
            self.lines.error(error, &[(line, line.word(2), "")])
        })
    }

    /// Elements that follow from others are not listed.
    fn check_triangle(&self, row: i32, col: i32) -> Result<(), Error> {
        let (message, help) = match self.header.symmetry {
            Symmetry::SkewSymmetric if row == col => {
                ("the diagonal of a skew-symmetric matrix is zero", "leave this element out")
            }
            Symmetry::Symmetric | Symmetry::SkewSymmetric if row < col => (
                "this element is above the diagonal",
                "of this matrix, list the elements below the diagonal only; or say `general` and list all",
            ),
            _ => return Ok(()),
        };
        let line = &self.lines.line;
        let error = Diagnostic::error("matrix-symmetry", message).help(help);
        Err(self.lines.error(error, &[(line, line.word(0).start..line.word(1).end, "")]))
    }

    fn wrong_words(&self) -> Error {
        let (what, help) = match self.header.field {
            Field::Pattern => ("a row and a column", "the banner says `pattern`: there are no values"),
            _ => ("a row, a column and a value", "if the elements have no values, the banner says `pattern`"),
        };
        let line = &self.lines.line;
        let error = Diagnostic::error("matrix-element", format!("an element is {what}")).help(help);
        self.lines.error(error, &[(line, line.whole(), "")])
    }
}

/// A matrix may have so many rows and columns whatever it lists.
const LARGEST_EMPTY: i64 = 1 << 20;

/// A larger matrix may have so many rows, and as many columns, for each element that it lists.
const MAX_LINES_PER_ELEMENT: i64 = 64;

impl Header {
    /// What is wrong with the size for this symmetry, and the word of the banner that says so, if one does.
    fn contradiction(&self) -> Option<(Diagnostic, Option<usize>)> {
        let of_symmetry = self.contradiction_to_symmetry().map(|error| (error, Some(4)));
        of_symmetry.or_else(|| self.is_too_sparse().map(|error| (error, None)))
    }

    /// Rows and columns take memory also where they are empty: no more of them are read than elements pay for, as only a
    /// few bytes of a file announce any number.
    fn is_too_sparse(&self) -> Option<Diagnostic> {
        let largest = LARGEST_EMPTY.max(i64::from(self.n_listed) * MAX_LINES_PER_ELEMENT);
        let (n, what) = [(self.n_rows, "rows"), (self.n_cols, "columns")].into_iter().max_by_key(|(n, _)| *n)?;
        if i64::from(n) <= largest {
            return None;
        }
        let message = format!("{n} {what} are too many for {} elements", self.n_listed);
        let rule = format!("{LARGEST_EMPTY}, or {MAX_LINES_PER_ELEMENT} for each element that is listed");
        let help = format!("there may be up to {largest} {what} ({rule}); leave out those that are empty");
        Some(Diagnostic::error("matrix-size", message).help(help))
    }

    fn contradiction_to_symmetry(&self) -> Option<Diagnostic> {
        let Self { symmetry, n_rows, n_cols, n_listed, .. } = *self;
        let name = symmetry.name();
        match symmetry {
            Symmetry::General => None,
            _ if n_rows != n_cols => {
                let error = Diagnostic::error("matrix-symmetry", format!("this {name} matrix is not square"));
                Some(error.help("one of the two lines is wrong"))
            }
            _ if n_listed > i32::MAX / 2 => {
                let message = format!("these are too many elements for a {name} matrix");
                let help = format!("together with those that follow from them, there may be up to {}", i32::MAX);
                Some(Diagnostic::error("matrix-size", message).help(help))
            }
            _ => None,
        }
    }
}

/// What the first line says.
fn read_banner<R: BufRead + Seek>(lines: &Lines<R>) -> Result<(Field, Symmetry), Error> {
    const EXAMPLE: &str = "the first line is like `%%MatrixMarket matrix coordinate real general`";
    let line = &lines.line;
    let is_banner = line.words().next().is_some_and(|word| word.eq_ignore_ascii_case("%%MatrixMarket"));
    if !is_banner {
        let error = Diagnostic::error("matrix-banner", "this is no Matrix Market file").help(EXAMPLE);
        let error = error.note("a file that is packed must be unpacked before");
        return Err(lines.error(error, &[(line, line.whole(), "the first word is not `%%MatrixMarket`")]));
    }
    keyword(lines, 1, "object", &[("matrix", ())])?;
    keyword(lines, 2, "format", &[("coordinate", ())])?;
    let fields = [Field::Real, Field::Integer, Field::Pattern].map(|field| (field.name(), field));
    let symmetries = [Symmetry::General, Symmetry::Symmetric, Symmetry::SkewSymmetric];
    let field = keyword(lines, 3, "field", &fields)?;
    let symmetry = keyword(lines, 4, "symmetry", &symmetries.map(|symmetry| (symmetry.name(), symmetry)))?;
    if line.words().nth(5).is_some() {
        let error = Diagnostic::error("matrix-banner", "the banner goes on behind the symmetry").help(EXAMPLE);
        return Err(lines.error(error, &[(line, line.word(5).start..line.whole().end, "")]));
    }
    if field == Field::Pattern && symmetry == Symmetry::SkewSymmetric {
        let error = Diagnostic::error("matrix-banner", "a skew-symmetric matrix needs values");
        let error = error.help("files with the field `pattern` are `general` or `symmetric`");
        return Err(lines.error(error, &[(line, line.word(3).start..line.word(4).end, "")]));
    }
    Ok((field, symmetry))
}

/// The meaning of a word of the banner.
fn keyword<R: BufRead + Seek, T: Copy>(
    lines: &Lines<R>,
    at: usize,
    what: &str,
    known: &[(&str, T)],
) -> Result<T, Error> {
    let line = &lines.line;
    let word = line.words().nth(at).unwrap_or_default();
    let is_meant = |(name, _): &&(&str, T)| word.eq_ignore_ascii_case(name);
    known.iter().find(is_meant).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let message = match word.to_ascii_lowercase().as_str() {
            "" => format!("the banner names no {what}"),
            name @ ("array" | "complex" | "hermitian") => format!("matrices with the {what} `{name}` are not read"),
            _ => format!("`{word}` is no {what}"),
        };
        let names: Vec<String> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
        let error = Diagnostic::error("matrix-banner", message);
        let error = error.help(format!("the {what} may be {}", names.join(" or ")));
        lines.error(error, &[(line, line.word(at), "")])
    })
}

/// The numbers of rows, columns and listed elements.
fn read_size<R: BufRead + Seek>(lines: &Lines<R>) -> Result<[i32; 3], Error> {
    let line = &lines.line;
    if line.words().count() != 3 {
        let error = Diagnostic::error("matrix-size", "the size of a matrix is three numbers");
        let error = error.help("those of rows, columns and elements");
        return Err(lines.error(error, &[(line, line.whole(), "")]));
    }
    let mut size = [0; 3];
    for (at, (word, what)) in line.words().zip(["rows", "columns", "elements"]).enumerate() {
        let least = if what == "elements" { 0 } else { 1 };
        size[at] = word.parse().ok().filter(|number| *number >= least).ok_or_else(|| {
            let message = format!("`{word}` is no number of {what} from {least} to {}", i32::MAX);
            let error = Diagnostic::error("matrix-size", message);
            let error = error.help("the size of a matrix is the numbers of rows, columns and elements");
            lines.error(error, &[(line, line.word(at), "")])
        })?;
    }
    Ok(size)
}

/// The error for two elements in the same place. Where they are listed is known only once the file is read again.
fn listed_twice<R: BufRead + Seek>(lines: &mut Lines<R>, symmetry: Symmetry, duplicate: Duplicate) -> Error {
    let Duplicate { row, col } = duplicate;
    let is_implied = symmetry != Symmetry::General && row < col;
    let (row, col) = if is_implied { (col, row) } else { (row, col) };
    let message = format!("the element in row {} and column {} is listed twice", row + 1, col + 1);
    let error = Diagnostic::error("matrix-duplicate", message).help("leave one of them out");
    let coordinates = |line: &Line| line.word(0).start..line.word(1).end;
    match lines_with(lines, row, col).as_deref() {
        Ok([first, second]) => {
            let places = [(second, coordinates(second), ""), (first, coordinates(first), "it is listed here already")];
            lines.error(error, &places)
        }
        _ => lines.error(error.note("the lines are shown if the matrix is read from a file, not from a pipe"), &[]),
    }
}

/// The first two lines that list an element in this place.
fn lines_with<R: BufRead + Seek>(lines: &mut Lines<R>, row: i32, col: i32) -> Result<Vec<Line>, Error> {
    lines.rewind()?;
    let mut market = Market::open(lines)?;
    let mut found = vec![];
    while found.len() < 2
        && let Some(element) = market.next()?
    {
        if (element.row, element.col) == (row, col) {
            found.push(market.lines.line.clone());
        }
    }
    Ok(found)
}
