//! What the user promises of a loop, right before it.
//!
//! - `#pragma polymill independent`, or PENCIL's `#pragma pencil independent`: no iteration accesses what another one writes.
//!   With `reduction(+: a, b)`, other than in these arrays.
//! - `#pragma omp parallel for`, and `#pragma omp for` in a parallel region: as that, and the iterations run in threads; see [`openmp`](crate::openmp).
//! - `#pragma polymill bound(k < 64)`: how far a loop goes at most whose end is computed from data.
//!
//! PENCIL: Baghdadi et al., _PENCIL: A platform-neutral compute intermediate language for accelerator programming_ (PACT 2015).

use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId, Span};

use crate::openmp::{Construct, LoopDirective, read_openmp, read_reductions};
use crate::pragma::after_pragma;
use crate::syntax::Token;

/// A directive about the loop behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LoopPragma {
    /// The bytes of the directive.
    pub range: Range<usize>,
    /// Where the loop starts.
    pub loop_at: usize,
    pub promise: LoopPromise,
}

/// What is promised of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LoopPromise {
    /// No iteration accesses what another one writes, but for these variables. If the source runs iterations in threads, but
    /// for other scalars as well.
    Independent { except: Vec<String>, in_threads: bool },
    /// A condition that the counter fulfils in all iterations.
    Bound { condition: Range<usize> },
}

/// Whether a directive is one about a loop, well-formed or not.
pub(crate) fn is_loop_pragma(text: &str, directive: &Range<usize>) -> bool {
    words(text, directive).is_some()
}

/// The directives about loops among `pragmas`, and what is wrong with others.
pub(crate) fn loop_pragmas(
    text: &str,
    tokens: &[Token],
    pragmas: &[Range<usize>],
    file: FileId,
) -> (Vec<LoopPragma>, Vec<Diagnostic>) {
    let (mut found, mut errors) = (vec![], vec![]);
    let mut around = vec![];
    for range in pragmas {
        if let Some(Ok(directive)) = read_openmp(&text[range.clone()]) {
            let LoopDirective { construct, private, copied, reduced, .. } = directive;
            let mut except = [private, copied, reduced].concat();
            match (construct, loop_after(text, tokens, range)) {
                // For the loops in the statement after it.
                (Construct::Parallel, _) => around = except,
                (Construct::ParallelLoop | Construct::SharedLoop, Some(loop_at)) => {
                    if construct == Construct::SharedLoop {
                        except.extend(around.iter().cloned());
                    }
                    let promise = LoopPromise::Independent { except, in_threads: true };
                    found.push(LoopPragma { range: range.clone(), loop_at, promise });
                }
                _ => {}
            }
        }
        let Some((word, rest)) = words(text, range) else { continue };
        let error =
            |message: String| Diagnostic::error("loop-pragma", message).at(Span::new(file, range.start, range.end), "");
        let Some(loop_at) = loop_after(text, tokens, range) else {
            let warning = Diagnostic::warning("loop-pragma", "no loop stands behind this pragma");
            errors.push(warning.at(Span::new(file, range.start, range.end), "").help("put it right before `for`"));
            continue;
        };
        match promise(word, rest, range.start + (rest.as_ptr() as usize - text[range.clone()].as_ptr() as usize)) {
            Some(promise) => found.push(LoopPragma { range: range.clone(), loop_at, promise }),
            None => {
                let message = format!("`{}` says nothing of a loop", rest.trim());
                let forms = match word {
                    "independent" => "write `independent`, or `independent reduction(+: a, b)`",
                    _ => "write `bound(k < 64)`, with the counter of the loop on the left",
                };
                errors.push(error(message).help(forms));
            }
        }
    }
    (found, errors)
}

/// Where the loop starts that stands right after a directive.
pub(crate) fn loop_after(text: &str, tokens: &[Token], directive: &Range<usize>) -> Option<usize> {
    let next = tokens.get(tokens.partition_point(|token| (token.start as usize) < directive.end))?;
    matches!(next.text(text), "for" | "while").then_some(next.start as usize)
}

/// The word that says what a directive is about, and what stands behind it.
fn words<'t>(text: &'t str, directive: &Range<usize>) -> Option<(&'t str, &'t str)> {
    let rest = after_pragma(text.get(directive.clone())?)?;
    let (own, known) = match (rest.strip_prefix("polymill"), rest.strip_prefix("pencil")) {
        (Some(rest), _) => (rest, &["independent", "bound"][..]),
        (_, Some(rest)) => (rest, &["independent"][..]),
        _ => return None,
    };
    let own = own.strip_prefix(char::is_whitespace)?.trim_start();
    let length = own.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(own.len());
    let (word, rest) = own.split_at(length);
    known.contains(&word).then_some((word, rest))
}

/// What is promised; `at` is where `rest` starts.
fn promise(word: &str, rest: &str, at: usize) -> Option<LoopPromise> {
    if word == "bound" {
        let inside = rest.trim().strip_prefix('(')?.strip_suffix(')')?;
        let start = at + (inside.as_ptr() as usize - rest.as_ptr() as usize);
        return Some(LoopPromise::Bound { condition: start..start + inside.len() });
    }
    Some(LoopPromise::Independent { except: read_reductions(rest)?, in_threads: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::tokenize;

    fn read(pragma: &str) -> Option<LoopPromise> {
        let text = format!("#pragma {pragma}\nfor (;;);");
        let tokens = tokenize(&text);
        let (found, errors) = loop_pragmas(&text, &tokens.tokens, &tokens.directives, FileId(0));
        assert!(found.len() + errors.len() <= 1);
        found.into_iter().next().map(|pragma| pragma.promise)
    }

    #[test]
    fn promises_are_read() {
        let independent = |except: &[&str]| {
            let except = except.iter().map(|name| (*name).to_owned()).collect();
            Some(LoopPromise::Independent { except, in_threads: false })
        };
        assert_eq!(read("polymill independent"), independent(&[]));
        assert_eq!(read("pencil  independent reduction(+: a,b) reduction(max:c)"), independent(&["a", "b", "c"]));
        assert_eq!(read("pencil independent reduction(+ a)"), None);
        assert_eq!(read("pencil independent (l1)"), None);
        assert_eq!(read("polymill independently"), None);
        let Some(LoopPromise::Bound { condition }) = read("polymill bound(k < 64)") else { panic!() };
        assert_eq!(condition, 23..29);
        assert_eq!(read("pencil bound(k < 64)"), None);
        assert_eq!(read("polymill bound k < 64"), None);
    }

    #[test]
    fn without_a_loop() {
        let text = "#pragma polymill independent\nx = 1;\n#pragma omp simd\nfor (;;);";
        let tokens = tokenize(text);
        let (found, errors) = loop_pragmas(text, &tokens.tokens, &tokens.directives, FileId(0));
        assert_eq!(found, []);
        assert_eq!(errors.len(), 1);
    }
}
