//! The accesses that follow from a body: one for each element in it, in the order in which they are evaluated.

use polymill_isl as isl;

use crate::{Access, AccessId, AccessKind, Action, Array, BinaryOp, Expr, ExprKind, Gdg, Instances, Statement};

/// Kind and elements of an access that stands in a body; `conditional` if an instance may skip it.
pub(super) fn access(
    instances: Instances,
    array: &Array,
    subscripts: &[Expr],
    is_read: bool,
    conditional: bool,
) -> isl::Result<(AccessKind, isl::Map)> {
    let elements = instances.elements(array, subscripts)?;
    let kind = match (is_read, elements.exact && !conditional) {
        (true, true) => AccessKind::Read,
        (true, false) => AccessKind::MayRead,
        (false, true) => AccessKind::MustWrite,
        (false, false) => AccessKind::MayWrite,
    };
    Ok((kind, elements.relation))
}

/// Whether a statement's accesses are those that follow from its body, so that they need not be written out.
pub(super) fn accesses_follow(gdg: &Gdg, statement: &Statement) -> isl::Result<bool> {
    let mut walk = Walk { statement, found: vec![], depth: 0 };
    let complete = walk.actions(&statement.body.actions, false).is_some();
    let in_order = walk.found.iter().enumerate().all(|(index, found)| found.access.index() == index);
    if !complete || !in_order || walk.found.len() != statement.accesses.len() {
        return Ok(false);
    }
    let domain = statement.domain.intersect_params(&gdg.context.intersect(&gdg.assumptions)?)?;
    let instances = Instances { domain: &domain, ..Instances::of(gdg, statement) };
    for found in &walk.found {
        let Access { kind, array, relation, subscripts, .. } = statement.access(found.access);
        let Some(array) = gdg.arrays.get(array.index()) else { return Ok(false) };
        let (derived_kind, derived) = access(instances, array, subscripts, found.is_read, found.conditional)?;
        if derived_kind != *kind || subscripts.len() != array.n_dims() || !same_on(&domain, &derived, relation)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two relations agree on the points of a domain.
pub(super) fn same_on(domain: &isl::Set, a: &isl::Map, b: &isl::Map) -> isl::Result<bool> {
    Ok(a.has_equal_space(b)? && a.intersect_domain(domain)?.is_equal(&b.intersect_domain(domain)?)?)
}

/// Goes through a body as the parser does.
struct Walk<'a> {
    statement: &'a Statement,
    found: Vec<Found>,
    depth: usize,
}

struct Found {
    access: AccessId,
    is_read: bool,
    conditional: bool,
}

impl Walk<'_> {
    /// `None` for accesses that do not exist or that contain themselves.
    fn actions(&mut self, actions: &[Action], conditional: bool) -> Option<()> {
        for action in actions {
            match action {
                Action::Store { access, value } => {
                    self.expr(value, conditional)?;
                    self.element(*access, false, conditional)?;
                }
                Action::Set { value, .. } => self.expr(value, conditional)?,
                Action::If { condition, then, otherwise } => {
                    self.expr(condition, conditional)?;
                    self.actions(then, true)?;
                    self.actions(otherwise, true)?;
                }
                Action::Loop(inner) => {
                    self.actions(&inner.init, conditional)?;
                    self.expr(&inner.condition, conditional)?;
                    self.actions(&inner.step, true)?;
                    self.actions(&inner.body, true)?;
                }
            }
        }
        Some(())
    }

    fn expr(&mut self, expr: &Expr, conditional: bool) -> Option<()> {
        match &expr.kind {
            ExprKind::Load(access) => self.element(*access, true, conditional),
            ExprKind::Select(condition, then, otherwise) => {
                self.expr(condition, conditional)?;
                self.expr(then, true)?;
                self.expr(otherwise, true)
            }
            ExprKind::Binary(op, left, right) => {
                self.expr(left, conditional)?;
                self.expr(right, conditional || matches!(op, BinaryOp::And | BinaryOp::Or))
            }
            _ => expr.operands().into_iter().try_for_each(|operand| self.expr(operand, conditional)),
        }
    }

    fn element(&mut self, access: AccessId, is_read: bool, conditional: bool) -> Option<()> {
        let statement = self.statement;
        let subscripts = &statement.accesses.get(access.index())?.subscripts;
        if self.depth > statement.accesses.len() {
            return None;
        }
        self.depth += 1;
        subscripts.iter().try_for_each(|subscript| self.expr(subscript, conditional))?;
        self.depth -= 1;
        self.found.push(Found { access, is_read, conditional });
        Some(())
    }
}
