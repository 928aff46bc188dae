//! The text form of programs: what tests, dumps and people write.
//!
//! [`Program`] prints with `Display` and parses with [`Program::parse`]; printing what was parsed gives the same text
//! again. `Gdg` prints too.
//!
//! ```
//! use polymill_gdg::Program;
//! use polymill_isl as isl;
//!
//! let text = "\
//! gdg gemv {
//!   param n: i32
//!   context { : n > 0 }
//!   array y: f64[n] live_in live_out
//!   array A: f64[n][n] live_in
//!   array x: f64[n] live_in
//!   statement S0 {
//!     domain { S0[i] : 0 <= i < n }
//!     iterators i: i32
//!     body {
//!       y[i] = (f64)0;
//!     }
//!   }
//!   statement S1 {
//!     domain { S1[i, j] : 0 <= i < n and 0 <= j < n }
//!     iterators i: i32, j: i32
//!     body {
//!       y[i] = y[i] + A[i][j] * x[j];
//!     }
//!   }
//!   schedule {
//!     for i {
//!       S0
//!       for j { S1 }
//!     }
//!   }
//! }
//! ";
//! let ctx = isl::Context::new()?;
//! let program = Program::parse(&ctx, text)?;
//! assert_eq!(program.to_string(), text);
//! # Ok::<(), polymill_gdg::Error>(())
//! ```
//!
//! # Grammar
//!
//! A program is a list of GDGs, `gdg name { items }`, or `gdg name built { items }` if there is no code of the user's. Line breaks mean nothing; comments are `//` and `/* */`. Sets and
//! relations are in isl's notation, without the parameters in front: those of the GDG are in force everywhere.
//!
//! | item                                          | meaning                                                          |
//! | --------------------------------------------- | ---------------------------------------------------------------- |
//! | `param n: i32 = PLACE`                        | a parameter; where it is, in backquotes, if that is no variable of its name |
//! | ... ``= not_null(`p`)``                       | 1 if a pointer leads to something, else 0                        |
//! | ... ``= equal(`a->n` and `b->n`)``           | 1 if places hold the same number, pair by pair, else 0           |
//! | ... `= work(n * m + m * (2n - m))`            | computed from those before it: an estimate of work               |
//! | ... `= upper_bound(n)`                        | how far a loop goes at most that data end; alone if that is not known; also `lower_bound`, `(n, promised)`, ``(largest(`len[_]`[0 .. n]: i32))`` |
//! | `context { : n > 0 }`                         | for which parameters the GDG is valid (all, if left out)         |
//! | `assume { : n > 4 }`                          | what it assumes beyond that                                      |
//! | `promise { : n > 9 }`                         | the part of the context that the user promised                   |
//! | `array A: f64[n][2n + 1][?]`                  | an array; `?` for a size that is not known                       |
//! | ... `= PLACE`                                 | in backquotes: `p[_].A[_*_]`, `_` for subscripts, `*` if linearized |
//! | ... `rows 1`                                  | how many dimensions choose rows, behind pointers of their own     |
//! | ... `live_in live_out local`                  | its life; `local` for arrays that generated code declares        |
//! | ... `unshared`                                | no other thread knows it                                          |
//! | ... `parameter`                               | memory that holds a parameter, which others may overlap with     |
//! | ... `private { S[i, j] -> [i] }`              | each of these iterations has a copy of its own                   |
//! | `alias A B`                                   | two arrays that may overlap; `alias A A`: its rows may           |
//! | `disjoint A B`                                | two that do not, by a promise or a test                          |
//! | `reassociable`                                | sums of floating-point numbers may be computed in another way    |
//! | `repeated`                                    | it runs many times, with little between                          |
//! | `inside 2`                                    | so many loops of its function are around it                      |
//! | `independent S0, S1 at 0 except A`            | no iteration of the loop at this depth conflicts with another one, other than in the arrays |
//! | ... `in threads`                              | ... and the source runs them in threads                          |
//! | `statement S { domain ... }`                  | a statement, see below                                           |
//! | `schedule { for i { S0 for j down { S1 } } }` | the current order, as nested loops or as isl's YAML              |
//! | `original { ... }`                            | the order of the source, if that is another                      |
//! | `dependences { flow { ... } ... }`            | `flow`, `anti`, `output`, `live_in`, also in parts               |
//! | ... `relaxed PASS { ... } because WHY`          | in `dependences`: what a pass gave up; both in backquotes        |
//! | `calls f, g`                                  | the GDGs that this one calls                                     |
//! | `specialize { f g from f { : n < 16 } }`      | the versions that it chooses from, and what each asks beyond the one it comes from |
//!
//! `for i` is a band of one member, the value of an iterator, in every statement inside; `for i down` is its negative.
//! `coincident` and `permutable` may follow, and marks may stand in front: `parallel for i coincident { ... }`.
//! A schedule that is left out runs the statements one after the other, each in its own loops.
//!
//! A statement holds `domain { S[i] : ... }`, `origin { S[i] -> T[i] }` if its instances are those of another one in the
//! source, `iterators i: i32, j: i64` if there are any, `accesses { ... }` if they do not follow from the body, and
//! `body { ... }`:
//!
//! - Each element in the body is an access, in the order of evaluation; the same element, read or written again, is the
//!   same access. Its relation follows from the subscripts: a subscript that is not affine may be any in its dimension,
//!   and then, or under a condition, the access is one that may happen.
//! - `accesses { read A[i] may_read x[idx[i]] : { S[i] -> x[j] : j >= i } must_write B[i] kill t }` lists them instead,
//!   all of them; a relation after `:` overrides the subscripts. An element in the body then stands for the first
//!   access in the list that reads like it and goes the same way; `A[i]@2` is the third access of the list.
//! - Actions are `var t: f64;` (first), `A[i] = value;`, `t = value;`, `if (c) { ... } else { ... }` and
//!   `for (k = 0; k < n; k = k + 1) { ... }`.
//! - Expressions are C's, without its conversions: `(f64)x` converts. Constants are `i32` and `f64` unless they say
//!   otherwise (`1_i64`, `0.5_f32`, `1_f64`). Comparisons and `! && ||` are `i32`, a call has the type of its first
//!   argument; `f(x) as f32`, `(a < b) as bool` give them another type, and `i as i64` is the value of an iterator or
//!   parameter in another type than its own.
//! - A name is that of an iterator, a variable, a parameter or an array, whichever there is first; `iterator.x`,
//!   `var.x`, `param.x` and `array.x` say which.

