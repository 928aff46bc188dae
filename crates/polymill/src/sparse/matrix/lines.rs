//! Lines of a text that is too large to keep, and errors about them.

use std::io::{BufRead, Read, Seek};
use std::ops::Range;

use polymill_diagnostics::{Diagnostic, SourceMap, Span};

use crate::Error;

/// A text, line by line.
pub struct Lines<R> {
    name: String,
    input: R,
    bytes: Vec<u8>,
    /// The current line; empty at the end.
    pub line: Line,
}

/// A line without its end.
#[derive(Clone, Default)]
pub struct Line {
    number: u32,
    text: String,
}

/// Some bytes of a line, and what there is to say about them.
pub type Place<'a> = (&'a Line, Range<usize>, &'a str);

/// In bytes. The format allows 1024; without any limit, a file that is no text would be read into memory.
const LONGEST_LINE: u64 = 1 << 16;

/// In characters.
const LONGEST_EXCERPT: usize = 120;

impl<R: BufRead + Seek> Lines<R> {
    /// The lines of a text; `name` is for messages.
    pub fn new(name: &str, input: R) -> Self {
        Self { name: name.to_owned(), input, bytes: vec![], line: Line::default() }
    }

    /// Goes to the next line; false at the end.
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.bytes.clear();
        let mut input = self.input.by_ref().take(LONGEST_LINE);
        let n_bytes = input.read_until(b'\n', &mut self.bytes).map_err(Error::file("read", &self.name))? as u64;
        self.line.number = self.line.number.saturating_add(1);
        self.line.text.clear();
        self.line.text.push_str(String::from_utf8_lossy(&self.bytes).trim_ascii_end());
        if n_bytes == LONGEST_LINE && !self.bytes.ends_with(b"\n") {
            let error = Diagnostic::error("matrix-line", format!("a line is longer than {LONGEST_LINE} bytes"));
            let error = error.help("each element stands on a line of its own");
            return Err(self.error(error, &[(&self.line, self.line.whole(), "")]));
        }
        Ok(n_bytes > 0)
    }

    /// Goes to the next line that is neither blank nor a comment; false at the end.
    pub fn advance_to_numbers(&mut self) -> Result<bool, Error> {
        while self.advance()? {
            if self.line.words().next().is_some_and(|word| !word.starts_with('%')) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Goes back to the beginning.
    pub fn rewind(&mut self) -> Result<(), Error> {
        self.line = Line::default();
        self.input.rewind().map_err(Error::file("read", &self.name))
    }

    /// The error that a diagnostic describes, at these places; the first of them is the primary one.
    pub fn error(&self, mut diagnostic: Diagnostic, places: &[Place]) -> Error {
        let mut sources = SourceMap::default();
        for (line, range, label) in places {
            let excerpt: String = line.text.chars().take(LONGEST_EXCERPT).collect();
            let span = Span::new(sources.add_excerpt(&self.name, excerpt, line.number), range.start, range.end);
            diagnostic = match diagnostic.primary {
                None => diagnostic.at(span, *label),
                Some(_) => diagnostic.also_at(span, *label),
            };
        }
        Error::Input { diagnostic: Box::new(diagnostic), sources }
    }
}

impl Line {
    /// What blanks separate.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_ascii_whitespace()
    }

    /// Where all words stand.
    pub fn whole(&self) -> Range<usize> {
        self.word(0).start..self.text.len()
    }

    /// Where a word stands, counted from zero; the end of the line if there are not so many.
    pub fn word(&self, index: usize) -> Range<usize> {
        let mut range = 0..0;
        for word in self.words().take(index + 1) {
            let start = self.text[range.end..].find(word).map_or(range.end, |at| range.end + at);
            range = start..start + word.len();
        }
        if index < self.words().count() { range } else { self.text.len()..self.text.len() }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn words_are_found_where_they_stand() {
        let line = Line { number: 1, text: "  1 11\t1".to_owned() };
        assert_eq!([line.word(0), line.word(1), line.word(2), line.word(3)], [2..3, 4..6, 7..8, 8..8]);
        assert_eq!(line.whole(), 2..8);
    }

    #[test]
    fn comments_and_blank_lines_count_but_are_passed_by() {
        let mut lines = Lines::new("a", Cursor::new(b"% \xff\r\n\n 1\r\n%\n2".as_slice()));
        let mut found = vec![];
        while lines.advance_to_numbers().unwrap() {
            found.push((lines.line.number, lines.line.text.clone()));
        }
        assert_eq!(found, [(3, " 1".to_owned()), (5, "2".to_owned())]);
    }
}
