//! What the user promises of the parameters: `#pragma polymill context(n >= 128 && n <= 1024)`, or in R-Stream's spelling
//! `#pragma rstream map "context:n>=128,n<=1024"`.

use std::ops::Range;

use polymill_gdg::Gdg;
use polymill_isl as isl;

use crate::syntax::{Token, TokenKind, tokenize};

/// A promise of the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ContextPragma {
    /// The bytes of the directive.
    pub range: Range<usize>,
    /// The bytes of the condition in it.
    pub condition: Range<usize>,
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

/// Whether a directive is a promise, and its condition.
pub(crate) fn context_pragma(text: &str, directive: &Range<usize>) -> Option<ContextPragma> {
    let line = text.get(directive.clone())?;
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix("pragma")?.trim_start();
    let condition = match rest.strip_prefix("polymill") {
        Some(rest) => {
            rest.trim_start().strip_prefix("context")?.trim_start().strip_prefix('(')?.trim_end().strip_suffix(')')?
        }
        None => {
            let rest = rest.strip_prefix("rstream")?.trim_start().strip_prefix("map")?.trim_start();
            rest.strip_prefix("\"context:")?.trim_end().strip_suffix('"')?
        }
    };
    let start = directive.start + (condition.as_ptr() as usize - line.as_ptr() as usize);
    Some(ContextPragma { range: directive.clone(), condition: start..start + condition.len() })
}

/// The parameter values that a condition allows. Commas join conditions as `&&` does.
pub(crate) fn read_context(gdg: &Gdg, condition: &str) -> Result<isl::Set, ContextError> {
    let names: Vec<&str> = gdg.params.iter().map(|param| param.name.as_str()).collect();
    let prefix = format!("[{}] -> ", names.join(", "));
    let tokens = tokenize(condition).tokens;
    let reader = Reader { gdg, condition, tokens: &tokens };
    let (_, divided) = reader.to_isl(&[])?;
    let read = |condition: &str| isl::Set::read(gdg.context.ctx(), &format!("{prefix}{{ : {condition} }}"));
    let not_affine = |_| {
        ContextError::User(
            format!("`{condition}` is no affine condition on the parameters"),
            "compare sums of parameters and numbers, joined by `&&`, `||` and `!`".to_owned(),
        )
    };
    // C's remainder has the sign of its left side, so there is a case for each combination of signs.
    let mut allowed = read("false")?;
    for signs in 0..1_usize << divided.len().min(MAX_REMAINDERS) {
        let is_negative = |position: usize| signs >> position & 1 == 1;
        let negative: Vec<&str> = (0..divided.len()).filter(|at| is_negative(*at)).map(|at| divided[at]).collect();
        let mut case = read(&reader.to_isl(&negative)?.0).map_err(not_affine)?;
        for (position, name) in divided.iter().enumerate() {
            let sign = if is_negative(position) { "<" } else { ">=" };
            case = case.intersect(&read(&format!("{name} {sign} 0"))?)?;
        }
        allowed = allowed.union(&case)?;
    }
    let allowed = allowed.coalesce()?;
    if gdg.context.intersect(&allowed)?.is_empty()? {
        let message = format!("no values of the parameters satisfy `{condition}`");
        return Err(ContextError::User(message, "this code could never run; mend the condition".to_owned()));
    }
    Ok(allowed)
}

/// Remainders of more parameters are not told apart by sign.
const MAX_REMAINDERS: usize = 4;

struct Reader<'a> {
    gdg: &'a Gdg,
    condition: &'a str,
    tokens: &'a [Token],
}

impl<'a> Reader<'a> {
    /// The condition in isl's notation, and the parameters of which it takes remainders, for parameters of which those in
    /// `negative` are negative.
    fn to_isl(&self, negative: &[&str]) -> Result<(String, Vec<&'a str>), ContextError> {
        let mut text = String::new();
        let mut divided = vec![];
        let mut at = 0;
        while at < self.tokens.len() {
            let word = self.word(at);
            if self.tokens[at].kind == TokenKind::Word {
                let (param, length) = self.param(at)?;
                at += length;
                if self.word(at) == "%" {
                    let divisor = self.word(at + 1);
                    if !divided.contains(&param) {
                        divided.push(param);
                    }
                    text += &match negative.contains(&param) {
                        true => format!(" (-((-{param}) mod {divisor}))"),
                        false => format!(" ({param} mod {divisor})"),
                    };
                    at += 2;
                } else {
                    text += &format!(" {param}");
                }
                continue;
            }
            let number = word.trim_end_matches(['u', 'U', 'l', 'L']);
            text += &match word {
                "&&" | "," => " and ".to_owned(),
                "||" => " or ".to_owned(),
                "!" => " not ".to_owned(),
                "==" => " = ".to_owned(),
                "<" | "<=" | ">" | ">=" | "!=" | "+" | "-" | "*" | "(" | ")" => format!(" {word} "),
                _ if number.parse::<i64>().is_ok() => format!(" {number}"),
                _ => return Err(self.unexpected(word)),
            };
            at += 1;
        }
        Ok((text, divided))
    }

    /// The parameter that is spelled from a token on, and how many tokens that takes.
    fn param(&self, at: usize) -> Result<(&'a str, usize), ContextError> {
        let spelled = |spelling: &str| {
            let tokens = tokenize(spelling).tokens;
            let matches = tokens.iter().enumerate().all(|(n, token)| self.word(at + n) == token.text(spelling));
            matches.then_some(tokens.len())
        };
        let found = self.gdg.params.iter().filter_map(|param| Some((param.name.as_str(), spelled(&param.spelling)?)));
        found.max_by_key(|(_, length)| *length).ok_or_else(|| {
            let spellings: Vec<_> = self.gdg.params.iter().map(|param| format!("`{}`", param.spelling)).collect();
            let known = match spellings.is_empty() {
                true => "it has none".to_owned(),
                false => format!("its parameters are {}", spellings.join(", ")),
            };
            ContextError::User(format!("`{}` is no parameter of this code", self.word(at)), known)
        })
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.condition))
    }

    fn unexpected(&self, word: &str) -> ContextError {
        let help = "compare sums of parameters and numbers, joined by `&&`, `||` and `!`";
        ContextError::User(format!("`{word}` cannot stand in a condition on the parameters"), help.to_owned())
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
        let found = read_context(&gdg, condition).unwrap();
        let expected = isl::Set::read(gdg.context.ctx(), &format!("[n, g_m] -> {{ : {expected} }}")).unwrap();
        assert!(found.is_equal(&expected).unwrap(), "{found}");
    }

    fn check_error(condition: &str, expected: &str) {
        match read_context(&gdg(), condition) {
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
    }

    #[test]
    fn what_is_no_condition_on_parameters_is_an_error() {
        check_error("k > 3", "`k` is no parameter");
        check_error("n * n > 3", "no affine condition");
        check_error("n", "no affine condition");
        check_error("n / 2 > 3", "`/` cannot stand");
        check_error("n < 4 && n > 7", "no values");
        check_error("n < 0", "no values");
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
