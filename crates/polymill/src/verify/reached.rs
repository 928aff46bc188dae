//! What a function uses, itself or in the functions that it calls.

use std::collections::BTreeSet;

use polymill_raise::syntax::{Expr, ExprKind, Function, Storage, Unit, VarId};

use super::interface::is_const;

/// What a function of the main file can reach by names.
pub(super) struct Reached<'a> {
    /// All variables.
    pub vars: BTreeSet<VarId>,
    /// Those that the function names itself.
    pub own_vars: BTreeSet<VarId>,
    /// What `__pencil_kill` is called with.
    pub killed: Vec<&'a Expr>,
    functions: BTreeSet<&'a str>,
}

/// PENCIL's statement that nobody uses some values any more.
const KILL: &str = "__pencil_kill";

impl<'a> Reached<'a> {
    pub fn from(unit: &'a Unit, function: &'a Function) -> Self {
        let mut reached =
            Self { vars: BTreeSet::new(), own_vars: BTreeSet::new(), killed: vec![], functions: BTreeSet::new() };
        let mut waiting = vec![function];
        reached.functions.insert(&function.name);
        while let Some(next) = waiting.pop() {
            let mut names = vec![];
            next.body.for_each_expr(&mut |expr| match &expr.kind {
                ExprKind::Var(id) => {
                    reached.vars.insert(*id);
                }
                ExprKind::Function(name) => names.push(name.as_str()),
                ExprKind::Call(callee, arguments) if is_kill(callee) => reached.killed.extend(arguments),
                _ => {}
            });
            if next.name == function.name {
                reached.own_vars = reached.vars.clone();
            }
            let new = names.into_iter().filter(|name| reached.functions.insert(name));
            waiting.extend(new.filter_map(|name| unit.function(name)));
        }
        reached
    }

    /// Whether values stay from one call to the next, other than in global variables.
    pub fn keeps_values(&self, unit: &Unit) -> bool {
        self.vars.iter().any(|id| {
            let variable = unit.var(*id);
            variable.storage == Storage::StaticLocal && !is_const(variable)
        })
    }

    /// Whether `__pencil_kill` is called, and the file does not define it.
    pub fn is_kill_missing(&self, unit: &Unit) -> bool {
        self.functions.contains(KILL) && unit.function(KILL).is_none()
    }
}

fn is_kill(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Function(name) if name == KILL)
}

/// The variable that a place belongs to, or that points to it: `a` of `a[i]`, `*a`, `&a` and `a.x`.
pub(super) fn root(place: &Expr) -> Option<VarId> {
    match &place.kind {
        ExprKind::Var(id) => Some(*id),
        ExprKind::Index(base, _) | ExprKind::Deref(base) | ExprKind::AddressOf(base) | ExprKind::Cast(base) => {
            root(base)
        }
        ExprKind::Member { base, .. } => root(base),
        _ => None,
    }
}
