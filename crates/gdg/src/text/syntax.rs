//! What a text says, before its names are looked up.

use crate::{AccessKind, BinaryOp, Mark, Place, ScalarType, Side, Storage, UnaryOp};

/// A value and the byte at which its text starts. Equality ignores the place.
#[derive(Clone, Debug)]
pub(super) struct At<T> {
    pub value: T,
    pub offset: usize,
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

pub(super) type Name = At<String>;

/// isl's notation, taken as it stands.
pub(super) type IslText = At<String>;

pub(super) struct GdgText {
    pub name: Name,
    pub is_built: bool,
    pub params: Vec<ParamText>,
    pub context: Option<IslText>,
    pub assume: Option<IslText>,
    pub promise: Option<IslText>,
    pub wanted: Vec<IslText>,
    pub arrays: Vec<ArrayText>,
    pub aliases: Vec<(Name, Name)>,
    pub disjoint: Vec<(Name, Name)>,
    pub reassociable: bool,
    pub repeated: bool,
    pub n_loops_around: usize,
    pub independent: Vec<IndependentText>,
    pub statements: Vec<StatementText>,
    pub original: Option<TreeText>,
    pub schedule: Option<TreeText>,
    pub dependences: Option<DependencesText>,
    pub specialize: Option<Vec<VersionText>>,
    pub calls: Vec<Name>,
}

/// `independent S0, S1 at 0 except A, B in threads`
pub(super) struct IndependentText {
    pub statements: Vec<Name>,
    pub position: usize,
    pub except: Vec<Name>,
    pub in_threads: bool,
}

/// `name from other { : n < 16 }`
pub(super) struct VersionText {
    pub gdg: Name,
    /// Only the first one has none.
    pub from: Option<(Name, IslText)>,
}

pub(super) struct ParamText {
    pub name: Name,
    pub ty: ScalarType,
    /// `None` for a variable of its name.
    pub value: Option<ParamValueText>,
    pub usual: Option<i64>,
}

/// `` `p->n` ``, or ``not_null(`p`)``, or a definition
pub(super) enum ParamValueText {
    Place(Place),
    NotNull(Place),
    Defined(DefinitionText),
}

/// `n - 1`, `64, promised`, or `` largest(`len[_]`[0 .. n - 1]: i32) ``
pub(super) enum BoundText {
    Derived(AffineText),
    Promised(AffineText),
    Largest(RowBoundsText),
}

/// `work(n * m)`, or `` disjoint(`A[_]`[0 .. n - 1] and `B[_]`[0 .. n]) ``,
/// or `` ascending(`row[_]`[0 .. n]: i32) ``, or `` even(`len[_]`[0 .. n - 1]: i32) at most 1000 ``,
/// or `` equal(`a->n` and `b->n`) ``, or `upper_bound`, or `lower_bound(n - 1)`
pub(super) enum DefinitionText {
    /// The products.
    Work(Vec<Vec<ExtentText>>),
    Disjoint(Vec<[ReachText; 2]>),
    Ascending(RowBoundsText),
    Even(RowBoundsText, i64),
    Equal(Vec<[Place; 2]>),
    StaticBound(Side, Option<BoundText>),
}

/// What a static bound is called.
pub(super) fn bound_word(side: Side) -> &'static str {
    match side {
        Side::Lower => "lower_bound",
        Side::Upper => "upper_bound",
    }
}

pub(super) struct ReachText {
    pub place: Place,
    /// First and last subscripts.
    pub rows: Vec<[Vec<AffineText>; 2]>,
    pub first: Vec<AffineText>,
    pub last: Vec<AffineText>,
    pub stride: Vec<AffineText>,
    pub data: Option<DataRangeText>,
}

/// `` of rows (`row[_]`[0 .. n]: i32) `` or `` of values (`column[_]`[0 .. n - 1]: i32) ``
pub(super) enum DataRangeText {
    Rows(Box<RowBoundsText>),
    Values(Box<RowBoundsText>),
}

pub(super) struct AffineText {
    pub terms: TermsText,
    pub constant: i64,
}

