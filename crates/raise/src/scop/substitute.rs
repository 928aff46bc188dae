//! Temporaries that are computed where they are used.
//!
//! `float dx = x - a[k]; sum += dx * dx;` has two statements and a variable that keeps loops from being interchanged, distributed or run
//! in lanes until it has an element for each iteration. As `sum += (x - a[k]) * (x - a[k])` it is one, and the C compiler finds again what
//! its terms have in common. This is what Polly calls operand tree forwarding (its pass `ForwardOpTree`).

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, BinaryOp, Expr, ExprKind, Instances};

use super::builder::Builder;
use super::draft::{Draft, Order};
use super::group::merge_accesses;
use super::rewrite::{for_each_expr_mut, keep_accesses};
use super::scope::size;
use crate::Result;

/// No expression gets more operations and operands than this.
const MAX_SIZE: usize = 48;

/// So many operations at most are done more than once in an instance, in all.
const MAX_REPEATED: usize = 12;

/// So many operations at most are done again in each iteration of a loop that the temporary is set before.
const MAX_IN_LOOPS: usize = 3;

/// Where a draft stands.
struct Place {
    /// The loops around it, each by a number of its own.
    loops: Vec<usize>,
    /// Its number in the order of the source.
    position: usize,
}

impl Place {
    /// Whether it stands in all loops that the other one stands in, and after it.
    fn is_after(&self, other: &Self) -> bool {
        self.position > other.position && self.loops.starts_with(&other.loops)
    }
}

/// A temporary that one statement sets and one other reads, in an iteration of the loops around the first.
#[derive(Clone, Copy)]
struct Temporary {
    array: ArrayId,
    writer: usize,
    reader: usize,
}

