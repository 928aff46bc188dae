//! Arrays: what statements read and write.

use polymill_diagnostics::Span;
use polymill_isl as isl;

use crate::{Place, ScalarType};

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
    /// Where its elements are: `p[_].x[_]` for the members `x` of an array of structures.
    pub place: Place,
    /// How many of the outermost dimensions choose a row: a piece of memory behind a pointer of its own, which may be anywhere.
    /// 1 for `double **a`, 0 for an array in one piece.
    pub row_dims: usize,
    /// Where it lives.
    pub storage: Storage,
    /// If it is private to iterations of loops, in which one each instance that uses it runs: `S[i, j] -> [i]`. Each of
    /// them has a copy of its own.
    pub private: Option<isl::UnionMap>,
    /// Whether no other thread knows it: an automatic variable of the source whose address nobody takes.
    pub is_unshared: bool,
    /// Whether its value before the region may be read in the region.
    pub live_in: bool,
    /// Whether its value may be read after the region.
    pub live_out: bool,
    /// Where it is declared, if known.
    pub span: Option<Span>,
}

/// Where an array lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// Declared outside the region.
    External,
    /// Declared by the generated code: a local of the region or one that a pass introduced. Never live-in or live-out;
    /// its place is a variable of its name.
    Local,
    /// Memory that holds the value of a parameter, or pointers to rows of other arrays. No statement accesses it; in an alias pair,
    /// it says that a store may change the parameter or a pointer, so that the GDG is the source's code only where the two are apart.
    Parameter,
}

impl Array {
    /// An array that the generated code declares.
    pub fn local(name: String, element: ScalarType, extents: Vec<Option<isl::PwAff>>) -> Self {
        Self {
            place: Place::array(&name, extents.len()),
            name,
            element,
            extents,
            row_dims: 0,
            storage: Storage::Local,
            private: None,
            is_unshared: true,
            live_in: false,
            live_out: false,
            span: None,
        }
    }

    /// A variable outside of the region, which holds a value before and after it.
    pub fn external(name: &str, element: ScalarType, extents: Vec<Option<isl::PwAff>>) -> Self {
        Self {
            place: Place::array(name, extents.len()),
            storage: Storage::External,
            is_unshared: false,
            live_in: true,
            live_out: true,
            ..Self::local(name.to_owned(), element, extents)
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
