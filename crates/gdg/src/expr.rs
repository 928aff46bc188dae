//! Scalar expressions.

use crate::{AccessId, LocalId, ParamId, ScalarType};

/// A typed expression without side effects. Conversions are explicit ([`ExprKind::Cast`]), so that its meaning does not
/// depend on a source language's promotion rules: both operands of an arithmetic or comparison operator have one type
/// (shifts excepted: the count has its own).
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// The type of the value.
    pub ty: ScalarType,
    /// What computes it.
    pub kind: ExprKind,
}

/// The forms of an [`Expr`].
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer constant, within the range of the type.
    Int(i128),
    /// A floating-point constant as written, without suffix (`1.5e-3`, `0x1p-3`), so that no digit is lost.
    Float(String),
    /// The value of the statement's iterator at this position, converted to the type.
    Iterator(usize),
    /// The value of a parameter, converted to the type.
    Param(ParamId),
    /// A variable of the body (see [`Body::locals`](crate::Body)).
    Local(LocalId),
    /// The element that an access of the statement reads. Its subscripts are in [`Access`](crate::Access).
    Load(AccessId),
    /// An operation on one value.
    Unary(UnaryOp, Box<Expr>),
    /// An operation on two values.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A conversion of the operand to this expression's type.
    Cast(Box<Expr>),
    /// A call of a pure function by name.
    Call(String, Vec<Expr>),
    /// `condition ? then : otherwise`; only the chosen side is evaluated.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Operations on one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Arithmetic negation.
    Neg,
    /// Logical negation; the result is of type `bool` or a 0/1 integer.
    Not,
    /// Bitwise complement.
    BitNot,
}

/// Operations on two values. Division and remainder of integers truncate towards zero. `And` and `Or` evaluate their
/// right side only if the left side does not decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
}

impl UnaryOp {
    /// The operator in C's syntax.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Neg => "-",
            Self::Not => "!",
            Self::BitNot => "~",
        }
    }
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [Self; 18] = {
        use BinaryOp::*;
        [Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor, Lt, Le, Gt, Ge, Eq, Ne, And, Or]
    };

    /// The operator in C's syntax.
    pub fn symbol(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            BitAnd => "&",
            BitOr => "|",
            BitXor => "^",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
            And => "&&",
            Or => "||",
        }
    }

    /// How tight it binds in C, from 1 (`||`) to 10 (`*`).
    pub fn precedence(self) -> u8 {
        use BinaryOp::*;
        match self {
            Or => 1,
            And => 2,
            BitOr => 3,
            BitXor => 4,
            BitAnd => 5,
            Eq | Ne => 6,
            Lt | Le | Gt | Ge => 7,
            Shl | Shr => 8,
            Add | Sub => 9,
            Mul | Div | Rem => 10,
        }
    }

    /// The result for two integers, of both of which the value is known; `None` where there is none, and for shifts, which
    /// depend on the type.
    pub fn apply(self, left: i128, right: i128) -> Option<i128> {
        use BinaryOp::*;
        match self {
            Add => left.checked_add(right),
            Sub => left.checked_sub(right),
            Mul => left.checked_mul(right),
            Div => left.checked_div(right),
            Rem => left.checked_rem(right),
            BitAnd => Some(left & right),
            BitOr => Some(left | right),
            BitXor => Some(left ^ right),
            Lt => Some(i128::from(left < right)),
            Le => Some(i128::from(left <= right)),
            Gt => Some(i128::from(left > right)),
            Ge => Some(i128::from(left >= right)),
            Eq => Some(i128::from(left == right)),
            Ne => Some(i128::from(left != right)),
            And => Some(i128::from(left != 0 && right != 0)),
            Or => Some(i128::from(left != 0 || right != 0)),
            Shl | Shr => None,
        }
    }

    /// Whether the result is a truth value.
    pub fn is_logical(self) -> bool {
        use BinaryOp::*;
        matches!(self, Lt | Le | Gt | Ge | Eq | Ne | And | Or)
    }
}

