//! What a random program is made of.

use std::fmt;

/// A small C program with one kernel function, without undefined behaviour: every subscript is in bounds, every
/// variable is set before it is read, no signed integer overflows.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The seed it was made from.
    pub seed: u64,
    /// The name of the kernel function.
    pub name: String,
    /// Sizes.
    pub params: Vec<Param>,
    /// The values of the parameters in each call of the kernel, in the order of `params`.
    pub runs: Vec<Vec<i64>>,
    /// All memory, local arrays included.
    pub arrays: Vec<Array>,
    /// Two pointers that the driver lets overlap.
    pub overlap: Option<Overlap>,
    /// Whether the code is marked with `#pragma scop`.
    pub pragma: bool,
    /// Local scalars and iterators of the function, declared and set before the region.
    pub prologue: Vec<Stmt>,
    /// The region.
    pub body: Vec<Stmt>,
    /// Stores after the region that make local scalars and iterators visible.
    pub epilogue: Vec<Stmt>,
}

/// A size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// What kind of constant it is.
    pub kind: ParamKind,
}

/// Where the value of a [`Param`] comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// An argument of the kernel, of type `int` or `long`.
    Argument(Type),
    /// A macro; all runs have the same value.
    Macro,
}

/// An arithmetic type of C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Type {
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    Float,
    Double,
}

/// An array (a scalar, if it has no dimensions).
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// Its name, without suffix.
    pub name: String,
    /// The type of an element.
    pub ty: Type,
    /// The size of each dimension; at least 1 in every run.
    pub extents: Vec<Extent>,
    /// How it is declared.
    pub form: Form,
    /// If set, the array holds integers from 0 to less than this, and nothing but such numbers is stored in it.
    pub index_limit: Option<i64>,
}

/// A size as a function of the parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// A factor for each parameter.
    pub factors: Vec<i64>,
    /// The rest.
    pub constant: i64,
}

/// How an [`Array`] is declared and accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A global variable; its sizes are constants.
    Global,
    /// An argument with its sizes: `double A[n][m]`.
    Sized {
        /// Whether it says `restrict`.
        restrict: bool,
    },
    /// An argument that points to rows, or to the first element: `double (*A)[m]`, `double *A`.
    Pointer {
        /// Whether it says `restrict`.
        restrict: bool,
    },
    /// An argument that points to the first element and is accessed as `A[i * m + j]`.
    Linear {
        /// Whether it says `restrict`.
        restrict: bool,
    },
    /// A field of an array of structs, which is an argument. Arrays with the same group have the same extents.
    Field {
        /// The array of structs.
        group: usize,
    },
    /// An argument that points to pointers to rows: `double **A`, `double ***A`.
    Rows {
        /// Where the rows are.
        order: RowOrder,
    },
    /// Declared inside the region; its sizes are constants.
    Local,
    /// Zeros that the kernel allocates and frees.
    Owned {
        /// Whether it is accessed as `A[i * m + j]`.
        is_linear: bool,
    },
}

/// Where the driver puts the rows of an array that it passes as pointers to rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOrder {
    /// Each behind the one before it.
    Ascending,
    /// Each in front of the one before it.
    Descending,
    /// In no order.
    Mixed,
    /// Some are the same as others.
    Shared,
}

/// The driver passes a pointer into the first array as the second array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The array that is allocated.
    pub first: usize,
    /// The one that points into it.
    pub second: usize,
    /// At which element.
    pub offset: i64,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub enum Stmt {
    /// `target op value;`
    Assign {
        /// What is written.
        target: Place,
        /// How.
        op: AssignOp,
        /// What is stored or combined.
        value: Expr,
    },
    /// `double t = value;`, or without a value for iterators.
    Declare {
        /// The name.
        name: String,
        /// The type.
        ty: Type,
        /// The initial value.
        value: Option<Expr>,
    },
    /// The declaration of an array of form [`Form::Local`].
    DeclareArray(usize),
    /// A counted loop.
    Loop(Box<Loop>),
    /// A branch.
    If {
        /// Decides.
        condition: Cond,
        /// Run if so.
        then: Vec<Stmt>,
        /// Run if not.
        otherwise: Vec<Stmt>,
    },
}

/// What can be assigned to.
#[derive(Clone, PartialEq, Debug)]
pub enum Place {
    /// An array element.
    Element(Access),
    /// A local scalar.
    Scalar(String),
}

/// Ways to assign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AssignOp {
    Set,
    Add,
    Sub,
    Mul,
    Increment,
}

/// `for (iterator = from; iterator < to; iterator += step)` or downwards.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// The iterator's name.
    pub iterator: String,
    /// Its type, if the loop declares it; otherwise it is declared before and is live after the loop.
    pub declares: Option<Type>,
    /// The first value.
    pub from: Bound,
    /// Where it ends.
    pub to: Bound,
    /// How the iterator is compared with `to`.
    pub compare: Compare,
    /// What is added after each iteration; negative in a loop that counts down.
    pub step: i64,
    /// Whether it is written with `while`.
    pub is_while: bool,
    /// What is repeated.
    pub body: Vec<Stmt>,
}

