//! Sizes that grow together.

use polymill_gdg::{Definition, Gdg, Param, ScalarType};
use polymill_isl as isl;

use super::sizes::{at_open_bounds, range, usual_sizes, within_context};
use crate::questions::work;
use crate::{Error, Specialization};

/// Parameter values that grow together, in the proportions of typical ones: a line through the sizes for which a GDG may be
/// called. Each stands for all sizes with as much to do.
pub struct Scale<'a> {
    gdg: &'a Gdg,
    /// The parameters for which the GDG may be called.
    valid: isl::Set,
    /// A value for each parameter.
    typical: isl::Set,
    /// Positions of the parameters that the statements' domains depend on, with their typical values.
    sizes: Vec<(usize, i64)>,
    measure: Measure,
}

/// What tells how much there is to do.
enum Measure {
    /// The parameter at this position.
    Parameter(usize),
    /// A parameter that is computed from others.
    Work(Box<Param>),
}

/// Values for the parameters that the model works with: as large as the declared sizes of arrays let them be, which is
/// what an array was made so large for. Where no array tells, the mean of those that are known, else `typical`. Always
/// within the context.
///
/// # Errors
/// isl's.
pub fn typical_sizes(gdg: &Gdg, typical: i64) -> Result<isl::Set, Error> {
    match Scale::of(gdg, typical)? {
        Some(scale) => scale.at(scale.largest_valid()?),
        None => at_open_bounds(gdg, &usual_sizes(gdg, typical)?),
    }
}

impl<'a> Scale<'a> {
    /// The sizes through typical ones; `None` if the domains do not depend on parameters, or in a way of which there is no
    /// estimate. `typical` is for parameters of which nothing is known.
    ///
    /// # Errors
    /// isl's.
    pub fn of(gdg: &'a Gdg, typical: i64) -> Result<Option<Self>, Error> {
        let typical = usual_sizes(gdg, typical)?;
        let mut sizes = vec![];
        for position in size_parameters(gdg, &typical)? {
            sizes.push((position, range(&typical, position)?.1.get_num_si()?));
        }
        let measure = match sizes.as_slice() {
            [] => None,
            sizes => match (work(gdg)?, sizes) {
                // One parameter says it all, unless data have a say.
                (work, [(only, _)]) if work.as_ref().is_none_or(|work| !depends_on_data(work)) => {
                    Some(Measure::Parameter(*only))
                }
                (work, _) => work.map(|param| Measure::Work(Box::new(param))),
            },
        };
        let valid = gdg.context.intersect(&gdg.assumptions)?;
        Ok(measure.map(|measure| Self { gdg, valid, typical, sizes, measure }))
    }

    /// The largest parameter's typical value.
    pub fn largest(&self) -> i64 {
        self.sizes.iter().map(|(_, value)| *value).max().unwrap_or(1).max(1)
    }

    /// The parameters where the largest has this value, or the next smaller one for which the GDG is valid.
    ///
    /// # Errors
    /// isl's.
    pub fn at(&self, size: i64) -> Result<isl::Set, Error> {
        let mut sizes = self.typical.clone();
        let mut valid = self.valid.clone();
        for &(position, typical) in &self.sizes {
            let value = i128::from(typical) * i128::from(size) / i128::from(self.largest());
            let wish = isl::Val::int_from_si(sizes.ctx(), i64::try_from(value.max(1)).unwrap_or(i64::MAX))?;
            let value = within_context(&valid, position, &wish)?;
            valid = valid.fix_val(isl::Dim::Param, position, &value)?;
            sizes = with_value(&sizes, position, value.get_num_si()?)?;
        }
        sizes = at_open_bounds(self.gdg, &sizes)?;
        match &self.measure {
            Measure::Work(param) => match sizes.find_dim_by_name(isl::Dim::Param, &param.name)? {
                Some(position) => with_value(&sizes, position, self.value(param, &sizes)?),
                None => Ok(sizes),
            },
            Measure::Parameter(_) => Ok(sizes),
        }
    }

    /// The largest size for which the GDG is valid, up to the typical one.
    ///
    /// # Errors
    /// isl's.
    pub fn largest_valid(&self) -> Result<i64, Error> {
        let largest = self.largest();
        if self.is_valid(largest)? {
            return Ok(largest);
        }
        let (mut valid, mut beyond) = (1, largest);
        while beyond - valid > 1 {
            let middle = valid + (beyond - valid) / 2;
            *if self.is_valid(middle)? { &mut valid } else { &mut beyond } = middle;
        }
        Ok(valid)
    }