impl Expr {
    /// Whether two expressions do the same with what iterators, loads and variables stand for; `is_same_leaf` compares those.
    pub fn is_same_but(&self, other: &Self, is_same_leaf: &dyn Fn(&ExprKind, &ExprKind) -> bool) -> bool {
        use ExprKind::*;
        let is_same_kind = match (&self.kind, &other.kind) {
            (a @ (Iterator(_) | Load(_) | Local(_)), b @ (Iterator(_) | Load(_) | Local(_))) => is_same_leaf(a, b),
            (Unary(a, _), Unary(b, _)) => a == b,
            (Binary(a, ..), Binary(b, ..)) => a == b,
            (Call(a, _), Call(b, _)) => a == b,
            (Cast(_), Cast(_)) | (Select(..), Select(..)) => true,
            (a, b) => a == b,
        };
        let (operands, others) = (self.operands(), other.operands());
        self.ty == other.ty
            && is_same_kind
            && operands.len() == others.len()
            && operands.iter().zip(&others).all(|(a, b)| a.is_same_but(b, is_same_leaf))
    }

    /// An integer constant.
    pub fn int(ty: ScalarType, value: i128) -> Self {
        Self { ty, kind: ExprKind::Int(value) }
    }

    /// A constant of any type, from its digits as they are written.
    pub fn constant(ty: ScalarType, digits: &str) -> Self {
        match (ty.is_integer(), digits.parse()) {
            (true, Ok(value)) => Self::int(ty, value),
            _ => Self { ty, kind: ExprKind::Float(digits.to_owned()) },
        }
    }

    /// `left op right`, of the type that it has by default.
    pub fn of(op: BinaryOp, left: Self, right: Self) -> Self {
        Self::binary(op.result(left.ty), op, left, right)
    }

    /// `op operand`, of the type that it has by default.
    pub fn unary(op: UnaryOp, operand: Self) -> Self {
        Self { ty: op.result(operand.ty), kind: ExprKind::Unary(op, Box::new(operand)) }
    }

    /// The value converted to a type; itself if it has that type.
    pub fn cast(self, ty: ScalarType) -> Self {
        if self.ty == ty { self } else { Self { ty, kind: ExprKind::Cast(Box::new(self)) } }
    }

    /// `condition ? then : otherwise`.
    pub fn select(condition: Self, then: Self, otherwise: Self) -> Self {
        let ty = then.ty;
        Self { ty, kind: ExprKind::Select(Box::new(condition), Box::new(then), Box::new(otherwise)) }
    }

    /// `left op right`, of type `ty`.
    pub fn binary(ty: ScalarType, op: BinaryOp, left: Self, right: Self) -> Self {
        Self { ty, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
    }

    /// Whether it compares two values.
    pub fn is_comparison(&self) -> bool {
        use BinaryOp::*;
        matches!(self.kind, ExprKind::Binary(Lt | Le | Gt | Ge | Eq | Ne, ..))
    }

    /// Whether it is `a && b` or `a || b`.
    pub fn is_junction(&self) -> bool {
        matches!(self.kind, ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..))
    }

    /// The operands, left to right.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Select(a, b, c) => vec![a, b, c],
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            _ => vec![],
        }
    }

    /// The operands, left to right, to change in place.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::Select(a, b, c) => vec![a, b, c],
            ExprKind::Call(_, arguments) => arguments.iter_mut().collect(),
            _ => vec![],
        }
    }

    /// What the expression is before it is converted to types that have all of its values.
    pub fn unconverted(&self) -> &Self {
        match &self.kind {
            ExprKind::Cast(inner) if self.ty.includes(inner.ty) => inner.unconverted(),
            _ => self,
        }
    }

    /// Calls `visit` on this expression and everything below it, outermost first.
    pub fn for_each(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        for operand in self.operands() {
            operand.for_each(visit);
        }
    }

    /// Calls `visit` on this expression and everything below it that is computed whenever it is, outermost first: not on what only one
    /// side of a choice needs.
    pub fn for_each_certain(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Select(first, ..) | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, first, _) => {
                first.for_each_certain(visit);
            }
            _ => self.operands().into_iter().for_each(|operand| operand.for_each_certain(visit)),
        }
    }

    /// Calls `visit` on everything below this expression and then on itself, to change in place.
    pub fn for_each_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for operand in self.operands_mut() {
            operand.for_each_mut(visit);
        }
        visit(self);
    }
}

/// Arithmetic on expressions of one type.
macro_rules! arithmetic {
    ($($trait:ident $method:ident $op:ident),+) => {
        $(impl std::ops::$trait for Expr {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::of(BinaryOp::$op, self, other)
            }
        })+
    };
}

arithmetic!(Add add Add, Sub sub Sub, Mul mul Mul, Div div Div, Rem rem Rem);

impl std::ops::Neg for Expr {
    type Output = Self;

    fn neg(self) -> Self {
        Self::unary(UnaryOp::Neg, self)
    }
}
