//! Statements that stand one after the other, taken as one.
//!
//! What is asked of a region grows with the square of the number of its statements. Straight-line code of a hundred
//! assignments in a loop gains nothing from being taken apart: its assignments become the actions of one statement, in
//! their order. The polyhedral view sees what a statement reads as read before what it writes; so an element that is
//! read after it was written must be known to be that one, and is then passed on in a variable of the body.

use std::collections::BTreeSet;

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, Expr, ExprKind, Local, LocalId};
use polymill_isl as isl;

use super::alias::alias_pairs;
use super::builder::Builder;
use super::draft::{Draft, Order};
use super::rewrite::{for_each_expr_mut, keep_accesses, renumber_accesses, renumber_locals};
use super::scope::is_known_anywhere;
use crate::Result;

/// In regions with fewer statements, only long blocks are joined.
pub(crate) const MANY_STATEMENTS: usize = 48;

/// No more than so many statements one after the other stay apart: there are many ways to distribute a loop over them, and
/// few reasons to.
pub(crate) const LONG_BLOCK: usize = 8;

/// No statement gets more actions than this.
pub(super) const MAX_ACTIONS: usize = 200;

impl Builder<'_> {
    /// Joins neighbours with the same instances, in long blocks and where the region has many statements. A joined draft
    /// stands in the place of the first of them; the others are empty.
    pub(super) fn group(&mut self, order: &Order) -> Result<()> {
        let has_many = self.drafts.iter().filter(|draft| !draft.is_empty()).count() > MANY_STATEMENTS;
        let mut blocks = vec![];
        collect_blocks(order, &mut vec![], &mut blocks);
        blocks.retain(|block| has_many || self.is_long(block));
        if blocks.is_empty() {
            return Ok(());
        }
        let aliases = self.overlapping_arrays();
        for block in blocks {
            let mut first: Option<(usize, Option<Values<'_>>)> = None;
            for part in block {
                let Some(next) = part else {
                    first = None;
                    continue;
                };
                if let Some((first, Some(values))) = &mut first
                    && self.join(*first, next, values)?
                {
                    continue;
                }
                first = Some((next, Values::of(&self.drafts[next], &aliases)?));
            }
        }
        Ok(())
    }

    /// Whether many statements that could be joined stand one after the other.
    fn is_long(&self, block: &[Option<usize>]) -> bool {
        let can_be_joined = |part: &Option<usize>| part.is_some_and(|draft| is_straight(&self.drafts[draft]));
        block.split(|part| !can_be_joined(part)).any(|run| run.len() > LONG_BLOCK)
    }

    /// Pairs of arrays that may overlap, in both orders.
    pub(super) fn overlapping_arrays(&self) -> BTreeSet<(ArrayId, ArrayId)> {
        if self.is_promised {
            return BTreeSet::new();
        }
        let is_written = |id: ArrayId| {
            let mut accesses = self.drafts.iter().flat_map(|draft| &draft.accesses);
            accesses.any(|access| access.array == id && access.kind.is_write())
        };
        let pairs = alias_pairs(self, &is_written);
        pairs.into_iter().flat_map(|pair| [(pair.first, pair.second), (pair.second, pair.first)]).collect()
    }

    /// Adds the second draft to the first one, if what it reads can be told then. `values` are those of the first one.
    fn join(&mut self, first: usize, second: usize, values: &mut Values<'_>) -> Result<bool> {
        let (a, b) = (&self.drafts[first], &self.drafts[second]);
        let are_alike = is_straight(a)
            && is_straight(b)
            && a.body.actions.len() + b.body.actions.len() <= MAX_ACTIONS
            && a.iterators == b.iterators
            && a.domain.plain_is_equal(&b.domain)?;
        if !are_alike {
            return Ok(false);
        }
        let joined = joined(a, b);
        let mut joined_values = values.clone();
        if !joined_values.follow(&joined, a.body.actions.len())? {
            return Ok(false);
        }
        *values = joined_values;
        self.drafts[first] = joined;
        let second = &mut self.drafts[second];
        second.accesses.clear();
        second.occasions.clear();
        second.body = Default::default();
        Ok(true)
    }

    /// Passes values on in variables, from where an element is written to where the same instance reads it.
    pub(super) fn pass_values_on(&mut self) -> Result<()> {
        let aliases = self.overlapping_arrays();
        for at in 0..self.drafts.len() {
            let draft = &self.drafts[at];
            if draft.body.actions.len() < 2 || !is_straight(draft) {
                continue;
            }
            let Some(values) = Values::of(draft, &aliases)? else { continue };
            if !values.passed_on.is_empty() {
                self.pass_on(at, &values.passed_on);
            }
            merge_accesses(&mut self.drafts[at])?;
        }
        Ok(())
    }

    fn pass_on(&mut self, at: usize, values: &[Forwarded]) {
        let stored: BTreeSet<usize> = values.iter().map(|value| value.store).collect();
        let draft = &mut self.drafts[at];
        let mut actions = vec![];
        for (position, action) in std::mem::take(&mut draft.body.actions).into_iter().enumerate() {
            let mut action = action;
            let here: Vec<_> = values.iter().filter(|value| value.load_at == position).collect();
            let local_of = |access: AccessId| {
                let store = here.iter().find(|value| value.load == access)?.store;
                stored.iter().position(|each| *each == store)
            };
            let n_locals = draft.body.locals.len();
            if let Action::Store { value, .. } | Action::Set { value, .. } = &mut action {
                value.for_each_mut(&mut |e| {
                    if let ExprKind::Load(access) = e.kind
                        && let Some(number) = local_of(access)
                    {
                        e.kind = ExprKind::Local(LocalId::new(n_locals + number));
                    }
                });
            }
            match (action, stored.iter().position(|each| *each == position)) {
                (Action::Store { access, value }, Some(number)) => {
                    let (local, ty) = (LocalId::new(n_locals + number), value.ty);
                    actions.push(Action::Set { local, value });
                    actions.push(Action::Store { access, value: Expr { ty, kind: ExprKind::Local(local) } });
                }
                (action, _) => actions.push(action),
            }
        }
        for position in &stored {
            let Some(value) = values.iter().find(|value| value.store == *position) else { continue };
            let array = self.arrays.get(value.array);
            let ty = array.element;
            let name = self.names.unique(&array.name);
            self.drafts[at].body.locals.push(Local { name, ty });
        }
        self.drafts[at].body.actions = actions;
    }
}

