//! Arrays: what statements read and write.

use polymill_diagnostics::Span;
use polymill_isl as isl;

use crate::ScalarType;

/// Memory that statements access: an array, a scalar (no dimensions), or one field of an array of structs. Two arrays
/// of a GDG never overlap, unless an [`AliasPair`](crate::AliasPair) says that they may.
#[derive(Clone, Debug)]
pub struct Array {
    /// Unique in the GDG; the tuple name of the ranges of access relations. Letters, digits and `_` only.
    pub name: String,
    /// The type of an element.
    pub element: ScalarType,
    /// Sizes, outermost dimension first, as functions of the parameters; `None` where the size is not known or not
    /// affine. Indices run from 0.
    pub extents: Vec<Option<isl::PwAff>>,
    /// How an element is spelled: `p[_].x[_]` is name, subscript, field, subscript.
    pub path: Vec<PathPart>,
    /// How many of the outermost dimensions choose a row: a piece of memory behind a pointer of its own, which may be anywhere.
    /// 1 for `double **a`, 0 for an array in one piece.
    pub row_dims: usize,
    /// Where it lives.
    pub storage: Storage,
    /// If it is private to iterations of loops, in which one each instance that uses it runs: `S[i, j] -> [i]`. Each of
    /// them has a copy of its own.
    pub private: Option<isl::UnionMap>,
    /// Whether its value before the region may be read in the region.
    pub live_in: bool,
    /// Whether its value may be read after the region.
    pub live_out: bool,
    /// Where it is declared, if known.
    pub span: Option<Span>,
}

/// A part of the spelling of an array element.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PathPart {
    /// Text as it stands: a name, `.field`, `->field`, parentheses.
    Text(String),
    /// `[i]` with the next subscript.
    Subscript,
    /// One `[...]` made from the next `n_dims` subscripts in row-major order, with the sizes of those dimensions: a
    /// linearized access that was given back its dimensions.
    Linear {
        /// How many subscripts it takes, at least 2.
        n_dims: usize,
    },
}

impl PathPart {
    /// The spelling of an array whose name says it all: `name[_][_]`.
    pub fn plain(name: &str, n_dims: usize) -> Vec<Self> {
        let subscripts = std::iter::repeat_n(Self::Subscript, n_dims);
        std::iter::once(Self::Text(name.to_owned())).chain(subscripts).collect()
    }

    /// How many subscripts it takes.
    pub fn n_subscripts(&self) -> usize {
        match self {
            Self::Text(_) => 0,
            Self::Subscript => 1,
            Self::Linear { n_dims } => *n_dims,
        }
    }
}

/// Where an array lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Declared outside the region.
    External,
    /// Declared by the generated code: a local of the region or one that a pass introduced. Never live-in or live-out;
    /// its name is its spelling.
    Local,
    /// Memory that holds the value of a parameter, or pointers to rows of other arrays. No statement accesses it; in an alias pair,
    /// it says that a store may change the parameter or a pointer, so that the GDG is the source's code only where the two are apart.
    Parameter,
}

impl Array {
    /// An array that the generated code declares.
    pub fn local(name: String, element: ScalarType, extents: Vec<Option<isl::PwAff>>) -> Self {
        Self {
            path: PathPart::plain(&name, extents.len()),
            name,
            element,
            extents,
            row_dims: 0,
            storage: Storage::Local,
            private: None,
            live_in: false,
            live_out: false,
            span: None,
        }
    }

    /// Number of dimensions; 0 for a scalar.
    pub fn n_dims(&self) -> usize {
        self.extents.len()
    }

    /// Whether it has no dimensions.
    pub fn is_scalar(&self) -> bool {
        self.extents.is_empty()
    }
}
