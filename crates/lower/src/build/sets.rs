//! Integer expressions and conditions as isl's functions and sets: the way back.

use polymill_gdg::Gdg;
use polymill_isl as isl;

use crate::{Atom, Condition, Division, IntExpr, Result, VarId};

/// The values of some variables and of the parameters of a GDG.
#[derive(Clone)]
pub(crate) struct Values {
    space: isl::Space,
    dims: isl::LocalSpace,
    vars: Vec<VarId>,
}

/// A value that depends on conditions: where it is which sum. The places do not overlap.
type Cases = Vec<(isl::Set, isl::Aff)>;

impl Values {
    /// The space with a dimension for each of `vars`, in this order.
    pub fn of(gdg: &Gdg, vars: Vec<VarId>) -> Result<Self> {
        let ctx = gdg.context.ctx();
        let mut space = isl::Space::set_alloc(ctx, gdg.params.len(), vars.len())?;
        for (position, param) in gdg.params.iter().enumerate() {
            space = space.set_dim_id(isl::Dim::Param, position, &isl::Id::new(ctx, &param.name)?)?;
        }
        let dims = isl::LocalSpace::from_space(&space)?;
        Ok(Self { space, dims, vars })
    }

    /// All values.
    pub fn all(&self) -> Result<isl::Set> {
        Ok(self.space.universe_set()?)
    }

    fn none(&self) -> Result<isl::Set> {
        Ok(isl::Set::empty(&self.space)?)
    }

    /// Where the condition has the given truth value.
    pub fn where_is(&self, condition: &Condition, truth: bool) -> Result<isl::Set> {
        match (condition, truth) {
            (Condition::Constant(value), truth) => {
                if *value == truth {
                    self.all()
                } else {
                    self.none()
                }
            }
            (Condition::NonNegative(value), true) => self.non_negative(value),
            (Condition::NonNegative(value), false) => self.non_negative(&(-value.clone() - 1)),
            (Condition::Zero(value), truth) => self.zero(value, truth),
            (Condition::Multiple(value, divisor), truth) => {
                let remainder = Division { numerator: value.clone(), divisor: *divisor, truncating: false };
                self.zero(&IntExpr::atom(Atom::Mod(Box::new(remainder))), truth)
            }
            (Condition::And(parts), true) | (Condition::Or(parts), false) => {
                parts.iter().try_fold(self.all()?, |all, part| intersection(&all, &self.where_is(part, truth)?))
            }
            (Condition::And(parts), false) | (Condition::Or(parts), true) => {
                parts.iter().try_fold(self.none()?, |all, part| Ok(all.union(&self.where_is(part, truth)?)?))
            }
            (Condition::Not(inner), truth) => self.where_is(inner, !truth),
        }
    }

    /// Where the value is not negative. Minima and maxima become several constraints where they can, not cases.
    pub fn non_negative(&self, value: &IntExpr) -> Result<isl::Set> {
        for (atom, factor) in value.terms() {
            let (parts, is_least) = match atom {
                Atom::Min(parts) => (parts, *factor > 0),
                Atom::Max(parts) => (parts, *factor < 0),
                _ => continue,
            };
            let rest = value.clone() - IntExpr::atom(atom.clone()) * *factor;
            let mut all = if is_least { self.all()? } else { self.none()? };
            for part in parts {
                let here = self.non_negative(&(rest.clone() + part.clone() * *factor))?;
                all = if is_least { intersection(&all, &here)? } else { all.union(&here)? };
            }
            return Ok(all);
        }
        let zero = self.constant(0)?;
        self.over_cases(value, |sum| Ok(sum.ge_set(&zero)?))
    }

    fn zero(&self, value: &IntExpr, truth: bool) -> Result<isl::Set> {
        let zero = self.constant(0)?;
        self.over_cases(value, |sum| Ok(if truth { sum.eq_set(&zero)? } else { sum.ne_set(&zero)? }))
    }

    fn over_cases(&self, value: &IntExpr, hold: impl Fn(&isl::Aff) -> Result<isl::Set>) -> Result<isl::Set> {
        let cases = self.cases(value)?;
        cases.iter().try_fold(self.none()?, |all, (place, sum)| Ok(all.union(&place.intersect(&hold(sum)?)?)?))
    }

    /// The values to the tuple of `arguments` in a space.
    pub fn calls(&self, tuple: &isl::Space, arguments: &[IntExpr]) -> Result<isl::Map> {
        let tuple = tuple.align_params(&self.space)?;
        let space = self.space.align_params(&tuple)?.map_from_domain_and_range(&tuple)?;
        let mut calls = vec![(self.all()?, vec![])];
        for argument in arguments {
            let mut longer = vec![];
            for (place, values) in &calls {
                for (case, value) in self.cases(argument)? {
                    longer.push((place.intersect(&case)?, [values.as_slice(), &[value]].concat()));
                }
            }
            calls = longer;
        }
        let mut all = isl::Map::empty(&space)?;
        for (place, values) in calls {
            let values = isl::MultiAff::from_aff_list(&space, &isl::AffList::from_items(space.ctx(), &values)?)?;
            all = all.union(&isl::Map::from_multi_aff(&values)?.intersect_domain(&place)?)?;
        }
        Ok(all)
    }

