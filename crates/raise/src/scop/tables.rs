//! The arrays and parameters of a region.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Array, ArrayId, Param, ParamId, Place, Projection, ScalarType, Storage, is_name};
use polymill_isl as isl;

use super::facts::declared_in;
use super::place::{Element, Key, KeyStep};
use crate::syntax::{self, Function, Unit, VarId, Variable};

/// The arrays that a region accesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrays {
    pub arrays: Vec<Array>,
    /// The kind of place that each array stands for.
    pub keys: Vec<Key>,
    by_key: BTreeMap<Key, ArrayId>,
}

/// The parameters of a region.
#[derive(Clone, Debug, Default)]
pub(super) struct Params {
    pub params: Vec<Param>,
    by_element: BTreeMap<Element, ParamId>,
}

/// Names that are taken, in the GDG and in the source.
#[derive(Clone, Debug, Default)]
pub(super) struct UsedNames {
    used: BTreeSet<String>,
    /// How many things in the source have a name.
    in_source: BTreeMap<String, usize>,
}

impl Arrays {
    pub fn get(&self, id: ArrayId) -> &Array {
        &self.arrays[id.index()]
    }

    pub fn find(&self, key: &Key) -> Option<ArrayId> {
        self.by_key.get(key).copied()
    }

    pub fn add(&mut self, key: Key, array: Array) -> ArrayId {
        let id = self.add_unnamed(key.clone(), array);
        self.by_key.insert(key, id);
        id
    }

    /// Adds an array that statements do not access: places of its kind are in another one.
    pub fn add_unnamed(&mut self, key: Key, array: Array) -> ArrayId {
        let id = ArrayId::new(self.arrays.len());
        self.keys.push(key);
        self.arrays.push(array);
        id
    }
}

impl Params {
    /// Adds a parameter that the source does not have.
    pub fn add_computed(&mut self, param: Param) -> ParamId {
        self.params.push(param);
        ParamId::new(self.params.len() - 1)
    }

    pub fn find(&self, element: &Element) -> Option<ParamId> {
        self.by_element.get(element).copied()
    }

    pub fn add(&mut self, element: Element, param: Param) -> ParamId {
        let id = self.add_computed(param);
        self.stands_for(id, element);
        id
    }

    /// Says that a parameter has the value of an element.
    pub fn stands_for(&mut self, id: ParamId, element: Element) {
        self.by_element.insert(element, id);
    }

    /// How many elements parameters stand for.
    pub fn n_elements(&self) -> usize {
        self.by_element.len()
    }
}

impl UsedNames {
    /// The names that a function's code can mean.
    pub fn of(unit: &Unit, function: &Function) -> Self {
        let mut in_source = BTreeMap::new();
        let locals = declared_in(&function.body).into_iter().chain(function.params.iter().copied());
        let locals = locals.map(|var| unit.var(var)).filter(|var| !is_global(var));
        let globals = unit.vars.iter().filter(|var| is_global(var));
        for name in locals.chain(globals).map(|var| &var.name).chain(unit.prototypes.keys()) {
            *in_source.entry(name.clone()).or_insert(0) += 1;
        }
        Self { used: BTreeSet::new(), in_source }
    }

    /// A name in the GDG for something of the source: its own unless another thing has that already.
    pub fn own(&mut self, wanted: &str) -> String {
        let base = valid_name(wanted);
        if self.used.insert(base.clone()) { base } else { self.unique(wanted) }
    }

    /// A name that may be declared in the generated code: nothing in the source has it.
    pub fn unique(&mut self, wanted: &str) -> String {
        self.unique_beside(wanted, None)
    }

    /// As [`UsedNames::unique`], for something that the source calls `owner` and that will be declared anew.
    pub fn unique_beside(&mut self, wanted: &str, owner: Option<&str>) -> String {
        let base = valid_name(wanted);
        let is_free = |names: &Self, name: &str| {
            let n_others = names.in_source.get(name).map_or(0, |n| n - usize::from(owner == Some(name)));
            n_others == 0 && !names.used.contains(name)
        };
        let mut name = base.clone();
        let mut number = 1;
        while !is_free(self, &name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        self.used.insert(name.clone());
        name
    }
}

fn is_global(var: &Variable) -> bool {
    matches!(var.storage, syntax::Storage::Global | syntax::Storage::StaticGlobal)
}

fn valid_name(wanted: &str) -> String {
    let base: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if is_name(&base) { base } else { format!("v_{base}") }
}

/// A kind of place in the words of the GDG.
pub(super) struct Spelling {
    pub place: Place,
    /// Something that can be made a name of: `p_x`.
    pub name: String,
}

/// Spells a kind of place; `is_dimension` says which of its element steps are dimensions.
pub(super) fn spell(unit: &Unit, key: &Key, is_dimension: &dyn Fn(usize) -> bool) -> Spelling {
    let mut name = unit.var(key.root).name.clone();
    let mut place = Place::variable(&name);
    for (position, step) in key.steps.iter().enumerate() {
        let projection = match step {
            KeyStep::Element { .. } if is_dimension(position) => Projection::Subscript,
            KeyStep::Element { .. } if place.n_subscripts() > 0 => Projection::Element(0),
            KeyStep::Element { .. } => Projection::Deref,
            KeyStep::Field(field) => {
                name += &format!("_{field}");
                Projection::Field(field.clone())
            }
        };
        place.projections.push(projection);
    }
    Spelling { place, name }
}

/// Spells an element, and something that can be made a name of it: `size[0]`, `size_0`.
pub(super) fn spell_element(unit: &Unit, element: &Element, is_dimension: &dyn Fn(usize) -> bool) -> (Place, String) {
    let Spelling { mut place, mut name } = spell(unit, &element.key, is_dimension);
    let element_steps =
        element.key.steps.iter().enumerate().filter(|(_, step)| matches!(step, KeyStep::Element { .. }));
    let mut subscripts =
        element_steps.zip(&element.subscripts).filter(|((position, _), _)| is_dimension(*position)).map(|(_, c)| *c);
    for projection in &mut place.projections {
        if *projection == Projection::Subscript {
            let subscript = subscripts.next().unwrap_or_default();
            name += &format!("_{subscript}");
            *projection = Projection::Element(subscript);
        }
    }
    (place, name)
}

/// An array with nothing known but its name, type and place.
pub(super) fn plain_array(name: String, element: ScalarType, place: Place, extents: Vec<Option<isl::PwAff>>) -> Array {
    Array {
        name,
        element,
        extents,
        place,
        row_dims: 0,
        storage: Storage::External,
        private: None,
        is_unshared: false,
        live_in: true,
        live_out: true,
        span: None,
    }
}

/// The kind of place that a variable itself is.
pub(super) fn key_of(var: VarId) -> Key {
    Key { root: var, steps: vec![] }
}
