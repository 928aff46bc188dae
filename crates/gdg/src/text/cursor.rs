//! Where the parser stands in a text: the words and signs of the text form.

use polymill_diagnostics::SourceFile;

use super::syntax::{At, IslText, Name};
use crate::{Error, Result, ScalarType, is_identifier};

/// A place in a text, moving forward.
pub(super) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    depth: usize,
    n_operators: usize,
}

/// How deep expressions, actions and loops may be nested: far more than anyone writes, and little enough for the stack.
const MAX_DEPTH: usize = 200;

/// How many binary operators one action may have, for the same reason.
const MAX_OPERATORS: usize = 500;

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        let mut cursor = Self { text, offset: 0, depth: 0, n_operators: 0 };
        cursor.skip_space();
        cursor
    }

    /// The next thing starts here.
    pub fn offset(&self) -> usize {
        self.offset
    }

    pub fn at_end(&self) -> bool {
        self.offset == self.text.len()
    }

    /// What is still to be read.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Reads `n` bytes and the space after them.
    pub fn advance(&mut self, n: usize) {
        self.offset = (self.offset + n).min(self.text.len());
        self.skip_space();
    }

    /// Skips white space and comments (`// ...` and `/* ... */`).
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.len() - rest.trim_start().len();
            let comment = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                0
            };
            if space + comment == 0 {
                return;
            }
            self.offset += space + comment;
        }
    }

    /// The word (letters, digits, `_`) that comes next; empty if none does.
    pub fn peek_word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Reads this sign if it comes next.
    pub fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.advance(sign.len());
        }
        found
    }

    /// Reads this word if it comes next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.advance(word.len());
        }
        found
    }

    /// Reads this sign, which must come next.
    pub fn expect(&mut self, sign: &str) -> Result<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    /// Reads a name: letters, digits and `_`, a digit not first.
    pub fn name(&mut self, what: &str) -> Result<Name> {
        let (word, offset) = (self.peek_word(), self.offset);
        if !is_identifier(word) {
            return Err(self.expected(what));
        }
        self.advance(word.len());
        Ok(At { value: word.to_owned(), offset })
    }

    pub fn scalar_type(&mut self) -> Result<ScalarType> {
        let ty = self.peek_type().ok_or_else(|| self.expected("a scalar type, such as i32, u8, f64 or bool"))?;
        self.advance(self.peek_word().len());
        Ok(ty)
    }

    pub fn peek_type(&self) -> Option<ScalarType> {
        self.peek_word().parse().ok()
    }

    /// Reads `` `text` ``: any text; `` \` `` and `\\` stand for a backtick and a backslash, other escapes are kept.
    pub fn quoted(&mut self) -> Result<At<String>> {
        let offset = self.offset;
        if !self.rest().starts_with('`') {
            return Err(self.expected("text in backticks"));
        }
        let inside = &self.rest()[1..];
        let mut escaped = false;
        for (at, c) in inside.char_indices() {
            if c == '`' && !escaped {
                self.advance(at + 2);
                return Ok(At { value: inside[..at].to_owned(), offset });
            }
            escaped = c == '\\' && !escaped;
        }
        Err(self.error(offset, "this backtick is never closed"))
    }

    /// Reads isl's notation up to the bracket that closes its first `{`: `{ ... }` or `[n] -> { ... }`.
    pub fn isl(&mut self, what: &str) -> Result<IslText> {
        let offset = self.offset;
        let mut length = 0;
        if self.rest().starts_with('[') {
            let params = self.balanced(0)?;
            let arrow = self.rest()[params..].trim_start();
            let Some(braces) = arrow.strip_prefix("->") else {
                return Err(self.expected(what));
            };
            length = self.rest().len() - braces.trim_start().len();
        }
        if !self.rest()[length..].starts_with('{') {
            return Err(
                self.error(offset + length, &format!("expected {what}, found {}", found(&self.rest()[length..])))
            );
        }
        length += self.balanced(length)?;
        let value = self.rest()[..length].to_owned();
        self.advance(length);
        Ok(At { value, offset })
    }

    /// Reads `{ ... }` or `[ ... ]`, and returns what is inside.
    pub fn bracketed(&mut self, open: &str) -> Result<At<String>> {
        if !self.rest().starts_with(open) {
            return Err(self.expected(&format!("`{open}`")));
        }
        let length = self.balanced(0)?;
        let value = self.rest()[1..length - 1].to_owned();
        let offset = self.offset + 1;
        self.advance(length);
        Ok(At { value, offset })
    }

    /// The length of the brackets that open `start` bytes from here. Text in double quotes is skipped.
    fn balanced(&self, start: usize) -> Result<usize> {
        let mut open = vec![];
        let mut quoted = false;
        for (at, c) in self.rest()[start..].char_indices() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '{' | '[' | '(' if open.len() == MAX_DEPTH => {
                    return Err(self.error(self.offset + start + at, &too_deep()));
                }
                '{' | '[' | '(' => open.push(c),
                '}' | ']' | ')' => {
                    if open.pop() != Some(opening(c)) {
                        return Err(self.error(self.offset + start + at, &format!("this `{c}` closes nothing")));
                    }
                    if open.is_empty() {
                        return Ok(at + 1);
                    }
                }
                _ => {}
            }
        }
        Err(self.error(self.offset + start, "this bracket is never closed"))
    }

    /// Runs `inner` one level deeper.
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(self.offset, &too_deep()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Counts an operator of an expression: operators in a row nest as parentheses do.
    pub fn count_operator(&mut self) -> Result<()> {
        self.n_operators += 1;
        if self.n_operators > MAX_OPERATORS {
            return Err(self.error(self.offset, &format!("more than {MAX_OPERATORS} operators in one assignment")));
        }
        Ok(())
    }

    /// Starts a new action.
    pub fn forget_operators(&mut self) {
        self.n_operators = 0;
    }

    /// What was expected here is not what stands here.
    pub fn expected(&self, what: &str) -> Error {
        self.error(self.offset, &format!("expected {what}, found {}", found(self.rest())))
    }

    pub fn error(&self, offset: usize, message: &str) -> Error {
        error_at(self.text, offset, message)
    }
}

fn too_deep() -> String {
    format!("nested more than {MAX_DEPTH} levels deep")
}

/// A user's error at this byte of the text.
pub(super) fn error_at(text: &str, offset: usize, message: &str) -> Error {
    let offset = u32::try_from(offset).unwrap_or(u32::MAX);
    Error::User { at: SourceFile::new("", text).location(offset), message: message.to_owned() }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn opening(closing: char) -> char {
    match closing {
        '}' => '{',
        ']' => '[',
        _ => '(',
    }
}

/// Names what a text starts with, for messages.
fn found(rest: &str) -> String {
    let word_end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    match rest.chars().next() {
        None => "the end of the text".to_owned(),
        Some(c) if word_end == 0 => format!("`{}`", c.escape_debug()),
        Some(_) => format!("`{}`", &rest[..word_end.min(40)]),
    }
}
