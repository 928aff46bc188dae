//! `if-convert`: chooses between values in place of branches.

use std::collections::BTreeMap;

use polymill_analysis::without_branches;
use polymill_gdg::{
    Access, AccessId, AccessKind, Action, ArrayId, BinaryOp, Expr, ExprKind, Gdg, ScalarType, Statement, Storage,
    UnaryOp,
};
use polymill_isl as isl;

use crate::{Changed, Error, Pass, PassContext};

/// Makes `x = c ? e : x` of `if (c) x = e`, and `a & b` of `a && b` (see [`without_branches`]): C compilers put into vector lanes what has no
/// branches, and leave much of what has some alone, since they do not know whether an element exists that is read or written only
/// if a condition holds. It does if something in the region reads or writes it in any case; such reads become certain, so that lowering
/// may load the elements before a loop. What may overflow is not computed where the source does not compute it.
///
/// A condition that the innermost loop does not change stays: lowering tests it before the loop.
pub struct IfConvert;

impl Pass for IfConvert {
    fn name(&self) -> &'static str {
        "if-convert"
    }

    fn description(&self) -> &'static str {
        "Chooses between values in place of branches, where all elements certainly exist that are read, and those are written in any case \
         that are stored to."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        if !gdg.statements.iter().any(has_conditions) {
            return Ok(Changed::No);
        }
        let certain = Certain::of(gdg)?;
        let mut changed = Changed::No;
        for index in 0..gdg.statements.len() {
            let statement = &gdg.statements[index];
            if !has_conditions(statement) || !may_be_converted(gdg, statement, &certain)? {
                continue;
            }
            let tested = certain_loads(statement);
            let mut readable = vec![];
            for access in &statement.accesses {
                let is_tested = tested.iter().any(|tested| statement.access(*tested).is_same_element(access));
                let is_read = access.kind.is_read() && names_one_element(gdg, statement, access)?;
                readable.push(is_read && (is_tested || Certain::has(&certain.used, statement, access)?));
            }
            let is_safe = |part: &Expr| match part.kind {
                ExprKind::Load(access) => readable[access.index()],
                _ => is_defined(part, cx.settings.reassociate),
            };
            let Some(body) = without_branches(statement, &is_safe) else { continue };
            let converted = &mut gdg.statements[index];
            converted.body = body;
            for (access, _) in converted.accesses.iter_mut().zip(readable).filter(|(_, is_readable)| *is_readable) {
                access.kind = AccessKind::Read;
            }
            changed = Changed::Yes;
        }
        Ok(changed)
    }
}

/// Whether the operation that an expression is has a result for all operands, and nobody sees that it was done: signed integers
/// may overflow, and operations on floating-point numbers raise exceptions, which nobody looks at if sums may be reassociated.
fn is_defined(expr: &Expr, are_exceptions_ignored: bool) -> bool {
    let wraps = |ty: ScalarType| match ty {
        ScalarType::Float { .. } => are_exceptions_ignored,
        ScalarType::Int { signed, .. } => !signed,
        ScalarType::Bool => true,
    };
    let is_comparable = |ty: ScalarType| ty.is_integer() || are_exceptions_ignored;
    match &expr.kind {
        ExprKind::Binary(op, left, _) if op.is_logical() => is_comparable(left.ty),
        ExprKind::Binary(BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor, ..) => true,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..) => wraps(expr.ty),
        ExprKind::Unary(UnaryOp::Neg, _) => wraps(expr.ty),
        ExprKind::Unary(..) | ExprKind::Select(..) => true,
        ExprKind::Cast(inner) => inner.ty.is_integer() && is_comparable(expr.ty),
        ExprKind::Binary(..) | ExprKind::Call(..) => false,
        _ => true,
    }
}

/// Whether a statement evaluates something only if a condition holds.
fn has_conditions(statement: &Statement) -> bool {
    let mut found = statement.body.actions.iter().any(|action| matches!(action, Action::If { .. }));
    statement.body.for_each_expr(&mut |value| value.for_each(&mut |part| found |= part.is_junction()));
    found
}