impl Builder<'_> {
    /// Computes temporaries in the statements that read them, where this is the same and costs little.
    pub(super) fn substitute(&mut self, order: &Order) -> Result<()> {
        let mut places: Vec<Option<Place>> = (0..self.drafts.len()).map(|_| None).collect();
        note_places(order, &mut vec![], &mut (0, 0), &mut places);
        let aliases = self.overlapping_arrays();
        for at in 0..self.drafts.len() {
            self.choose_value(at)?;
            self.fold_branches(at)?;
        }
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for array in (0..self.arrays.arrays.len()).map(ArrayId::new) {
                if let Some(temporary) = self.temporary(array)
                    && self.can_be_substituted(temporary, &places, &aliases)?
                {
                    self.put_into_reader(temporary)?;
                    is_changed = true;
                }
            }
        }
        Ok(())
    }

    /// Makes `if (c) x = a; else x = b;` a choice of one of two values: `x = c ? a : b`.
    fn choose_value(&mut self, at: usize) -> Result<()> {
        let draft = &mut self.drafts[at];
        let [Action::If { condition, then, otherwise }] = draft.body.actions.as_slice() else { return Ok(()) };
        let ([Action::Store { access: target, value: first }], [Action::Store { access: other, value: second }]) =
            (then.as_slice(), otherwise.as_slice())
        else {
            return Ok(());
        };
        let (target, other) = (*target, *other);
        let is_variable =
            |access: AccessId| self.arrays.arrays[draft.accesses[access.index()].array.index()].is_scalar();
        let is_same = draft.accesses[target.index()].array == draft.accesses[other.index()].array;
        if !is_same || !is_variable(target) || !draft.body.locals.is_empty() {
            return Ok(());
        }
        let value = Expr::select(condition.clone(), first.clone(), second.clone());
        draft.body.actions = vec![Action::Store { access: target, value }];
        let written = draft.accesses[target.index()].relation.union(&draft.accesses[other.index()].relation)?;
        (draft.accesses[target.index()].kind, draft.accesses[target.index()].relation) =
            (AccessKind::MustWrite, written);
        draft.occasions[target.index()] = None;
        keep_accesses(draft, &|access| access == target || access != other);
        Ok(())
    }

    /// The only statement that sets a variable which is not used after the region, and the only one that reads it.
    fn temporary(&self, array: ArrayId) -> Option<Temporary> {
        let own = self.arrays.get(array);
        if !own.is_scalar() || own.live_out {
            return None;
        }
        let (mut writer, mut reader) = (None, None);
        for (at, draft) in self.drafts.iter().enumerate() {
            let mut accesses = draft.accesses.iter().filter(|access| access.array == array);
            if !accesses.clone().any(|access| access.kind != AccessKind::Kill) {
                continue;
            }
            let side =
                if accesses.all(|access| access.kind == AccessKind::MustWrite) { &mut writer } else { &mut reader };
            if side.replace(at).is_some() {
                return None;
            }
        }
        let is_only_read =
            |at: usize| self.drafts[at].accesses.iter().all(|each| each.array != array || each.kind.is_read());
        Some(Temporary { array, writer: writer?, reader: reader.filter(|at| is_only_read(*at))? })
    }

    fn can_be_substituted(
        &self,
        Temporary { array, writer, reader }: Temporary,
        places: &[Option<Place>],
        aliases: &BTreeSet<(ArrayId, ArrayId)>,
    ) -> Result<bool> {
        let (from, to) = (&self.drafts[writer], &self.drafts[reader]);
        let (Some(from_place), Some(to_place)) = (&places[writer], &places[reader]) else { return Ok(false) };
        let Some(value) = only_value(from) else { return Ok(false) };
        if !stores_at_most_once(to) {
            return Ok(false);
        }
        let is_read = |access: AccessId| to.accesses[access.index()].array == array;
        let (mut n_uses, mut own_size) = (0, 0);
        let mut count = |expr: &Expr| {
            n_uses += loads(expr, &is_read);
            own_size += size(expr);
        };
        to.accesses.iter().flat_map(|access| &access.subscripts).for_each(&mut count);
        to.body.for_each_expr(&mut count);
        let is_inner = to_place.loops.len() > from_place.loops.len();
        if !to_place.is_after(from_place)
            || own_size + n_uses * size(value) > MAX_SIZE
            || (is_inner || n_uses > 1) && !is_cheap(value, n_uses, is_inner)
            || is_inner && from.occasions.iter().any(Option::is_some)
        {
            return Ok(false);
        }
        let used: BTreeSet<ArrayId> =
            from.accesses.iter().filter(|each| each.kind.is_read()).map(|each| each.array).collect();
        let changes = |draft: &Draft| {
            let mut changed = draft.accesses.iter().filter(|access| !access.kind.is_read()).map(|access| access.array);
            changed.any(|written| used.iter().any(|read| *read == written || aliases.contains(&(written, *read))))
        };
        // Loops repeat what comes after the reader, too.
        let is_between = |place: &Place| place.is_after(from_place) && (is_inner || place.position < to_place.position);
        let is_changed = places
            .iter()
            .zip(&self.drafts)
            .any(|(place, draft)| place.as_ref().is_some_and(is_between) && changes(draft));
        Ok(!is_changed && self.runs_before(from, to)?)
    }

    /// Whether the iteration in which each instance of a statement runs has one of the other statement, too.
    fn runs_before(&self, from: &Draft, to: &Draft) -> Result<bool> {
        let depth = from.iterators.len();
        let n_inner = to.iterators.len() - depth;
        let iterations = if n_inner > 0 {
            to.domain.project_out(polymill_isl::Dim::Set, depth, n_inner)?
        } else {
            to.domain.clone()
        };
        Ok(iterations.plain_is_equal(&from.domain)? || self.valid(&iterations)?.is_subset(&from.domain)?)
    }

    fn put_into_reader(&mut self, Temporary { array, writer, reader }: Temporary) -> Result<()> {
        let from = std::mem::take(&mut self.drafts[writer].body);
        let Some(Action::Store { mut value, .. }) = from.actions.into_iter().next() else { return Ok(()) };
        let accesses = std::mem::take(&mut self.drafts[writer].accesses);
        let occasions = std::mem::take(&mut self.drafts[writer].occasions);
        let domain = self.possible(&self.drafts[reader].domain)?;
        let to = &mut self.drafts[reader];
        let n_own = to.accesses.len();
        let new_id = |access: AccessId| AccessId::new(access.index() + n_own);
        let renumber = |expr: &mut Expr| {
            expr.for_each_mut(&mut |e| {
                if let ExprKind::Load(access) = &mut e.kind {
                    *access = new_id(*access);
                }
            });
        };
        renumber(&mut value);
        let instances = Instances { domain: &domain, iterators: &to.iterators, params: &self.params.params };
        for (mut access, occasion) in accesses.into_iter().zip(occasions) {
            let elements = instances.elements(self.arrays.get(access.array), &access.subscripts)?;
            access.relation = match &occasion {
                Some(here) => elements.relation.intersect_domain(here)?,
                None => elements.relation,
            };
            access.subscripts.iter_mut().for_each(renumber);
            to.accesses.push(access);
            to.occasions.push(occasion);
        }
        let is_it: Vec<bool> = to.accesses.iter().map(|access| access.array == array).collect();
        for_each_expr_mut(to, &mut |expr| {
            expr.for_each_mut(&mut |e| {
                if matches!(e.kind, ExprKind::Load(access) if is_it[access.index()]) {
                    *e = value.clone();
                }
            });
        });
        keep_accesses(to, &|access| !is_it[access.index()]);
        merge_accesses(to)?;
        // What ended its life.
        for draft in &mut self.drafts {
            let is_other: Vec<bool> = draft.accesses.iter().map(|access| access.array != array).collect();
            keep_accesses(draft, &|access| is_other[access.index()]);
        }
        Ok(())
    }
}

