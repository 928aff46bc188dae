//! isl's affine functions as integer expressions.

use std::cell::RefCell;

use polymill_gdg::{Gdg, Instances, ParamId};
use polymill_isl as isl;

use super::convert::number;
use crate::{Atom, Elements, Error, IntExpr, Known, Result, VarId};

/// The subscripts of all accesses, where they are affine.
pub(crate) fn elements(gdg: &Gdg) -> Result<Elements> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let mut templates = vec![];
    for statement in &gdg.statements {
        let domain = statement.domain.intersect_params(&valid)?;
        let instances = Instances { domain: &domain, iterators: &statement.iterators, params: &gdg.params };
        let mut of_statement = vec![];
        for access in &statement.accesses {
            let mut subscripts = Some(vec![]);
            for subscript in &access.subscripts {
                let value = match instances.affine(subscript)? {
                    Some(value) => of_pw_aff(&value, &domain, gdg)?,
                    None => None,
                };
                subscripts = subscripts.zip(value).map(|(mut all, value)| {
                    all.push(value);
                    all
                });
            }
            of_statement.push(subscripts);
        }
        templates.push(of_statement);
    }
    Ok(Elements::new(templates))
}

/// The function as a sum, if it is one on the whole domain; the variable with index `k` is the domain's dimension `k`.
pub(crate) fn of_pw_aff(value: &isl::PwAff, domain: &isl::Set, gdg: &Gdg) -> Result<Option<IntExpr>> {
    let value = value.gist(domain)?.coalesce()?;
    if value.n_piece()? != 1 {
        return Ok(None);
    }
    let only = RefCell::new(None);
    value.foreach_piece(|_, piece| {
        *only.borrow_mut() = Some(piece);
        Ok(())
    })?;
    match only.into_inner() {
        Some(piece) => of_aff(&piece, gdg),
        None => Ok(None),
    }
}

/// The function as a sum, if its coefficients are integers.
pub(crate) fn of_aff(aff: &isl::Aff, gdg: &Gdg) -> Result<Option<IntExpr>> {
    if aff.is_nan()? {
        return Ok(None);
    }
    let denominator = aff.get_denominator_val()?;
    if !denominator.is_one()? {
        return Ok(None);
    }
    let mut sum = IntExpr::constant(number(&aff.get_constant_val()?)?);
    for (kind, count) in [(isl::Dim::In, aff.dim(isl::Dim::In)?), (isl::Dim::Param, aff.dim(isl::Dim::Param)?)] {
        for position in 0..count {
            let coefficient = number(&aff.get_coefficient_val(kind, position)?)?;
            if coefficient == 0 {
                continue;
            }
            let atom = match kind {
                isl::Dim::In => Atom::Var(VarId::new(position)),
                _ => Atom::Param(param(&aff.get_dim_name(kind, position)?.unwrap_or_default(), gdg)?),
            };
            sum = sum + IntExpr::atom(atom) * coefficient;
        }
    }
    for position in 0..aff.dim(isl::Dim::Div)? {
        let coefficient = number(&aff.get_coefficient_val(isl::Dim::Div, position)?)?;
        if coefficient == 0 {
            continue;
        }
        // A division is the floor of an affine function with a denominator.
        let div = aff.get_div(position)?;
        let divisor = div.get_denominator_val()?;
        let Some(numerator) = of_aff(&div.scale_val(&divisor)?, gdg)? else { return Ok(None) };
        sum = sum + IntExpr::div(numerator, number(&divisor)?, false) * coefficient;
    }
    Ok(Some(with_remainders(sum)))
}

/// What the context says about the parameters.
pub(crate) fn known(gdg: &Gdg) -> Result<Known> {
    let set = gdg.context.params()?;
    let n_params = set.dim(isl::Dim::Param)?;
    let as_set = isl::Set::from_params(&set)?.move_dims(isl::Dim::Set, 0, isl::Dim::Param, 0, n_params)?;
    let finite =
        |value: isl::Val| -> Result<Option<i128>> { Ok(if value.is_int()? { Some(number(&value)?) } else { None }) };
    let is_possible = !set.is_empty()?;
    let mut ranges = vec![];
    for param in &gdg.params {
        let (mut low, mut high) = match param.ty.range() {
            Some((low, high)) => (Some(low), Some(high)),
            None => (None, None),
        };
        let position = set.find_dim_by_name(isl::Dim::Param, &param.name)?;
        if let Some(position) = position.filter(|_| is_possible) {
            low = low.max(finite(as_set.dim_min_val(position)?)?);
            let most = finite(as_set.dim_max_val(position)?)?;
            high = high.into_iter().chain(most).min();
        }
        ranges.push((low, high));
    }
    let mut known = Known::new(ranges);
    for constraint in set.simple_hull()?.get_constraint_list()?.to_vec()? {
        if let Some(value) = of_aff(&constraint.get_aff()?, gdg)? {
            let condition = match constraint.is_equality()? {
                true => crate::Condition::eq(value, IntExpr::default()),
                false => crate::Condition::non_negative(value),
            };
            known.assume(&condition);
        }
    }
    Ok(known)
}

fn param(name: &str, gdg: &Gdg) -> Result<ParamId> {
    let position = gdg.params.iter().position(|param| param.name == name);
    position.map(ParamId::new).ok_or_else(|| Error::Bug(format!("`{name}` is not a parameter of `{}`", gdg.name)))
}

/// Writes `x - d * floor(x / d)` as a remainder.
fn with_remainders(sum: IntExpr) -> IntExpr {
    for (atom, coefficient) in sum.terms() {
        let Atom::Div(division) = atom else { continue };
        if coefficient % division.divisor != 0 {
            continue;
        }
        let factor = -coefficient / division.divisor;
        let spelled = division.numerator.clone() * factor + IntExpr::atom(atom.clone()) * *coefficient;
        let rest = sum.clone() - spelled;
        if rest.terms().len() < sum.terms().len() - 1 {
            return rest + IntExpr::modulo(division.numerator.clone(), division.divisor, false) * factor;
        }
    }
    sum
}
