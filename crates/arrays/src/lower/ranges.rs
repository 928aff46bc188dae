//! Folds of ranges: a statement whose body has a loop over the range.

use polymill_gdg::{BinaryOp, Expr, ScalarType};

use super::Lowering;
use super::statements::{Loop, combined, name_of, store};
use super::values::Values;
use crate::Result;
use crate::graph::{Accumulation, ArrayId, ArrayNode, ScalarId};

impl Lowering {
    /// Adds the statement of a fold of ranges: its instances are independent of each other, however long their ranges are.
    pub(super) fn fold_ranges(
        &mut self,
        id: ArrayId,
        node: &ArrayNode,
        accumulation: &Accumulation,
        range: [ScalarId; 2],
    ) -> Result<()> {
        let memory = self.declare(id, node)?;
        let initial = accumulation.initial.as_deref().unwrap_or_default();
        let loops: Vec<Loop> =
            accumulation.index.iter().zip(&node.shape).map(|(index, size)| Loop::over(*index, size)).collect();
        self.statement(&name_of(node), &loops, &|statement, at| {
            let initial = statement.all(initial)?;
            let so_far: Vec<Expr> = initial.into_iter().map(|value| statement.named(value)).collect();
            statement.accumulate(&so_far, accumulation, range)?;
            store(statement, &memory, at, so_far)
        })
    }
}

impl Values<'_, '_> {
    /// Adds a loop that combines variables with the elements of a range.
    fn accumulate(&mut self, so_far: &[Expr], accumulation: &Accumulation, range: [ScalarId; 2]) -> Result<()> {
        let size = self.tables.size(&accumulation.length);
        let range: Vec<Expr> = self.all(&range)?.into_iter().map(|bound| self.named(bound)).collect();
        let [start, end] = range.as_slice() else { return Err(Lowering::bug("a range without bounds")) };
        let start = chosen(BinaryOp::Gt, start, Expr::int(ScalarType::I64, 0));
        let end = chosen(BinaryOp::Lt, end, size.clone());
        let [start, end] = [start, end].map(|bound| self.named(bound));
        // What has a name in the loop has none behind it.
        let known = self.known.clone();
        let name = format!("at{}", self.statement.n_names());
        let along = self.statement.open_loop(&name, start, end);
        self.variables.insert(accumulation.along, along.clone());
        self.within.push((along, size));
        let next = combined(self, &accumulation.combination, so_far.to_vec(), &accumulation.items)?;
        // All are computed before one of them changes what the others are computed from.
        let next: Vec<Expr> =
            if next.len() > 1 { next.into_iter().map(|value| self.named(value)).collect() } else { next };
        for (variable, value) in so_far.iter().zip(next) {
            self.statement.set(variable, value)?;
        }
        self.statement.close_loop();
        self.within.pop();
        self.known = known;
        Ok(())
    }
}

/// A value if it compares so with a bound, else the bound.
fn chosen(op: BinaryOp, value: &Expr, bound: Expr) -> Expr {
    Expr::select(Expr::of(op, value.clone(), bound.clone()), value.clone(), bound)
}
