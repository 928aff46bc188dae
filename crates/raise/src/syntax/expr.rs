//! C's expressions.

use std::ops::Range;

use polymill_gdg::ScalarType;

use super::{Type, VarId};

/// An expression of C with its type. Conversions that C does implicitly are not written out.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type before arrays and functions decay to pointers.
    pub ty: Type,
    /// Its bytes in the preprocessed text.
    pub span: Range<usize>,
}

/// The forms of an [`Expr`].
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer, character or enumeration constant, or a `sizeof` with a known value.
    Int(i128),
    /// A floating-point constant as written, without suffix.
    Float(String),
    /// A string literal.
    String,
    /// A variable.
    Var(VarId),
    /// A function by its name.
    Function(String),
    /// `array[index]`.
    Index(Box<Expr>, Box<Expr>),
    /// `*pointer`.
    Deref(Box<Expr>),
    /// `&place`.
    AddressOf(Box<Expr>),
    /// `base.field`, or `base->field` if `is_arrow`.
    Member {
        /// The structure, or the pointer to it.
        base: Box<Expr>,
        /// The member's name.
        field: String,
        /// Whether it is `->`.
        is_arrow: bool,
    },
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `place = value`, or `place op= value`.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `++` or `--`.
    Step {
        /// What is changed.
        place: Box<Expr>,
        /// `++`.
        is_increment: bool,
        /// Whether the value is that after the change.
        is_prefix: bool,
    },
    /// A conversion written as a cast, to the expression's type.
    Cast(Box<Expr>),
    /// A call.
    Call(Box<Expr>, Vec<Expr>),
    /// `condition ? then : otherwise`; without `then`, the value of the condition.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `first, second`.
    Comma(Box<Expr>, Box<Expr>),
    /// Something that is not modelled, by its name: a statement expression, inline assembly, ...
    Unsupported(&'static str),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Plus,
    Neg,
    Not,
    BitNot,
}

pub use polymill_gdg::BinaryOp;

impl Expr {
    /// An expression.
    pub fn new(kind: ExprKind, ty: Type, span: Range<usize>) -> Self {
        Self { kind, ty, span }
    }

    /// Its operands, left to right.
    pub fn operands(&self) -> Vec<&Expr> {
        use ExprKind::*;
        match &self.kind {
            Int(_) | Float(_) | String | Var(_) | Function(_) | Unsupported(_) => vec![],
            Deref(a) | AddressOf(a) | Unary(_, a) | Cast(a) => vec![a],
            Member { base, .. } => vec![base],
            Step { place, .. } => vec![place],
            Index(a, b) | Binary(_, a, b) | Assign(_, a, b) | Comma(a, b) => vec![a, b],
            Call(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
            Conditional(a, b, c) => {
                let mut all = vec![&**a];
                all.extend(b.as_deref());
                all.push(c);
                all
            }
        }
    }

    /// Its operands, left to right.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        use ExprKind::*;
        match &mut self.kind {
            Int(_) | Float(_) | String | Var(_) | Function(_) | Unsupported(_) => vec![],
            Deref(a) | AddressOf(a) | Unary(_, a) | Cast(a) => vec![a],
            Member { base, .. } => vec![base],
            Step { place, .. } => vec![place],
            Index(a, b) | Binary(_, a, b) | Assign(_, a, b) | Comma(a, b) => vec![a, b],
            Call(callee, arguments) => std::iter::once(&mut **callee).chain(arguments).collect(),
            Conditional(a, b, c) => {
                let mut all = vec![&mut **a];
                all.extend(b.as_deref_mut());
                all.push(c);
                all
            }
        }
    }

    /// Calls `visit` on this expression and everything below it, outermost first.
    pub fn for_each<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        for operand in self.operands() {
            operand.for_each(visit);
        }
    }

    /// Whether `test` holds for this expression or one below it.
    pub fn any(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        test(self) || self.operands().into_iter().any(|operand| operand.any(test))
    }

    /// Whether evaluating it changes a variable or may (calls excepted).
    pub fn has_assignment(&self) -> bool {
        self.any(&|e| matches!(e.kind, ExprKind::Assign(..) | ExprKind::Step { .. }))
    }

    /// Whether two expressions are written alike, wherever they stand.
    pub fn is_same(&self, other: &Expr) -> bool {
        use ExprKind::*;
        let is_same_kind = match (&self.kind, &other.kind) {
            (Int(a), Int(b)) => a == b,
            (Float(a), Float(b)) | (Function(a), Function(b)) => a == b,
            (Var(a), Var(b)) => a == b,
            (Unary(a, _), Unary(b, _)) => a == b,
            (Binary(a, ..), Binary(b, ..)) => a == b,
            (Member { field: a, is_arrow: x, .. }, Member { field: b, is_arrow: y, .. }) => a == b && x == y,
            (Index(..), Index(..)) | (Deref(_), Deref(_)) | (AddressOf(_), AddressOf(_)) | (Cast(_), Cast(_)) => true,
            (Call(..), Call(..)) | (Conditional(..), Conditional(..)) => true,
            _ => false,
        };
        let (own, others) = (self.operands(), other.operands());
        is_same_kind
            && self.ty == other.ty
            && own.len() == others.len()
            && own.into_iter().zip(others).all(|(a, b)| a.is_same(b))
    }

    /// What is added to a pointer in place of taking this number away: pointers are computed with 64 bits.
    pub fn negated_offset(self) -> Self {
        let (ty, span) = (Type::Scalar(ScalarType::I64), self.span.clone());
        let kind = match self.kind {
            ExprKind::Int(value) => ExprKind::Int(-value),
            _ => ExprKind::Unary(
                UnaryOp::Neg,
                Box::new(Self::new(ExprKind::Cast(Box::new(self)), ty.clone(), span.clone())),
            ),
        };
        Self::new(kind, ty, span)
    }

    /// Puts a value in the place of a variable.
    pub fn replace_var(&mut self, var: VarId, value: &Expr) {
        if self.as_var() == Some(var) {
            let span = self.span.clone();
            *self = value.clone();
            self.set_span(&span);
        } else {
            self.operands_mut().into_iter().for_each(|operand| operand.replace_var(var, value));
        }
    }

    fn set_span(&mut self, span: &Range<usize>) {
        self.span = span.clone();
        self.operands_mut().into_iter().for_each(|operand| operand.set_span(span));
    }

    /// The variable, if the expression is just that.
    pub fn as_var(&self) -> Option<VarId> {
        match self.kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    }
}