/// Whether a statement may do without branches: what it stores to is written in any case, and no test of it belongs around a loop.
fn may_be_converted(gdg: &Gdg, statement: &Statement, certain: &Certain) -> Result<bool, Error> {
    let Some(innermost) = statement.depth().checked_sub(1) else { return Ok(false) };
    let (tests, _) = statement.tests();
    if !statement.exits()?.is_empty() || !tests.iter().all(|test| varies(statement, test, innermost)) {
        return Ok(false);
    }
    for written in statement.accesses.iter().filter(|access| access.kind == AccessKind::MayWrite) {
        let is_local = gdg.array(written.array).storage == Storage::Local;
        if !is_local && !Certain::has(&certain.written, statement, written)? {
            return Ok(false);
        }
        // Each instance writes the element then, and reads it for that.
        for access in statement.accesses.iter().filter(|access| written.is_same_element(access)) {
            if !names_one_element(gdg, statement, access)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether an expression depends on an iterator, itself or by the elements that it reads.
fn varies(statement: &Statement, expr: &Expr, iterator: usize) -> bool {
    let mut found = false;
    expr.for_each(&mut |part| match part.kind {
        ExprKind::Iterator(position) => found |= position == iterator,
        ExprKind::Load(access) => {
            found |= statement.access(access).subscripts.iter().any(|each| varies(statement, each, iterator));
        }
        _ => {}
    });
    found
}

/// The elements of each array that a GDG certainly uses.
struct Certain {
    /// Those that it reads or writes.
    used: BTreeMap<ArrayId, isl::Set>,
    written: BTreeMap<ArrayId, isl::Set>,
}

impl Certain {
    fn of(gdg: &Gdg) -> Result<Self, Error> {
        let mut certain = Self { used: BTreeMap::new(), written: BTreeMap::new() };
        for statement in gdg.statements.iter().filter(|statement| statement.tests().0.is_empty()) {
            let loads = certain_loads(statement);
            for (position, access) in statement.accesses.iter().enumerate() {
                let is_written = access.kind == AccessKind::MustWrite;
                let is_read = access.kind == AccessKind::Read && loads.contains(&AccessId::new(position));
                if !is_written && !is_read {
                    continue;
                }
                let elements = elements(statement, access)?;
                add(&mut certain.used, access.array, &elements)?;
                if is_written {
                    add(&mut certain.written, access.array, &elements)?;
                }
            }
        }
        Ok(certain)
    }

    /// Whether all elements that an access may name are among these.
    fn has(these: &BTreeMap<ArrayId, isl::Set>, statement: &Statement, access: &Access) -> Result<bool, Error> {
        let Some(these) = these.get(&access.array) else { return Ok(false) };
        Ok(elements(statement, access)?.is_subset(these)?)
    }
}

fn add(to: &mut BTreeMap<ArrayId, isl::Set>, array: ArrayId, elements: &isl::Set) -> Result<(), Error> {
    let all = match to.get(&array) {
        Some(others) => others.union(elements)?,
        None => elements.clone(),
    };
    to.insert(array, all);
    Ok(())
}

/// Whether an access is of one element in each instance, whatever data say.
fn names_one_element(gdg: &Gdg, statement: &Statement, access: &Access) -> Result<bool, Error> {
    let instances = statement.domain.intersect_params(&gdg.context)?;
    let relation = access.relation.intersect_domain(&instances)?;
    Ok(relation.is_single_valued()? && instances.is_subset(&relation.domain()?)?)
}

/// The elements that an access names.
fn elements(statement: &Statement, access: &Access) -> Result<isl::Set, Error> {
    Ok(access.relation.intersect_domain(&statement.domain)?.range()?)
}

/// The loads that happen whenever an instance is executed.
fn certain_loads(statement: &Statement) -> Vec<AccessId> {
    let mut loads = vec![];
    for action in &statement.body.actions {
        let value = match action {
            Action::Store { value, .. } | Action::Set { value, .. } => value,
            Action::If { condition, .. } => condition,
            Action::Loop(_) => continue,
        };
        value.for_each_certain(&mut |part| {
            if let ExprKind::Load(access) = part.kind {
                loads.push(access);
            }
        });
    }
    loads
}
