//! Checks that isl (as of 0.25) itself forgets: without them, arguments that do not fit would make it read or write out
//! of bounds, divide by zero or leak. The tables name them behind the C function. They were found by calling every
//! function with arguments of all kinds, under valgrind.

use crate::convert::InContext;
use crate::error::Site;
use crate::{
    Aff, BasicMap, BasicSet, Constraint, Dim, Error, LocalSpace, Map, MapList, MultiAff, MultiPwAff, MultiUnionPwAff,
    MultiVal, PwAff, PwMultiAff, PwQPolynomial, QPolynomial, Result, Set, SetList, Space, UnionMap, UnionPwAff,
    UnionPwMultiAff, UnionPwQPolynomial, UnionSet, Val,
};

/// Something with dimensions.
pub(crate) trait Dimensions {
    fn n_dim(&self, kind: Dim) -> Result<usize>;
}

macro_rules! dimensions {
    ($($type:ident)*) => { $(
        impl Dimensions for $type {
            fn n_dim(&self, kind: Dim) -> Result<usize> {
                self.dim(kind)
            }
        }
    )* };
}

dimensions! {
    Aff BasicMap BasicSet Constraint LocalSpace Map MultiAff MultiPwAff MultiUnionPwAff MultiVal PwAff PwMultiAff
    PwQPolynomial QPolynomial Set Space UnionMap UnionPwAff UnionPwMultiAff UnionPwQPolynomial UnionSet
}

/// Something with a space.
pub(crate) trait Spaced {
    fn space(&self) -> Result<Space>;
}

macro_rules! spaced {
    ($($type:ident)*) => { $(
        impl Spaced for $type {
            fn space(&self) -> Result<Space> {
                self.get_space()
            }
        }
    )* };
}

spaced! { BasicMap BasicSet Set Map }

fn require(holds: bool, message: &str) -> Result<()> {
    if holds { Ok(()) } else { Err(Error::invalid(message)) }
}

/// There are `n` dimensions from position `first` on.
pub(crate) fn within(this: &impl Dimensions, kind: Dim, first: usize, n: usize) -> Result<()> {
    require(kind != Dim::All, "expecting one kind of dimensions")?;
    require(first.saturating_add(n) <= this.n_dim(kind)?, "position or range out of bounds")
}

/// There are `n` dimensions of the domain (or parameters, or integer divisions) from position `first` on.
pub(crate) fn within_domain(this: &impl Dimensions, kind: Dim, first: usize, n: usize) -> Result<()> {
    require(kind != Dim::Out, "functions do not depend on their output")?;
    within(this, kind, first, n)
}

/// There is such a dimension of the domain.
pub(crate) fn of_domain(this: &impl Dimensions, kind: Dim, pos: usize) -> Result<()> {
    within_domain(this, kind, pos, 1)
}

/// `first` is the position of a dimension, or the one behind the last.
pub(crate) fn within_or_end(this: &impl Dimensions, kind: Dim, first: usize) -> Result<()> {
    within(this, kind, first, 0)
}

/// The dimensions to move are there, and so is the place they go to.
pub(crate) fn movable(
    this: &impl Dimensions,
    dst_type: Dim,
    dst_pos: usize,
    src_type: Dim,
    src_pos: usize,
    n: usize,
) -> Result<()> {
    let tuple = |kind| matches!(kind, Dim::Param | Dim::In | Dim::Out);
    require(tuple(dst_type) && tuple(src_type), "only parameters and tuples have dimensions to move")?;
    within(this, src_type, src_pos, n)?;
    within(this, dst_type, dst_pos, 0)
}

/// Both tuples of a map space have `n` dimensions or more.
pub(crate) fn both_have(space: &Space, n: usize) -> Result<()> {
    require(space.is_map()?, "expecting a space of relations")?;
    within(space, Dim::In, 0, n)?;
    within(space, Dim::Out, 0, n)
}

/// Both tuples of a map space have a dimension at `pos`.
pub(crate) fn both_have_at(space: &Space, pos: usize) -> Result<()> {
    both_have(space, pos.saturating_add(1))
}

