//! What the user says of the parameters: that they fulfil a condition (`#pragma polymill context(n >= 128 && n <= 1024)`, or
//! in R-Stream's spelling `#pragma rstream map "context:n>=128,n<=1024"`), or that there is to be a version for those that do
//! (`#pragma polymill version(n == 64)`).

use std::ops::Range;

use polymill_gdg::{Affine, Gdg, Param};
use polymill_isl as isl;

use crate::formula::{Formula, Relation, Value};
use crate::pragma::after_pragma;
use crate::syntax::{Token, TokenKind, tokenize};

/// A directive about the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ContextPragma {
    /// What the condition is for.
    pub purpose: Purpose,
    /// The bytes of the directive.
    pub range: Range<usize>,
    /// The bytes of the condition in it.
    pub condition: Range<usize>,
}

/// What a condition on the parameters is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The user promises it.
    Promise,
    /// The user wants a version for it.
    Version,
}

/// Why a condition says nothing about the parameters.
#[derive(Debug)]
pub(crate) enum ContextError {
    /// What is wrong with it, and what to do about it.
    User(String, String),
    Isl(isl::Error),
}

impl From<isl::Error> for ContextError {
    fn from(error: isl::Error) -> Self {
        Self::Isl(error)
    }
}

/// Whether a directive is about the parameters.
pub(crate) fn context_pragma(text: &str, directive: &Range<usize>) -> Option<ContextPragma> {
    let line = text.get(directive.clone())?;
    let rest = after_pragma(line)?;
    let (purpose, condition) = match rest.strip_prefix("polymill").map(str::trim_start) {
        Some(rest) => {
            let (purpose, rest) = match rest.strip_prefix("context") {
                Some(rest) => (Purpose::Promise, rest),
                None => (Purpose::Version, rest.strip_prefix("version")?),
            };
            (purpose, rest.trim_start().strip_prefix('(')?.trim_end().strip_suffix(')')?)
        }
        None => {
            let rest = rest.strip_prefix("rstream")?.trim_start().strip_prefix("map")?.trim_start();
            (Purpose::Promise, rest.strip_prefix("\"context:")?.trim_end().strip_suffix('"')?)
        }
    };
    let start = directive.start + (condition.as_ptr() as usize - line.as_ptr() as usize);
    Some(ContextPragma { purpose, range: directive.clone(), condition: start..start + condition.len() })
}

/// The parameter values that a condition allows. Commas join conditions as `&&` does. Conditions on names that are no
/// parameters are left out if `may_ignore` says so.
pub(crate) fn read_context(
    gdg: &Gdg,
    condition: &str,
    may_ignore: impl Fn(&str) -> bool,
) -> Result<isl::Set, ContextError> {
    let tokens = tokenize(condition).tokens;
    let mut parser = Parser { params: &gdg.params, condition, tokens: &tokens, at: 0, depth: 0 };
    let mut formula = parser.either()?;
    while parser.eat(",") {
        formula = formula.and(parser.either()?);
    }
    if parser.at < tokens.len() {
        return Err(parser.unexpected());
    }
    let mut allowed = isl::Set::universe(&gdg.context.get_space()?)?;
    for part in formula.conjuncts() {
        match part.unknown() {
            Some(name) if may_ignore(name) => continue,
            Some(name) => return Err(unknown(&gdg.params, name)),
            None => {}
        }
        allowed = allowed.intersect(&part.to_set(gdg).ok_or_else(|| not_affine(condition))?)?;
    }
    if gdg.context.intersect(&allowed)?.is_empty()? {
        let message = format!("no values of the parameters satisfy `{condition}`");
        return Err(ContextError::User(message, "this code could never run; mend the condition".to_owned()));
    }
    Ok(allowed)
}

/// `counter < value` or `counter <= value`: what is compared, and the value or the one behind it, which the counter stays below.
pub(crate) fn read_bound(params: &[Param], condition: &str) -> Result<(String, Affine), ContextError> {
    let tokens = tokenize(condition).tokens;
    let mut parser = Parser { params, condition, tokens: &tokens, at: 0, depth: 0 };
    let formula = parser.comparison()?;
    if parser.at < tokens.len() {
        return Err(parser.unexpected());
    }
    let (name, value, above) = match formula {
        Formula::Compare(Value::Unknown(name), Relation::Less, value) => (name, value, 0),
        Formula::Compare(Value::Unknown(name), Relation::LessOrEqual, value) => (name, value, 1),
        _ => {
            let message = format!("`{condition}` is no upper bound of a counter");
            return Err(ContextError::User(message, "write the counter, `<`, and what it is less than".to_owned()));
        }
    };
    if let Some(name) = value.unknown() {
        return Err(unknown(params, name));
    }
    let bound = value.to_affine(params).and_then(|value| value.plus(&Affine { terms: vec![], constant: above }));
    Ok((name, bound.ok_or_else(|| not_affine(condition))?))
}

