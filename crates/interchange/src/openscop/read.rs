//! The text of a file to data.

use super::{Extension, OpenScop, Polyhedron, Relation, RelationKind, Scop, ScopStatement};
use crate::{Error, Result};

/// More rows, columns, statements, ... than that are a mistake.
const MAX_NUMBER: usize = 100_000;

pub(super) fn read(text: &str) -> Result<OpenScop> {
    let mut lines = Lines { lines: text.lines().collect(), next: 0 };
    let mut scops = vec![];
    while lines.skip_to("<OpenScop>") {
        scops.push(lines.scop()?);
    }
    if scops.is_empty() {
        return Err(Error::user("there is no `<OpenScop>` in it"));
    }
    Ok(OpenScop { scops })
}

struct Lines<'a> {
    lines: Vec<&'a str>,
    /// The position of the next line.
    next: usize,
}

impl<'a> Lines<'a> {
    /// Goes behind the next line that says so; false if there is none.
    fn skip_to(&mut self, wanted: &str) -> bool {
        while let Some(line) = self.lines.get(self.next) {
            self.next += 1;
            if line.trim() == wanted {
                return true;
            }
        }
        false
    }

    /// The next line that says something, without comments, and its number; it is not passed.
    fn peek(&mut self) -> Result<(usize, &'a str)> {
        while let Some(line) = self.lines.get(self.next) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                return Ok((self.next + 1, line));
            }
            self.next += 1;
        }
        Err(at(self.lines.len(), "the file ends here, before `</OpenScop>`"))
    }

    fn line(&mut self) -> Result<(usize, &'a str)> {
        let found = self.peek()?;
        self.next += 1;
        Ok(found)
    }

    /// The next line, which has so many numbers if that is said.
    fn numbers(&mut self, n: Option<usize>) -> Result<(usize, Vec<i128>)> {
        let (line, text) = self.line()?;
        let number = |word: &str| word.parse().map_err(|_| at(line, &format!("expected a number, and not `{word}`")));
        let numbers: Vec<i128> = text.split_whitespace().map(number).collect::<Result<_>>()?;
        match n {
            Some(n) if numbers.len() != n => Err(at(line, &format!("expected {n} numbers, and not {}", numbers.len()))),
            _ => Ok((line, numbers)),
        }
    }

    /// The next line, which has one number, of something.
    fn count(&mut self, of: &str) -> Result<usize> {
        let (line, numbers) = self.numbers(Some(1))?;
        count(line, numbers[0], of)
    }

    fn scop(&mut self) -> Result<Scop> {
        let (line, language) = self.line()?;
        if language.starts_with('<') {
            return Err(at(line, "expected the language, such as `C`"));
        }
        let context = self.relation()?;
        if context.kind != RelationKind::Context {
            return Err(at(context.line, "expected `CONTEXT`"));
        }
        let parameters = match self.count("flag")? {
            0 => None,
            _ => Some(self.extension()?),
        };
        let mut statements = vec![];
        for _ in 0..self.count("statement")? {
            statements.push(self.statement()?);
        }
        let mut extensions = vec![];
        while self.peek()?.1 != "</OpenScop>" {
            extensions.push(self.extension()?);
        }
        self.line()?;
        Ok(Scop { language: language.to_owned(), context, parameters, statements, extensions })
    }

    fn statement(&mut self) -> Result<ScopStatement> {
        let (line, _) = self.peek()?;
        let mut relations = vec![];
        for _ in 0..self.count("relation")? {
            relations.push(self.relation()?);
        }
        let mut extensions = vec![];
        for _ in 0..self.count("extension")? {
            extensions.push(self.extension()?);
        }
        Ok(ScopStatement { relations, extensions, line })
    }

    fn relation(&mut self) -> Result<Relation> {
        let (line, word) = self.line()?;
        let kind = RelationKind::ALL.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
            let known: Vec<_> = RelationKind::ALL.iter().map(|kind| kind.word()).collect();
            at(line, &format!("`{word}` is no kind of relation; expected {}", known.join(", ")))
        })?;
        let (next, text) = self.peek()?;
        let says_number = text.split_whitespace().count() == 1;
        let n_parts = if says_number { self.count("part")? } else { 1 };
        let mut parts = vec![];
        for _ in 0..n_parts {
            parts.push(self.polyhedron()?);
        }
        let shape = |part: &Polyhedron| (part.n_output, part.n_input, part.n_params);
        if parts.windows(2).any(|pair| shape(&pair[0]) != shape(&pair[1])) {
            return Err(at(next, "the parts of a union have not the same dimensions"));
        }
        Ok(Relation { kind, parts, says_number, line })
    }

    fn polyhedron(&mut self) -> Result<Polyhedron> {
        let (line, shape) = self.numbers(Some(6))?;
        let names = ["row", "column", "output dimension", "input dimension", "local dimension", "parameter"];
        let mut counts = vec![];
        for (number, name) in shape.iter().zip(names) {
            counts.push(count(line, *number, name)?);
        }
        let [n_rows, n_columns, n_output, n_input, n_local, n_params] = counts[..] else {
            return Err(at(line, "expected 6 numbers"));
        };
        let expected = 2 + n_output + n_input + n_local + n_params;
        if n_columns != expected {
            return Err(at(line, &format!("these dimensions make {expected} columns, and not {n_columns}")));
        }
        let mut rows = vec![];
        for _ in 0..n_rows {
            let (line, row) = self.numbers(Some(n_columns))?;
            if !matches!(row[0], 0 | 1) {
                return Err(at(line, "a row begins with 0 for an equation or 1 for an inequality"));
            }
            rows.push(row);
        }
        Ok(Polyhedron { n_output, n_input, n_local, n_params, rows })
    }

    fn extension(&mut self) -> Result<Extension> {
        let (line, tag) = self.line()?;
        let name = tag.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).filter(|name| !name.starts_with('/'));
        let name = name.ok_or_else(|| at(line, &format!("expected something like `<body>`, and not `{tag}`")))?;
        let start = self.next;
        if !self.skip_to(&format!("</{name}>")) {
            return Err(at(line, &format!("`<{name}>` has no end `</{name}>`")));
        }
        let lines = self.lines[start..self.next - 1].iter().map(|line| (*line).to_owned()).collect();
        Ok(Extension { name: name.to_owned(), lines })
    }
}

fn count(line: usize, number: i128, of: &str) -> Result<usize> {
    let count = usize::try_from(number).ok().filter(|count| *count <= MAX_NUMBER);
    count.ok_or_else(|| at(line, &format!("{number} is no number of {of}s")))
}

pub(super) fn at(line: usize, message: &str) -> Error {
    Error::user(format!("line {line}: {message}"))
}
