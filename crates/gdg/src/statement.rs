//! Statements and their accesses.

use std::fmt;
use std::str::FromStr;

use polymill_diagnostics::Span;
use polymill_isl as isl;

use crate::{AccessId, ArrayId, Body, Expr, ScalarType};

/// A ClientOp: work of the input, done once for each point of its domain.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Unique in the GDG; the tuple name of the domain. Letters, digits and `_` only.
    pub name: String,
    /// The instances, `[params] -> { S[i, j] : ... }`. Points are values of the source's loop iterators.
    pub domain: isl::Set,
    /// The instance of the source that each instance is: `S_1[i, j] -> S[i, j]` for a part of `S`, `S_1[t, i] -> S[i]`
    /// for a copy of `S` that runs once in each tile `t`; of one of several statements, for one that stands for all of them.
    /// Single-valued; several instances may be the same one of the source, which is then computed again.
    pub origin: isl::UnionMap,
    /// Name and source type of each iterator, outermost first.
    pub iterators: Vec<Iterator>,
    /// What is read and written.
    pub accesses: Vec<Access>,
    /// What an instance does.
    pub body: Body,
    /// Where it stands in the source.
    pub span: Option<Span>,
}

/// An iterator of a [`Statement`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iterator {
    /// Its name in the source.
    pub name: String,
    /// Its type in the source; all its values fit.
    pub ty: ScalarType,
    /// The loop in the source that counts it (from the keyword to the end of its header).
    pub span: Option<Span>,
}

/// One access of a [`Statement`].
#[derive(Clone, Debug)]
pub struct Access {
    /// Read or write, certain or possible.
    pub kind: AccessKind,
    /// What is accessed.
    pub array: ArrayId,
    /// Which elements: `S[i, j] -> A[x, y]`. Single-valued and exact for `Read` and `MustWrite`; may be larger than what
    /// really happens for the may kinds.
    pub relation: isl::Map,
    /// The subscripts as written, one for each dimension of the array; used to print the access. Empty for kills.
    pub subscripts: Vec<Expr>,
    /// Where it stands in the source.
    pub span: Option<Span>,
}

impl Access {
    /// Whether two accesses of a statement are spelled alike, so that they name the same element in each instance.
    pub fn is_same_element(&self, other: &Self) -> bool {
        self.array == other.array && self.subscripts == other.subscripts
    }
}

/// Kinds of accesses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AccessKind {
    /// Reads exactly these elements.
    Read,
    /// Reads some of these elements.
    MayRead,
    /// Writes exactly these elements.
    MustWrite,
    /// Writes some of these elements.
    MayWrite,
    /// The elements' values are dead afterwards (end of life of a local variable, or before it is set).
    Kill,
}

impl AccessKind {
    /// `Read` or `MayRead`.
    pub fn is_read(self) -> bool {
        matches!(self, Self::Read | Self::MayRead)
    }

    /// `MustWrite` or `MayWrite`.
    pub fn is_write(self) -> bool {
        matches!(self, Self::MustWrite | Self::MayWrite)
    }
}

/// Prints as `read`, `may_read`, `must_write`, `may_write` or `kill`.
impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::MayRead => "may_read",
            Self::MustWrite => "must_write",
            Self::MayWrite => "may_write",
            Self::Kill => "kill",
        })
    }
}

impl FromStr for AccessKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Read, Self::MayRead, Self::MustWrite, Self::MayWrite, Self::Kill]
            .into_iter()
            .find(|kind| kind.to_string() == text)
            .ok_or_else(|| {
                format!("`{text}` is not a kind of access; expected read, may_read, must_write, may_write or kill")
            })
    }
}

impl Statement {
    /// Whether two statements are the same, down to the representation of their sets and relations.
    ///
    /// # Errors
    /// isl's.
    pub fn plain_is_equal(&self, other: &Self) -> isl::Result<bool> {
        let is_alike = self.name == other.name
            && self.iterators == other.iterators
            && self.body == other.body
            && self.accesses.len() == other.accesses.len();
        if !is_alike || !self.domain.plain_is_equal(&other.domain)? || !self.origin.is_equal(&other.origin)? {
            return Ok(false);
        }
        for (own, other) in self.accesses.iter().zip(&other.accesses) {
            let is_same = own.kind == other.kind && own.array == other.array && own.subscripts == other.subscripts;
            if !is_same || !own.relation.plain_is_equal(&other.relation)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The origin of a statement of the source: its instances are themselves.
    ///
    /// # Errors
    /// isl's.
    pub fn own_origin(domain: &isl::Set) -> isl::Result<isl::UnionMap> {
        isl::Map::identity(&domain.get_space()?.map_from_set()?)?.to_union_map()
    }

    /// A statement whose instances run those of this one, some of them several times: `{ S_1[i, t] : ... }` runs `S[i]` once
    /// for each `t`. Its accesses and its origin follow.
    ///
    /// # Errors
    /// isl's; among them if `domain` has not as many dimensions as this statement and `more` have iterators.
    pub fn copied(&self, domain: isl::Set, more: impl IntoIterator<Item = Iterator>) -> isl::Result<Self> {
        let name = domain.get_tuple_name()?.unwrap_or_default();
        let (depth, n) = (self.depth(), domain.dim(isl::Dim::Set)?);
        let to_own = isl::Map::identity(&domain.get_space()?.map_from_set()?)?;
        let to_own = to_own.project_out(isl::Dim::Out, depth, n.saturating_sub(depth))?;
        let to_own = to_own.set_tuple_name(isl::Dim::Out, &self.name)?;
        let mut copied = self.clone();
        for access in &mut copied.accesses {
            access.relation = to_own.apply_range(&access.relation)?;
        }
        copied.origin = to_own.to_union_map()?.apply_range(&self.origin)?;
        copied.iterators.extend(more);
        Ok(Self { name, domain, ..copied })
    }

    /// Number of loops around it in the source.
    pub fn depth(&self) -> usize {
        self.iterators.len()
    }

    /// The access with this id.
    pub fn access(&self, id: AccessId) -> &Access {
        &self.accesses[id.index()]
    }
}