/// Coefficients and names of parameters.
pub(super) type TermsText = Vec<(i64, Name)>;

pub(super) enum ExtentText {
    Rows(RowBoundsText),
    Linear(TermsText),
}

pub(super) struct RowBoundsText {
    pub elements: ReachText,
    pub ty: ScalarType,
}

pub(super) struct ArrayText {
    pub name: Name,
    pub element: ScalarType,
    /// `None` for `[?]`.
    pub extents: Vec<Option<IslText>>,
    /// `None` for a variable of its name.
    pub place: Option<At<Place>>,
    pub live_in: bool,
    pub live_out: bool,
    pub is_unshared: bool,
    pub row_dims: usize,
    pub storage: Storage,
    pub private: Option<IslText>,
}

pub(super) struct StatementText {
    pub name: Name,
    pub domain: IslText,
    /// `None` for a statement of the source.
    pub origin: Option<IslText>,
    pub iterators: Vec<(Name, ScalarType)>,
    /// `None` where they follow from the body.
    pub accesses: Option<Vec<AccessText>>,
    pub locals: Vec<(Name, ScalarType)>,
    pub actions: Vec<ActionText>,
}

pub(super) struct AccessText {
    pub kind: AccessKind,
    pub element: At<ElementText>,
    pub relation: Option<IslText>,
}

/// A schedule tree.
pub(super) enum TreeText {
    /// isl's YAML.
    Yaml(IslText),
    /// Nested loops.
    Order { items: Vec<OrderText>, offset: usize },
}

pub(super) enum OrderText {
    Statement(Name),
    For { header: LoopText, inner: Vec<OrderText> },
}

/// `parallel for i down coincident permutable`
pub(super) struct LoopText {
    /// Outermost first.
    pub marks: Vec<Mark>,
    pub iterator: Name,
    pub down: bool,
    pub coincident: bool,
    pub permutable: bool,
}

/// Each relation may be given in parts.
#[derive(Default)]
pub(super) struct DependencesText {
    pub flow: Vec<IslText>,
    pub anti: Vec<IslText>,
    pub output: Vec<IslText>,
    pub live_in: Vec<IslText>,
    pub relaxed: Vec<RelaxedText>,
}

pub(super) struct RelaxedText {
    pub removed: IslText,
    pub pass: String,
    pub reason: String,
}

pub(super) enum ActionText {
    /// To an element of an array or a variable.
    Assign {
        target: At<ElementText>,
        value: At<ExprText>,
    },
    If {
        condition: At<ExprText>,
        then: Vec<ActionText>,
        otherwise: Vec<ActionText>,
    },
    For {
        init: Vec<ActionText>,
        condition: At<ExprText>,
        step: Vec<ActionText>,
        body: Vec<ActionText>,
    },
}

/// `scope.name[subscript][subscript]@tag`: whatever a name can stand for.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ElementText {
    pub scope: Option<Scope>,
    pub name: String,
    pub subscripts: Vec<At<ExprText>>,
    pub tag: Option<u32>,
}

/// Where a name is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    Iterator,
    Local,
    Param,
    Array,
}

impl Scope {
    /// In the order in which a bare name is looked up.
    pub const ALL: [Self; 4] = [Self::Iterator, Self::Local, Self::Param, Self::Array];

    pub fn keyword(self) -> &'static str {
        match self {
            Self::Iterator => "iterator",
            Self::Local => "var",
            Self::Param => "param",
            Self::Array => "array",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum ExprText {
    Int {
        value: i128,
        ty: Option<ScalarType>,
    },
    Float {
        digits: String,
        ty: Option<ScalarType>,
    },
    Element(ElementText),
    Unary(UnaryOp, Box<At<ExprText>>),
    Binary(BinaryOp, Box<At<ExprText>>, Box<At<ExprText>>),
    Cast(ScalarType, Box<At<ExprText>>),
    Call(String, Vec<At<ExprText>>),
    Select(Box<At<ExprText>>, Box<At<ExprText>>, Box<At<ExprText>>),
    /// `operand as ty`: the type of the operand is not the one that it has by default.
    As(Box<At<ExprText>>, ScalarType),
}