    /// Whether the GDG is valid at this size.
    ///
    /// # Errors
    /// isl's.
    pub fn is_valid(&self, size: i64) -> Result<bool, Error> {
        Ok(!self.at(size)?.is_disjoint(&self.valid)?)
    }

    /// The least value that the largest parameter can have.
    ///
    /// # Errors
    /// isl's.
    pub fn least(&self) -> Result<i64, Error> {
        let Measure::Parameter(only) = self.measure else { return Ok(1) };
        let (least, _) = range(&self.valid, only)?;
        Ok(if least.is_int()? { least.get_num_si()?.max(1) } else { 1 })
    }

    /// Whether there are no larger sizes for which the GDG is valid.
    ///
    /// # Errors
    /// isl's.
    pub fn is_bounded(&self) -> Result<bool, Error> {
        if !self.is_valid(self.largest())? {
            return Ok(true);
        }
        for &(position, typical) in &self.sizes {
            let (_, most) = range(&self.valid, position)?;
            if !most.eq(&isl::Val::int_from_si(self.valid.ctx(), typical)?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asks for a version for all sizes at which there is at most as much to do as at this one.
    ///
    /// # Errors
    /// isl's.
    pub fn up_to(&self, size: i64) -> Result<Specialization, Error> {
        let all = isl::Set::universe(&self.typical.get_space()?)?;
        let number = |value| isl::Val::int_from_si(self.typical.ctx(), value);
        Ok(match &self.measure {
            Measure::Parameter(position) => all.upper_bound_val(isl::Dim::Param, *position, &number(size)?)?.into(),
            Measure::Work(param) => {
                let most = self.value(param, &self.at(size)?)?;
                let id = isl::Id::new(all.ctx(), &param.name)?;
                let all = isl::Set::universe(&all.get_space()?.add_param_id(&id)?)?;
                let position = all.find_dim_by_name(isl::Dim::Param, &param.name)?.unwrap_or_default();
                let constraints = all.upper_bound_val(isl::Dim::Param, position, &number(most)?)?;
                Specialization { constraints, params: vec![(**param).clone()], as_written: false, is_usual: false }
            }
        })
    }

    /// How much there is to do at these sizes.
    fn value(&self, param: &Param, sizes: &isl::Set) -> Result<i64, Error> {
        let mut values = vec![];
        for each in &self.gdg.params {
            let position = sizes.find_dim_by_name(isl::Dim::Param, &each.name)?;
            let value = position.map(|position| range(sizes, position)).transpose()?.map(|(low, _)| low);
            values.push(value.filter(|value| value.is_int().unwrap_or(false)).map_or(Ok(0), |low| low.get_num_si())?);
        }
        Ok(param.definition().and_then(|definition| definition.value(&values)).unwrap_or(0))
    }
}

/// The parameter for the work of the GDG, a new one if it has none; `None` if there is no estimate.
fn work(gdg: &Gdg) -> Result<Option<Param>, Error> {
    if let Some(known) = gdg.params.iter().find(|param| matches!(param.definition(), Some(Definition::Work(_)))) {
        return Ok(Some(known.clone()));
    }
    let Some(work) = work::estimate(gdg)? else { return Ok(None) };
    let name = gdg.free_name("work");
    Ok(Some(Param::defined(name, ScalarType::I64, Definition::Work(work))))
}

fn depends_on_data(param: &Param) -> bool {
    param.definition().is_some_and(|definition| !definition.row_bounds().is_empty())
}

/// The positions of the parameters that the domains depend on.
fn size_parameters(gdg: &Gdg, sizes: &isl::Set) -> Result<Vec<usize>, Error> {
    let mut found = vec![];
    for position in 0..sizes.dim(isl::Dim::Param)? {
        let name = sizes.get_dim_name(isl::Dim::Param, position)?.unwrap_or_default();
        if gdg.is_static_bound(&name) {
            continue;
        }
        for statement in &gdg.statements {
            let domain = gdg.without_known_bounds(&statement.domain)?;
            let own = domain.find_dim_by_name(isl::Dim::Param, &name)?;
            let is_involved = own.map_or(Ok(false), |own| domain.involves_dims(isl::Dim::Param, own, 1))?;
            if is_involved && !found.contains(&position) {
                found.push(position);
            }
        }
    }
    Ok(found)
}

/// The sizes with another value of one parameter.
fn with_value(sizes: &isl::Set, parameter: usize, value: i64) -> Result<isl::Set, Error> {
    let others = sizes.eliminate(isl::Dim::Param, parameter, 1)?;
    Ok(others.fix_val(isl::Dim::Param, parameter, &isl::Val::int_from_si(sizes.ctx(), value)?)?)
}
