//! Cuts a file's tokens into external declarations, so that what is wrong in one does not touch the others.

use std::ops::Range;

use super::token::{Token, TokenKind};

/// An external declaration: a range of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Chunk {
    /// All its tokens, with the final `;` or `}`.
    pub tokens: Range<usize>,
    /// The tokens of a function's body with its braces, if this defines a function.
    pub body: Option<Range<usize>>,
}

/// Brackets that do not match, or are nested too deeply: the index of the token to show, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BracketError {
    pub token: usize,
    pub message: String,
}

/// Brackets nested deeper than this are refused, so that recursion over them ends.
const MAX_NESTING: usize = 200;

/// Cuts all tokens of `text` into chunks.
pub(super) fn chunks(tokens: &[Token], text: &str) -> Result<Vec<Chunk>, BracketError> {
    let matching = match_brackets(tokens, text)?;
    let is = |index: usize, what: &str| tokens[index].text(text) == what;
    let mut result = vec![];
    let (mut start, mut at, mut has_initializer) = (0, 0, false);
    while at < tokens.len() {
        let mut body = None;
        let mut next = at + 1;
        let mut ends = is(at, ";") && !declares_parameters(tokens, text, &matching, start, at);
        has_initializer |= is(at, "=");
        if let Some(close) = matching[at] {
            next = close + 1;
            let follows_parameters = || {
                follows_parameters(tokens, text, &matching, start, at)
                    || (at > start && declares_parameters(tokens, text, &matching, start, at - 1))
            };
            if is(at, "{") && !has_initializer && follows_parameters() {
                body = Some(at..next);
                ends = true;
            }
        }
        if ends || next >= tokens.len() {
            result.push(Chunk { tokens: start..next, body });
            (start, has_initializer) = (next, false);
        }
        at = next;
    }
    Ok(result)
}

/// For each opening bracket, the index of its closing one.
pub(super) fn match_brackets(tokens: &[Token], text: &str) -> Result<Vec<Option<usize>>, BracketError> {
    let mut matching = vec![None; tokens.len()];
    let mut open: Vec<(usize, &str)> = vec![];
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Punctuator {
            continue;
        }
        match token.text(text) {
            bracket @ ("(" | "[" | "{") => open.push((index, bracket)),
            bracket @ (")" | "]" | "}") => match open.pop() {
                Some((opening, kind)) if closes(kind, bracket) => matching[opening] = Some(index),
                Some((opening, kind)) => return Err(BracketError::new(opening, format!("`{kind}` is never closed"))),
                None => return Err(BracketError::new(index, format!("`{bracket}` closes nothing"))),
            },
            _ => {}
        }
        if open.len() > MAX_NESTING {
            return Err(BracketError::new(index, format!("brackets are nested more than {MAX_NESTING} deep")));
        }
    }
    match open.last() {
        Some((opening, kind)) => Err(BracketError::new(*opening, format!("`{kind}` is never closed"))),
        None => Ok(matching),
    }
}

impl BracketError {
    fn new(token: usize, message: String) -> Self {
        Self { token, message }
    }
}

fn closes(open: &str, close: &str) -> bool {
    matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"))
}

/// Whether the brace at `at` follows a parameter list, attributes aside.
fn follows_parameters(tokens: &[Token], text: &str, matching: &[Option<usize>], start: usize, at: usize) -> bool {
    let mut previous = at;
    while previous > start {
        previous -= 1;
        if tokens[previous].text(text) != ")" {
            return false;
        }
        let Some(open) = (start..previous).rev().find(|index| matching[*index] == Some(previous)) else { return false };
        if open == start || !takes_arguments(tokens[open - 1].text(text)) {
            return true;
        }
        previous = open - 1;
    }
    false
}

/// Whether the semicolon at `at` ends the declaration of a parameter: `double f(x, n) double *x; int n; { ... }`. Some of the names
/// in the parentheses are declared between these and the body; others are `int`.
fn declares_parameters(tokens: &[Token], text: &str, matching: &[Option<usize>], start: usize, at: usize) -> bool {
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text(text));
    let is_word = |index: usize| tokens.get(index).is_some_and(|token| token.kind == TokenKind::Word);
    let Some(open) = (start..at).find(|index| word(*index) == "(") else { return false };
    let Some(close) = matching[open].filter(|close| *close > open + 1 && *close < at) else { return false };
    let is_list = (open + 1..close).all(|index| match (index - open) % 2 {
        1 => is_word(index),
        _ => word(index) == ",",
    });
    let is_named = open > start && is_word(open - 1) && !takes_arguments(word(open - 1));
    if !is_list || !is_named || !is_word(close + 1) || takes_arguments(word(close + 1)) || word(at) != ";" {
        return false;
    }
    let mut end = close + 1;
    while end < tokens.len() && !matches!(word(end), "{" | "=") {
        end = matching[end].unwrap_or(end) + 1;
    }
    let is_declared = |name: &str| (close + 1..end).any(|index| word(index) == name);
    word(end) == "{" && word(end - 1) == ";" && (open + 1..close).step_by(2).any(|index| is_declared(word(index)))
}

/// Words whose parenthesized arguments are no parameter list.
fn takes_arguments(word: &str) -> bool {
    matches!(
        word,
        "__attribute__" | "__attribute" | "__declspec" | "_Alignas" | "alignas" | "__asm__" | "asm" | "__asm"
    )
}

#[cfg(test)]
mod tests {
    use super::super::token::tokenize;
    use super::*;

    fn check(text: &str, expected: &str) {
        let tokens = tokenize(text).tokens;
        let show = |range: &Range<usize>| {
            let words: Vec<_> = tokens[range.clone()].iter().map(|token| token.text(text)).collect();
            words.concat()
        };
        let shown = match chunks(&tokens, text) {
            Ok(chunks) => {
                let parts: Vec<_> = chunks
                    .iter()
                    .map(|chunk| match &chunk.body {
                        Some(body) => format!("{} <{}>", show(&(chunk.tokens.start..body.start)), show(body)),
                        None => show(&chunk.tokens),
                    })
                    .collect();
                parts.join(" | ")
            }
            Err(error) => format!("{} at {}", error.message, tokens[error.token].start),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn declarations_end_at_semicolons_and_function_bodies() {
        check(
            "struct s { int x; } v; int a[2] = {1, 2}; void f(int x) { g(); } int y;",
            "structs{intx;}v; | inta[2]={1,2}; | voidf(intx) <{g();}> | inty;",
        );
    }

    #[test]
    fn attributes_are_no_parameters() {
        check("struct __attribute__((packed)) s { int x; };", "struct__attribute__((packed))s{intx;};");
        check("struct __attribute__((packed)) { int x; } y;", "struct__attribute__((packed)){intx;}y;");
        check("void f(void) __attribute__((cold)) { }", "voidf(void)__attribute__((cold)) <{}>");
        check("int *p = (int[]) { 1 };", "int*p=(int[]){1};");
    }

    #[test]
    fn parameters_may_be_declared_after_their_list() {
        check("double f(x, n) double *x; int n; { } int y;", "doublef(x,n)double*x;intn; <{}> | inty;");
        check("LICENSE(gpl) int x; int f(int y) { }", "LICENSE(gpl)intx; | intf(inty) <{}>");
    }

    #[test]
    fn brackets_that_do_not_match() {
        check("void f() { if (x { } }", "`(` is never closed at 14");
        check("int a; }", "`}` closes nothing at 7");
        check("void f() { g(", "`(` is never closed at 12");
    }
}
