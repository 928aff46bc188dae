//! Exit predicates: where data say how far loops go, and where they begin.

use std::collections::BTreeSet;

use polymill_isl as isl;

use crate::{
    AccessId, AccessKind, Action, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Param, ParamId, ScalarType, Side, Statement,
    StaticBound,
};

/// An instance does nothing unless `scale * iterator < bound`: the opposite is the exit predicate of a dynamic counted
/// loop (Zhao and Cohen, IMPACT 2017, section 3.2). A loop that begins where data say has one more, on the lower side: an
/// instance does nothing unless `bound <= iterator`. The bound does not depend on the iterator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exit<'a> {
    /// Which end of the loop it is.
    pub side: Side,
    /// The position of the test among the [`Statement::tests`].
    pub test: usize,
    /// The position of the iterator.
    pub iterator: usize,
    /// At least 1; 1 on the lower side.
    pub scale: i128,
    /// Of any integer type.
    pub bound: &'a Expr,
    /// Whether the iterator may be as large as the bound: always on the lower side.
    pub is_inclusive: bool,
}

impl Exit<'_> {
    /// Whether an instance does something as far as this bound is concerned.
    pub fn is_passed(&self, iterator: i128, bound: i128) -> bool {
        let value = iterator * self.scale;
        match self.side {
            Side::Lower => bound <= value,
            Side::Upper => value < bound || self.is_inclusive && value == bound,
        }
    }
}

impl Statement {
    /// The conditions in front of the body, in the order in which they are tested, and what is done if all of them hold.
    pub fn tests(&self) -> (Vec<&Expr>, &[Action]) {
        match self.body.actions.as_slice() {
            [Action::If { condition, then, otherwise }] if otherwise.is_empty() => (conjuncts(condition), then),
            actions => (vec![], actions),
        }
    }

    /// Which of the tests end a loop.
    ///
    /// # Errors
    /// isl's.
    pub fn exits(&self) -> isl::Result<Vec<Exit<'_>>> {
        let mut exits = vec![];
        for (test, condition) in self.tests().0.into_iter().enumerate() {
            exits.extend(self.exit(test, condition)?);
        }
        Ok(exits)
    }

    /// The parameter that is the static bound of the loop that counts an iterator.
    ///
    /// # Errors
    /// isl's.
    pub fn static_bound(&self, params: &[Param], iterator: usize, side: Side) -> isl::Result<Option<ParamId>> {
        let space = self.domain.get_space()?;
        let value = isl::PwAff::var_on_domain(&isl::LocalSpace::from_space(&space)?, isl::Dim::Set, iterator)?;
        for (position, param) in params.iter().enumerate() {
            if param.static_bound().is_none_or(|bound| bound.side != side) {
                continue;
            }
            let id = isl::Id::new(self.domain.ctx(), &param.name)?;
            let bound = isl::Set::universe(&space.add_param_id(&id)?)?.param_pw_aff_on_domain_id(&id)?;
            let within = match side {
                Side::Lower => value.ge_set(&bound)?,
                Side::Upper => value.lt_set(&bound)?,
            };
            if self.domain.is_subset(&within)? {
                return Ok(Some(ParamId::new(position)));
            }
        }
        Ok(None)
    }

    /// Whether an access writes one element in each instance, unless a loop around has ended.
    ///
    /// # Errors
    /// isl's.
    pub fn writes_unless_ended(&self, id: AccessId) -> isl::Result<bool> {
        let (tests, actions) = self.tests();
        let access = self.access(id);
        let is_done = actions.iter().any(|action| matches!(action, Action::Store { access, .. } if *access == id));
        Ok(access.kind == AccessKind::MayWrite
            && is_done
            && !tests.is_empty()
            && self.exits()?.len() == tests.len()
            && access.relation.is_single_valued()?)
    }

    /// The arrays that an expression loads from.
    pub fn arrays_in(&self, expr: &Expr) -> BTreeSet<ArrayId> {
        let mut arrays = BTreeSet::new();
        expr.for_each(&mut |e| {
            if let ExprKind::Load(access) = e.kind {
                let access = self.access(access);
                arrays.insert(access.array);
                arrays.extend(access.subscripts.iter().flat_map(|subscript| self.arrays_in(subscript)));
            }
        });
        arrays
    }

    fn exit<'a>(&self, test: usize, condition: &'a Expr) -> isl::Result<Option<Exit<'a>>> {
        let ExprKind::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Ge), left, bound) = &condition.kind else {
            return Ok(None);
        };
        let side = if *op == BinaryOp::Ge { Side::Lower } else { Side::Upper };
        let (scaled, scale) = match &left.kind {
            ExprKind::Binary(BinaryOp::Mul, iterator, factor) if side == Side::Upper => match factor.kind {
                ExprKind::Int(scale) if scale >= 1 => (&**iterator, scale),
                _ => return Ok(None),
            },
            _ => (&**left, 1),
        };
        let Some(iterator) = self.iterator_in(scaled)? else { return Ok(None) };
        let mut is_fixed = bound.ty.is_integer();
        bound.for_each(&mut |e| is_fixed &= !matches!(e.kind, ExprKind::Local(_)));
        is_fixed &= !self.depends_on(bound, iterator);
        Ok(is_fixed.then_some(Exit { side, test, iterator, scale, bound, is_inclusive: *op != BinaryOp::Lt }))
    }

    /// The iterator that an expression has the value of.
    fn iterator_in(&self, expr: &Expr) -> isl::Result<Option<usize>> {
        match &expr.kind {
            ExprKind::Iterator(position) => Ok(Some(*position)),
            ExprKind::Cast(inner) => {
                let Some(position) = self.iterator_in(inner)? else { return Ok(None) };
                Ok(self.keeps_value(position, inner.ty, expr.ty)?.then_some(position))
            }
            _ => Ok(None),
        }
    }

    /// Whether an iterator's value is the same after a conversion.
    fn keeps_value(&self, position: usize, from: ScalarType, to: ScalarType) -> isl::Result<bool> {
        if to.includes(from) {
            return Ok(true);
        }
        let (Some((_, high)), Some((_, new_high))) = (from.range(), to.range()) else { return Ok(false) };
        let non_negative = isl::Set::universe(&self.domain.get_space()?)?.lower_bound_si(isl::Dim::Set, position, 0)?;
        Ok(high <= new_high && self.domain.is_subset(&non_negative)?)
    }

    /// Whether an expression depends on an iterator.
    pub fn depends_on(&self, expr: &Expr, iterator: usize) -> bool {
        let mut found = false;
        expr.for_each(&mut |e| {
            found |= match e.kind {
                ExprKind::Iterator(position) => position == iterator,
                ExprKind::Load(access) => {
                    self.access(access).subscripts.iter().any(|subscript| self.depends_on(subscript, iterator))
                }
                _ => false,
            };
        });
        found
    }
}

