//! C's types.

use std::fmt;
use std::rc::Rc;

use polymill_gdg::ScalarType;

use super::Expr;

/// A type without its qualifiers. Type names are resolved; an enumerated type is its integer type.
#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// An arithmetic type. `long` and `long long` are the same where they have one width.
    Scalar(ScalarType),
    /// A pointer.
    Pointer(Rc<Qualified>),
    /// An array.
    Array(Rc<ArrayType>),
    /// A structure or union.
    Struct(StructId),
    /// A function.
    Function(Rc<FunctionType>),
    /// A type that is not modelled, by its name: `_Complex`, vectors, `typeof`, ...
    Opaque(Rc<str>),
}

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Debug)]
pub struct Qualified {
    /// The type.
    pub ty: Type,
    /// The qualifiers.
    pub qualifiers: Qualifiers,
}

/// Qualifiers of a type.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Qualifiers {
    /// `const`.
    pub is_const: bool,
    /// `volatile` or `_Atomic`: every access counts.
    pub is_volatile: bool,
    /// `restrict`.
    pub is_restrict: bool,
}

/// The type of an array.
#[derive(Clone, PartialEq, Debug)]
pub struct ArrayType {
    /// The type of its elements.
    pub element: Qualified,
    /// How many there are.
    pub extent: Extent,
}

/// The number of elements of an array.
#[derive(Clone, PartialEq, Debug)]
pub enum Extent {
    /// A constant.
    Constant(i128),
    /// The value of an expression when the declaration was reached.
    Variable(Box<Expr>),
    /// Not given (`[]`, `[*]`) or not understood.
    Unknown,
}

/// The type of a function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Qualified,
    /// The types of its parameters, arrays adjusted to pointers.
    pub params: Vec<Type>,
    /// Whether the parameters are known: false for `f()` and with `...`.
    pub is_prototype: bool,
}

/// A structure or union of a [`Unit`](super::Unit).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct StructId(pub u32);

/// What is known of a structure or union.
#[derive(Clone, PartialEq, Debug)]
pub struct StructType {
    /// Its tag, or text that stands for it.
    pub name: String,
    /// Whether its members overlap.
    pub is_union: bool,
    /// Its members; `None` until it is defined.
    pub fields: Option<Vec<Field>>,
    /// Whether attributes (`packed`, `aligned`) change its layout.
    pub has_layout_attributes: bool,
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name; empty for an anonymous structure or union, whose members count as the outer one's.
    pub name: String,
    /// Its type.
    pub ty: Qualified,
    /// Whether it is a bit-field.
    pub is_bitfield: bool,
}

impl Type {
    /// `int`.
    pub const INT: Self = Self::Scalar(ScalarType::I32);

    /// A pointer to `target`.
    pub fn pointer_to(target: Qualified) -> Self {
        Self::Pointer(Rc::new(target))
    }

    /// A type that is not modelled.
    pub fn opaque(name: &str) -> Self {
        Self::Opaque(Rc::from(name))
    }

    /// The arithmetic type, if it is one.
    pub fn scalar(&self) -> Option<ScalarType> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// Whether this is an integer or truth value.
    pub fn is_integer(&self) -> bool {
        self.scalar().is_some_and(ScalarType::is_integer)
    }

    /// What a pointer points to or an array consists of.
    pub fn target(&self) -> Option<&Qualified> {
        match self {
            Self::Pointer(target) => Some(target),
            Self::Array(array) => Some(&array.element),
            _ => None,
        }
    }

    /// The type as a value: arrays and functions become pointers.
    pub fn decayed(&self) -> Self {
        match self {
            Self::Array(array) => Self::pointer_to(array.element.clone()),
            Self::Function(_) => Self::pointer_to(self.clone().into()),
            _ => self.clone(),
        }
    }
}

impl From<Type> for Qualified {
    fn from(ty: Type) -> Self {
        Self { ty, qualifiers: Qualifiers::default() }
    }
}

impl Qualifiers {
    /// Both sets of qualifiers.
    pub fn with(self, other: Self) -> Self {
        Self {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_restrict: self.is_restrict || other.is_restrict,
        }
    }
}

/// The sizes in a type that are no constants.
pub(crate) fn sizes_of(ty: &Type) -> impl Iterator<Item = &Expr> {
    let mut next = Some(ty);
    std::iter::from_fn(move || {
        loop {
            let here = next?;
            next = here.target().map(|target| &target.ty);
            if let Type::Array(array) = here
                && let Extent::Variable(size) = &array.extent
            {
                return Some(&**size);
            }
        }
    })
}

/// Prints for messages; array sizes that are not constant print as `[..]`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => write!(f, "void"),
            Self::Scalar(scalar) => write!(f, "{scalar}"),
            Self::Pointer(target) => write!(f, "{}*", target.ty),
            Self::Array(array) => {
                write!(f, "{}", array.element.ty)?;
                match array.extent {
                    Extent::Constant(extent) => write!(f, "[{extent}]"),
                    _ => write!(f, "[..]"),
                }
            }
            Self::Struct(id) => write!(f, "struct #{}", id.0),
            Self::Function(_) => write!(f, "function"),
            Self::Opaque(name) => write!(f, "{name}"),
        }
    }
}