fn not_affine(condition: &str) -> ContextError {
    ContextError::User(format!("`{condition}` is no affine condition on the parameters"), HELP.to_owned())
}

fn unknown(params: &[Param], name: &str) -> ContextError {
    let spellings: Vec<_> = params
        .iter()
        .filter(|param| param.definition().is_none())
        .map(|param| format!("`{}`", param.spelled()))
        .collect();
    let known = match spellings.is_empty() {
        true => "it has none".to_owned(),
        false => format!("its parameters are {}", spellings.join(", ")),
    };
    ContextError::User(format!("`{name}` is no parameter of this code"), known)
}

const HELP: &str = "compare sums of parameters and numbers, joined by `&&`, `||` and `!`";

/// More parentheses and signs are refused.
const MAX_DEPTH: usize = 100;

/// Reads a condition as C does.
struct Parser<'a> {
    params: &'a [Param],
    condition: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn either(&mut self) -> Result<Formula, ContextError> {
        let mut formula = self.both()?;
        while self.eat("||") {
            formula = Formula::Or(Box::new(formula), Box::new(self.both()?));
        }
        Ok(formula)
    }

    fn both(&mut self) -> Result<Formula, ContextError> {
        let mut formula = self.comparison()?;
        while self.eat("&&") {
            formula = formula.and(self.comparison()?);
        }
        Ok(formula)
    }

    /// `!(...)`, `(...)`, or two values; C's comparisons of comparisons are refused.
    fn comparison(&mut self) -> Result<Formula, ContextError> {
        if self.word(self.at) == "!" && self.word(self.at + 1) == "(" {
            self.at += 1;
            return Ok(Formula::Not(Box::new(self.parenthesized()?)));
        }
        let start = self.at;
        if self.word(start) == "(" {
            // A condition, or the first value of a comparison.
            if let Ok(formula) = self.parenthesized()
                && matches!(self.word(self.at), "" | ")" | "&&" | "||" | ",")
            {
                return Ok(formula);
            }
            self.at = start;
        }
        let left = self.sum()?;
        let Some(relation) = Relation::of_operator(self.word(self.at)) else { return Err(self.unexpected()) };
        self.at += 1;
        Ok(Formula::Compare(left, relation, self.sum()?))
    }

    fn parenthesized(&mut self) -> Result<Formula, ContextError> {
        self.nested(|parser| {
            parser.expect("(")?;
            let formula = parser.either()?;
            parser.expect(")")?;
            Ok(formula)
        })
    }

    fn sum(&mut self) -> Result<Value, ContextError> {
        let mut value = self.product()?;
        loop {
            if self.eat("+") {
                value = Value::Sum(Box::new(value), Box::new(self.product()?));
            } else if self.eat("-") {
                value = Value::Difference(Box::new(value), Box::new(self.product()?));
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<Value, ContextError> {
        let mut value = self.factor()?;
        loop {
            if self.eat("*") {
                value = Value::Product(Box::new(value), Box::new(self.factor()?));
            } else if self.eat("%") {
                match self.factor()? {
                    Value::Number(divisor @ 1..) => value = Value::Remainder(Box::new(value), divisor),
                    _ => {
                        let message = "the right side of `%` is no positive number".to_owned();
                        return Err(ContextError::User(message, HELP.to_owned()));
                    }
                }
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<Value, ContextError> {
        if self.eat("-") {
            return self.nested(|parser| Ok(Value::Negative(Box::new(parser.factor()?))));
        }
        if self.eat("(") {
            return self.nested(|parser| {
                let value = parser.sum()?;
                parser.expect(")")?;
                Ok(value)
            });
        }
        if self.tokens.get(self.at).is_some_and(|token| token.kind == TokenKind::Word) {
            return Ok(self.name());
        }
        let number = self.word(self.at).trim_end_matches(['u', 'U', 'l', 'L']).parse();
        let value = number.map(Value::Number).map_err(|_| self.unexpected())?;
        self.at += 1;
        Ok(value)
    }

    /// The parameter that is spelled here, however many tokens that takes; else the next word.
    fn name(&mut self) -> Value {
        let spelled = |spelling: &str| {
            let tokens = tokenize(spelling).tokens;
            let is_token = |(n, token): (usize, &Token)| self.word(self.at + n) == token.text(spelling);
            tokens.iter().enumerate().all(is_token).then_some(tokens.len())
        };
        let found = self.params.iter().filter_map(|param| Some((&param.name, spelled(&param.spelled())?)));
        let (value, length) = match found.max_by_key(|(_, length)| *length) {
            Some((name, length)) => (Value::Param(name.clone()), length),
            None => (Value::Unknown(self.word(self.at).to_owned()), 1),
        };
        self.at += length;
        value
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, ContextError>) -> Result<T, ContextError> {
        if self.depth == MAX_DEPTH {
            return Err(ContextError::User("this condition is nested too deeply".to_owned(), HELP.to_owned()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.word(self.at) == word;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), ContextError> {
        if self.eat(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.condition))
    }

    fn unexpected(&self) -> ContextError {
        let message = match self.word(self.at) {
            "" => return not_affine(self.condition),
            word => format!("`{word}` cannot stand here in a condition on the parameters"),
        };
        ContextError::User(message, HELP.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use polymill_gdg::Program;

    use super::*;

    fn gdg() -> Gdg {
        let text = "gdg f { param n: i32 param g_m: i32 = `g->m` context { : n >= 0 } }";
        let program = Program::parse(&isl::Context::new().unwrap(), text).unwrap();
        program.gdgs()[0].clone()
    }

    fn check(condition: &str, expected: &str) {
        let gdg = gdg();
        let found = read_context(&gdg, condition, |_| false).unwrap();
        let expected = isl::Set::read(gdg.context.ctx(), &format!("[n, g_m] -> {{ : {expected} }}")).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found}");
    }

    fn check_error(condition: &str, expected: &str) {
        match read_context(&gdg(), condition, |_| false) {
            Err(ContextError::User(message, _)) => assert!(message.contains(expected), "{message}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn conditions_are_read() {
        check("n >= 128 && n <= 1024", "128 <= n <= 1024");
        check("n>=128,n<=1024", "128 <= n <= 1024");
        check("2 * n == g->m - 1 || !(n < 8)", "2n = g_m - 1 or n >= 8");
        check("n % 64 == 0 && n > 0", "n mod 64 = 0 and n > 0");
        check("g->m % 4 == -1", "g_m < 0 and g_m mod 4 = 3");
        check("n < 8u", "n < 8");
        check("2 * n % 8 == 0", "n mod 4 = 0");
        check("(n + 1) % 4 == 0 || ((n) < 3)", "n mod 4 = 3 or n < 3");
        check(
            "(n % 2 + g->m % 3) % 2 == 0 && g->m >= 0 && n >= 0",
            "((n mod 2) + (g_m mod 3)) mod 2 = 0 and g_m >= 0 and n >= 0",
        );
    }

    #[test]
    fn what_is_no_condition_on_parameters_is_an_error() {
        check_error("k > 3", "`k` is no parameter");
        check_error("n * n > 3", "no affine condition");
        check_error("n", "no affine condition");
        check_error("n / 2 > 3", "`/` cannot stand");
        check_error("0 <= n <= 8", "`<=` cannot stand");
        check_error("!n < 8", "`!` cannot stand");
        check_error("n % 0 == 0", "no positive number");
        check_error("n > 3)", "`)` cannot stand");
        check_error(&format!("{}n > 3", "(".repeat(10_000)), "too deeply");
        check_error("n < 4 && n > 7", "no values");
        check_error("n < 0", "no values");
    }

    #[test]
    fn conditions_on_other_names_can_be_left_out() {
        let found = read_context(&gdg(), "k > 3 && n > 4, k < n", |name| name == "k").unwrap();
        assert_eq!(found.to_string(), "[n, g_m] -> {  : n >= 5 }");
    }

    #[test]
    fn both_spellings_are_found() {
        for line in ["#pragma polymill context(n > 3)", "# pragma rstream map \"context:n > 3\""] {
            let found = context_pragma(line, &(0..line.len())).unwrap();
            assert_eq!(&line[found.condition], "n > 3");
        }
        let other = "#pragma polymill scop";
        assert_eq!(context_pragma(other, &(0..other.len())), None);
    }
}
