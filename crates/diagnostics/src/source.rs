//! Source files and places in them.

use serde::Serialize;

/// All source files of a compilation.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// A source file and its text, or an excerpt of it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    text: String,
    /// The number of the text's first line; 1 but for excerpts.
    first_line: u32,
    /// Byte offset of the first character of each line.
    line_starts: Vec<u32>,
}

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct FileId(pub u32);

/// The bytes `start..end` of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// A place as people name it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Location {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl SourceMap {
    /// Adds a file and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile::new(name, text));
        FileId(self.files.len() as u32 - 1)
    }

    /// Adds some lines of a file that is too large to keep; the first of them has the number `first_line`. Spans count
    /// bytes from the excerpt's beginning.
    ///
    /// ```
    /// use polymill_diagnostics::{SourceMap, Span};
    ///
    /// let mut sources = SourceMap::default();
    /// let lines = sources.add_excerpt("a.mtx", "3 1 0.5\n3 2 x\n", 1000);
    /// assert_eq!(sources.describe(Span::new(lines, 12, 13)), "a.mtx:1001:5");
    /// ```
    pub fn add_excerpt(&mut self, name: impl Into<String>, text: impl Into<String>, first_line: u32) -> FileId {
        self.files.push(SourceFile { first_line, ..SourceFile::new(name, text) });
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with this id, if it is one of this map's.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The first file with this name.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.files.iter().position(|file| file.name == name).map(|index| FileId(index as u32))
    }

    /// The text at a span; empty if the span lies outside its file.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).and_then(|file| file.text.get(span.range())).unwrap_or("")
    }

    /// Line and column where a span starts.
    pub fn location(&self, span: Span) -> Option<Location> {
        self.file(span.file).map(|file| file.location(span.start))
    }

    /// `file:line:column` of a span's start, for messages.
    pub fn describe(&self, span: Span) -> String {
        match self.file(span.file) {
            Some(file) => {
                let Location { line, column } = file.location(span.start);
                format!("{}:{line}:{column}", file.name)
            }
            None => "unknown place".to_owned(),
        }
    }
}

impl SourceFile {
    /// A file with this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(newlines).collect();
        Self { name: name.into(), text, first_line: 1, line_starts }
    }

    /// The name to show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the text's first line.
    pub fn first_line(&self) -> u32 {
        self.first_line
    }

    /// Number of lines; text after the last newline counts as one, empty or not.
    pub fn n_lines(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// Line and column of a byte offset; offsets past the end mean the end.
    pub fn location(&self, offset: u32) -> Location {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|start| *start as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        let column = self.text[start..offset].chars().count() as u32 + 1;
        Location { line: self.first_line.saturating_add(line as u32 - 1), column }
    }

    /// The byte offsets of the line with this number, without its newline; `None` if there is no such line.
    pub fn line(&self, line: u32) -> Option<std::ops::Range<usize>> {
        let index = line.checked_sub(self.first_line)? as usize;
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| *next as usize - 1);
        Some(start..end)
    }
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }

    /// As a range of byte offsets.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that covers both; `self` if they are in different files.
    pub fn to(self, other: Self) -> Self {
        if self.file != other.file {
            return self;
        }
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let file = SourceFile::new("a", "é x\ny");
        assert_eq!(file.location(3), Location { line: 1, column: 3 });
        assert_eq!(file.location(5), Location { line: 2, column: 1 });
        assert_eq!(file.location(1), Location { line: 1, column: 1 });
        assert_eq!(file.location(99), Location { line: 2, column: 2 });
    }

    #[test]
    fn lines_exclude_their_newline() {
        let file = SourceFile::new("a", "ab\n\nc");
        assert_eq!([file.line(1), file.line(2), file.line(3)], [Some(0..2), Some(3..3), Some(4..5)]);
        assert_eq!((file.line(0), file.line(4), file.n_lines()), (None, None, 3));
    }

    #[test]
    fn lines_of_an_excerpt_keep_their_numbers() {
        let file = SourceFile { first_line: 7, ..SourceFile::new("a", "ab\nc") };
        assert_eq!([file.line(6), file.line(7), file.line(8), file.line(9)], [None, Some(0..2), Some(3..4), None]);
        assert_eq!(file.location(3), Location { line: 8, column: 1 });
    }
}
