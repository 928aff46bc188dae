//! The generator: loops, branches and blocks.

use rand::RngExt;

use super::generate::Generator;
use super::program::{
    Access, Array, AssignOp, Bound, Compare, Cond, Expr, Extent, Form, Index, IndexBase, Loop, Place, Spelling, Stmt,
    Sum, Type, Var,
};

/// Names of iterators, by depth; then those of loops over time and over local arrays.
pub(super) const ITERATORS: [&str; 6] = ["i", "j", "k", "l", "t", "r"];
impl Generator<'_> {
    /// A few statements in a loop of this depth: mostly one loop, assignment or branch.
    pub fn item(&mut self, depth: usize) -> Vec<Stmt> {
        let wants_loop = if depth < self.limits.depth { [0.9, 0.6, 0.35, 0.15][depth.min(3)] } else { 0.0 };
        if self.n_loops < self.limits.n_loops && self.chance(wants_loop) {
            return vec![self.make_loop(depth)];
        }
        if depth > 0 && self.chance(0.15) {
            return vec![self.branch(depth)];
        }
        if depth > 0 && self.features.locals && self.chance(0.1) && self.n_loops < self.limits.n_loops {
            return self.local_array(depth);
        }
        self.n_assignments += 1;
        if depth > 0 && self.features.indirect && self.chance(0.1) {
            let stored = self.stored_index();
            return vec![stored.unwrap_or_else(|| self.assignment())];
        }
        vec![self.assignment()]
    }

    /// The statements of a block; what it declares is out of scope afterwards.
    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let (n_vars, n_scalars) = (self.scope.vars.len(), self.scalars.len());
        let mut stmts = vec![];
        if depth > 0 && self.features.locals && self.chance(0.25) {
            stmts.push(self.local_scalar());
        }
        let n_items = self.pick(&[1, 1, 1, 2, 2, 3]).unwrap_or(1);
        for _ in 0..n_items {
            if stmts.is_empty() || self.n_assignments < self.limits.n_assignments {
                let item = self.item(depth);
                stmts.extend(item);
            }
        }
        self.scope.vars.truncate(n_vars);
        self.scalars.truncate(n_scalars);
        stmts
    }

    fn local_scalar(&mut self) -> Stmt {
        let ty = self.base;
        let value = self.storable(ty);
        let name = self.new_scalar_name();
        self.scope.vars.push((name.clone(), ty));
        self.scalars.push(name.clone());
        Stmt::Declare { name, ty, value: Some(value) }
    }

    fn branch(&mut self, depth: usize) -> Stmt {
        let condition = self.condition();
        let then = self.block(depth);
        let otherwise = if self.chance(0.3) { self.block(depth) } else { vec![] };
        Stmt::If { condition, then, otherwise }
    }

    fn make_loop(&mut self, depth: usize) -> Stmt {
        self.n_loops += 1;
        if depth == 0 && !self.in_time_loop && self.chance(0.15) {
            return self.time_loop();
        }
        let name = ITERATORS[depth.min(3)];
        let (from, to) = match self.row() {
            Some(row) => row,
            None => (self.lower_bound(), self.upper_bound()),
        };
        self.finish_loop(name, from, to, depth, true)
    }

    /// From `idx[i]` to `idx[i + 1]`, once in a while.
    fn row(&mut self) -> Option<(Bound, Bound)> {
        if !self.features.indirect || !self.chance(0.15) {
            return None;
        }
        let outer = self.outer()?;
        let mut bound = |ahead| {
            let base = self.element_at(Index::sum(Sum::var(outer.clone()), ahead))?;
            Some(Bound::Index(Index { base, offset: 0 }))
        };
        Some((bound(0)?, bound(1)?))
    }

    /// A loop whose iterator is in no subscript.
    fn time_loop(&mut self) -> Stmt {
        let last = if self.chance(0.5) { Index::constant(self.rng.random_range(1..=5)) } else { self.param_index() };
        self.in_time_loop = true;
        let stmt = self.finish_loop("t", Bound::Index(Index::constant(0)), Bound::Index(last), 0, false);
        self.in_time_loop = false;
        stmt
    }

    /// A loop over `from <= iterator < to`, in one of C's ways to write it.
    fn finish_loop(&mut self, name: &str, from: Bound, to: Bound, depth: usize, in_subscripts: bool) -> Stmt {
        let (n_vars, n_nest) = (self.scope.vars.len(), self.nest.len());
        let declares = self.declared_type();
        if let Some(ty) = declares {
            self.scope.vars.push((name.to_owned(), ty));
        }
        self.finished.retain(|other| other != name);
        if in_subscripts || self.chance(0.1) {
            self.nest.push(name.to_owned());
        }
        let body = self.block(depth + usize::from(in_subscripts));
        self.nest.truncate(n_nest);
        self.scope.vars.truncate(n_vars);
        if declares.is_none() && self.features.live_iterators && !self.finished.iter().any(|other| other == name) {
            self.finished.push(name.to_owned());
        }
        let stride = self.pick(&[1, 1, 1, 1, 1, 1, 2, 3]).unwrap_or(1);
        let iterator = name.to_owned();
        let depends_on_data = contains_element(&from) || contains_element(&to);
        // Counting down from data, an iterator without sign may wrap and never get to the end.
        let may_wrap = depends_on_data && declares != Some(Type::Int) && declares != Some(Type::Long);
        let (from, to, compare, step) = match self.rng.random_range(0..20) {
            0..=11 => (from, to, Compare::Lt, stride),
            12..=14 => (from, shifted(to, -1), Compare::Le, stride),
            15 if !depends_on_data => (from, to, Compare::Ne, 1),
            15 => (from, to, Compare::Lt, stride),
            _ if may_wrap => (from, to, Compare::Lt, stride),
            16 | 17 => (shifted(to, -1), shifted(from, -1), Compare::Gt, -stride),
            _ => (shifted(to, -1), from, Compare::Ge, -stride),
        };
        let is_while = self.features.whiles && self.chance(0.1);
        Stmt::Loop(Box::new(Loop { iterator, declares, from, to, compare, step, is_while, body }))
    }

    /// The type of an iterator that the loop declares; `None` if it was declared before.
    fn declared_type(&mut self) -> Option<Type> {
        let declares = match self.outer_iterators {
            Some(_) => self.features.live_iterators && self.chance(0.2),
            None => true,
        };
        let types = [Type::Int, Type::Int, Type::Long, Type::UInt, Type::ULong, Type::Short];
        let ty = if self.features.iterator_types { self.pick(&types).unwrap_or(Type::Int) } else { Type::Int };
        declares.then_some(ty)
    }

    fn outer(&mut self) -> Option<Var> {
        let nest = self.nest.clone();
        self.pick(&nest).map(Var::Iterator)
    }

    pub fn param(&mut self) -> Var {
        Var::Param(self.rng.random_range(0..self.program.params.len()))
    }

    fn param_index(&mut self) -> Index {
        let param = self.param();
        Index::sum(Sum::var(param), 0)
    }

    fn lower_bound(&mut self) -> Bound {
        let constant = Index::constant(self.rng.random_range(0..=2));
        let outer = self.outer();
        if let Some(index) = self.bound_from_data(0.1, 0) {
            let constant = Box::new(Bound::Index(constant));
            let is_clamped = self.chance(0.4);
            return if is_clamped { Bound::Max(self.spelling(), Box::new(index), constant) } else { index };
        }
        match (self.rng.random_range(0..20), outer) {
            (0..=4, Some(outer)) => Bound::Index(Index::sum(Sum::var(outer), self.rng.random_range(0..=1))),
            (5 | 6, Some(outer)) => {
                let other = Index::sum(Sum::var(outer), -self.rng.random_range(1..=3));
                Bound::Max(self.spelling(), Box::new(Bound::Index(constant)), Box::new(Bound::Index(other)))
            }
            (7, Some(outer)) if self.features.division => {
                let base = IndexBase::Div(Sum::var(outer), 2);
                Bound::Index(Index { base, offset: 0 })
            }
            _ => Bound::Index(constant),
        }
    }

    fn upper_bound(&mut self) -> Bound {
        let end = Index::sum(Sum::var(self.param()), self.rng.random_range(-2..=1));
        let outer = self.outer();
        if let Some(index) = self.bound_from_data(0.3, 1) {
            let is_clamped = self.chance(0.4);
            return if is_clamped {
                Bound::Min(self.spelling(), Box::new(index), Box::new(Bound::Index(end)))
            } else {
                index
            };
        }
        let kind = self.rng.random_range(0..20);
        match (kind, outer) {
            (0 | 1, Some(outer)) => Bound::Index(Index::sum(Sum::var(outer), self.rng.random_range(0..=2))),
            (2, Some(outer)) => {
                let other = Index::sum(Sum::var(outer), self.rng.random_range(1..=4));
                Bound::Min(self.spelling(), Box::new(Bound::Index(end)), Box::new(Bound::Index(other)))
            }
            (3, Some(outer)) => Bound::Index(Index::sum(Sum::var(self.param()).plus(-1, outer), 0)),
            (4, Some(outer)) if self.features.division => {
                let base = IndexBase::Div(Sum::var(self.param()).plus(1, outer), 2);
                Bound::Index(Index { base, offset: self.rng.random_range(0..=1) })
            }
            (6, _) => Bound::Index(Index::constant(self.rng.random_range(3..=9))),
            (7, _) => {
                let other = Bound::Index(self.param_index());
                Bound::Min(self.spelling(), Box::new(Bound::Index(end)), Box::new(other))
            }
            _ => Bound::Index(end),
        }
    }

    /// `idx[i]`, or `idx[i + 1]`, once in a while, if there is an index array and a loop around.
    fn bound_from_data(&mut self, probability: f64, ahead: i64) -> Option<Bound> {
        if !self.features.indirect || !self.chance(probability) {
            return None;
        }
        let outer = self.outer()?;
        let ahead = if self.chance(0.5) { ahead } else { 0 };
        let base = self.element_at(Index::sum(Sum::var(outer), ahead))?;
        Some(Bound::Index(Index { base, offset: self.rng.random_range(0..=1) }))
    }

    fn spelling(&mut self) -> Spelling {
        self.pick(&[Spelling::Macro, Spelling::Macro, Spelling::Ternary, Spelling::Function]).unwrap_or(Spelling::Macro)
    }

    /// `idx[var]`, if there is an index array.
    pub fn indirect(&mut self, var: &Var) -> Option<IndexBase> {
        self.element_at(Index::sum(Sum::var(var.clone()), 0))
    }

    /// `idx[i] = 3;`
    fn stored_index(&mut self) -> Option<Stmt> {
        let outer = self.outer()?;
        let ahead = self.rng.random_range(0..=1);
        let IndexBase::Element(access) = self.element_at(Index::sum(Sum::var(outer), ahead))? else { return None };
        let limit = self.program.arrays[access.array].index_limit?;
        let value = Expr::Int(self.rng.random_range(0..limit));
        Some(Stmt::Assign { target: Place::Element(*access), op: AssignOp::Set, value })
    }

    fn element_at(&mut self, index: Index) -> Option<IndexBase> {
        let array = self.program.arrays.iter().position(|array| array.index_limit.is_some())?;
        Some(IndexBase::Element(Box::new(Access { array, indices: vec![index] })))
    }

    /// `i < j`, `i + j <= n`, `i % 2 == 0`, `A[i] > 0.5` and their combinations.
    pub fn condition(&mut self) -> Cond {
        match self.rng.random_range(0..10) {
            0 => Cond::And(Box::new(self.comparison()), Box::new(self.comparison())),
            1 => Cond::Or(Box::new(self.comparison()), Box::new(self.comparison())),
            2 => Cond::Not(Box::new(self.comparison())),
            _ => self.comparison(),
        }
    }

    fn comparison(&mut self) -> Cond {
        if self.features.data_conditions && self.chance(0.5) {
            return self.data_comparison();
        }
        let compares = [Compare::Lt, Compare::Le, Compare::Gt, Compare::Ge, Compare::Eq, Compare::Ne];
        let compare = self.pick(&compares).unwrap_or(Compare::Lt);
        let left = self.outer().unwrap_or(Var::Param(0));
        let mut sum = Sum::var(left);
        if self.chance(0.3) {
            let factor = self.pick(&[1, -1]).unwrap_or(1);
            let other = self.outer().unwrap_or(Var::Param(0));
            sum = sum.plus(factor, other);
        }
        if self.features.division && self.chance(0.3) {
            let divisor = self.rng.random_range(2..=4);
            let left = Index { base: IndexBase::Rem(sum, divisor), offset: 0 };
            let compare = if self.chance(0.5) { compare } else { Compare::Eq };
            return Cond::Index(compare, left, Index::constant(self.rng.random_range(0..divisor)));
        }
        let right = match self.rng.random_range(0..3) {
            0 => Index::constant(self.rng.random_range(0..=6)),
            1 => Index::sum(Sum::var(self.param()), self.rng.random_range(-3..=0)),
            _ => Index::sum(Sum::var(self.outer().unwrap_or(Var::Param(0))), self.rng.random_range(-1..=1)),
        };
        Cond::Index(compare, Index::sum(sum, 0), right)
    }

    /// A small array that lives for one iteration: set in one loop and used in the next.
    fn local_array(&mut self, depth: usize) -> Vec<Stmt> {
        self.n_loops += 2;
        self.n_locals += 1;
        let size = self.rng.random_range(2..=5);
        let extent = Extent { factors: vec![0; self.program.params.len()], constant: size };
        let array = self.program.arrays.len();
        self.program.arrays.push(Array {
            name: format!("w{}", self.n_locals),
            ty: self.base,
            extents: vec![extent],
            form: Form::Local,
            index_limit: None,
        });
        let element = || Access { array, indices: vec![Index::sum(Sum::var(Var::Iterator("r".to_owned())), 0)] };
        let ty = self.base;
        let set = self.with_iterator("r", |this| Stmt::Assign {
            target: Place::Element(element()),
            op: AssignOp::Set,
            value: this.storable(ty),
        });
        let used = self.with_iterator("r", |this| this.assignment_that_reads(Some(element())));
        let over = |stmt| {
            let iterator = "r".to_owned();
            let (from, to) = (Bound::Index(Index::constant(0)), Bound::Index(Index::constant(size)));
            let (declares, compare, body) = (Some(Type::Int), Compare::Lt, vec![stmt]);
            Stmt::Loop(Box::new(Loop { iterator, declares, from, to, compare, step: 1, is_while: false, body }))
        };
        let mut stmts = vec![Stmt::DeclareArray(array), over(set), over(used)];
        if self.chance(0.3) {
            let more = self.item(depth);
            stmts.extend(more);
        }
        stmts
    }

    fn with_iterator(&mut self, name: &str, make: impl FnOnce(&mut Self) -> Stmt) -> Stmt {
        self.scope.vars.push((name.to_owned(), Type::Int));
        self.nest.push(name.to_owned());
        let stmt = make(self);
        self.nest.pop();
        self.scope.vars.pop();
        stmt
    }
}

fn shifted(bound: Bound, by: i64) -> Bound {
    match bound {
        Bound::Index(index) => Bound::Index(Index { offset: index.offset + by, ..index }),
        Bound::Min(spelling, left, right) => {
            Bound::Min(spelling, Box::new(shifted(*left, by)), Box::new(shifted(*right, by)))
        }
        Bound::Max(spelling, left, right) => {
            Bound::Max(spelling, Box::new(shifted(*left, by)), Box::new(shifted(*right, by)))
        }
    }
}

fn contains_element(bound: &Bound) -> bool {
    match bound {
        Bound::Index(index) => matches!(index.base, IndexBase::Element(_)),
        Bound::Min(_, left, right) | Bound::Max(_, left, right) => contains_element(left) || contains_element(right),
    }
}
