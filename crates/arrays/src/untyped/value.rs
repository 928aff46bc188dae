//! Values, and the operations on them.

use polymill_gdg::{BinaryOp, ScalarType, UnaryOp};

use super::Site;
use crate::Len;
use crate::graph::{ScalarId, ScalarKind};
use crate::number::Number;
use crate::size::{Size, Symbol};
use crate::trace::{self, Serial};

/// A value of any type, with one component or several.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub(crate) id: ScalarId,
    pub(crate) serial: Serial,
}

/// The functions of the mathematical library, by the names they have for `double`, and how many arguments they take.
pub const FUNCTIONS: [(&str, usize); 28] = [
    ("fabs", 1),
    ("sqrt", 1),
    ("cbrt", 1),
    ("exp", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("log", 1),
    ("log2", 1),
    ("log10", 1),
    ("log1p", 1),
    ("sin", 1),
    ("cos", 1),
    ("tan", 1),
    ("asin", 1),
    ("acos", 1),
    ("atan", 1),
    ("atan2", 2),
    ("sinh", 1),
    ("cosh", 1),
    ("tanh", 1),
    ("floor", 1),
    ("ceil", 1),
    ("trunc", 1),
    ("rint", 1),
    ("round", 1),
    ("fmod", 2),
    ("pow", 2),
    ("hypot", 2),
];

impl Value {
    /// The value with this id in the program that is being traced.
    pub(crate) fn of(id: ScalarId) -> Self {
        Self { id, serial: trace::with(|trace| trace.serial()) }
    }

    /// A number, as one of this type.
    pub fn constant(ty: ScalarType, number: Number) -> Self {
        let kind = match number.cast(ty) {
            Number::Int(value) => ScalarKind::Int(value),
            Number::Float(value) => ScalarKind::Float(value.to_bits()),
        };
        Self::of(trace::scalar(ty, kind))
    }

    /// The zeros of these types, in one value.
    pub fn zeros(types: &[ScalarType]) -> Self {
        Self::of(trace::with(|trace| {
            let zeros = types.iter().map(|ty| trace.graph.zero(*ty)).collect();
            trace.graph.tuple(zeros)
        }))
    }

    /// A size, in 64 bits.
    pub fn of_len(len: Len) -> Self {
        Self::of_size(len.0)
    }

    pub(crate) fn of_size(size: Size) -> Self {
        Self::of(trace::scalar(ScalarType::I64, ScalarKind::Size(size)))
    }

    /// The number that an index is moved by, which is known when the program is traced.
    pub(super) fn index(value: i64) -> Self {
        Self::constant(ScalarType::I64, Number::Int(i128::from(value)))
    }

    /// The value in the program that is being traced; the program is wrong if it is of another one.
    pub(super) fn own(self, site: Site) -> ScalarId {
        trace::with(|trace| trace.own_scalar(self.serial, self.id, &[ScalarType::I64], site.location))
    }

    /// The types of the components.
    pub fn types(self, site: Site) -> Vec<ScalarType> {
        let id = self.own(site);
        trace::with(|trace| trace.graph.types(id))
    }

    /// The ids of the components.
    pub(super) fn components(self, site: Site) -> Vec<ScalarId> {
        let id = self.own(site);
        trace::with(|trace| trace.graph.components(id))
    }

    pub(super) fn from_components(parts: Vec<ScalarId>) -> Self {
        Self::of(trace::with(|trace| trace.graph.tuple(parts)))
    }

    /// The components, each by itself.
    pub fn parts(self, site: Site) -> Vec<Value> {
        self.components(site).into_iter().map(Self::of).collect()
    }

    /// Several values in one, each of which has one component.
    pub fn tuple(parts: &[Value], site: Site) -> Self {
        let ids = parts.iter().flat_map(|part| part.components(site)).collect();
        Self::from_components(ids)
    }

    /// An operation on one value.
    pub fn unary(self, op: UnaryOp, site: Site) -> Self {
        let types = self.types(site);
        let is_taken = |ty: ScalarType| match op {
            UnaryOp::Neg => ty != ScalarType::Bool,
            UnaryOp::Not => ty == ScalarType::Bool,
            UnaryOp::BitNot => ty.is_integer() && ty != ScalarType::Bool,
        };
        match types.as_slice() {
            [ty] if is_taken(*ty) => Self::of(trace::scalar(*ty, ScalarKind::Unary(op, self.own(site)))),
            _ => {
                site.fail(format!("`{}` is not for {}", op.symbol(), text(&types)));
                Self::zeros(&types)
            }
        }
    }

    /// An operation on two values of one type. Integers wrap; what is divided by zero is zero; shifts count modulo the width.
    pub fn binary(self, op: BinaryOp, other: Value, site: Site) -> Self {
        let (left, right) = (self.types(site), other.types(site));
        let operand = match (left.as_slice(), right.as_slice()) {
            ([one], [other]) if one == other && takes(op, *one) => *one,
            _ => {
                site.fail(format!("`{}` is not for {} and {}", op.symbol(), text(&left), text(&right)));
                return Self::zeros(if op.is_logical() { &[ScalarType::Bool] } else { &left });
            }
        };
        let ty = if op.is_logical() { ScalarType::Bool } else { operand };
        Self::of(trace::scalar(ty, ScalarKind::Binary(op, self.own(site), other.own(site))))
    }

    /// The value as one of another type, as Rust's `as` converts it; what is not zero is true.
    pub fn cast(self, to: ScalarType, site: Site) -> Self {
        let types = self.types(site);
        match types.as_slice() {
            [from] if *from == to => Self::of(self.own(site)),
            [from] if to == ScalarType::Bool => self.binary(BinaryOp::Ne, Self::zeros(&[*from]), site),
            [_] => Self::of(trace::scalar(to, ScalarKind::Cast(self.own(site)))),
            _ => {
                site.fail(format!("{} cannot be converted to {to}", text(&types)));
                Self::zeros(&[to])
            }
        }
    }

    /// The value of a function of the mathematical library, one of [`FUNCTIONS`], of numbers of floating point of one type.
    pub fn call(function: &'static str, arguments: &[Value], site: Site) -> Self {
        let types: Vec<ScalarType> = arguments.iter().flat_map(|argument| argument.types(site)).collect();
        let ty = types.first().copied().unwrap_or(ScalarType::F64);
        let is_known = FUNCTIONS.contains(&(function, arguments.len()));
        if !is_known || !ty.is_float() || types.iter().any(|other| *other != ty) || types.len() != arguments.len() {
            site.fail(format!("`{function}` is not for {}", text(&types)));
            return Self::zeros(&[ty]);
        }
        let arguments = arguments.iter().map(|argument| argument.own(site)).collect();
        Self::of(trace::scalar(ty, ScalarKind::Call(function, arguments)))
    }

    /// One value if this truth value holds, else another one.
    pub fn select(self, then: Value, otherwise: Value, site: Site) -> Self {
        let (condition, types, others) = (self.types(site), then.types(site), otherwise.types(site));
        if condition != [ScalarType::Bool] || types != others {
            let [then, otherwise] = [types.as_slice(), &others].map(text);
            site.fail(format!("{} cannot choose between {then} and {otherwise}", text(&condition)));
            return Self::zeros(&types);
        }
        let condition = self.own(site);
        let pairs = then.components(site).into_iter().zip(otherwise.components(site)).zip(types);
        let choose = |((then, otherwise), ty)| trace::scalar(ty, ScalarKind::Select(condition, then, otherwise));
        Self::from_components(pairs.map(choose).collect())
    }

    /// The smaller of two values: the other one if it is smaller, else this one.
    pub fn min(self, other: Value, site: Site) -> Self {
        other.binary(BinaryOp::Lt, self, site).select(other, self, site)
    }

    /// The larger of two values: the other one if it is larger, else this one.
    pub fn max(self, other: Value, site: Site) -> Self {
        other.binary(BinaryOp::Gt, self, site).select(other, self, site)
    }

    /// The absolute value of a number.
    pub fn abs(self, site: Site) -> Self {
        match self.types(site).as_slice() {
            [ty] if ty.is_float() => Self::call("fabs", &[self], site),
            [ScalarType::Int { signed: false, .. }] => self,
            types => {
                let is_negative = self.binary(BinaryOp::Lt, Self::zeros(types), site);
                is_negative.select(self.unary(UnaryOp::Neg, site), self, site)
            }
        }
    }

    /// The value as a size: it is a number that is an argument, a size, a constant, or computed from these by `+`, `-` and `*`.
    pub fn len(self, site: Site) -> Len {
        let id = self.own(site);
        let size = trace::with(|trace| trace.size_of(id, site.location));
        Len(size.unwrap_or_else(|| {
            trace::fail(
                "size",
                "a size is a number that is an argument, or computed from sizes".to_owned(),
                site.location,
            );
            Size::constant(0)
        }))
    }

    /// The number that a value is, if it is a constant.
    pub fn as_number(self, site: Site) -> Option<Number> {
        let id = self.own(site);
        trace::with(|trace| match trace.graph.at(id).kind {
            ScalarKind::Int(value) => Some(Number::Int(value)),
            ScalarKind::Float(bits) => Some(Number::Float(f64::from_bits(bits))),
            _ => None,
        })
    }

    /// The integer that a value is, if it is a constant.
    pub fn as_constant(self, site: Site) -> Option<i64> {
        match self.as_number(site)? {
            Number::Int(value) => i64::try_from(value).ok(),
            Number::Float(_) => None,
        }
    }

    /// The size that a value is, if it says so: an argument does not.
    pub fn as_len(self, site: Site) -> Option<Len> {
        let id = self.own(site);
        trace::with(|trace| match &trace.graph.at(id).kind {
            ScalarKind::Size(size) => Some(Len(size.clone())),
            _ => None,
        })
    }
}

impl trace::Trace {
    /// The size that a value is, if it can be one.
    fn size_of(&mut self, id: ScalarId, location: crate::Place) -> Option<Size> {
        let scalar = self.graph.at(id).clone();
        match scalar.kind {
            _ if scalar.ty != ScalarType::I64 => None,
            ScalarKind::Input(input) => Some(self.graph.symbol(Symbol::Number { input }, location)),
            ScalarKind::Size(size) => Some(size),
            ScalarKind::Int(value) => Some(Size::constant(i64::try_from(value).unwrap_or(i64::MAX))),
            ScalarKind::Binary(op, left, right) => {
                let (left, right) = (self.size_of(left, location)?, self.size_of(right, location)?);
                match op {
                    BinaryOp::Add => Some(left.plus(1, &right)),
                    BinaryOp::Sub => Some(left.plus(-1, &right)),
                    BinaryOp::Mul => Some(crate::len::product(self, &left, &right, location)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether an operation is for values of a type.
fn takes(op: BinaryOp, ty: ScalarType) -> bool {
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Div => ty != ScalarType::Bool,
        Rem | Shl | Shr => ty.is_integer() && ty != ScalarType::Bool,
        BitAnd | BitOr | BitXor => ty.is_integer(),
        Lt | Le | Gt | Ge | Eq | Ne => true,
        And | Or => ty == ScalarType::Bool,
    }
}

/// Types in a message: `f64`, `(f64, i32)`.
pub(super) fn text(types: &[ScalarType]) -> String {
    let names: Vec<String> = types.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [only] => only.clone(),
        _ => format!("({})", names.join(", ")),
    }
}
