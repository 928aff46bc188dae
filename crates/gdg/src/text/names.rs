//! What the names in a GDG's text stand for, and isl's notation in it.

use std::collections::BTreeSet;

use polymill_isl as isl;

use super::cursor::error_at;
use super::syntax::{At, IslText, Name};
use crate::{Array, ArrayId, Error, Param, ParamId, Result};

/// The names declared in a GDG.
pub(super) struct Names<'a> {
    pub ctx: &'a isl::Context,
    pub text: &'a str,
    pub params: Vec<Param>,
    pub arrays: Vec<Array>,
}

impl Names<'_> {
    pub fn param(&self, name: &str) -> Option<ParamId> {
        self.params.iter().position(|param| param.name == name).map(ParamId::new)
    }

    pub fn array(&self, name: &str) -> Option<ArrayId> {
        self.arrays.iter().position(|array| array.name == name).map(ArrayId::new)
    }

    pub fn array_named(&self, name: &Name) -> Result<ArrayId> {
        self.array(&name.value).ok_or_else(|| self.error(name.offset, &format!("there is no array `{}`", name.value)))
    }

    /// `[n, m] -> `, which isl wants before everything.
    pub fn prefix(&self) -> String {
        let names: Vec<_> = self.params.iter().map(|param| param.name.as_str()).collect();
        if names.is_empty() { String::new() } else { format!("[{}] -> ", names.join(", ")) }
    }

    /// Reads a set or relation; the parameters need not be repeated.
    pub fn isl<T>(&self, text: &IslText, read: fn(&isl::Context, &str) -> isl::Result<T>) -> Result<T> {
        let has_prefix = text.value.starts_with('[');
        let whole = if has_prefix { text.value.clone() } else { self.prefix() + &text.value };
        read(self.ctx, &whole).map_err(|error| self.isl_error(text.offset, error))
    }

    /// isl's word on a text that it does not take.
    pub fn isl_error(&self, offset: usize, error: isl::Error) -> Error {
        match error {
            isl::Error::Invalid(site) if site.message == "syntax error" => {
                self.error(offset, "this is not in isl's notation, or it names what is not a parameter")
            }
            isl::Error::Invalid(site) | isl::Error::Unknown(site) | isl::Error::Unsupported(site) => {
                self.error(offset, &format!("isl cannot read this: {}", site.message))
            }
            other => Error::Isl(other),
        }
    }

    /// The size of a dimension: an expression, or a function in braces.
    pub fn extent(&self, text: &IslText) -> Result<isl::PwAff> {
        if text.value.trim_start().starts_with(['{', '[']) {
            let text = At { value: text.value.trim().to_owned(), offset: text.offset };
            return self.isl(&text, isl::PwAff::read);
        }
        let text = At { value: format!("{{ [({})] }}", text.value), offset: text.offset };
        self.isl(&text, isl::PwAff::read)
    }

    pub fn error(&self, offset: usize, message: &str) -> Error {
        error_at(self.text, offset, message)
    }
}

/// Refuses the second of two equal names.
pub(super) fn check_unique<'a>(text: &str, what: &str, names: impl std::iter::Iterator<Item = &'a Name>) -> Result<()> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(&name.value) {
            return Err(error_at(text, name.offset, &format!("{what} `{}` is declared twice", name.value)));
        }
    }
    Ok(())
}