/// A bound of a loop.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// A single value.
    Index(Index),
    /// The smaller of two.
    Min(Spelling, Box<Bound>, Box<Bound>),
    /// The larger of two.
    Max(Spelling, Box<Bound>, Box<Bound>),
}

/// How a minimum or maximum is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Spelling {
    Macro,
    Ternary,
    Function,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compare {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// An integer that subscripts, bounds and conditions use: `base + offset`.
#[derive(Clone, PartialEq, Debug)]
pub struct Index {
    /// What varies.
    pub base: IndexBase,
    /// A constant.
    pub offset: i64,
}

/// The varying part of an [`Index`].
#[derive(Clone, PartialEq, Debug)]
pub enum IndexBase {
    /// A sum of variables.
    Sum(Sum),
    /// `(sum) / divisor`, towards zero.
    Div(Sum, i64),
    /// `(sum) % divisor`, with the sign of the sum.
    Rem(Sum, i64),
    /// An element of an index array.
    Element(Box<Access>),
}

/// A linear combination of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Factors and variables.
    pub terms: Vec<(i64, Var)>,
    /// A constant.
    pub constant: i64,
}

/// An integer variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Var {
    /// A parameter of the program.
    Param(usize),
    /// An iterator.
    Iterator(String),
}

/// An array element.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// The array.
    pub array: usize,
    /// One subscript for each dimension.
    pub indices: Vec<Index>,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Cond {
    /// Compares integers known from iterators and parameters.
    Index(Compare, Index, Index),
    /// Compares values from memory.
    Data(Compare, Expr, Expr),
    /// Both.
    And(Box<Cond>, Box<Cond>),
    /// At least one.
    Or(Box<Cond>, Box<Cond>),
    /// Not so.
    Not(Box<Cond>),
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// An integer constant.
    Int(i64),
    /// A floating-point constant as C spells it.
    Float(String),
    /// An array element.
    Load(Access),
    /// A local scalar.
    Scalar(String),
    /// An integer made from iterators and parameters.
    Sum(Sum),
    /// `-a` or `~a`.
    Unary(char, Box<Expr>),
    /// `a op b`.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// A call of a pure function.
    Call(&'static str, Vec<Expr>),
    /// `condition ? a : b`.
    Select(Box<Cond>, Box<Expr>, Box<Expr>),
    /// `(type)a`.
    Cast(Type, Box<Expr>),
}

impl Type {
    /// Whether it is `float` or `double`.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Whether it is an integer type without sign.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Self::UChar | Self::UShort | Self::UInt | Self::ULong)
    }

    /// The type that an operand of this type has in arithmetic.
    pub fn promoted(self) -> Self {
        match self {
            Self::SChar | Self::UChar | Self::Short | Self::UShort => Self::Int,
            other => other,
        }
    }

    /// The common type of two operands.
    pub fn common(self, other: Self) -> Self {
        self.promoted().max(other.promoted())
    }
}

/// C's name of the type.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SChar => "signed char",
            Self::UChar => "unsigned char",
            Self::Short => "short",
            Self::UShort => "unsigned short",
            Self::Int => "int",
            Self::UInt => "unsigned",
            Self::Long => "long",
            Self::ULong => "unsigned long",
            Self::Float => "float",
            Self::Double => "double",
        })
    }
}

impl Extent {
    /// The size in a run.
    pub fn value(&self, params: &[i64]) -> i64 {
        self.factors.iter().zip(params).map(|(factor, value)| factor * value).sum::<i64>() + self.constant
    }
}

impl Sum {
    /// A constant.
    pub fn constant(constant: i64) -> Self {
        Self { terms: vec![], constant }
    }

    /// A variable.
    pub fn var(var: Var) -> Self {
        Self { terms: vec![(1, var)], constant: 0 }
    }

    /// This plus `factor * var`, with equal variables joined.
    pub fn plus(mut self, factor: i64, var: Var) -> Self {
        match self.terms.iter_mut().find(|(_, other)| *other == var) {
            Some((sum, _)) => *sum += factor,
            None => self.terms.push((factor, var)),
        }
        self.terms.retain(|(factor, _)| *factor != 0);
        self
    }
}

impl Index {
    /// A constant.
    pub fn constant(offset: i64) -> Self {
        Self::sum(Sum::default(), offset)
    }

    /// `sum + offset`.
    pub fn sum(sum: Sum, offset: i64) -> Self {
        Self { base: IndexBase::Sum(sum), offset }
    }
}

impl Compare {
    /// Whether it holds.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Lt => left < right,
            Self::Le => left <= right,
            Self::Gt => left > right,
            Self::Ge => left >= right,
            Self::Eq => left == right,
            Self::Ne => left != right,
        }
    }

    /// C's operator.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Eq => "==",
            Self::Ne => "!=",
        }
    }
}

impl Form {
    /// Whether the sizes must be constants.
    pub fn is_constant_size(self) -> bool {
        matches!(self, Self::Global | Self::Local)
    }
}
