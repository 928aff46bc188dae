//! Statements that accumulate.

use polymill_gdg::{AccessId, AccessKind, Action, BinaryOp, Expr, ExprKind, Statement};
use polymill_isl as isl;

use crate::conditions::without_branches;

/// Operators that combine any number of values in any order: for a mathematician; on a computer, rounding may differ, and
/// intermediate results of signed integers may overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum ReductionOperator {
    Add,
    Mul,
    Min,
    Max,
    BitAnd,
    BitOr,
    BitXor,
}

impl ReductionOperator {
    /// Whether the result is one of the operands, or made of their bits, so that integers give the same in any order.
    pub fn is_exact(self) -> bool {
        !matches!(self, Self::Add | Self::Mul)
    }

    /// The operator that an operation on two values is: a difference is a sum of negated terms.
    pub fn of(op: BinaryOp) -> Option<Self> {
        Some(match op {
            BinaryOp::Add | BinaryOp::Sub => Self::Add,
            BinaryOp::Mul => Self::Mul,
            BinaryOp::BitAnd => Self::BitAnd,
            BinaryOp::BitOr => Self::BitOr,
            BinaryOp::BitXor => Self::BitXor,
            _ => return None,
        })
    }
}

/// An update of an element by an operation whose order does not matter to a mathematician: `x = x + e`, `x = x - e`, `x = x * e`,
/// `x = x > e ? x : e`, where `e` does not read the element; each also under conditions that do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulation {
    /// The operation.
    pub op: ReductionOperator,
    /// The accesses that read the element, at least one.
    pub reads: Vec<AccessId>,
    /// The access that writes it.
    pub write: AccessId,
}

impl Accumulation {
    /// Whether the access is the element's.
    pub fn is_of(&self, access: AccessId) -> bool {
        access == self.write || self.reads.contains(&access)
    }

    /// Whether the element is written only if some condition holds.
    pub fn is_conditional(&self, statement: &Statement) -> bool {
        statement.access(self.write).kind == AccessKind::MayWrite
    }
}

/// Recognizes an accumulation. Integers wrap or do not overflow in any order that a legal program has; floating-point
/// results depend on the order, so that only the user can allow another one.
///
/// # Errors
/// isl's.
pub fn accumulation(statement: &Statement) -> isl::Result<Option<Accumulation>> {
    let plain;
    let actions = match statement.body.actions.as_slice() {
        [Action::If { .. }] => {
            let Some(body) = without_branches(statement, &|_| false) else { return Ok(None) };
            plain = body;
            plain.actions.as_slice()
        }
        actions => actions,
    };
    let [Action::Store { access: write, value }] = actions else { return Ok(None) };
    let update = Update { statement, write: *write };
    let Some(Effect::Combines(op)) = update.effect(value)? else { return Ok(None) };
    Ok(Some(Accumulation { op, reads: update.reads(value), write: *write }))
}

/// Of an element.
struct Update<'a> {
    statement: &'a Statement,
    write: AccessId,
}

/// What storing a value does to an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It stays as it was.
    Keeps,
    /// It is combined with something else.
    Combines(ReductionOperator),
}