mod cursor;
mod derived;
mod names;
mod order;
mod parse;
mod parse_body;
mod print;
mod print_body;
mod resolve;
mod resolve_body;
mod spelling;
mod syntax;
mod tree;
mod yaml;

use std::fmt;

use polymill_isl as isl;

pub(crate) use parse_body::is_float_constant;

use crate::{Definition, Gdg, Param, Program, Result};

impl Program {
    /// Reads a program from its text form (see the [module's documentation](crate::text)). The result is not validated:
    /// see [`validate`](crate::validate).
    ///
    /// # Errors
    /// [`Error::User`](crate::Error::User) with line and column for text that does not say what a program is; isl's.
    pub fn parse(ctx: &isl::Context, text: &str) -> Result<Self> {
        resolve::program(ctx, text, &parse::program(text)?)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::program(self))
    }
}

impl fmt::Display for Gdg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::gdg(self, None))
    }
}

/// The condition of a set of parameter values in isl's notation, without the parameters and the braces: `n <= 15`; empty
/// for all values.
///
/// # Errors
/// isl's.
pub fn condition(set: &isl::Set) -> Result<String> {
    let text = set.to_str()?;
    let inside = text.split_once('{').map_or("", |(_, inside)| inside.trim_end_matches('}'));
    Ok(inside.split_once(':').map_or("", |(_, condition)| condition).trim().to_owned())
}

/// As [`condition`], where `x = 1` asks that a test of memory or data is passed: `name` says what to write instead, from what
/// the test says if it is.
///
/// # Errors
/// isl's.
pub fn condition_with(set: &isl::Set, params: &[Param], name: impl Fn(&Param, String) -> String) -> Result<String> {
    let mut text = condition(set)?;
    for param in params {
        if let Some(test) = param.definition().and_then(Definition::test) {
            text = text.replace(&format!("{} = 1", param.name), &name(param, test));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
