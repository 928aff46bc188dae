//! Scalar values of statements.

use std::collections::{HashMap, HashSet};

use polymill_gdg::build::StatementBuilder;
use polymill_gdg::{self as gdg, BinaryOp, Expr, ExprKind, Instances, ParamId, ScalarType, UnaryOp};
use polymill_isl as isl;

use super::inline::Inlined;
use crate::Result;
use crate::graph::{ArrayId, ArrayKind, Graph, ScalarId, ScalarKind, VariableId};
use crate::size::{Size, SymbolId};

/// What values are made with.
#[derive(Debug)]
pub(super) struct Tables {
    pub graph: Graph,
    pub inlined: Inlined,
    /// The parameters of symbols.
    pub params: HashMap<SymbolId, ParamId>,
    /// The arrays of the GDG that hold the components of arrays.
    pub memory: HashMap<ArrayId, Vec<gdg::ArrayId>>,
    /// The arrays of the GDG that hold numbers that are arguments.
    pub numbers: HashMap<usize, gdg::ArrayId>,
    /// For each test that not all instances pass, or cannot be proven to: the values of the parameters for which they do.
    pub doubts: Vec<isl::Set>,
}

/// The values of a statement.
pub(super) struct Values<'v, 'b> {
    pub tables: &'v mut Tables,
    pub statement: &'v mut StatementBuilder<'b>,
    /// What variables stand for.
    pub variables: HashMap<VariableId, Expr>,
    /// Whether all that is [`ScalarKind::Inside`] is inside.
    pub is_interior: bool,
    /// The instances that compute what is made now: not all, if it is a side of a choice.
    pub domain: isl::Set,
    /// Values that have names.
    pub known: HashMap<ScalarId, Expr>,
    /// Whether what is made now is a side of a choice.
    pub is_side: bool,
    /// Variables that are known to be at least 0 and less than something.
    pub within: Vec<(Expr, Expr)>,
}

impl Tables {
    /// A size as an expression.
    pub fn size(&self, size: &Size) -> Expr {
        let constant = |value: i64| Expr::int(ScalarType::I64, i128::from(value));
        let mut sum: Option<Expr> = None;
        for (symbol, factor) in &size.terms {
            let Some(id) = self.params.get(symbol) else { continue };
            let param = Expr { ty: ScalarType::I64, kind: ExprKind::Param(*id) };
            let term = if factor.abs() == 1 { param } else { constant(factor.abs()) * param };
            sum = Some(match (sum, *factor < 0) {
                (None, false) => term,
                (None, true) => -term,
                (Some(sum), false) => sum + term,
                (Some(sum), true) => sum - term,
            });
        }
        match (sum, size.constant) {
            (None, value) => constant(value),
            (Some(sum), 0) => sum,
            (Some(sum), value) if value < 0 => sum - constant(value.saturating_neg()),
            (Some(sum), value) => sum + constant(value),
        }
    }

    /// The value in terms of arrays that have memory.
    pub fn expanded(&mut self, id: ScalarId, done: &mut HashMap<ScalarId, ScalarId>) -> ScalarId {
        if let Some(known) = done.get(&id) {
            return *known;
        }
        let crate::graph::Scalar { ty, mut kind } = self.graph.at(id).clone();
        let new = match &kind {
            ScalarKind::Element { array, component, subscripts } if self.inlined.contains(*array) => {
                match self.graph.array(*array).kind.clone() {
                    ArrayKind::Generate { index, values } => {
                        let shape = self.graph.array(*array).shape.clone();
                        let within = self.graph.within(subscripts, &shape);
                        let replaced = index.into_iter().zip(subscripts.iter().copied()).collect();
                        let value = self.graph.substituted(values[*component], &replaced);
                        // Like an array with memory, it has no elements outside of its shape.
                        let value = match within {
                            Some(within) => {
                                let zero = self.graph.zero(ty);
                                self.graph.scalar(ty, ScalarKind::Select(within, value, zero))
                            }
                            None => value,
                        };
                        self.expanded(value, done)
                    }
                    _ => id,
                }
            }
            _ => {
                kind.for_each_operand_mut(&mut |operand| *operand = self.expanded(*operand, done));
                self.graph.scalar(ty, kind)
            }
        };
        done.insert(id, new);
        new
    }

