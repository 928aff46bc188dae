//! Operations that move elements: other shapes, other orders.

use polymill_gdg::BinaryOp;

use super::array::index;
use super::{Array, Site, Value};
use crate::Len;
use crate::len::product;
use crate::size::Size;
use crate::trace;

impl Array {
    /// As [`Array::backpermute`], with sizes.
    pub(super) fn moved(self, shape: Vec<Size>, function: impl FnOnce(&[Value]) -> Vec<Value>, site: Site) -> Array {
        let (variables, index) = index(shape.len());
        let value = self.element(&function(&index), site);
        Array::generated(shape, variables, value, site)
    }

    /// The array with its dimensions in another order: dimension `k` of the result is dimension `order[k]` of this one.
    pub fn permute_axes(self, order: &[usize], site: Site) -> Array {
        let sizes = self.sizes(site);
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..sizes.len()) {
            site.fail(format!("{order:?} is no order of {} dimensions", sizes.len()));
            return self;
        }
        let shape = order.iter().map(|axis| sizes[*axis].clone()).collect();
        let inverse = |index: &[Value]| {
            let mut from = index.to_vec();
            order.iter().enumerate().for_each(|(at, axis)| from[*axis] = index[at]);
            from
        };
        self.moved(shape, inverse, site)
    }

    /// The array with its dimensions in the opposite order: rows become columns.
    pub fn transpose(self, site: Site) -> Array {
        let shape = self.sizes(site).into_iter().rev().collect();
        self.moved(shape, |index| index.iter().rev().copied().collect(), site)
    }

    /// The array with the elements along a dimension in the opposite order.
    pub fn reverse(self, axis: usize, site: Site) -> Array {
        let shape = self.sizes(site);
        let Some(size) = shape.get(axis) else {
            site.no_axis(axis, shape.len());
            return self;
        };
        let last = Value::of_size(size.plus(1, &Size::constant(-1)));
        self.moved(shape, |index| with_axis(index, axis, |at| last.binary(BinaryOp::Sub, at, site)), site)
    }

    /// Every `step`-th element along a dimension, from `start` up to `end`, which is not among them.
    ///
    /// That `0 <= start <= end <= len` is checked when the program runs.
    pub fn slice(self, axis: usize, start: Len, end: Len, step: usize, site: Site) -> Array {
        let (Len(start), Len(end), mut shape) = (start, end, self.sizes(site));
        let Some(size) = shape.get(axis) else {
            site.no_axis(axis, shape.len());
            return self;
        };
        if step == 0 {
            site.fail("the step is 0".to_owned());
            return self;
        }
        trace::with(|trace| {
            for size in [&start, &size.plus(-1, &end), &end.plus(-1, &start)] {
                trace.at_least(size, 0, site.operation, site.location);
            }
        });
        let length = end.plus(-1, &start);
        let n_steps = i64::try_from(step).unwrap_or(i64::MAX);
        shape[axis] = Len(length.plus(1, &Size::constant(n_steps - 1))).divided(step, site.location).0;
        let first = Value::of_size(start);
        let from = |at: Value| {
            let moved = at.binary(BinaryOp::Mul, Value::index(n_steps), site);
            first.binary(BinaryOp::Add, moved, site)
        };
        self.moved(shape, |index| with_axis(index, axis, from), site)
    }

    /// The first elements along a dimension.
    pub fn take(self, axis: usize, n: Len, site: Site) -> Array {
        self.slice(axis, Len(Size::constant(0)), n, 1, site)
    }

    /// All but the first elements along a dimension.
    pub fn drop(self, axis: usize, n: Len, site: Site) -> Array {
        self.slice(axis, n, self.end(axis, 0, site), 1, site)
    }

    /// All but the last element along a dimension.
    pub fn init(self, axis: usize, site: Site) -> Array {
        self.slice(axis, Len(Size::constant(0)), self.end(axis, -1, site), 1, site)
    }

    /// All but the first element along a dimension.
    pub fn tail(self, axis: usize, site: Site) -> Array {
        self.slice(axis, Len(Size::constant(1)), self.end(axis, 0, site), 1, site)
    }

    /// The size of a dimension, and so much more; 0 if there is no such dimension.
    fn end(self, axis: usize, more: i64, site: Site) -> Len {
        let size = self.sizes(site).get(axis).cloned().unwrap_or_default();
        Len(size.plus(1, &Size::constant(more)))
    }

    /// The elements of this array and then those of another one, along a dimension. The other dimensions have the same sizes.
    pub fn concat(self, axis: usize, other: Array, site: Site) -> Array {
        let (mut shape, others) = (self.sizes(site), other.sizes(site));
        let Some(size) = shape.get(axis).cloned() else {
            site.no_axis(axis, shape.len());
            return self;
        };
        let mut like = others.clone();
        if let Some(other_size) = like.get_mut(axis) {
            *other_size = size.clone();
        }
        site.same_shape(&shape, &like);
        shape[axis] = size.plus(1, &others.get(axis).cloned().unwrap_or_default());
        let (variables, index) = index(shape.len());
        let first = Value::of_size(size);
        let own = self.element(&index, site);
        let behind = with_axis(&index, axis, |at| at.binary(BinaryOp::Sub, first, site));
        let behind = other.element(&behind, site);
        let value = index[axis].binary(BinaryOp::Lt, first, site).select(own, behind, site);
        Array::generated(shape, variables, value, site)
    }

    /// All elements in one dimension, in row-major order.
    pub fn flatten(self, site: Site) -> Array {
        let n = n_elements(&self.sizes(site), site);
        self.reshaped(vec![n], site)
    }

    /// The elements in row-major order in another shape, which has as many.
    pub fn reshape(self, shape: Vec<Len>, site: Site) -> Array {
        let shape: Vec<Size> = shape.into_iter().map(|len| len.0).collect();
        let [own, other] = [&self.sizes(site), &shape].map(|sizes| n_elements(sizes, site));
        site.same_shape(&[own], &[other]);
        self.reshaped(shape, site)
    }

    fn reshaped(self, shape: Vec<Size>, site: Site) -> Array {
        use BinaryOp::{Add, Div, Mul, Rem};
        let sizes = self.sizes(site);
        let places = shape.clone();
        let function = |index: &[Value]| {
            let flat = index.iter().zip(places).fold(Value::index(0), |flat, (at, size)| {
                flat.binary(Mul, Value::of_size(size), site).binary(Add, *at, site)
            });
            let mut rest = flat;
            let mut from = vec![];
            for (axis, size) in sizes.iter().enumerate().rev() {
                let size = Value::of_size(size.clone());
                from.push(if axis == 0 { rest } else { rest.binary(Rem, size, site) });
                rest = rest.binary(Div, size, site);
            }
            from.reverse();
            from
        };
        self.moved(shape, function, site)
    }

    /// The array `n` times, along a new dimension at place `axis`.
    pub fn replicate(self, axis: usize, n: Len, site: Site) -> Array {
        let mut shape = self.sizes(site);
        if axis > shape.len() {
            site.no_axis(axis, shape.len() + 1);
        }
        let axis = axis.min(shape.len());
        shape.insert(axis, n.0);
        let without = |index: &[Value]| {
            let mut index = index.to_vec();
            index.remove(axis);
            index
        };
        self.moved(shape, without, site)
    }
}

fn n_elements(sizes: &[Size], site: Site) -> Size {
    let all = |trace: &mut trace::Trace| {
        sizes.iter().fold(Size::constant(1), |so_far, size| product(trace, &so_far, size, site.location))
    };
    trace::with(all)
}

fn with_axis(index: &[Value], axis: usize, change: impl FnOnce(Value) -> Value) -> Vec<Value> {
    let mut index = index.to_vec();
    if let Some(at) = index.get_mut(axis) {
        *at = change(*at);
    }
    index
}
