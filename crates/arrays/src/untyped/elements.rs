//! Operations on elements: each element of the result is computed by itself.

use super::array::index;
use super::{Array, Site, Value};
use crate::Len;

impl Array {
    /// A function of each element.
    pub fn map(self, function: impl FnOnce(Value) -> Value, site: Site) -> Array {
        self.imap(|_, value| function(value), site)
    }

    /// As [`Array::map`], of the index, too.
    pub fn imap(self, function: impl FnOnce(&[Value], Value) -> Value, site: Site) -> Array {
        let shape = self.sizes(site);
        let (variables, index) = index(shape.len());
        let value = function(&index, self.element(&index, site));
        Array::generated(shape, variables, value, site)
    }

    /// The elements of this array in another shape, each where a function of the index says.
    pub fn backpermute(self, shape: Vec<Len>, function: impl FnOnce(&[Value]) -> Vec<Value>, site: Site) -> Array {
        let shape = shape.into_iter().map(|len| len.0).collect();
        self.moved(shape, function, site)
    }

    /// The elements of an array with one dimension at these places, in the shape of the places: zero, where there is none.
    pub fn gather(self, places: Array, site: Site) -> Array {
        let shape = places.sizes(site);
        let (variables, index) = index(shape.len());
        let value = self.element(&[places.element(&index, site)], site);
        Array::generated(shape, variables, value, site)
    }
}

/// A function of the elements of several arrays, which have the same shape.
pub fn zip_with(arrays: &[Array], function: impl FnOnce(&[Value]) -> Value, site: Site) -> Array {
    let shape = arrays.first().map(|first| first.sizes(site)).unwrap_or_default();
    for other in arrays.iter().skip(1) {
        site.same_shape(&shape, &other.sizes(site));
    }
    let (variables, index) = index(shape.len());
    let elements: Vec<Value> = arrays.iter().map(|array| array.element(&index, site)).collect();
    Array::generated(shape, variables, function(&elements), site)
}

/// An array whose elements are a function of their index.
pub fn generate(shape: Vec<Len>, function: impl FnOnce(&[Value]) -> Value, site: Site) -> Array {
    let (variables, index) = index(shape.len());
    let value = function(&index);
    Array::generated(shape.into_iter().map(|len| len.0).collect(), variables, value, site)
}