    /// Whether all that combines numbers of floating point says that the order does not matter; and there is something that does.
    pub fn in_any_order(&self) -> bool {
        let nodes = self.graph.arrays.iter().enumerate();
        let used = nodes.filter(|(id, _)| u32::try_from(*id).is_ok_and(|id| self.inlined.is_used(ArrayId(id))));
        let floats = used.filter(|(_, node)| node.types.iter().any(|ty| ty.is_float()));
        let says_so = floats.filter_map(|(_, node)| match &node.kind {
            ArrayKind::Fold { accumulation, .. } => Some(accumulation.in_any_order),
            ArrayKind::Permute { .. } => Some(false),
            _ => None,
        });
        says_so.reduce(|all, one| all && one).unwrap_or(false)
    }

    /// Whether a value is computed from a variable.
    pub fn mentions(&self, id: ScalarId, variable: VariableId) -> bool {
        let kind = &self.graph.at(id).kind;
        let mut found = *kind == ScalarKind::Variable(variable);
        kind.for_each_operand(&mut |operand| found = found || self.mentions(operand, variable));
        found
    }

    /// Whether a value is computed from indices, sizes and constants alone.
    fn is_index(&self, id: ScalarId) -> bool {
        let scalar = self.graph.at(id);
        let is_own = match &scalar.kind {
            ScalarKind::Element { .. } | ScalarKind::Input(_) | ScalarKind::Call(..) | ScalarKind::Float(_) => false,
            _ => scalar.ty.is_integer(),
        };
        let mut is_index = is_own;
        scalar.kind.for_each_operand(&mut |operand| is_index = is_index && self.is_index(operand));
        is_index
    }
}

impl Values<'_, '_> {
    /// The values as expressions; what several of them, or several parts of one, have in common is computed once.
    pub fn all(&mut self, ids: &[ScalarId]) -> Result<Vec<Expr>> {
        let mut done = HashMap::new();
        let ids: Vec<ScalarId> = ids.iter().map(|id| self.tables.expanded(*id, &mut done)).collect();
        for id in self.shared(&ids) {
            let value = self.value(id)?;
            let named = self.named(value);
            self.known.insert(id, named);
        }
        ids.into_iter().map(|id| self.value(id)).collect()
    }

    /// What is computed several times, in an order in which it can be computed.
    fn shared(&self, ids: &[ScalarId]) -> Vec<ScalarId> {
        let mut counts: HashMap<ScalarId, usize> = HashMap::new();
        let mut left: Vec<ScalarId> = ids.to_vec();
        let mut seen = HashSet::new();
        while let Some(id) = left.pop() {
            *counts.entry(id).or_default() += 1;
            if seen.insert(id) && !self.known.contains_key(&id) {
                let operand_of = &self.tables.graph.at(id).kind;
                operand_of.for_each_operand(&mut |operand| left.push(operand));
            }
        }
        let is_costly = |id: &ScalarId| {
            let kind = &self.tables.graph.at(*id).kind;
            let is_leaf = matches!(
                kind,
                ScalarKind::Int(_)
                    | ScalarKind::Float(_)
                    | ScalarKind::Input(_)
                    | ScalarKind::Size(_)
                    | ScalarKind::Variable(_)
                    | ScalarKind::Element { .. }
                    | ScalarKind::Cast(_)
                    | ScalarKind::Tuple(_)
            );
            !is_leaf && !self.known.contains_key(id) && !self.tables.is_index(*id)
        };
        let mut shared: Vec<ScalarId> =
            counts.iter().filter(|(_, n)| **n > 1).map(|(id, _)| *id).filter(is_costly).collect();
        // What values are computed from was there before them.
        shared.sort_unstable();
        shared
    }

    /// A value as an expression.
    pub fn value(&mut self, id: ScalarId) -> Result<Expr> {
        if let Some(known) = self.known.get(&id) {
            return Ok(known.clone());
        }
        let crate::graph::Scalar { ty, kind } = self.tables.graph.at(id).clone();
        Ok(match kind {
            ScalarKind::Int(value) => Expr::int(ty, value),
            ScalarKind::Float(bits) => self.float(ty, f64::from_bits(bits)),
            ScalarKind::Input(input) => match self.tables.numbers.get(&input) {
                Some(array) => self.statement.load(*array, vec![])?,
                None => return Err(super::Lowering::bug("a number without memory")),
            },
            ScalarKind::Size(size) => self.tables.size(&size),
            ScalarKind::Variable(variable) => match self.variables.get(&variable) {
                Some(value) => value.clone(),
                None => return Err(super::Lowering::bug("an index is used outside of its operation")),
            },
            ScalarKind::Unary(op, operand) => {
                let operand = self.value(operand)?;
                let operand = if op == UnaryOp::Neg { wide(operand) } else { operand };
                Expr { ty: operand.ty, kind: ExprKind::Unary(op, Box::new(operand)) }.cast(ty)
            }
            ScalarKind::Binary(op, left, right) => self.binary(op, left, right, ty)?,
            ScalarKind::Cast(operand) => self.cast(operand, ty)?,
            ScalarKind::Call(function, arguments) => {
                let arguments = arguments.into_iter().map(|argument| self.value(argument)).collect::<Result<_>>()?;
                let suffix = if ty == ScalarType::F32 { "f" } else { "" };
                Expr { ty, kind: ExprKind::Call(format!("{function}{suffix}"), arguments) }
            }
            ScalarKind::Select(condition, then, otherwise) => {
                let condition = self.value(condition)?;
                self.select(condition, then, otherwise)?
            }
            ScalarKind::Inside(_, then, _) if self.is_interior => self.value(then)?,
            ScalarKind::Inside(conditions, then, otherwise) => {
                let condition = self.inside(&conditions)?;
                self.select(condition, then, otherwise)?
            }
            ScalarKind::Element { array, component, subscripts } => self.element(array, component, &subscripts, ty)?,
            ScalarKind::Tuple(_) => return Err(super::Lowering::bug("several values in the place of one")),
        })
    }