impl Update<'_> {
    /// What it does to the element to store a value in it; `None` if that is neither.
    fn effect(&self, value: &Expr) -> isl::Result<Option<Effect>> {
        Ok(match &value.kind {
            ExprKind::Load(_) if self.is_element(value) => Some(Effect::Keeps),
            ExprKind::Binary(op, left, right) => {
                let is_update = self.is_element(left) && !self.may_read(right)?
                    || *op != BinaryOp::Sub && self.is_element(right) && !self.may_read(left)?;
                ReductionOperator::of(*op).filter(|_| is_update).map(Effect::Combines)
            }
            ExprKind::Call(name, arguments) => self.of_call(name, arguments)?,
            ExprKind::Select(condition, then, otherwise) => self.of_choice(condition, then, otherwise)?,
            _ => None,
        })
    }

    fn of_call(&self, name: &str, arguments: &[Expr]) -> isl::Result<Option<Effect>> {
        let op = match name {
            "fmax" | "fmaxf" => ReductionOperator::Max,
            "fmin" | "fminf" => ReductionOperator::Min,
            _ => return Ok(None),
        };
        let [left, right] = arguments else { return Ok(None) };
        let is_update =
            self.is_element(left) && !self.may_read(right)? || self.is_element(right) && !self.may_read(left)?;
        Ok(is_update.then_some(Effect::Combines(op)))
    }

    fn of_choice(&self, condition: &Expr, then: &Expr, otherwise: &Expr) -> isl::Result<Option<Effect>> {
        if let Some(op) = self.extremum(condition, then, otherwise)? {
            return Ok(Some(Effect::Combines(op)));
        }
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::BitAnd, first, second) = &condition.kind
            && first.is_comparison()
            && second.is_comparison()
        {
            // One of them may compare with the element.
            for (outer, inner) in [(first, second), (second, first)] {
                if !self.may_read(outer)? {
                    let inner = Expr::select((**inner).clone(), then.clone(), otherwise.clone());
                    return self.of_choice(outer, &inner, otherwise);
                }
            }
        }
        if self.may_read(condition)? {
            return Ok(None);
        }
        Ok(match (self.effect(then)?, self.effect(otherwise)?) {
            (Some(effect), Some(Effect::Keeps)) | (Some(Effect::Keeps), Some(effect)) => Some(effect),
            (then, otherwise) if then == otherwise => then,
            _ => None,
        })
    }

    /// `x > e ? x : e` and the like.
    fn extremum(&self, condition: &Expr, then: &Expr, otherwise: &Expr) -> isl::Result<Option<ReductionOperator>> {
        let ExprKind::Binary(op, left, right) = &condition.kind else { return Ok(None) };
        let is_greater = match op {
            BinaryOp::Gt | BinaryOp::Ge => true,
            BinaryOp::Lt | BinaryOp::Le => false,
            _ => return Ok(None),
        };
        let has_element =
            self.is_element(left) && !self.may_read(right)? || self.is_element(right) && !self.may_read(left)?;
        let takes = |a: &Expr, b: &Expr| self.is_same(a, then) && self.is_same(b, otherwise);
        let takes_left = match (takes(left, right), takes(right, left)) {
            _ if !has_element => return Ok(None),
            (true, _) => true,
            (_, true) => false,
            _ => return Ok(None),
        };
        Ok(Some(if is_greater == takes_left { ReductionOperator::Max } else { ReductionOperator::Min }))
    }

    /// Whether two expressions are spelled alike.
    fn is_same(&self, a: &Expr, b: &Expr) -> bool {
        a.is_same_but(b, &|a, b| match (a, b) {
            (ExprKind::Load(a), ExprKind::Load(b)) => self.is_same_access(*a, *b),
            (a, b) => a == b,
        })
    }

    fn is_same_access(&self, a: AccessId, b: AccessId) -> bool {
        self.statement.access(a).is_same_element(self.statement.access(b))
    }

    fn is_element(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::Load(read) if self.is_same_access(read, self.write))
    }

    /// The accesses in a value that read the element.
    fn reads(&self, value: &Expr) -> Vec<AccessId> {
        let mut reads = vec![];
        value.for_each(&mut |part| {
            if let ExprKind::Load(read) = part.kind
                && self.is_element(part)
            {
                reads.push(read);
            }
        });
        reads
    }

    /// Whether the expression may read the element.
    fn may_read(&self, expr: &Expr) -> isl::Result<bool> {
        let mut loads = Vec::new();
        expr.for_each(&mut |part| {
            if let ExprKind::Load(read) = part.kind {
                loads.push(read);
            }
        });
        let written = self.statement.access(self.write);
        for load in loads {
            let read = self.statement.access(load);
            let same =
                || read.relation.intersect(&written.relation)?.intersect_domain(&self.statement.domain)?.is_empty();
            if read.array == written.array && !same()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use polymill_gdg::{Program, StatementId};

    use super::*;

    /// What a statement with this body accumulates with.
    fn operator(body: &str) -> Option<ReductionOperator> {
        let ctx = isl::Context::new().unwrap();
        let text = format!(
            "gdg f {{
               param n: i32
               array x: f64[n] live_in live_out
               array y: f64[n] live_in
               array k: i32[n] live_in live_out
               statement S {{
                 domain {{ S[i, j] : 0 <= i < n and 0 <= j < n }}
                 iterators i: i32, j: i32
                 body {{ {body} }}
               }}
               schedule {{ for i {{ for j {{ S }} }} }}
             }}"
        );
        let program = Program::parse(&ctx, &text).unwrap();
        let statement = program.gdgs()[0].statement(StatementId::new(0)).clone();
        accumulation(&statement).unwrap().map(|found| {
            assert!(found.reads.iter().all(|read| statement.access(*read).kind.is_read()));
            assert!(statement.access(found.write).kind.is_write());
            found.op
        })
    }

    #[test]
    fn operations_on_an_element_accumulate() {
        use ReductionOperator::*;
        assert_eq!(operator("x[i] = x[i] - y[j];"), Some(Add));
        assert_eq!(operator("x[i] = y[j] * x[i];"), Some(Mul));
        assert_eq!(operator("k[i] = k[i] ^ 3;"), Some(BitXor));
        assert_eq!(operator("x[i] = y[j] - x[i];"), None);
        assert_eq!(operator("x[i] = x[i] + x[j];"), None);
        assert_eq!(operator("x[i] = x[i] / y[j];"), None);
    }

    #[test]
    fn the_larger_of_two_values_is_a_maximum() {
        use ReductionOperator::*;
        assert_eq!(operator("x[i] = x[i] >= y[j] ? x[i] : y[j];"), Some(Max));
        assert_eq!(operator("x[i] = y[j] > x[i] ? y[j] : x[i];"), Some(Max));
        assert_eq!(operator("x[i] = x[i] > y[j] ? y[j] : x[i];"), Some(Min));
        assert_eq!(operator("if (y[j] < x[i]) { x[i] = y[j]; }"), Some(Min));
        assert_eq!(operator("x[i] = fmax(y[j], x[i]);"), Some(Max));
        assert_eq!(operator("x[i] = x[i] > y[j] ? y[j] : y[i];"), None);
        assert_eq!(operator("if (y[j] < x[i]) { x[i] = y[i]; }"), None);
        assert_eq!(operator("if (y[j] == x[i]) { x[i] = y[j]; }"), None);
        assert_eq!(operator("x[i] = x[j] > x[i] ? x[j] : x[i];"), None);
    }

    #[test]
    fn conditions_that_do_not_read_the_element_change_nothing() {
        use ReductionOperator::*;
        assert_eq!(operator("if (y[j] > 0.5) { x[i] = x[i] + y[j]; }"), Some(Add));
        assert_eq!(operator("if (y[j] > 0.5) { x[i] = x[i] + y[j]; } else { x[i] = x[i] - 1.0; }"), Some(Add));
        assert_eq!(operator("if (k[j] > 2 && y[j] < x[i]) { x[i] = y[j]; }"), Some(Min));
        assert_eq!(operator("if (y[j] < x[i] && k[j] > 2) { x[i] = y[j]; }"), Some(Min));
        assert_eq!(operator("if (x[i] > 0.5) { x[i] = x[i] + y[j]; }"), None);
        assert_eq!(operator("if (y[j] > 0.5) { x[i] = x[i] + y[j]; } else { x[i] = x[i] * y[j]; }"), None);
        assert_eq!(operator("if (y[j] > 0.5) { x[i] = y[j]; }"), None);
    }
}
