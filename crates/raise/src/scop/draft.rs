//! Statements and their order before they have names.

use std::ops::Range;

use polymill_gdg::{Access, AccessKind, Body, Iterator};
use polymill_isl as isl;

/// A statement without a name: domain and relations have no tuple for it.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub domain: isl::Set,
    pub iterators: Vec<Iterator>,
    pub accesses: Vec<Access>,
    /// For each access, the instances that may do it; `None` if all of them certainly do.
    pub occasions: Vec<Option<isl::Set>>,
    pub body: Body,
    pub span: Range<usize>,
    /// Whether it calls a function that may read any memory.
    pub reads_memory: bool,
}

impl Draft {
    /// Whether it does nothing but end the life of a variable.
    pub fn is_kill(&self) -> bool {
        self.accesses.iter().any(|access| access.kind == AccessKind::Kill)
    }

    /// Whether nothing is left of it.
    pub fn is_empty(&self) -> bool {
        self.body.actions.is_empty() && !self.is_kill()
    }
}

/// The order of the source.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// The draft at an index.
    Draft(usize),
    /// One after the other.
    Sequence(Vec<Order>),
    /// A loop over the iterator at a position.
    Loop { position: usize, is_downward: bool, body: Box<Order> },
}

impl Order {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Draft(_) => false,
            Self::Sequence(parts) => parts.iter().all(Self::is_empty),
            Self::Loop { body, .. } => body.is_empty(),
        }
    }
}