    /// Whether indices are within sizes, as an expression.
    pub fn inside(&mut self, conditions: &[(ScalarId, Size)]) -> Result<Expr> {
        let mut all: Option<Expr> = None;
        for (index, size) in conditions {
            let index = self.value(*index)?;
            let size = self.tables.size(size);
            all = Some(and(all, within(index, size)));
        }
        Ok(all.unwrap_or_else(|| Expr::int(ScalarType::I32, 1)))
    }

    fn float(&self, ty: ScalarType, value: f64) -> Expr {
        let number = |text: &str| Expr { ty, kind: ExprKind::Float(text.to_owned()) };
        let quotient = |a: &str, b: &str| Expr::of(BinaryOp::Div, number(a), number(b));
        if value.is_nan() {
            return quotient("0.0", "0.0");
        }
        let size = match value.abs() {
            size if size.is_infinite() => quotient("1.0", "0.0"),
            // The shortest digits that are this number and no other one, also of the narrower type.
            size if ty == ScalarType::F32 => number(&format!("{:?}", size as f32)),
            size => number(&format!("{size:?}")),
        };
        if value.is_sign_negative() { -size } else { size }
    }

    fn binary(&mut self, op: BinaryOp, left: ScalarId, right: ScalarId, ty: ScalarType) -> Result<Expr> {
        use BinaryOp::*;
        let (left, right) = (self.value(left)?, self.value(right)?);
        let of = left.ty;
        Ok(match op {
            Div | Rem if of.is_integer() => self.quotient(op, left, right)?,
            Shl | Shr => {
                let bits = i128::from(of.size()) * 8 - 1;
                let count = match right.kind {
                    ExprKind::Int(count) => Expr::int(of, count & bits),
                    _ => Expr::of(BitAnd, right, Expr::int(of, bits)),
                };
                let left = if op == Shl { wide(left) } else { left };
                Expr::of(op, left, count).cast(ty)
            }
            Add | Sub | Mul => Expr::of(op, wide(left), wide(right)).cast(ty),
            Lt | Le | Gt | Ge | Eq | Ne | And | Or => Expr::binary(ty, op, left, right),
            _ if ty == ScalarType::Bool => {
                Expr::of(op, left.cast(ScalarType::I32), right.cast(ScalarType::I32)).cast(ty)
            }
            _ => Expr::of(op, left, right),
        })
    }

    /// A quotient or remainder of integers: 0 if what is divided by is 0, and wrapping.
    fn quotient(&mut self, op: BinaryOp, left: Expr, right: Expr) -> Result<Expr> {
        let ty = left.ty;
        let constant = |value| Expr::int(ty, value);
        let is_signed = ty.range().is_some_and(|(low, _)| low < 0);
        match right.kind {
            ExprKind::Int(0) => return Ok(constant(0)),
            ExprKind::Int(value) if value != -1 => return Ok(Expr::of(op, left, right)),
            _ => {}
        }
        let is_positive = Expr::of(BinaryOp::Gt, right.clone(), constant(0));
        if is_linear_text(&right)
            && let Some(positive) = self.instances().condition(&is_positive)?
            && self.domain.is_subset(&positive)?
        {
            return Ok(Expr::of(op, left, right));
        }
        let (left, right) = (self.once(left), self.once(right));
        let is = |value| Expr::of(BinaryOp::Eq, right.clone(), constant(value));
        let divided = Expr::of(op, left.clone(), right.clone());
        let negated = match op {
            BinaryOp::Div => (-wide(left)).cast(ty),
            _ => constant(0),
        };
        let nonzero = if is_signed { Expr::select(is(-1), negated, divided) } else { divided };
        Ok(Expr::select(is(0), constant(0), nonzero))
    }

