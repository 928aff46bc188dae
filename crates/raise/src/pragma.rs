//! `#pragma scop` and `#pragma endscop`.

use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId, Span};

use crate::context::context_pragma;
use crate::loop_pragma::is_loop_pragma;

/// The code between `#pragma scop` and `#pragma endscop`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PragmaScop {
    /// The bytes of the first directive.
    pub start: Range<usize>,
    /// The bytes of the last one.
    pub end: Range<usize>,
}

impl PragmaScop {
    /// The bytes between the directives.
    pub fn inside(&self) -> Range<usize> {
        self.start.end..self.end.start
    }

    /// The bytes with the directives.
    pub fn whole(&self) -> Range<usize> {
        self.start.start..self.end.end
    }
}

/// What stands after `#pragma` in a directive; `None` if it is another one.
pub(crate) fn after_pragma(directive: &str) -> Option<&str> {
    Some(directive.strip_prefix('#')?.trim_start().strip_prefix("pragma")?.trim_start())
}

/// Whether a pragma may say how code is to be compiled: those for OpenMP, loop transformations and the like.
pub(crate) fn is_about_code(text: &str, pragma: &Range<usize>) -> bool {
    let words: Vec<&str> = after_pragma(&text[pragma.clone()]).unwrap_or_default().split_whitespace().collect();
    let is_other = matches!(
        words.as_slice(),
        ["scop" | "endscop" | "STDC" | "pack" | "message" | "weak" | "once" | "region" | "endregion", ..]
            | ["polymill", "scop" | "endscop"]
            | ["GCC" | "clang", "diagnostic" | "push_options" | "pop_options" | "optimize", ..]
    );
    !is_other && context_pragma(text, pragma).is_none() && !is_loop_pragma(text, pragma)
}

/// Whether a pragma only helps a compiler to vectorize or unroll the loop after it.
pub(crate) fn is_hint(text: &str, pragma: &Range<usize>) -> bool {
    let words = after_pragma(&text[pragma.clone()]).unwrap_or_default();
    let is_known = match words.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["GCC", "ivdep" | "unroll", ..] | ["clang", "loop", ..] => true,
        [first, ..] => {
            ["ivdep", "unroll", "nounroll", "vector", "simd"].contains(&first.split('(').next().unwrap_or(first))
        }
        [] => false,
    };
    is_known && !words.contains("disable")
}

/// Which of the two a directive is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Scop,
    EndScop,
}

/// Pairs up the pragmas among `directives` of `text`; what has no partner is an error.
pub(crate) fn pragma_scops(
    text: &str,
    directives: &[Range<usize>],
    file: FileId,
) -> (Vec<PragmaScop>, Vec<Diagnostic>) {
    let (mut scops, mut errors) = (vec![], vec![]);
    let mut open: Option<Range<usize>> = None;
    let span = |range: &Range<usize>| Span::new(file, range.start, range.end);
    for directive in directives {
        match (read(text.get(directive.clone()).unwrap_or("")), open.take()) {
            (Some(Word::Scop), None) => open = Some(directive.clone()),
            (Some(Word::Scop), Some(first)) => {
                let error = Diagnostic::error("nested-scop", "a scop starts inside a scop");
                let error = error.at(span(directive), "").also_at(span(&first), "this one is still open");
                errors.push(error.help("end the first one with `#pragma endscop`"));
                open = Some(first);
            }
            (Some(Word::EndScop), Some(start)) => scops.push(PragmaScop { start, end: directive.clone() }),
            (Some(Word::EndScop), None) => {
                let error = Diagnostic::error("endscop-without-scop", "no scop is open here");
                errors.push(error.at(span(directive), "").help("start it with `#pragma scop`"));
            }
            (None, still_open) => open = still_open,
        }
    }
    if let Some(start) = open {
        let error = Diagnostic::error("missing-endscop", "this scop does not end");
        errors.push(error.at(span(&start), "").help("end it with `#pragma endscop`"));
    }
    (scops, errors)
}

fn read(directive: &str) -> Option<Word> {
    let words: Vec<&str> = after_pragma(directive)?.split_whitespace().collect();
    match words.as_slice() {
        ["scop"] | ["polymill", "scop"] => Some(Word::Scop),
        ["endscop"] | ["polymill", "endscop"] => Some(Word::EndScop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokenize;
    use proptest::prelude::*;

    fn check(text: &str, expected: &str) {
        let directives = tokenize(text).directives;
        let (scops, errors) = pragma_scops(text, &directives, FileId(0));
        let mut shown: Vec<String> = scops.iter().map(|scop| text[scop.inside()].trim().to_owned()).collect();
        shown.extend(errors.iter().map(|error| error.code.to_owned()));
        assert_eq!(shown.join(", "), expected);
    }

    #[test]
    fn pairs() {
        check(
            "#pragma scop\na\n#pragma omp parallel\n#pragma endscop\n # pragma  scop \nb\n#pragma polymill endscop",
            "a\n#pragma omp parallel, b",
        );
    }

    #[test]
    fn without_a_partner() {
        check("#pragma scop\na", "missing-endscop");
        check("#pragma endscop", "endscop-without-scop");
        check("#pragma scop\na\n#pragma scop\nb\n#pragma endscop", "a\n#pragma scop\nb, nested-scop");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_panics(lines in prop::collection::vec("#? ?(pragma)? ?(end)?(scop)? ?.{0,3}", 0..8)) {
            let text = lines.join("\n");
            pragma_scops(&text, &tokenize(&text).directives, FileId(0));
        }
    }
}
