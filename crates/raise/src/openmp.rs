//! What the pragmas of OpenMP say of the loops after them.
//!
//! A program with these pragmas may run in one thread. So the loops may be taken for what they are without the pragma, if that
//! leaves the same values: variables that the pragma makes private must not be used after the loop. What the pragma promises is
//! that no iteration uses what another one writes, other than in the variables that it names (OpenMP 5.0, 1.4.1 and 2.19).

use std::ops::Range;

use crate::pragma::after_pragma;
use crate::syntax::{Token, TokenKind, tokenize};

/// What a directive is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Construct {
    /// The loop after it, whose iterations threads share that it starts.
    #[default]
    ParallelLoop,
    /// The statement after it, which each thread runs.
    Parallel,
    /// The loop after it, whose iterations threads share that there are already.
    SharedLoop,
    /// The loop after it, which runs in vector lanes.
    Simd,
}

/// A directive that says how the iterations of the loop after it may run, or those of loops in the statement after it, and nothing
/// else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LoopDirective {
    /// What it is about.
    pub construct: Construct,
    /// How many loops it is about: this one, and those directly inside.
    pub n_loops: usize,
    /// Variables of which each thread has one of its own, without a value.
    pub private: Vec<String>,
    /// Variables of which each thread has one of its own, with the value from before.
    pub copied: Vec<String>,
    /// Other variables that iterations share although they write them.
    pub reduced: Vec<String>,
}

/// Reads a directive; `None` if it is none of OpenMP.
///
/// # Errors
/// Why the code after it has to be left to the directive.
pub(crate) fn read_openmp(directive: &str) -> Option<Result<LoopDirective, String>> {
    let rest = after_pragma(directive)?.strip_prefix("omp")?;
    if !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let rest = rest.replace("\\\n", " ").replace("\\\r\n", " ");
    let tokens = tokenize(&rest).tokens;
    Some(Reader { text: &rest, tokens: &tokens, at: 0 }.directive())
}

/// The variables of clauses `reduction(+: a, b)`; `None` if something else stands there.
pub(crate) fn read_reductions(clauses: &str) -> Option<Vec<String>> {
    let tokens = tokenize(clauses).tokens;
    let mut reader = Reader { text: clauses, tokens: &tokens, at: 0 };
    let mut found = vec![];
    while let Some(clause) = reader.next() {
        let list = reader.arguments().filter(|_| clause == "reduction")?;
        found.extend(reduced(clauses, list).ok()?);
    }
    Some(found)
}

/// Why code is left to a directive.
pub(crate) const NOT_A_LOOP: &str = "this pragma of OpenMP is not about loops alone";

/// Operators of reductions that every OpenMP knows.
const OPERATORS: [&str; 10] = ["+", "*", "-", "&", "|", "^", "&&", "||", "max", "min"];

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    at: usize,
}

impl<'t> Reader<'t> {
    fn directive(mut self) -> Result<LoopDirective, String> {
        let mut directive = LoopDirective { n_loops: 1, ..LoopDirective::default() };
        directive.construct = match (self.eat("parallel"), self.eat("for"), self.eat("simd")) {
            (true, true, _) => Construct::ParallelLoop,
            (true, false, false) => Construct::Parallel,
            (false, true, _) => Construct::SharedLoop,
            (false, false, true) => Construct::Simd,
            _ => return Err(NOT_A_LOOP.to_owned()),
        };
        // What else there may be after `parallel` and `for` is another construct.
        let is_clause = self.tokens.get(self.at).is_none_or(|next| {
            let is_list = self.tokens.get(self.at + 1).is_some_and(|token| token.text(self.text) == "(");
            is_list || matches!(next.text(self.text), "nowait" | ",")
        });
        if !is_clause && directive.construct == Construct::Parallel {
            return Err(NOT_A_LOOP.to_owned());
        }
        while let Some(clause) = self.next() {
            let arguments = self.arguments();
            match (clause, arguments) {
                (",", None) => {}
                ("nowait", None) if directive.construct == Construct::SharedLoop => {}
                ("private", Some(list)) => directive.private.extend(names(self.text, list)?),
                ("firstprivate", Some(list)) => directive.copied.extend(names(self.text, list)?),
                // They have the value of the last iteration after the loop, as without the pragma.
                ("lastprivate" | "linear", Some(list)) => {
                    directive.reduced.extend(names(self.text, until_colon(self.text, list))?)
                }
                ("reduction", Some(list)) => directive.reduced.extend(reduced(self.text, list)?),
                ("default", Some(list)) if matches!(words(self.text, list).as_slice(), ["shared" | "none"]) => {}
                ("collapse", Some(list)) => {
                    let [Ok(n_loops)] = words(self.text, list).iter().map(|word| word.parse()).collect::<Vec<_>>()[..]
                    else {
                        return Err("`collapse` does not say how many loops".to_owned());
                    };
                    directive.n_loops = n_loops;
                }
                ("shared" | "schedule" | "safelen" | "simdlen" | "aligned" | "nontemporal" | "order", Some(_)) => {}
                _ => return Err(format!("`{clause}` asks for something that other loops would not do")),
            }
        }
        Ok(directive)
    }