    fn cast(&mut self, operand: ScalarId, ty: ScalarType) -> Result<Expr> {
        let operand = self.value(operand)?;
        let Some((low, high)) = ty.range().filter(|_| operand.ty.is_float()) else { return Ok(operand.cast(ty)) };
        // Numbers that do not fit have no meaning in C.
        let operand = self.once(operand);
        let from = operand.ty;
        // The first number of floating point beyond the largest integer is a power of two.
        let limit = |value: i128| Expr { ty: from, kind: ExprKind::Float(format!("{:?}", value as f64)) };
        let low_limit = if low == 0 { limit(0) } else { -limit(-low) };
        let compare = |op, limit| Expr::of(op, operand.clone(), limit);
        let extreme = |value| Expr::int(ty, value);
        let not_a_number = Expr::of(BinaryOp::Ne, operand.clone(), operand.clone());
        let small = Expr::select(not_a_number, extreme(0), extreme(low));
        let fitting = Expr::select(compare(BinaryOp::Gt, low_limit), operand.clone().cast(ty), small);
        Ok(Expr::select(compare(BinaryOp::Ge, limit(high + 1)), extreme(high), fitting))
    }

    fn select(&mut self, condition: Expr, then: ScalarId, otherwise: ScalarId) -> Result<Expr> {
        if !self.within.is_empty() && self.is_certain(&condition)? {
            return self.value(then);
        }
        let holds = self.instances().condition(&condition)?;
        let (inside, outside) = match holds {
            Some(holds) if self.domain.is_subset(&holds)? => return self.value(then),
            Some(holds) if self.domain.is_disjoint(&holds)? => return self.value(otherwise),
            Some(holds) => {
                self.doubt(&holds)?;
                (self.domain.intersect(&holds)?, self.domain.subtract(&holds)?)
            }
            None => (self.domain.clone(), self.domain.clone()),
        };
        let then = self.side(inside, |values| values.value(then))?;
        let otherwise = self.side(outside, |values| values.value(otherwise))?;
        Ok(Expr::select(condition, then, otherwise))
    }

    /// Whether a condition always holds: each part of it is known, or isl proves it.
    fn is_certain(&self, condition: &Expr) -> Result<bool> {
        let zero = Expr::int(ScalarType::I64, 0);
        let is_known = |op: BinaryOp, left: &Expr, right: &Expr| {
            self.within.iter().any(|(variable, size)| {
                left == variable && (op == BinaryOp::Ge && *right == zero || op == BinaryOp::Lt && right == size)
            })
        };
        Ok(match &condition.kind {
            ExprKind::Binary(BinaryOp::And, one, other) => self.is_certain(one)? && self.is_certain(other)?,
            ExprKind::Binary(op, left, right) if is_known(*op, left, right) => true,
            _ => match self.instances().condition(condition)? {
                Some(holds) => self.domain.is_subset(&holds)?,
                None => false,
            },
        })
    }

    /// Notes for which values of the parameters all instances are among these.
    fn doubt(&mut self, holds: &isl::Set) -> Result<()> {
        let context = self.domain.params()?;
        let certain = context.subtract(&self.domain.subtract(holds)?.params()?)?.coalesce()?;
        if !certain.is_empty()? {
            self.tables.doubts.push(certain);
        }
        Ok(())
    }

    /// Makes what only these instances compute.
    fn side<T>(&mut self, domain: isl::Set, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = (std::mem::replace(&mut self.domain, domain), std::mem::replace(&mut self.is_side, true));
        let was_conditional = self.statement.set_conditional(true);
        let made = make(self);
        self.statement.set_conditional(was_conditional);
        (self.domain, self.is_side) = outer;
        made
    }

