//! Branches that end in one value: `if (c) { t = a; x[i] = t + 1; } else x[i] = b;` is `x[i] = c ? a + 1 : b`.
//!
//! Passes look into expressions, and see that a minimum is one; they take a branch for something that may do anything.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{AccessId, Action, Expr, ExprKind, LocalId, Storage};

use super::builder::Builder;
use super::draft::Draft;
use super::rewrite::keep_accesses;
use super::scope::size;
use crate::Result;

/// No expression gets more operations and operands than this.
const MAX_SIZE: usize = 24;

/// What is known at a place of a body.
#[derive(Clone, Default)]
struct State {
    /// The values of variables.
    values: BTreeMap<LocalId, Expr>,
    /// What was stored.
    stored: Option<(AccessId, Expr)>,
}

impl Builder<'_> {
    /// Makes one assignment of a body that stores once to one element, whichever branches it takes. A condition that is the same in all
    /// iterations of the innermost loop stays: it is tested before the loop.
    pub(super) fn fold_branches(&mut self, at: usize) -> Result<()> {
        let draft = &self.drafts[at];
        let Some(innermost) = draft.iterators.len().checked_sub(1) else { return Ok(()) };
        let tests = draft.body.actions.iter().filter_map(|action| match action {
            Action::If { condition, .. } => Some(condition),
            _ => None,
        });
        let mut tests = tests.peekable();
        if tests.peek().is_none() || !tests.all(|test| self.varies(draft, test, innermost)) {
            return Ok(());
        }
        let Some(State { stored: Some((target, value)), .. }) = run(draft, &draft.body.actions, State::default())
        else {
            return Ok(());
        };
        let draft = &mut self.drafts[at];
        let mut used = BTreeSet::from([target]);
        note_loads(draft, &value, &mut used);
        note_loads_of(draft, target, &mut used);
        // All stores are to the element.
        let mut written = draft.accesses[target.index()].relation.clone();
        for access in draft.accesses.iter().filter(|access| access.kind.is_write()) {
            written = written.union(&access.relation)?;
        }
        draft.accesses[target.index()].relation = written;
        draft.occasions[target.index()] = None;
        draft.body.actions = vec![Action::Store { access: target, value }];
        draft.body.locals.clear();
        keep_accesses(draft, &|access| used.contains(&access));
        Ok(())
    }

    /// Whether a condition depends on an iterator, itself, by the elements that it reads, or by a variable of the iteration.
    fn varies(&self, draft: &Draft, condition: &Expr, iterator: usize) -> bool {
        let mut found = false;
        condition.for_each(&mut |part| {
            if let ExprKind::Load(access) = part.kind {
                let access = &draft.accesses[access.index()];
                found |= self.arrays.get(access.array).storage == Storage::Local;
                let moves = |e: &Expr| e.kind == ExprKind::Iterator(iterator);
                access.subscripts.iter().for_each(|subscript| subscript.for_each(&mut |e| found |= moves(e)));
            }
            found |= part.kind == ExprKind::Iterator(iterator);
        });
        found
    }
}

/// Notes what an expression loads, and what is loaded for subscripts there.
fn note_loads(draft: &Draft, expr: &Expr, used: &mut BTreeSet<AccessId>) {
    expr.for_each(&mut |part| {
        if let ExprKind::Load(access) = part.kind
            && used.insert(access)
        {
            note_loads_of(draft, access, used);
        }
    });
}

fn note_loads_of(draft: &Draft, access: AccessId, used: &mut BTreeSet<AccessId>) {
    draft.accesses[access.index()].subscripts.iter().for_each(|subscript| note_loads(draft, subscript, used));
}

/// Runs actions without loops; `None` if it cannot be told what they do.
fn run(draft: &Draft, actions: &[Action], mut state: State) -> Option<State> {
    for action in actions {
        // All is read before anything is stored.
        if state.stored.is_some() {
            return None;
        }
        match action {
            Action::Set { local, value } => {
                let value = with_values(value, &state)?;
                state.values.insert(*local, value);
            }
            Action::Store { access, value } => state.stored = Some((*access, with_values(value, &state)?)),
            Action::If { condition, then, otherwise } => {
                let condition = with_values(condition, &state)?;
                let (then, otherwise) = (run(draft, then, state.clone())?, run(draft, otherwise, state)?);
                state = joined(draft, &condition, then, otherwise)?;
            }
            Action::Loop(_) => return None,
        }
    }
    Some(state)
}

/// What is known after a branch.
fn joined(draft: &Draft, condition: &Expr, then: State, otherwise: State) -> Option<State> {
    let choice = |then: Expr, otherwise: Expr| {
        let value = match then == otherwise {
            true => then,
            false => Expr::select(condition.clone(), then, otherwise),
        };
        (size(&value) <= MAX_SIZE).then_some(value)
    };
    let stored = match (then.stored, otherwise.stored) {
        (None, None) => None,
        (Some((first, then)), Some((second, otherwise))) => {
            let [one, other] = [first, second].map(|access| &draft.accesses[access.index()]);
            let is_same = one.array == other.array && one.subscripts == other.subscripts && then.ty == otherwise.ty;
            Some((first, choice(then, otherwise).filter(|_| is_same)?))
        }
        _ => return None,
    };
    let mut values = BTreeMap::new();
    for (local, value) in then.values {
        // What only one side sets, nothing reads after both.
        if let Some(other) = otherwise.values.get(&local).filter(|other| other.ty == value.ty)
            && let Some(value) = choice(value, other.clone())
        {
            values.insert(local, value);
        }
    }
    Some(State { values, stored })
}

/// An expression with values in place of variables; `None` if one is not known, or it grows too large.
fn with_values(expr: &Expr, state: &State) -> Option<Expr> {
    let mut expr = expr.clone();
    let mut is_known = true;
    expr.for_each_mut(&mut |part| {
        if let ExprKind::Local(local) = part.kind {
            match state.values.get(&local).filter(|value| value.ty == part.ty) {
                Some(value) => *part = value.clone(),
                None => is_known = false,
            }
        }
        is_known &= !matches!(part.kind, ExprKind::Call(..));
    });
    (is_known && size(&expr) <= MAX_SIZE).then_some(expr)
}