    /// The value as functions.
    fn cases(&self, value: &IntExpr) -> Result<Cases> {
        let mut cases = vec![(self.all()?, self.constant(value.constant_part())?)];
        for (atom, factor) in value.terms() {
            let factor = self.number(*factor)?;
            cases = combined(&cases, &self.cases_of_atom(atom)?, |sum, term| Ok(sum.add(&term.scale_val(&factor)?)?))?;
        }
        Ok(cases)
    }

    fn cases_of_atom(&self, atom: &Atom) -> Result<Cases> {
        match atom {
            Atom::Var(var) => {
                let position = self.vars.iter().position(|each| each == var);
                let position = position.ok_or_else(|| crate::Error::Bug("a variable without a value".into()))?;
                Ok(vec![(self.all()?, isl::Aff::var_on_domain(&self.dims, isl::Dim::Set, position)?)])
            }
            Atom::Param(param) => {
                Ok(vec![(self.all()?, isl::Aff::var_on_domain(&self.dims, isl::Dim::Param, param.index())?)])
            }
            Atom::Div(division) => self.divided(division, |_, quotient, _| Ok(quotient.clone())),
            Atom::Mod(division) => {
                self.divided(division, |numerator, quotient, divisor| Ok(numerator.sub(&quotient.scale_val(divisor)?)?))
            }
            Atom::Min(parts) => self.extremum(parts, |a, b| a.lt_set(b)),
            Atom::Max(parts) => self.extremum(parts, |a, b| a.gt_set(b)),
            Atom::Select(parts) => {
                let mut cases = vec![];
                for (truth, value) in [(true, &parts.1), (false, &parts.2)] {
                    let place = self.where_is(&parts.0, truth)?;
                    for (inner, sum) in self.cases(value)? {
                        cases.push((inner.intersect(&place)?, sum));
                    }
                }
                Ok(cases)
            }
        }
    }

    fn divided(
        &self,
        division: &Division,
        result: impl Fn(&isl::Aff, &isl::Aff, &isl::Val) -> Result<isl::Aff>,
    ) -> Result<Cases> {
        let divisor = self.number(division.divisor)?;
        let mut cases = vec![];
        for (place, numerator) in self.cases(&division.numerator)? {
            let quotient = numerator.scale_down_val(&divisor)?.floor()?;
            let place = if division.truncating {
                let zero = self.constant(0)?;
                let is_exact = numerator.sub(&quotient.scale_val(&divisor)?)?.eq_set(&zero)?;
                place.intersect(&numerator.ge_set(&zero)?.union(&is_exact)?)?
            } else {
                place
            };
            cases.push((place, result(&numerator, &quotient, &divisor)?));
        }
        Ok(cases)
    }

    /// The first part that is better than those before it and as good as those behind it.
    fn extremum(
        &self,
        parts: &[IntExpr],
        is_better: impl Fn(&isl::Aff, &isl::Aff) -> isl::Result<isl::Set>,
    ) -> Result<Cases> {
        let mut best: Cases = vec![];
        for part in parts {
            let cases = self.cases(part)?;
            if best.is_empty() {
                best = cases;
                continue;
            }
            let mut all = vec![];
            for (place, sum) in &best {
                for (other_place, other) in &cases {
                    let place = place.intersect(other_place)?;
                    let changes = is_better(other, sum)?;
                    all.push((place.subtract(&changes)?, sum.clone()));
                    all.push((place.intersect(&changes)?, other.clone()));
                }
            }
            best = all;
        }
        Ok(best)
    }

    fn constant(&self, value: i128) -> Result<isl::Aff> {
        Ok(isl::Aff::val_on_domain(&self.dims, &self.number(value)?)?)
    }

    fn number(&self, value: i128) -> Result<isl::Val> {
        Ok(isl::Val::read(self.space.ctx(), &value.to_string())?)
    }
}

/// The intersection of two sets. If both are without alternatives, isl is not asked whether it is empty: it would look for
/// an integer point, which takes long where there are divisions.
pub(crate) fn intersection(a: &isl::Set, b: &isl::Set) -> Result<isl::Set> {
    let is_same_space = a.get_space()?.is_equal(&b.get_space()?)?;
    match (only_part(a)?, only_part(b)?) {
        (Some(a), Some(b)) if is_same_space => Ok(isl::Set::from_basic_set(&a.intersect(&b)?)?),
        _ => Ok(a.intersect(b)?),
    }
}

fn only_part(set: &isl::Set) -> Result<Option<isl::BasicSet>> {
    let is_alone = set.n_basic_set()? == 1;
    Ok(if is_alone { set.get_basic_set_list()?.to_vec()?.pop() } else { None })
}

/// The cases of a value that is computed from two.
fn combined(a: &Cases, b: &Cases, combine: impl Fn(&isl::Aff, &isl::Aff) -> Result<isl::Aff>) -> Result<Cases> {
    let mut all = vec![];
    for (place_of_a, a) in a {
        for (place_of_b, b) in b {
            all.push((place_of_a.intersect(place_of_b)?, combine(a, b)?));
        }
    }
    Ok(all)
}
