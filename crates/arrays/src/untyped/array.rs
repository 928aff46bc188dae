//! Arrays, and what all operations on them are made of.

use polymill_gdg::ScalarType;

use super::value::text;
use super::{Site, Value};
use crate::Len;
use crate::graph::{ArrayId, ArrayKind, ArrayNode, Combination, ScalarId, ScalarKind, VariableId};
use crate::size::Size;
use crate::trace::{self, Serial};

/// An array with elements of any type and any number of dimensions.
#[derive(Clone, Copy, Debug)]
pub struct Array {
    pub(crate) id: ArrayId,
    pub(crate) serial: Serial,
}

/// New variables for an index.
pub(super) fn index(n_dims: usize) -> (Vec<VariableId>, Vec<Value>) {
    let fresh = |_| trace::with(|trace| trace.graph.variable(ScalarType::I64));
    let (variables, values): (Vec<_>, Vec<_>) = (0..n_dims).map(fresh).unzip();
    (variables, values.into_iter().map(Value::of).collect())
}

/// New variables for the components of an element.
fn element(types: &[ScalarType]) -> (Vec<VariableId>, Value) {
    let fresh = |ty: &ScalarType| trace::with(|trace| trace.graph.variable(*ty));
    let (variables, values): (Vec<_>, Vec<_>) = types.iter().map(fresh).unzip();
    (variables, Value::from_components(values))
}

/// A function of two elements of these types, which gives one.
pub(super) fn combination(
    types: &[ScalarType],
    combine: impl FnOnce(Value, Value) -> Value,
    site: Site,
) -> Combination {
    let ((left, x), (right, y)) = (element(types), element(types));
    let values = of_types(combine(x, y), types, site).components(site);
    Combination { left, right, values }
}

/// The value that a function gave, which should have these types.
pub(super) fn of_types(value: Value, types: &[ScalarType], site: Site) -> Value {
    let found = value.types(site);
    if found == types {
        return value;
    }
    site.fail(format!("the value is of type {}, and should be of type {}", text(&found), text(types)));
    Value::zeros(types)
}

impl Array {
    pub(crate) fn of(id: ArrayId) -> Self {
        Self { id, serial: trace::with(|trace| trace.serial()) }
    }

    /// The array in the program that is being traced; the program is wrong if it is of another one.
    pub(super) fn own(self, site: Site) -> ArrayId {
        trace::with(|trace| trace.own_array(self.serial, self.id, (0, &[ScalarType::I64]), site.location))
    }

    pub(crate) fn sizes(self, site: Site) -> Vec<Size> {
        let id = self.own(site);
        trace::with(|trace| trace.graph.array(id).shape.clone())
    }

    /// The types of the components of an element.
    pub fn types(self, site: Site) -> Vec<ScalarType> {
        let id = self.own(site);
        trace::with(|trace| trace.graph.array(id).types.clone())
    }

    /// The number of dimensions.
    pub fn n_dims(self, site: Site) -> usize {
        self.sizes(site).len()
    }

    /// The sizes of the dimensions.
    pub fn shape(self, site: Site) -> Vec<Len> {
        self.sizes(site).into_iter().map(Len).collect()
    }

    /// The size of a dimension; 0 if there is no such dimension, which is an error of the program.
    pub fn len(self, axis: usize, site: Site) -> Len {
        Len(self.size(axis, site))
    }

    pub(super) fn size(self, axis: usize, site: Site) -> Size {
        let sizes = self.sizes(site);
        sizes.get(axis).cloned().unwrap_or_else(|| site.no_axis(axis, sizes.len()))
    }

    /// The element with this index: zero, if the index is outside of the array.
    pub fn element(self, subscripts: &[Value], site: Site) -> Value {
        let (array, types, n_dims) = (self.own(site), self.types(site), self.n_dims(site));
        let Some(subscripts) = index_of(subscripts, n_dims, site) else { return Value::zeros(&types) };
        let part = |(component, ty): (usize, ScalarType)| {
            let subscripts = subscripts.clone();
            trace::scalar(ty, ScalarKind::Element { array, component, subscripts })
        };
        Value::from_components(types.into_iter().enumerate().map(part).collect())
    }

    /// The array whose elements are computed by themselves.
    pub(super) fn generated(shape: Vec<Size>, index: Vec<VariableId>, value: Value, site: Site) -> Self {
        let (types, values) = (value.types(site), value.components(site));
        Self::node(shape, types, ArrayKind::Generate { index, values }, site)
    }

    /// The array without dimensions that has this element.
    pub fn of_value(value: Value, site: Site) -> Self {
        Self::generated(vec![], vec![], value, site)
    }

    pub(super) fn node(shape: Vec<Size>, types: Vec<ScalarType>, kind: ArrayKind, site: Site) -> Self {
        let Site { operation, location } = site;
        Self::of(trace::with(|trace| trace.add(ArrayNode { shape, types, kind, operation, location })))
    }
}

/// The parts of an index into an array with so many dimensions; the program is wrong if they are none.
pub(super) fn index_of(parts: &[Value], n_dims: usize, site: Site) -> Option<Vec<ScalarId>> {
    if parts.len() != n_dims {
        site.fail(format!("an index with {} parts is not for an array with {n_dims} dimensions", parts.len()));
        return None;
    }
    for part in parts {
        let types = part.types(site);
        if types != [ScalarType::I64] {
            site.fail(format!("an index is of type {}, and should be of type i64", text(&types)));
            return None;
        }
    }
    Some(parts.iter().map(|part| part.own(site)).collect())
}