/// Enough of the budget is left for the first steps of a function that breaks down when it runs out during those.
pub(crate) fn has_headroom(this: &impl InContext) -> Result<()> {
    if this.context().has_left(1000) { Ok(()) } else { Err(Error::Quota(Site::new("too few operations are left"))) }
}

/// A divisor.
pub(crate) fn divides<T>(_: &T, divisor: &Val) -> Result<()> {
    require(!divisor.is_zero()?, "division by zero")
}

/// Divisors.
pub(crate) fn all_divide<T>(_: &T, divisors: &MultiVal) -> Result<()> {
    (0..divisors.size()?).try_for_each(|position| divides(divisors, &divisors.get_at(position)?))
}

/// Two things in one space.
pub(crate) fn same_space<T: Spaced>(this: &T, other: &T) -> Result<()> {
    require(this.space()?.is_equal(&other.space()?)?, "spaces don't match")
}

/// Two things in one space, but for their parameters.
pub(crate) fn same_tuples<T: Spaced>(this: &T, other: &T) -> Result<()> {
    require(this.space()?.has_equal_tuples(&other.space()?)?, "spaces don't match")
}

/// Two relations on one domain space.
pub(crate) fn same_domain(this: &BasicMap, other: &BasicMap) -> Result<()> {
    let (domain, other) = (this.get_space()?.domain()?, other.get_space()?.domain()?);
    require(domain.is_equal(&other)?, "spaces don't match")
}

/// Two relations with one range space.
pub(crate) fn same_range(this: &BasicMap, other: &BasicMap) -> Result<()> {
    let (range, other) = (this.get_space()?.range()?, other.get_space()?.range()?);
    require(range.is_equal(&other)?, "spaces don't match")
}

/// Sets in the space of this one.
pub(crate) fn all_in_space(this: &Set, list: &SetList) -> Result<()> {
    list.to_vec()?.iter().try_for_each(|set| same_space(this, set))
}

/// Relations in the space of this one.
pub(crate) fn all_in_map_space(this: &Map, list: &MapList) -> Result<()> {
    list.to_vec()?.iter().try_for_each(|map| same_space(this, map))
}

/// A set, not of parameters only, that can get a set space as its domain.
pub(crate) fn takes_domain(this: &Set, domain: &Space) -> Result<()> {
    require(!this.is_params()? && domain.is_set()?, "expecting sets")
}

/// A set with pieces.
pub(crate) fn has_pieces(this: &Set) -> Result<()> {
    require(this.n_basic_set()? > 0, "nothing to lift in an empty set")
}

/// Sets with pieces.
pub(crate) fn all_have_pieces(this: &UnionSet) -> Result<()> {
    this.foreach_set(|set| has_pieces(&set))
}

/// In the text of a schedule, what must be a text is one: isl takes any token that follows `domain:` and the like for a text, and
/// a number for an address.
pub(crate) fn texts_after_keys(_: &impl InContext, text: &str) -> Result<()> {
    const KEYS: [&str; 11] = [
        "domain",
        "context",
        "contraction",
        "expansion",
        "extension",
        "filter",
        "guard",
        "mark",
        "schedule",
        "options",
        "prefix",
    ];
    let bytes = text.as_bytes();
    let (mut position, mut key) = (0, None);
    while let Some(byte) = bytes.get(position) {
        match byte {
            b'"' => {
                key = None;
                position += 1 + bytes[position + 1..].iter().position(|byte| *byte == b'"').unwrap_or(bytes.len());
            }
            b'#' => position += bytes[position..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len()),
            b':' => {
                let before = bytes[..position].trim_ascii_end();
                let start = before.iter().rposition(|byte| !byte.is_ascii_alphabetic()).map_or(0, |at| at + 1);
                let word = String::from_utf8_lossy(&before[start..]).into_owned();
                key = KEYS.into_iter().find(|key| *key == word);
            }
            byte if byte.is_ascii_whitespace() => {}
            _ if let Some(key) = key => {
                return Err(Error::invalid(format!("expecting a text in quotes after `{key}:`")));
            }
            _ => {}
        }
        position += 1;
    }
    require(key.is_none(), "expecting a text in quotes at the end")
}
