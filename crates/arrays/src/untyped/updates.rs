//! Operations whose results are made step by step: permutations and iterations.

use super::array::{combination, index, index_of};
use super::value::text;
use super::{Array, Site, Value};
use crate::Len;
use crate::graph::ArrayKind;

impl Array {
    /// What an operation makes of this array if it is applied `count` times, each time to what it made before.
    pub fn iterate(self, count: Len, function: impl FnOnce(Array) -> Array, site: Site) -> Array {
        let (initial, shape, types) = (self.own(site), self.sizes(site), self.types(site));
        let state = Array::node(shape.clone(), types.clone(), ArrayKind::State, site);
        let result = function(state);
        let found = result.types(site);
        if found != types {
            site.fail(format!("the operation gives elements of type {}, not {}", text(&found), text(&types)));
            return self;
        }
        site.same_shape(&shape, &result.sizes(site));
        let kind = ArrayKind::Iterate { initial, count: count.0, state: state.id, result: result.own(site) };
        Array::node(shape, types, kind, site)
    }

    /// Combines the elements of this array with those of `initial`, each at the place that a function of its index says; places outside
    /// of it are left out.
    pub fn permute(
        self,
        initial: Array,
        target: impl FnOnce(&[Value]) -> Vec<Value>,
        combine: impl FnOnce(Value, Value) -> Value,
        site: Site,
    ) -> Array {
        let (shape, types, extents) = (initial.sizes(site), initial.types(site), self.sizes(site));
        let own = self.types(site);
        if own != types {
            site.fail(format!("elements of type {} do not go into an array of {}", text(&own), text(&types)));
            return initial;
        }
        let (variables, index) = index(extents.len());
        let Some(target) = index_of(&target(&index), shape.len(), site) else { return initial };
        let items = self.element(&index, site).components(site);
        let combination = combination(&types, combine, site);
        let initial = initial.own(site);
        let kind = ArrayKind::Permute { index: variables, extents, initial, target, combination, items };
        Array::node(shape, types, kind, site)
    }

    /// The array `initial`, with these elements at these places; the last one, where several belong to one place. Those that belong to
    /// no place are left out. There are as many places as elements.
    pub fn scatter(self, places: Array, initial: Array, site: Site) -> Array {
        site.same_shape(&self.sizes(site), &places.sizes(site));
        self.permute(initial, |index| vec![places.element(index, site)], |_, new| new, site)
    }
}
