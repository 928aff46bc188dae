//! What happens inside of an instance: it must have read an element before it writes there. Only so is it enough to know which
//! instances come before which.

use polymill_gdg::{AccessId, Action, Expr, ExprKind, Gdg, Statement};
use polymill_isl as isl;

use super::partners::Partner;

/// A read that comes after a write of the same instance to the same element, or may, and does not in the statements that the instances
/// come from.
pub(super) fn late_read(statement: &Statement, before: &Gdg, partners: &[Partner]) -> isl::Result<Option<AccessId>> {
    for (write, read) in writes_before_reads(statement) {
        if !may_meet(statement, write, read)? {
            continue;
        }
        for partner in partners {
            let origin = before.statement(partner.statement);
            let is_there = [write, read].iter().all(|access| access.index() < origin.accesses.len());
            if !is_there || !may_meet(origin, write, read)? {
                return Ok(Some(read));
            }
        }
    }
    Ok(None)
}

/// Whether an instance may use the same element of the same array by both accesses.
fn may_meet(statement: &Statement, a: AccessId, b: AccessId) -> isl::Result<bool> {
    let (a, b) = (statement.access(a), statement.access(b));
    if a.array != b.array {
        return Ok(false);
    }
    Ok(!a.relation.intersect(&b.relation)?.intersect_domain(&statement.domain)?.is_empty()?)
}

/// The writes of an instance with the reads that may come after them.
fn writes_before_reads(statement: &Statement) -> Vec<(AccessId, AccessId)> {
    let mut order = Order { statement, written: vec![], pairs: vec![] };
    order.actions(&statement.body.actions);
    order.pairs
}

struct Order<'a> {
    statement: &'a Statement,
    written: Vec<AccessId>,
    pairs: Vec<(AccessId, AccessId)>,
}

impl Order<'_> {
    fn actions(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Set { value, .. } => self.read(value),
                Action::Store { access, value } => {
                    self.read(value);
                    self.read_subscripts(*access);
                    self.written.push(*access);
                }
                Action::If { condition, then, otherwise } => {
                    self.read(condition);
                    let before = self.written.clone();
                    self.actions(then);
                    let after_then = std::mem::replace(&mut self.written, before);
                    self.actions(otherwise);
                    self.written.extend(after_then);
                }
                Action::Loop(inner) => {
                    self.actions(&inner.init);
                    // What an iteration writes comes before what the next one reads.
                    for _ in 0..2 {
                        self.read(&inner.condition);
                        self.actions(&inner.body);
                        self.actions(&inner.step);
                    }
                }
            }
        }
    }

    fn read(&mut self, value: &Expr) {
        value.for_each(&mut |expr| {
            if let ExprKind::Load(read) = &expr.kind {
                self.pairs.extend(self.written.iter().map(|write| (*write, *read)));
                self.read_subscripts(*read);
            }
        });
    }

    fn read_subscripts(&mut self, access: AccessId) {
        self.statement.access(access).subscripts.iter().for_each(|subscript| self.read(subscript));
    }
}
