//! C's tokens, with their places.

use std::ops::Range;

/// A text cut into tokens. White space and comments are dropped; directives (`#pragma`, line markers) stand apart.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// All tokens outside directives, in order.
    pub tokens: Vec<Token>,
    /// The bytes of each line that starts with `#` (with its continuation lines, without the newline).
    pub directives: Vec<Range<usize>>,
}

/// A token: the bytes `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset after its last byte.
    pub end: u32,
}

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number: anything that starts with a digit, or with a dot and a digit.
    Number,
    /// A character constant with its prefix.
    Char,
    /// A string literal with its prefix.
    String,
    /// An operator or a bracket, as long as possible.
    Punctuator,
    /// A byte that C has no use for.
    Stray,
}

impl Token {
    /// Its place as a range of byte offsets.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its spelling in `text`, from which it was cut.
    pub fn text(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }
}

/// Punctuators of more than one character, longest first.
const LONG_PUNCTUATORS: [&str; 24] = [
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
    "-=", "&=", "^=", "|=", "##", "::",
];

/// Cuts a text into tokens. Never fails: unterminated literals end with their line.
pub fn tokenize(text: &str) -> Tokens {
    let mut result = Tokens::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut line_is_blank = true;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' => {
                line_is_blank = true;
                at += 1;
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            b'\\' if is_continuation(bytes, at) => at += 1,
            b'/' if bytes[at..].starts_with(b"//") => at = end_of_line(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => at = end_of_block_comment(text, at),
            b'#' if line_is_blank => {
                let end = end_of_line(bytes, at);
                result.directives.push(at..end);
                at = end;
            }
            _ => {
                line_is_blank = false;
                let (kind, end) = token_at(text, at);
                result.tokens.push(Token { kind, start: at as u32, end: end as u32 });
                at = end;
            }
        }
    }
    result
}

fn is_continuation(bytes: &[u8], at: usize) -> bool {
    bytes[at..].starts_with(b"\\\n") || bytes[at..].starts_with(b"\\\r\n")
}

/// The offset of the newline that ends the line of `at`, or of the text's end; continued lines count as one.
fn end_of_line(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += if bytes[at..].starts_with(b"\\\r\n") {
            3
        } else if bytes[at..].starts_with(b"\\\n") {
            2
        } else {
            1
        };
    }
    at.min(bytes.len())
}

fn end_of_block_comment(text: &str, at: usize) -> usize {
    text.get(at + 2..).and_then(|rest| rest.find("*/")).map_or(text.len(), |length| at + 2 + length + 2)
}

fn token_at(text: &str, at: usize) -> (TokenKind, usize) {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    if let Some((kind, length)) = literal_length(rest) {
        return (kind, at + length);
    }
    let first = rest.chars().next().unwrap_or('\0');
    if is_word_start(first) {
        let length = rest.find(|c: char| !is_word_start(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
        return (TokenKind::Word, at + length);
    }
    if first.is_ascii_digit() || (first == '.' && bytes.get(1).is_some_and(u8::is_ascii_digit)) {
        return (TokenKind::Number, at + number_length(bytes));
    }
    if let Some(long) = LONG_PUNCTUATORS.iter().find(|long| rest.starts_with(**long)) {
        return (TokenKind::Punctuator, at + long.len());
    }
    let kind = if "+-*/%<>=!&|^~?:;,.()[]{}".contains(first) { TokenKind::Punctuator } else { TokenKind::Stray };
    (kind, at + first.len_utf8())
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$' || !c.is_ascii()
}

/// A preprocessing number: digits, letters, dots, and signs after an exponent letter.
fn number_length(bytes: &[u8]) -> usize {
    let mut length = 1;
    while let Some(&byte) = bytes.get(length) {
        let after_exponent = matches!(bytes[length - 1], b'e' | b'E' | b'p' | b'P');
        let continues = byte.is_ascii_alphanumeric()
            || byte == b'.'
            || byte == b'_'
            || (matches!(byte, b'+' | b'-') && after_exponent && is_exponent(&bytes[..length]));
        if !continues {
            break;
        }
        length += 1;
    }
    length
}

/// Whether the last letter of a number's beginning starts its exponent: `e` is a digit in hexadecimal.
fn is_exponent(number: &[u8]) -> bool {
    let is_hex = number.starts_with(b"0x") || number.starts_with(b"0X");
    !is_hex || matches!(number.last(), Some(b'p' | b'P'))
}

fn literal_length(rest: &str) -> Option<(TokenKind, usize)> {
    let prefix = ["u8", "L", "u", "U"]
        .into_iter()
        .find(|prefix| rest.strip_prefix(prefix).is_some_and(|after| after.starts_with(['"', '\''])));
    let start = prefix.map_or(0, str::len);
    let bytes = rest.as_bytes();
    let quote = *bytes.get(start)?;
    let kind = match quote {
        b'"' => TokenKind::String,
        b'\'' => TokenKind::Char,
        _ => return None,
    };
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == quote => return Some((kind, at + 1)),
            _ => {}
        }
        at += 1;
    }
    let mut end = at.min(bytes.len());
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    Some((TokenKind::Stray, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let cut = tokenize(text);
        let tokens: Vec<_> = cut.tokens.iter().map(|token| token.text(text)).collect();
        assert_eq!(tokens.join(" "), expected);
    }

    #[test]
    fn operators_are_as_long_as_possible() {
        check("a+++b->c<<=d...", "a ++ + b -> c <<= d ...");
    }

    #[test]
    fn numbers_keep_suffixes_and_exponents() {
        check("1.5e-3f+0x1p-3L-.5 0xe+1 1e5-x", "1.5e-3f + 0x1p-3L - .5 0xe + 1 1e5 - x");
    }

    #[test]
    fn literals_and_comments() {
        check(r#"f("a\"b" /* c */, '\'', L'x') // d"#, r#"f ( "a\"b" , '\'' , L'x' )"#);
    }

    #[test]
    fn directives_stand_apart() {
        let text = "a\n  #pragma x \\\n y\nb # c";
        check(text, "a b # c");
        let cut = tokenize(text);
        assert_eq!(&text[cut.directives[0].clone()], "#pragma x \\\n y");
    }

    #[test]
    fn unterminated_text_ends_somewhere() {
        check("\"abc\nd", "\"abc d");
        check("a /* b", "a");
        check("'\\", "'\\");
        check("\"é\\", "\"é\\");
    }
}