/// The drafts of each block in their order; `None` stands for a loop.
pub(super) fn collect_blocks(order: &Order, block: &mut Vec<Option<usize>>, blocks: &mut Vec<Vec<Option<usize>>>) {
    fn flatten(order: &Order, block: &mut Vec<Option<usize>>, blocks: &mut Vec<Vec<Option<usize>>>) {
        match order {
            Order::Draft(draft) => block.push(Some(*draft)),
            Order::Sequence(parts) => parts.iter().for_each(|part| flatten(part, block, blocks)),
            Order::Loop { body, .. } => {
                block.push(None);
                collect_blocks(body, &mut vec![], blocks);
            }
        }
    }
    flatten(order, block, blocks);
    blocks.push(std::mem::take(block));
}

/// Whether a draft is a list of assignments. What they read or write need not be certain: it may depend on a condition in a
/// value, or on a subscript that is not affine.
fn is_straight(draft: &Draft) -> bool {
    let is_assignment = |action: &Action| matches!(action, Action::Store { .. } | Action::Set { .. });
    !draft.is_empty()
        && !draft.reads_memory
        && draft.body.actions.iter().all(is_assignment)
        && draft.accesses.iter().all(|access| access.kind != AccessKind::Kill)
}

/// Both drafts as one.
pub(super) fn joined(first: &Draft, second: &Draft) -> Draft {
    let (mut joined, mut second) = (first.clone(), second.clone());
    let (n_accesses, n_locals) = (joined.accesses.len(), joined.body.locals.len());
    renumber_accesses(&mut second, &|access| AccessId::new(access.index() + n_accesses));
    renumber_locals(&mut second, &|local| LocalId::new(local.index() + n_locals));
    joined.accesses.extend(second.accesses);
    joined.occasions.extend(second.occasions);
    joined.body.locals.extend(second.body.locals);
    joined.body.actions.extend(second.body.actions);
    joined.span = joined.span.start..second.span.end;
    joined
}

/// A read of an element that the same instance has written.
#[derive(Clone)]
struct Forwarded {
    array: ArrayId,
    /// The position of the store.
    store: usize,
    /// The access that reads, and the position of the action that does.
    load: AccessId,
    load_at: usize,
}

/// The last store to an element.
#[derive(Clone)]
struct Stored {
    access: AccessId,
    /// The position of the action.
    position: usize,
    /// Whether the element may have been written again since.
    is_lost: bool,
}

/// Which values the actions of a draft read, followed from one action to the next.
#[derive(Clone)]
struct Values<'a> {
    /// Arrays that may overlap.
    aliases: &'a BTreeSet<(ArrayId, ArrayId)>,
    stores: Vec<Stored>,
    /// The reads of elements that an earlier action writes.
    passed_on: Vec<Forwarded>,
}

impl<'a> Values<'a> {
    /// `None` if it is not certain of a read whether an earlier action writes what it reads.
    fn of(draft: &Draft, aliases: &'a BTreeSet<(ArrayId, ArrayId)>) -> Result<Option<Self>> {
        let mut values = Self { aliases, stores: vec![], passed_on: vec![] };
        Ok(values.follow(draft, 0)?.then_some(values))
    }

