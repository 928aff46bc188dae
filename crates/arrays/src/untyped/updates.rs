//! Operations whose results are made step by step: permutations and iterations.

use polymill_gdg::{BinaryOp, ScalarType};

use super::array::{combination, index, index_of};
use super::value::text;
use super::{Array, Site, Value};
use crate::Len;
use crate::graph::{ArrayKind, Loop};
use crate::size::Size;
use crate::trace;

/// What operations make of arrays if they are applied again and again, each time to what they made before, while a condition holds; at
/// most `limit` times, if there is a limit. The condition is a truth value without dimensions.
pub fn iterate_while(
    initial: &[Array],
    limit: Option<Len>,
    condition: impl FnOnce(&[Array]) -> Array,
    function: impl FnOnce(&[Array]) -> Vec<Array>,
    site: Site,
) -> Vec<Array> {
    let in_state = Site { operation: "state", ..site };
    let state = |array: &Array| Array::node(array.sizes(site), array.types(site), ArrayKind::State, in_state);
    let states: Vec<Array> = initial.iter().map(state).collect();
    let condition = condition(&states);
    let (types, n_dims) = (condition.types(site), condition.n_dims(site));
    if types != [ScalarType::Bool] || n_dims != 0 {
        let types = text(&types);
        site.fail(format!(
            "the condition is of type {types} with {n_dims} dimensions, and should be of type bool with none"
        ));
        return initial.to_vec();
    }
    let results = function(&states);
    if results.len() != initial.len() {
        site.fail(format!("the operation gives {} arrays, not {}", results.len(), initial.len()));
        return initial.to_vec();
    }
    for (array, result) in initial.iter().zip(&results) {
        let (types, found) = (array.types(site), result.types(site));
        if found != types {
            site.fail(format!("the operation gives elements of type {}, not {}", text(&found), text(&types)));
            return initial.to_vec();
        }
        site.same_shape(&array.sizes(site), &result.sizes(site));
    }
    let ids = |arrays: &[Array]| arrays.iter().map(|array| array.own(site)).collect::<Vec<_>>();
    let (limit, condition) = (limit.map(|limit| limit.0), Some(condition.own(site)));
    let of =
        Loop { initial: ids(initial), limit, states: ids(&states), condition, results: ids(&results), left: vec![] };
    let position = trace::with(|trace| {
        trace.graph.loops.push(of);
        trace.graph.loops.len() - 1
    });
    let left = |array: &Array| {
        let kind = ArrayKind::While { of: position };
        let left = Array::node(array.sizes(site), array.types(site), kind, site);
        trace::with(|trace| trace.graph.loops[position].left.push(left.id));
        left
    };
    initial.iter().map(left).collect()
}

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

    /// The elements of an array with one dimension for which truth values hold, in order, with zeros behind; and how many they are.
    pub fn compress(self, mask: Array, site: Site) -> (Array, Array) {
        let (shape, found) = (self.sizes(site), (mask.types(site), mask.n_dims(site)));
        if shape.len() != 1 || found != (vec![ScalarType::Bool], 1) {
            let (types, n_dims) = found;
            site.fail(format!(
                "an array with {} dimensions is compressed by {} with {n_dims} dimensions, and both should have 1 and bool",
                shape.len(),
                text(&types)
            ));
            return (self, Array::of_value(Value::index(0), site));
        }
        site.same_shape(&shape, &mask.sizes(site));
        let ones = mask.map(|keeps| keeps.select(Value::index(1), Value::index(0), site), site);
        let sum = |sum: Value, one: Value| sum.binary(BinaryOp::Add, one, site);
        let before = ones.scan(0, Some(Value::index(0)), sum, false, site);
        let (variables, _) = index(1);
        let zeros = Array::generated(shape.clone(), variables, Value::zeros(&self.types(site)), site);
        let nowhere = Value::index(-1);
        let target = |at: &[Value]| vec![mask.element(at, site).select(before.element(at, site), nowhere, site)];
        let kept = self.permute(zeros, target, |_, new| new, site);
        let size: Size = shape.into_iter().next().unwrap_or_default();
        (kept, before.along(0, size, site))
    }

    /// As [`Array::compress`], with the elements for which a function holds.
    pub fn filter(self, keeps: impl FnOnce(Value) -> Value, site: Site) -> (Array, Array) {
        self.compress(self.map(keeps, site), site)
    }
}
