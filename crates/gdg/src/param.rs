//! Parameters.

use polymill_isl as isl;

use crate::{BoundValue, Definition, Place, ScalarType, StaticBound};

/// A parameter of a [`Gdg`](crate::Gdg): an integer that does not change in the region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// The name in isl's spaces; letters, digits and `_` only.
    pub name: String,
    /// Its type.
    pub ty: ScalarType,
    /// What its value is.
    pub value: ParamValue,
    /// What its value usually is, if somebody said so: the code is right for all others too.
    pub usual: Option<i64>,
}

/// Where the value of a parameter comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamValue {
    /// It is in memory, or an argument.
    Place(Place),
    /// 1 if the pointer in this place leads to something, else 0.
    NotNull(Place),
    /// The generated code computes it.
    Defined(Definition),
}

impl Param {
    /// A variable.
    pub fn variable(name: &str, ty: ScalarType) -> Self {
        Self { name: name.to_owned(), ty, value: ParamValue::Place(Place::variable(name)), usual: None }
    }

    /// What the generated code computes.
    pub fn defined(name: String, ty: ScalarType, definition: Definition) -> Self {
        Self { name, ty, value: ParamValue::Defined(definition), usual: None }
    }

    /// The memory that its value is in.
    pub fn place(&self) -> Option<&Place> {
        match &self.value {
            ParamValue::Place(place) => Some(place),
            ParamValue::NotNull(_) | ParamValue::Defined(_) => None,
        }
    }

    /// The memory that has to be looked at for the value: of the value itself, or of a pointer.
    pub fn looks_at(&self) -> Option<&Place> {
        match &self.value {
            ParamValue::Place(place) | ParamValue::NotNull(place) => Some(place),
            ParamValue::Defined(_) => None,
        }
    }

    /// Whether memory other than a variable has to be looked at for the value, which may not be there.
    pub fn follows_pointers(&self) -> bool {
        match self.definition() {
            Some(Definition::Equal(pairs)) => pairs.iter().flatten().any(|place| !place.is_variable()),
            _ => self.looks_at().is_some_and(|place| !place.is_variable()),
        }
    }

    /// How it is computed, if the source does not have it.
    pub fn definition(&self) -> Option<&Definition> {
        match &self.value {
            ParamValue::Defined(definition) => Some(definition),
            ParamValue::Place(_) | ParamValue::NotNull(_) => None,
        }
    }

    /// Calls `visit` on each piece of memory that is looked at for the value, to change it in place.
    pub fn for_each_place_mut(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        match &mut self.value {
            ParamValue::Place(place) | ParamValue::NotNull(place) => visit(place),
            ParamValue::Defined(definition) => definition.for_each_place_mut(visit),
        }
    }

    /// The value in words of C: `n`, `p->n`, `(p != 0)`; the name of what the source does not have.
    pub fn spelled(&self) -> String {
        match &self.value {
            ParamValue::Place(place) => place.to_string(),
            ParamValue::NotNull(pointer) => format!("({pointer} != 0)"),
            ParamValue::Defined(_) => self.name.clone(),
        }
    }

    /// Which end of a dynamic counted loop it bounds, whatever data say.
    pub fn static_bound(&self) -> Option<&StaticBound> {
        match self.definition() {
            Some(Definition::StaticBound(bound)) => Some(bound),
            _ => None,
        }
    }

    /// Whether it bounds a dynamic counted loop, whatever data say.
    pub fn is_static_bound(&self) -> bool {
        self.static_bound().is_some()
    }

    /// Whether it is a static bound that the generated code looks up in data.
    pub fn is_looked_up(&self) -> bool {
        self.static_bound().is_some_and(|bound| matches!(bound.value, Some(BoundValue::Largest(_))))
    }

    /// The values of the context's parameters and this one for which this, a test of memory or data, is passed.
    ///
    /// # Errors
    /// isl's.
    pub fn is_passed(&self, context: &isl::Set) -> isl::Result<isl::Set> {
        let id = isl::Id::new(context.ctx(), &self.name)?;
        let all = isl::Set::universe(&context.get_space()?.add_param_id(&id)?)?;
        let value = all.param_pw_aff_on_domain_id(&id)?;
        value.eq_set(&isl::PwAff::val_on_domain(&all, &isl::Val::one(all.ctx())?)?)
    }
}