    /// Goes on with the actions from a position. `false` as for `of`.
    fn follow(&mut self, draft: &Draft, first: usize) -> Result<bool> {
        for (position, action) in draft.body.actions.iter().enumerate().skip(first) {
            let (target, value) = match action {
                Action::Store { access, value } => (Some(*access), value),
                Action::Set { value, .. } => (None, value),
                _ => return Ok(false),
            };
            let mut loads = vec![];
            value.for_each(&mut |e| {
                if let ExprKind::Load(load) = e.kind {
                    loads.push(load);
                }
            });
            for load in &loads {
                if !self.read(draft, *load, position)? {
                    return Ok(false);
                }
            }
            // What subscripts read must not have been written at all.
            for id in loads.iter().chain(&target) {
                for inner in loads_in_subscripts(draft, *id) {
                    if self.may_be_stored(draft, inner)? {
                        return Ok(false);
                    }
                }
            }
            if let Some(target) = target {
                self.store(draft, target, position)?;
            }
        }
        Ok(true)
    }

    fn read(&mut self, draft: &Draft, load: AccessId, load_at: usize) -> isl::Result<bool> {
        match self.stores.iter().find(|store| is_same_element(draft, store.access, load)) {
            Some(store) if store.is_lost => Ok(false),
            Some(store) => {
                let array = draft.accesses[load.index()].array;
                self.passed_on.push(Forwarded { array, store: store.position, load, load_at });
                Ok(true)
            }
            None => Ok(!self.may_be_stored(draft, load)?),
        }
    }

    fn store(&mut self, draft: &Draft, access: AccessId, position: usize) -> isl::Result<()> {
        self.stores.retain(|store| !is_same_element(draft, store.access, access));
        for store in &mut self.stores {
            store.is_lost = store.is_lost || may_meet(draft, store.access, access, self.aliases)?;
        }
        self.stores.push(Stored { access, position, is_lost: false });
        Ok(())
    }

    fn may_be_stored(&self, draft: &Draft, access: AccessId) -> isl::Result<bool> {
        for store in &self.stores {
            if may_meet(draft, store.access, access, self.aliases)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether two accesses have the same subscripts, whose values do not change in between.
fn is_same_element(draft: &Draft, a: AccessId, b: AccessId) -> bool {
    let (a, b) = (&draft.accesses[a.index()], &draft.accesses[b.index()]);
    a.array == b.array && a.subscripts == b.subscripts && a.subscripts.iter().all(is_known_anywhere)
}

/// Whether an instance may access one element by both.
fn may_meet(draft: &Draft, a: AccessId, b: AccessId, aliases: &BTreeSet<(ArrayId, ArrayId)>) -> isl::Result<bool> {
    let (a, b) = (&draft.accesses[a.index()], &draft.accesses[b.index()]);
    if aliases.contains(&(a.array, b.array)) {
        return Ok(true);
    }
    // Mostly constants tell, and isl need not be asked.
    let differ = |(a, b): (&Expr, &Expr)| matches!((&a.kind, &b.kind), (ExprKind::Int(a), ExprKind::Int(b)) if a != b);
    if a.array != b.array || a.subscripts.iter().zip(&b.subscripts).any(differ) {
        return Ok(false);
    }
    Ok(!a.relation.intersect(&b.relation)?.is_empty()?)
}

/// What the subscripts of an access read, and the subscripts of that.
fn loads_in_subscripts(draft: &Draft, access: AccessId) -> Vec<AccessId> {
    let mut found = vec![];
    for subscript in &draft.accesses[access.index()].subscripts {
        subscript.for_each(&mut |e| {
            if let ExprKind::Load(inner) = e.kind {
                found.push(inner);
                found.extend(loads_in_subscripts(draft, inner));
            }
        });
    }
    found
}

/// Leaves one access of those that are alike, and none that nothing refers to.
pub(super) fn merge_accesses(draft: &mut Draft) -> Result<()> {
    let mut kept: Vec<AccessId> = vec![];
    for (index, access) in draft.accesses.iter().enumerate() {
        // What happens under a condition stands for nothing else.
        let is_alike = |other: &AccessId| {
            let is_always = draft.occasions[other.index()].is_none();
            let other = &draft.accesses[other.index()];
            is_always
                && other.array == access.array
                && other.kind == access.kind
                && other.subscripts == access.subscripts
        };
        let first = (0..draft.accesses.len()).map(AccessId::new).find(is_alike);
        kept.push(first.unwrap_or(AccessId::new(index)));
    }
    renumber_accesses(draft, &|access| kept[access.index()]);
    let mut used: BTreeSet<AccessId> = BTreeSet::new();
    let mut loads = vec![];
    for_each_expr_mut(draft, &mut |expr| {
        expr.for_each(&mut |e| {
            if let ExprKind::Load(access) = e.kind {
                loads.push(access);
            }
        });
    });
    used.extend(loads);
    note_stores(&draft.body.actions, &mut used);
    keep_accesses(draft, &|access| used.contains(&access));
    Ok(())
}

/// The accesses that actions store to, and those inside of them.
fn note_stores(actions: &[Action], found: &mut BTreeSet<AccessId>) {
    for action in actions {
        let inner: &[&[Action]] = match action {
            Action::Store { access, .. } => {
                found.insert(*access);
                &[]
            }
            Action::Set { .. } => &[],
            Action::If { then, otherwise, .. } => &[then, otherwise],
            Action::Loop(inner) => &[&inner.init, &inner.step, &inner.body],
        };
        inner.iter().for_each(|actions| note_stores(actions, found));
    }
}