    fn instances(&self) -> Instances<'_> {
        Instances { domain: &self.domain, ..self.statement.instances() }
    }

    /// An element; zero where there is none.
    fn element(&mut self, array: ArrayId, component: usize, subscripts: &[ScalarId], ty: ScalarType) -> Result<Expr> {
        let Some(memory) = self.tables.memory.get(&array).and_then(|parts| parts.get(component)).copied() else {
            return Err(super::Lowering::bug("an array without memory"));
        };
        let shape = self.tables.graph.array(array).shape.clone();
        let places = subscripts.iter().map(|subscript| self.value(*subscript)).collect::<Result<_>>()?;
        let sizes: Vec<Expr> = shape.iter().map(|size| self.tables.size(size)).collect();
        let (places, guard) = self.place(places, &sizes)?;
        let Some(guard) = guard else { return Ok(self.statement.load(memory, places)?) };
        let was_conditional = self.statement.set_conditional(true);
        let loaded = self.statement.load(memory, places);
        self.statement.set_conditional(was_conditional);
        let zero = if ty.is_float() { self.float(ty, 0.0) } else { Expr::int(ty, 0) };
        Ok(Expr::select(guard, loaded?, zero))
    }

    /// A value with a name.
    pub fn named(&mut self, value: Expr) -> Expr {
        let name = format!("v{}", self.statement.n_names());
        self.statement.name(&name, value)
    }

    /// Subscripts, and the condition that they lead to an element, if that is not certain.
    pub fn place(&mut self, places: Vec<Expr>, sizes: &[Expr]) -> Result<(Vec<Expr>, Option<Expr>)> {
        let mut guard: Option<Expr> = None;
        let mut checked = vec![];
        for (place, size) in places.into_iter().zip(sizes) {
            // What isl is told of has no more than 64 bits, and does not wrap.
            let place = if is_linear_text(&place) { place } else { opaque(self.once(place)) };
            if self.within.iter().any(|known| *known == (place.clone(), size.clone())) {
                checked.push(place);
                continue;
            }
            let condition = within(place.clone(), size.clone());
            let is_certain = match self.instances().condition(&condition)? {
                Some(holds) => {
                    let is_certain = self.domain.is_subset(&holds)?;
                    if !is_certain {
                        self.doubt(&holds)?;
                    }
                    is_certain
                }
                None => false,
            };
            if !is_certain {
                guard = Some(and(guard, condition));
            }
            checked.push(place);
        }
        Ok((checked, guard))
    }

    /// A value that is used several times: it gets a name, unless not all instances compute it, or it is short.
    fn once(&mut self, value: Expr) -> Expr {
        let is_short = value.operands().is_empty();
        if is_short || self.is_side {
            return value;
        }
        self.named(value)
    }
}

/// Whether isl may see a subscript: it is computed in 64 bits from indices, sizes and constants, and so small that nothing wraps.
fn is_linear_text(expr: &Expr) -> bool {
    largest(expr).is_some()
}

/// What an index is at most, without its sign; `None` if isl may not see it, or there may be no room for it.
fn largest(expr: &Expr) -> Option<i128> {
    use BinaryOp::*;
    let operand = |position: usize| expr.operands().get(position).and_then(|operand| largest(operand));
    let found = match &expr.kind {
        ExprKind::Int(value) => value.abs(),
        ExprKind::Iterator(_) | ExprKind::Param(_) => i128::from(super::MAX_SIZE),
        ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::Binary(Div, ..) => operand(0)?,
        ExprKind::Binary(Rem, ..) => operand(0)?.max(operand(1)?),
        ExprKind::Binary(Add | Sub, ..) => operand(0)? + operand(1)?,
        ExprKind::Binary(Mul, ..) => operand(0)?.checked_mul(operand(1)?)?,
        ExprKind::Binary(Lt | Le | Gt | Ge | Eq | Ne | And | Or, ..) => {
            return operand(0).and(operand(1)).map(|_| 1);
        }
        ExprKind::Unary(UnaryOp::Not, _) => return operand(0).map(|_| 1),
        ExprKind::Select(..) => {
            operand(0)?;
            operand(1)?.max(operand(2)?)
        }
        _ => return None,
    };
    (expr.ty == ScalarType::I64 && found < 1 << 62).then_some(found)
}

/// The same value, of which isl is told nothing.
fn opaque(value: Expr) -> Expr {
    match value.kind {
        ExprKind::Local(_) | ExprKind::Load(_) => value,
        _ => Expr::of(BinaryOp::BitOr, value, Expr::int(ScalarType::I64, 0)),
    }
}

fn within(index: Expr, size: Expr) -> Expr {
    let zero = Expr::int(ScalarType::I64, 0);
    Expr::of(BinaryOp::And, Expr::of(BinaryOp::Ge, index.clone(), zero), Expr::of(BinaryOp::Lt, index, size))
}

fn and(all: Option<Expr>, one: Expr) -> Expr {
    match all {
        Some(all) => Expr::of(BinaryOp::And, all, one),
        None => one,
    }
}

/// Integers with sign of fewer than 32 bits as ones without: those wrap, also where C computes with more bits.
fn wide(value: Expr) -> Expr {
    match value.ty {
        ScalarType::Int { bits: bits @ ..32, signed: true } => value.cast(ScalarType::Int { bits, signed: false }),
        _ => value,
    }
}