impl Gdg {
    /// The part of a set in which the static bounds that are known have their values.
    ///
    /// # Errors
    /// isl's.
    pub fn at_static_bounds(&self, set: &isl::Set) -> isl::Result<isl::Set> {
        self.params.iter().try_fold(set.clone(), |set, param| self.at_static_bound(&set, param))
    }

    /// The part of a set in which a parameter has the value that is known of it as a static bound.
    ///
    /// # Errors
    /// isl's.
    pub fn at_static_bound(&self, set: &isl::Set, param: &Param) -> isl::Result<isl::Set> {
        let Some(value) = param.static_bound().and_then(StaticBound::affine) else { return Ok(set.clone()) };
        let is_value = self.read_set(&format!("{{ : {} = {} }}", param.name, value.describe(&self.params)))?;
        set.intersect_params(&is_value)
    }

    /// A set with the static bounds that are known written out.
    ///
    /// # Errors
    /// isl's.
    pub fn without_known_bounds(&self, set: &isl::Set) -> isl::Result<isl::Set> {
        let mut found = self.at_static_bounds(set)?;
        for param in
            self.params.iter().filter(|param| param.static_bound().is_some_and(|bound| bound.affine().is_some()))
        {
            if let Some(position) = found.find_dim_by_name(isl::Dim::Param, &param.name)? {
                found = found.eliminate(isl::Dim::Param, position, 1)?;
            }
        }
        Ok(found)
    }

    /// Whether two expressions are computed in the same way from the same elements of arrays, if iterators have the same
    /// values where `is_same_iterator` says so of their positions.
    pub fn is_same_value(
        &self,
        (own, expr): (&Statement, &Expr),
        (other, other_expr): (&Statement, &Expr),
        is_same_iterator: &dyn Fn(usize, usize) -> bool,
    ) -> bool {
        let is_same = |a: &Expr, b: &Expr| self.is_same_value((own, a), (other, b), is_same_iterator);
        expr.is_same_but(other_expr, &|a, b| match (a, b) {
            (ExprKind::Iterator(a), ExprKind::Iterator(b)) => is_same_iterator(*a, *b),
            (ExprKind::Load(a), ExprKind::Load(b)) => {
                let (a, b) = (own.access(*a), other.access(*b));
                a.array == b.array && a.subscripts.iter().zip(&b.subscripts).all(|(a, b)| is_same(a, b))
            }
            _ => false,
        })
    }
}

/// `a && b && c` as its parts.
fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => [conjuncts(left), conjuncts(right)].concat(),
        _ => vec![condition],
    }
}