    fn next(&mut self) -> Option<&'t str> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        Some(token.text(self.text))
    }

    fn eat(&mut self, word: &str) -> bool {
        let is_it = self.tokens.get(self.at).is_some_and(|token| token.text(self.text) == word);
        self.at += usize::from(is_it);
        is_it
    }

    /// What stands in parentheses here.
    fn arguments(&mut self) -> Option<&'t [Token]> {
        let start = self.at;
        if !self.eat("(") {
            return None;
        }
        let mut depth = 1;
        while depth > 0 {
            match self.next()? {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
        }
        Some(&self.tokens[start + 1..self.at - 1])
    }
}

fn words<'t>(text: &'t str, tokens: &[Token]) -> Vec<&'t str> {
    tokens.iter().map(|token| token.text(text)).collect()
}

/// `a, b`.
fn names(text: &str, list: &[Token]) -> Result<Vec<String>, String> {
    let items = list.split(|token| token.text(text) == ",");
    let name = |item: &[Token]| match item {
        [name] if name.kind == TokenKind::Word => Ok(name.text(text).to_owned()),
        other => Err(format!("`{}` is no variable", words(text, other).join(" "))),
    };
    items.map(name).collect()
}

/// `a, b` of `a, b : 1`.
fn until_colon<'t>(text: &str, list: &'t [Token]) -> &'t [Token] {
    let end: Range<usize> = 0..list.iter().position(|token| token.text(text) == ":").unwrap_or(list.len());
    &list[end]
}

/// `+ : a, b`.
fn reduced(text: &str, list: &[Token]) -> Result<Vec<String>, String> {
    match list.split_first() {
        Some((operator, [colon, list @ ..])) if OPERATORS.contains(&operator.text(text)) && colon.text(text) == ":" => {
            names(text, list)
        }
        _ => Err("this reduction is not one of single variables by an operator of C".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(directive: &str, expected: &str) {
        let shown = match read_openmp(directive) {
            None => "none".to_owned(),
            Some(Err(reason)) => reason,
            Some(Ok(LoopDirective { construct, n_loops, private, copied, reduced })) => {
                format!("{construct:?} {n_loops} private {private:?} copied {copied:?} reduced {reduced:?}")
            }
        };
        assert_eq!(shown, expected, "{directive}");
    }

    #[test]
    fn loops() {
        check("#pragma omp parallel for", "ParallelLoop 1 private [] copied [] reduced []");
        check(
            "# pragma omp parallel for simd schedule(static, f(4)), collapse(2) private(i, j) \\\n reduction(+:s) default(none)",
            r#"ParallelLoop 2 private ["i", "j"] copied [] reduced ["s"]"#,
        );
        check("#pragma omp simd linear(k:1) firstprivate(x)", r#"Simd 1 private [] copied ["x"] reduced ["k"]"#);
    }

    #[test]
    fn regions() {
        check("#pragma omp parallel private(x)", r#"Parallel 1 private ["x"] copied [] reduced []"#);
        check("#pragma omp for nowait", "SharedLoop 1 private [] copied [] reduced []");
        check("#pragma omp parallel for nowait", "`nowait` asks for something that other loops would not do");
    }

    #[test]
    fn others() {
        check("#pragma ompx parallel for", "none");
        check("#pragma GCC ivdep", "none");
        check("#pragma omp parallel sections", NOT_A_LOOP);
        check("#pragma omp single", NOT_A_LOOP);
        check(
            "#pragma omp parallel for num_threads(2)",
            "`num_threads` asks for something that other loops would not do",
        );
        check("#pragma omp parallel for collapse(n)", "`collapse` does not say how many loops");
        check(
            "#pragma omp parallel for reduction(mine:a)",
            "this reduction is not one of single variables by an operator of C",
        );
        check("#pragma omp parallel for private(a[1])", "`a [ 1 ]` is no variable");
        check("#pragma omp parallel for private(a", "`private` asks for something that other loops would not do");
    }
}
