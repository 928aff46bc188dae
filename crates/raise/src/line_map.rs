//! From places in preprocessed text to lines of the files it came from.

use polymill_diagnostics::SourceFile;

/// Where the lines of a preprocessed text come from, as its line markers (`# 12 "file.c" 1 3`, `#line 12 "file.c"`)
/// say.
#[derive(Clone, Debug, Default)]
pub struct LineMap {
    files: Vec<String>,
    /// In order of `line`.
    segments: Vec<Segment>,
}

/// From line `line` of the preprocessed text on, lines come from `file`, starting with its line `origin`.
#[derive(Clone, Copy, Debug)]
struct Segment {
    line: u32,
    file: usize,
    origin: u32,
}

impl LineMap {
    /// Reads the markers of a preprocessed text. Text before the first marker comes from `name`.
    pub fn read(text: &SourceFile, name: &str) -> Self {
        let mut map = Self { files: vec![name.to_owned()], segments: vec![Segment { line: 1, file: 0, origin: 1 }] };
        for line in 1..=text.n_lines() {
            let Some(range) = text.line(line) else { break };
            let Some((origin, file)) = read_marker(&text.text()[range]) else { continue };
            let file = match file {
                Some(file) => map.file_index(file),
                None => map.segments.last().map_or(0, |segment| segment.file),
            };
            map.segments.push(Segment { line: line + 1, file, origin });
        }
        map
    }

    /// File and line from which a line of the preprocessed text (from 1) comes.
    pub fn origin(&self, line: u32) -> (&str, u32) {
        let after = self.segments.partition_point(|segment| segment.line <= line);
        let Some(segment) = after.checked_sub(1).and_then(|index| self.segments.get(index)) else { return ("", line) };
        (&self.files[segment.file], segment.origin.saturating_add(line - segment.line))
    }

    /// The file that the first marker names: the one that was given to the preprocessor.
    pub fn first_file(&self) -> &str {
        self.segments.get(1).map_or("", |segment| &self.files[segment.file])
    }

    fn file_index(&mut self, name: String) -> usize {
        self.files.iter().position(|file| *file == name).unwrap_or_else(|| {
            self.files.push(name);
            self.files.len() - 1
        })
    }
}

/// Line number and file name of a marker; `None` if the line is none.
fn read_marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let n_digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..n_digits].parse().ok()?;
    let name = rest[n_digits..].trim_start().strip_prefix('"').map(unescape);
    Some((number, name))
}

/// The text up to the closing quote, with `\"` and `\\` undone.
fn unescape(quoted: &str) -> String {
    let mut name = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => name.extend(chars.next()),
            _ => name.push(c),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_set_file_and_line() {
        let text =
            "# 0 \"dir/a \\\"b\\\".c\"\n# 1 \"x.h\" 1 3\nint x;\n\nint y;\n# 7 \"a.c\" 2\nint z;\n#line 9\nw\n# x\n";
        let map = LineMap::read(&SourceFile::new("p", text), "?");
        assert_eq!(map.first_file(), "dir/a \"b\".c");
        assert_eq!(map.origin(3), ("x.h", 1));
        assert_eq!(map.origin(5), ("x.h", 3));
        assert_eq!(map.origin(7), ("a.c", 7));
        assert_eq!(map.origin(9), ("a.c", 9));
        assert_eq!(map.origin(10), ("a.c", 10));
    }

    #[test]
    fn text_without_markers_is_its_own_origin() {
        let map = LineMap::read(&SourceFile::new("p", "a\nb"), "p.i");
        assert_eq!(map.origin(2), ("p.i", 2));
        assert_eq!(map.first_file(), "");
    }
}