/// Numbers loops and drafts in the order of the source; `next` are the next numbers of both.
fn note_places(order: &Order, loops: &mut Vec<usize>, next: &mut (usize, usize), places: &mut [Option<Place>]) {
    match order {
        Order::Draft(draft) => {
            places[*draft] = Some(Place { loops: loops.clone(), position: next.1 });
            next.1 += 1;
        }
        Order::Sequence(parts) => parts.iter().for_each(|part| note_places(part, loops, next, places)),
        Order::Loop { body, .. } => {
            loops.push(next.0);
            next.0 += 1;
            note_places(body, loops, next, places);
            loops.pop();
        }
    }
}

/// What a draft stores that certainly does this and nothing else.
fn only_value(draft: &Draft) -> Option<&Expr> {
    let [Action::Store { access, value }] = draft.body.actions.as_slice() else { return None };
    let is_certain = draft.body.locals.is_empty() && !draft.reads_memory && draft.occasions[access.index()].is_none();
    is_certain.then_some(value)
}

/// Whether all that a draft reads is read before it stores anything.
fn stores_at_most_once(draft: &Draft) -> bool {
    let is_store = |action: &Action| matches!(action, Action::Store { .. });
    let are_few = |actions: &[Action]| actions.len() <= 1 && actions.iter().all(is_store);
    draft.body.locals.is_empty()
        && match draft.body.actions.as_slice() {
            [Action::If { then, otherwise, .. }] => are_few(then) && are_few(otherwise),
            actions => are_few(actions),
        }
}

/// How often an expression loads what such accesses name.
fn loads(expr: &Expr, is_it: &dyn Fn(AccessId) -> bool) -> usize {
    let mut n = 0;
    expr.for_each(&mut |e| n += usize::from(matches!(e.kind, ExprKind::Load(access) if is_it(access))));
    n
}

/// Whether a value may be computed so many times, or in each iteration of a loop that it was computed before.
fn is_cheap(value: &Expr, n_uses: usize, is_inner: bool) -> bool {
    let (mut n_operations, mut is_simple) = (0, true);
    value.for_each(&mut |e| match e.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, ..)
        | ExprKind::Unary(..)
        | ExprKind::Cast(_) => n_operations += 1,
        ExprKind::Binary(..) | ExprKind::Call(..) | ExprKind::Select(..) => is_simple = false,
        _ => {}
    });
    is_simple && n_uses * n_operations <= MAX_REPEATED && (!is_inner || n_operations <= MAX_IN_LOOPS)
}
