//! Folds and scans: elements along a dimension are combined in order.

use polymill_gdg::ScalarType;

use super::array::{combination, index, of_types};
use super::{Array, Site, Value};
use crate::graph::{Accumulation, ArrayKind};
use crate::size::Size;
use crate::trace;

impl Array {
    /// Combines the elements along several dimensions, in row-major order of these in the order in which they are given.
    pub fn fold_axes(
        self,
        axes: &[usize],
        initial: Value,
        combine: impl FnOnce(Value, Value) -> Value,
        site: Site,
    ) -> Array {
        let (sizes, types) = (self.sizes(site), self.types(site));
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != axes.len() || sorted.last().is_some_and(|last| *last >= sizes.len()) || axes.is_empty() {
            site.fail(format!("{axes:?} are no dimensions of {}, from 0", sizes.len()));
            return self;
        }
        let (variables, subscripts) = index(sizes.len());
        let others = || (0..sizes.len()).filter(|axis| !axes.contains(axis));
        let accumulation = Accumulation {
            index: others().map(|axis| variables[axis]).collect(),
            along: variables[axes[0]],
            axis: axes[0],
            length: sizes[axes[0]].clone(),
            initial: Some(of_types(initial, &types, site).components(site)),
            items: self.element(&subscripts, site).components(site),
            combination: combination(&types, combine, site),
            is_downward: false,
            in_any_order: false,
        };
        let inner = axes.iter().skip(1).map(|axis| (variables[*axis], sizes[*axis].clone())).collect();
        let shape = others().map(|axis| sizes[axis].clone()).collect();
        Array::node(shape, types, ArrayKind::Fold { accumulation, inner }, site)
    }

    /// Combines the elements along a dimension, from the first to the last one. It begins with `initial`, or with the first element, if
    /// there is none; that there is a first element is checked when the program runs.
    pub fn fold(
        self,
        axis: usize,
        initial: Option<Value>,
        combine: impl FnOnce(Value, Value) -> Value,
        site: Site,
    ) -> Array {
        let Some((accumulation, types)) = self.accumulation(axis, initial, combine, false, site) else { return self };
        if accumulation.initial.is_none() {
            trace::with(|trace| trace.at_least(&accumulation.length, 1, site.operation, site.location));
        }
        let mut shape = self.sizes(site);
        shape.remove(accumulation.axis);
        Array::node(shape, types, ArrayKind::Fold { accumulation, inner: vec![] }, site)
    }

    /// The same fold, whose elements may be combined in any order: its operator is associative and commutative, or near enough.
    pub fn in_any_order(self, site: Site) -> Array {
        let id = self.own(site);
        let allow = |trace: &mut trace::Trace| match &mut trace.graph.arrays[id.0 as usize].kind {
            ArrayKind::Fold { accumulation, .. } => {
                accumulation.in_any_order = true;
                true
            }
            _ => false,
        };
        if !trace::with(allow) {
            site.fail("this is no fold: a fold says itself that its order does not matter".to_owned());
        }
        self
    }

    /// The intermediate results of a fold along a dimension: from the initial value on, one element more; or from the first element on.
    /// A downward scan goes from the last element to the first one: the initial value is the last element.
    pub fn scan(
        self,
        axis: usize,
        initial: Option<Value>,
        combine: impl FnOnce(Value, Value) -> Value,
        is_downward: bool,
        site: Site,
    ) -> Array {
        let starts_with_initial = initial.is_some();
        let Some((accumulation, types)) = self.accumulation(axis, initial, combine, is_downward, site) else {
            return self;
        };
        let axis = accumulation.axis;
        let mut shape = self.sizes(site);
        shape[axis] = shape[axis].plus(1, &Size::constant(i64::from(starts_with_initial)));
        Array::node(shape, types, ArrayKind::Scan { accumulation, starts_with_initial }, site)
    }

    /// The intermediate results of a fold along a dimension, but for the last one; and that one.
    pub fn scan_and_fold(
        self,
        axis: usize,
        initial: Value,
        combine: impl FnOnce(Value, Value) -> Value,
        is_downward: bool,
        site: Site,
    ) -> (Array, Array) {
        let length = self.size(axis, site);
        let whole = self.scan(axis, Some(initial), combine, is_downward, site);
        match is_downward {
            false => (whole.init(axis, site), whole.along(axis, length, site)),
            true => (whole.tail(axis, site), whole.along(axis, Size::constant(0), site)),
        }
    }

    /// The elements at a place along a dimension.
    pub(super) fn along(self, axis: usize, place: Size, site: Site) -> Array {
        let mut shape = self.sizes(site);
        if axis >= shape.len() {
            return self;
        }
        shape.remove(axis);
        let place = Value::of_size(place);
        let at_place = |index: &[Value]| {
            let mut index = index.to_vec();
            index.insert(axis, place);
            index
        };
        self.moved(shape, at_place, site)
    }

    /// How elements are combined, and their types; nothing, if there is no dimension.
    pub(super) fn accumulation(
        self,
        axis: usize,
        initial: Option<Value>,
        combine: impl FnOnce(Value, Value) -> Value,
        is_downward: bool,
        site: Site,
    ) -> Option<(Accumulation, Vec<ScalarType>)> {
        let (length, types, n_dims) = (self.size(axis, site), self.types(site), self.n_dims(site));
        let axis = axis.min(n_dims.checked_sub(1)?);
        let (mut index, subscripts) = index(n_dims);
        let items = self.element(&subscripts, site).components(site);
        let along = index.remove(axis);
        let initial = initial.map(|value| of_types(value, &types, site).components(site));
        let combination = combination(&types, combine, site);
        let accumulation =
            Accumulation { index, along, axis, length, initial, items, combination, is_downward, in_any_order: false };
        Some((accumulation, types))
    }
}
