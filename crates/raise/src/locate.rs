//! From places in the preprocessed text back to the original file.

use std::ops::Range;

use polymill_diagnostics::SourceFile;

use crate::Preprocessed;
use crate::syntax::{Token, Tokens, tokenize};

/// Knows for each token of the preprocessed text that stands in the original file where it stands there.
#[derive(Clone, Debug)]
pub(crate) struct Locator<'a> {
    preprocessed: &'a Preprocessed,
    tokens: &'a [Token],
    original: &'a SourceFile,
    original_tokens: Vec<Token>,
    original_directives: Vec<Range<usize>>,
}

impl<'a> Locator<'a> {
    pub fn new(preprocessed: &'a Preprocessed, tokens: &'a Tokens, original: &'a SourceFile) -> Self {
        let Tokens { tokens: original_tokens, directives: original_directives } = tokenize(original.text());
        Self { preprocessed, tokens: &tokens.tokens, original, original_tokens, original_directives }
    }

    /// The bytes of the original file from which these bytes of the preprocessed text come: from their first token to
    /// their last. `None` if one of the two comes out of a macro or another file. Where macros stand beside them, this is
    /// but likely.
    pub fn range(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let first = self.tokens.partition_point(|token| (token.start as usize) < range.start);
        let after = self.tokens.partition_point(|token| (token.start as usize) < range.end);
        let first = self.token(first, |n_before, _, _| Some(n_before))?;
        let last = self.token(after.checked_sub(1)?, |_, n_after, n_all| n_all.checked_sub(n_after + 1))?;
        (first.start <= last.start).then_some(first.start as usize..last.end as usize)
    }

    /// The first byte of the line of the original file on which these bytes of the preprocessed text start, if they start
    /// it; be it with a macro.
    pub fn line_start(&self, offset: usize) -> Option<usize> {
        let index = self.tokens.partition_point(|token| (token.start as usize) < offset);
        let line_of = |token: &Token| self.preprocessed.origin(token.start as usize);
        let (file, line) = line_of(self.tokens.get(index)?);
        let starts_line = index.checked_sub(1).is_none_or(|before| line_of(&self.tokens[before]) != (file, line));
        (file == self.preprocessed.main_file && starts_line).then(|| self.original.line(line))?.map(|line| line.start)
    }

    /// The bytes of the original file to show for these bytes of the preprocessed text: exact where that is known, and
    /// otherwise the line. `None` for other files.
    pub fn shown(&self, range: &Range<usize>) -> Option<Range<usize>> {
        if let Some(exact) = self.range(range) {
            return Some(exact);
        }
        let (file, line) = self.preprocessed.origin(range.start);
        if file != self.preprocessed.main_file {
            return None;
        }
        let line = self.original.line(line)?;
        let text = &self.original.text()[line.clone()];
        let start = line.start + (text.len() - text.trim_start().len());
        Some(start..(line.start + text.trim_end().len()).max(start))
    }

    /// The bytes of the directive of the original file that a directive of the preprocessed text is.
    pub fn directive(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let (file, line) = self.preprocessed.origin(range.start);
        let is_it = |found: &&Range<usize>| self.original.location(found.start as u32).line == line;
        let found = self.original_directives.iter().find(is_it)?.clone();
        (file == self.preprocessed.main_file).then_some(found)
    }

    /// The original token that a token of the preprocessed text is. `pick` chooses among those with its spelling on its
    /// line, told how many such tokens of the expanded line are before it and after it, and how many there are.
    fn token(&self, index: usize, pick: impl Fn(usize, usize, usize) -> Option<usize>) -> Option<Token> {
        let token = self.tokens.get(index)?;
        let (file, line) = self.preprocessed.origin(token.start as usize);
        if file != self.preprocessed.main_file {
            return None;
        }
        let text = token.text(self.preprocessed.text());
        let on_line = |token: &&Token| self.preprocessed.origin(token.start as usize) == (file, line);
        let before = self.tokens[..index].iter().rev().take_while(on_line);
        let after = self.tokens[index + 1..].iter().take_while(on_line);
        let is_same = |token: &&Token| token.text(self.preprocessed.text()) == text;
        let (n_before, n_after) = (before.filter(is_same).count(), after.filter(is_same).count());
        let candidates = self.tokens_on_line(line).iter().filter(|token| token.text(self.original.text()) == text);
        let candidates: Vec<Token> = candidates.copied().collect();
        candidates.get(pick(n_before, n_after, candidates.len())?).copied()
    }

    fn tokens_on_line(&self, line: u32) -> &[Token] {
        let Some(range) = self.original.line(line) else { return &[] };
        let position = |offset: usize| self.original_tokens.partition_point(|token| (token.start as usize) < offset);
        &self.original_tokens[position(range.start)..position(range.end)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(original: &str, preprocessed: &str, wanted: &str, expected: Option<&str>) {
        let preprocessed = Preprocessed::from_text(preprocessed, "a.c");
        let tokens = tokenize(preprocessed.text());
        let original = SourceFile::new("a.c", original);
        let locator = Locator::new(&preprocessed, &tokens, &original);
        let start = preprocessed.text().find(wanted).unwrap();
        let found = locator.range(&(start..start + wanted.len()));
        assert_eq!(found.map(|range| &original.text()[range]), expected);
    }

    #[test]
    fn code_beside_macros_is_found() {
        check(
            "#define N 4\n  for (;;) /* ; */ a[N] = N;\n",
            "# 1 \"a.c\"\n\n  for (;;) a[4] = 4;\n",
            "for (;;) a[4] = 4;",
            Some("for (;;) /* ; */ a[N] = N;"),
        );
    }

    #[test]
    fn one_of_two_on_a_line_is_found() {
        check("f(1); g(); f(2);", "# 1 \"a.c\"\nf(1); g(); f(2);", "f(2);", Some("f(2);"));
    }

    #[test]
    fn code_out_of_a_macro_is_not_found() {
        check("FOR(i) x;", "# 1 \"a.c\"\nfor (i = 0;;) x;", "for (i = 0;;) x;", None);
        check("TWICE(f();)", "# 1 \"a.c\"\nf(); f();", "f();", None);
    }

    #[test]
    fn a_macro_inside_does_not_matter() {
        check(
            "g(); for (;;) SWAP(a, b);",
            "# 1 \"a.c\"\ng(); for (;;) do { a; b; } while (0);",
            "for (;;) do { a; b; } while (0);",
            Some("for (;;) SWAP(a, b);"),
        );
    }

    #[test]
    fn code_of_other_files_is_not_found() {
        check("x;", "# 1 \"a.c\"\n# 1 \"b.h\" 1\nx;", "x;", None);
    }
}
