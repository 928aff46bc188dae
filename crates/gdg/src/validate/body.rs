//! Bodies: ids and types.

use super::{check_names, ensure};
use crate::text::is_float_constant;
use crate::{Access, AccessId, AccessKind, Action, Expr, ExprKind, Gdg, Result, ScalarType, Statement, is_identifier};

pub(super) fn check(gdg: &Gdg, statement: &Statement) -> Result<()> {
    check_names("variable", statement.body.locals.iter().map(|local| local.name.as_str()), is_identifier)?;
    let scope = Scope { gdg, statement };
    for subscript in statement.accesses.iter().flat_map(|access| &access.subscripts) {
        scope.expr(subscript)?;
        ensure(subscript.ty.is_integer(), || format!("a subscript is of type {}", subscript.ty))?;
    }
    scope.actions(&statement.body.actions)
}

/// What a body may refer to.
struct Scope<'a> {
    gdg: &'a Gdg,
    statement: &'a Statement,
}

impl Scope<'_> {
    fn actions(&self, actions: &[Action]) -> Result<()> {
        actions.iter().try_for_each(|action| self.action(action))
    }

    fn action(&self, action: &Action) -> Result<()> {
        match action {
            Action::Store { access, value } => {
                self.expr(value)?;
                let ty = self.element_type(*access, AccessKind::is_write, "stores to")?;
                ensure(value.ty == ty, || format!("stores {} to an array of {ty}", value.ty))
            }
            Action::Set { local, value } => {
                self.expr(value)?;
                let local = self.statement.body.locals.get(local.index());
                ensure(local.is_some(), || "sets a variable that is not declared".to_owned())?;
                ensure(local.is_some_and(|local| local.ty == value.ty), || {
                    format!("sets a variable of another type to a value of {}", value.ty)
                })
            }
            Action::If { condition, then, otherwise } => {
                self.expr(condition)?;
                self.actions(then)?;
                self.actions(otherwise)
            }
            Action::Loop(inner) => {
                self.actions(&inner.init)?;
                self.expr(&inner.condition)?;
                self.actions(&inner.step)?;
                self.actions(&inner.body)
            }
        }
    }

    /// The type of the elements that an access of the body reads or writes.
    fn element_type(&self, id: AccessId, fits: fn(AccessKind) -> bool, what: &str) -> Result<ScalarType> {
        let access: Option<&Access> = self.statement.accesses.get(id.index());
        let found = access.filter(|access| fits(access.kind));
        let array = found.and_then(|access| self.gdg.arrays.get(access.array.index()));
        array.map(|array| array.element).ok_or_else(|| {
            let kind = access.map_or("which does not exist".to_owned(), |access| format!("a {}", access.kind));
            crate::Error::Bug(format!("the body {what} access {}, {kind}", id.0))
        })
    }

    fn expr(&self, expr: &Expr) -> Result<()> {
        expr.operands().into_iter().try_for_each(|operand| self.expr(operand))?;
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Int(value) => {
                let fits = ty.range().is_some_and(|(low, high)| (low..=high).contains(value));
                ensure(fits, || format!("{value} is not a value of type {ty}"))
            }
            ExprKind::Float(digits) => {
                ensure(ty.is_float() && is_float_constant(digits), || format!("`{digits}` is not a value of type {ty}"))
            }
            ExprKind::Iterator(position) => {
                ensure(*position < self.statement.depth(), || format!("there is no iterator {position}"))
            }
            ExprKind::Param(id) => {
                ensure(id.index() < self.gdg.params.len(), || format!("there is no parameter {}", id.0))
            }
            ExprKind::Local(id) => {
                let local = self.statement.body.locals.get(id.index());
                ensure(local.is_some_and(|local| local.ty == ty), || format!("variable {} of type {ty}", id.0))
            }
            ExprKind::Load(id) => {
                let element = self.element_type(*id, AccessKind::is_read, "loads")?;
                ensure(element == ty, || format!("loads {ty} from an array of {element}"))
            }
            ExprKind::Unary(op, operand) => {
                ensure(op.takes(operand.ty, ty), || format!("`{}` of {} gives {ty}", op.symbol(), operand.ty))
            }
            ExprKind::Binary(op, left, right) => ensure(op.takes(left.ty, right.ty, ty), || {
                format!("`{}` of {} and {} gives {ty}", op.symbol(), left.ty, right.ty)
            }),
            ExprKind::Cast(_) => Ok(()),
            ExprKind::Call(name, _) => ensure(is_identifier(name), || format!("`{name}` is not a function")),
            ExprKind::Select(_, then, otherwise) => ensure(then.ty == ty && otherwise.ty == ty, || {
                format!("a choice of {} and {} gives {ty}", then.ty, otherwise.ty)
            }),
        }
    }
}
