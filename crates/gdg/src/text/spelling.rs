//! How the accesses of a statement are written in its body: `A[i][j]`, and `A[i][j]@2` where that is the third access
//! and not the first of its kind that reads so.

use super::syntax::Scope;
use crate::{AccessId, BinaryOp, Expr, ExprKind, Gdg, ScalarType, Statement};

/// The words for everything that a body of a statement can name.
pub(super) struct Spelling<'a> {
    pub gdg: &'a Gdg,
    pub statement: &'a Statement,
    /// Whether the accesses are listed, so that an element in the body has to say which it is.
    listed: bool,
    /// The element of each access, without `@`.
    elements: Vec<Option<String>>,
}

/// What binds tighter than every binary operator.
const UNARY: u8 = 11;
const PRIMARY: u8 = 12;

impl<'a> Spelling<'a> {
    pub fn of(gdg: &'a Gdg, statement: &'a Statement, listed: bool) -> Self {
        let mut spelling = Self { gdg, statement, listed, elements: vec![None; statement.accesses.len()] };
        for index in 0..statement.accesses.len() {
            spelling.spell(index, &mut vec![]);
        }
        spelling
    }

    /// The element that an access is, as its declaration spells it.
    pub fn element(&self, access: AccessId) -> String {
        self.elements.get(access.index()).cloned().flatten().unwrap_or_else(|| format!("?@{}", access.0))
    }

    /// The element that an access is, as the body spells it.
    pub fn access(&self, access: AccessId) -> String {
        let element = self.element(access);
        if !self.listed || self.first_like(access) == Some(access) {
            element
        } else {
            format!("{element}@{}", access.0)
        }
    }

    /// The first access that is spelled like this one and goes the same way (read or write).
    fn first_like(&self, access: AccessId) -> Option<AccessId> {
        let kind = self.statement.accesses.get(access.index())?.kind;
        let element = self.elements[access.index()].as_ref()?;
        let is_like = |(other, spelled): (&crate::Access, &Option<String>)| {
            other.kind.is_read() == kind.is_read()
                && other.kind.is_write() == kind.is_write()
                && spelled.as_ref() == Some(element)
        };
        self.statement.accesses.iter().zip(&self.elements).position(is_like).map(AccessId::new)
    }

    /// Fills in the spelling of an access after those of the accesses in its subscripts. `outer` are the accesses whose
    /// subscripts this one stands in; one that stands in its own subscripts stays without spelling.
    fn spell(&mut self, index: usize, outer: &mut Vec<usize>) {
        let statement = self.statement;
        let Some(access) = statement.accesses.get(index) else { return };
        if self.elements[index].is_some() || outer.contains(&index) {
            return;
        }
        outer.push(index);
        for subscript in &access.subscripts {
            subscript.for_each(&mut |expr| {
                if let ExprKind::Load(inner) = expr.kind {
                    self.spell(inner.index(), outer);
                }
            });
        }
        outer.pop();
        let array = self.gdg.arrays.get(access.array.index()).map_or("?", |array| &array.name);
        let name = if access.subscripts.is_empty() { self.name(Scope::Array, array) } else { self.array_name(array) };
        let subscripts = access.subscripts.iter().map(|subscript| format!("[{}]", self.expr(subscript)));
        self.elements[index] = Some(name + &subscripts.collect::<String>());
    }

    /// A bare name, with its scope in front where it would be taken for something else.
    pub fn name(&self, scope: Scope, name: &str) -> String {
        let meant = Scope::ALL.into_iter().find(|scope| self.has(*scope, name));
        if meant == Some(scope) && !is_word(name) { name.to_owned() } else { format!("{}.{name}", scope.keyword()) }
    }

    /// The name of an array with subscripts behind it.
    fn array_name(&self, name: &str) -> String {
        if is_word(name) { format!("{}.{name}", Scope::Array.keyword()) } else { name.to_owned() }
    }

    fn has(&self, scope: Scope, name: &str) -> bool {
        match scope {
            Scope::Iterator => self.statement.iterators.iter().any(|iterator| iterator.name == name),
            Scope::Local => self.statement.body.locals.iter().any(|local| local.name == name),
            Scope::Param => self.gdg.params.iter().any(|param| param.name == name),
            Scope::Array => self.gdg.arrays.iter().any(|array| array.name == name),
        }
    }

    /// An expression.
    pub fn expr(&self, expr: &Expr) -> String {
        self.expr_within(expr, 0)
    }

    /// An expression, in parentheses if it binds less tight than `weakest`.
    fn expr_within(&self, expr: &Expr, weakest: u8) -> String {
        let (text, precedence) = self.unascribed(expr);
        let (text, precedence) = match self.usual_type(expr) {
            Some(ty) if ty == expr.ty => (text, precedence),
            _ if precedence == PRIMARY => (format!("{text} as {}", expr.ty), PRIMARY),
            _ => (format!("({text}) as {}", expr.ty), PRIMARY),
        };
        if precedence < weakest { format!("({text})") } else { text }
    }

    /// The type that the parser gives to an expression by itself.
    fn usual_type(&self, expr: &Expr) -> Option<ScalarType> {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Cast(_) => Some(expr.ty),
            ExprKind::Iterator(position) => self.statement.iterators.get(*position).map(|iterator| iterator.ty),
            ExprKind::Param(id) => self.gdg.params.get(id.index()).map(|param| param.ty),
            ExprKind::Local(id) => self.statement.body.locals.get(id.index()).map(|local| local.ty),
            ExprKind::Load(id) => {
                let access = self.statement.accesses.get(id.index())?;
                self.gdg.arrays.get(access.array.index()).map(|array| array.element)
            }
            _ => expr.default_type(),
        }
    }

    /// Text and precedence of an expression, without a type behind it. The work is in functions of their own, which
    /// keeps the stack small where expressions nest.
    fn unascribed(&self, expr: &Expr) -> (String, u8) {
        match &expr.kind {
            ExprKind::Unary(op, operand) => (format!("{}{}", op.symbol(), self.operand(operand)), UNARY),
            ExprKind::Cast(operand) => (format!("({}){}", expr.ty, self.expr_within(operand, UNARY)), UNARY),
            ExprKind::Binary(op, left, right) => (self.binary(*op, left, right), op.precedence()),
            ExprKind::Call(name, arguments) => (self.call(name, arguments), PRIMARY),
            ExprKind::Select(condition, then, otherwise) => (self.select(condition, then, otherwise), 0),
            _ => (self.leaf(expr), PRIMARY),
        }
    }

    /// A constant or a name.
    fn leaf(&self, expr: &Expr) -> String {
        let name = |scope, name: Option<&String>| name.map_or("?".to_owned(), |name| self.name(scope, name));
        match &expr.kind {
            ExprKind::Int(value) if expr.ty == ScalarType::I32 => value.to_string(),
            ExprKind::Int(value) => format!("{value}_{}", expr.ty),
            ExprKind::Float(digits) if expr.ty == ScalarType::F64 && !digits.chars().all(|c| c.is_ascii_digit()) => {
                digits.clone()
            }
            ExprKind::Float(digits) => format!("{digits}_{}", expr.ty),
            ExprKind::Iterator(position) => {
                name(Scope::Iterator, self.statement.iterators.get(*position).map(|iterator| &iterator.name))
            }
            ExprKind::Param(id) => name(Scope::Param, self.gdg.params.get(id.index()).map(|param| &param.name)),
            ExprKind::Local(id) => {
                name(Scope::Local, self.statement.body.locals.get(id.index()).map(|local| &local.name))
            }
            ExprKind::Load(access) => self.access(*access),
            _ => String::new(),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> String {
        let (left, right) = (self.expr_within(left, op.precedence()), self.expr_within(right, op.precedence() + 1));
        format!("{left} {} {right}", op.symbol())
    }

    fn call(&self, name: &str, arguments: &[Expr]) -> String {
        let arguments: Vec<_> = arguments.iter().map(|argument| self.expr(argument)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn select(&self, condition: &Expr, then: &Expr, otherwise: &Expr) -> String {
        let condition = self.expr_within(condition, 1);
        format!("{condition} ? {} : {}", self.expr(then), self.expr(otherwise))
    }

    /// The operand of a sign: in parentheses if it would make another sign or constant with it.
    fn operand(&self, operand: &Expr) -> String {
        let text = self.expr_within(operand, UNARY);
        let joins = text.starts_with('-') || matches!(operand.kind, ExprKind::Int(_));
        if joins { format!("({text})") } else { text }
    }
}

/// Whether a name means something else to the parser: a scalar type.
fn is_word(name: &str) -> bool {
    name.parse::<ScalarType>().is_ok()
}
