//! Folds and scans of segments: pieces of the last dimension, one after the other, whose lengths are elements of an array.
//!
//! A segment that reaches beyond the end is cut off there; a negative length counts as zero. Segmented scans carry the beginnings of
//! segments along (Blelloch, "Scans as Primitive Parallel Operations", 1989).

use polymill_gdg::{BinaryOp, ScalarType};

use super::array::{index, of_types};
use super::value::text;
use super::{Array, Site, Value};
use crate::graph::ArrayKind;
use crate::size::Size;

/// What an array of segments is made of.
struct Segments {
    /// Where each segment starts, and then where the last one ends.
    starts: Array,
    /// How many there are.
    count: Size,
}

impl Array {
    /// Combines the elements of each segment of the last dimension, from the first to the last one, beginning with `initial`.
    pub fn fold_segments(
        self,
        lengths: Array,
        initial: Value,
        combine: impl FnOnce(Value, Value) -> Value,
        site: Site,
    ) -> Array {
        let axis = self.n_dims(site).saturating_sub(1);
        let Some(Segments { starts, count }) = self.segments(lengths, site) else { return self };
        let Some((mut accumulation, types)) = self.accumulation(axis, Some(initial), combine, false, site) else {
            return self;
        };
        let mut shape = self.sizes(site);
        shape[axis] = count;
        let (variables, segment) = index(1);
        accumulation.index.extend(variables);
        let start = starts.element(&segment, site).own(site);
        let end = starts.element(&[next(segment[0], site)], site).own(site);
        Array::node(shape, types, ArrayKind::FoldRanges { accumulation, start, end }, site)
    }

    /// The intermediate results of a fold of each segment of the last dimension. They begin with the initial value, where there is one,
    /// and the results of each segment are one more then; else with the first element. What no segment reaches is zero.
    ///
    /// A downward scan goes from the last element of a segment to the first one.
    pub fn scan_segments(
        self,
        lengths: Array,
        initial: Option<Value>,
        combine: impl FnOnce(Value, Value) -> Value,
        is_downward: bool,
        site: Site,
    ) -> Array {
        let Some(axis) = self.n_dims(site).checked_sub(1) else {
            site.no_axis(0, 0);
            return self;
        };
        let Some(segments) = self.segments(lengths, site) else { return self };
        let types = self.types(site);
        let end = segments.starts.element(&[Value::of_size(segments.count.clone())], site);
        let (items, end) = match initial {
            None => (self.marked(&segments, is_downward, site), end),
            Some(initial) => {
                let initial = of_types(initial, &types, site);
                let count = Value::of_size(segments.count.clone());
                (self.begun(&segments, initial, is_downward, site), end.binary(BinaryOp::Add, count, site))
            }
        };
        // The mark of an element says that nothing before it counts.
        let combine_marked = |x: Value, y: Value| {
            let ((first, x), (second, y)) = (unmarked(x, site), unmarked(y, site));
            let both = of_types(combine(x, y), &types, site);
            match is_downward {
                false => marked(second, second.select(y, both, site), site),
                true => marked(first, first.select(x, both, site), site),
            }
        };
        let scanned = items.scan(axis, None, combine_marked, is_downward, site);
        let reached = |at: &[Value], item: Value| {
            let (_, value) = unmarked(item, site);
            at[axis].binary(BinaryOp::Lt, end, site).select(value, Value::zeros(&types), site)
        };
        scanned.imap(reached, site)
    }

    /// The elements, with a mark at the first one of each segment; at the last one, if it goes downward.
    fn marked(self, segments: &Segments, is_downward: bool, site: Site) -> Array {
        let starts = segments.starts;
        let size = self.sizes(site).pop().unwrap_or_default().plus(1, &Size::constant(1));
        let places = segments.count.plus(1, &Size::constant(1));
        let marks = marks(size, places, |at| starts.element(&[at], site), site);
        let with_mark = |at: &[Value], item: Value| {
            let last = at.last().copied().unwrap_or_else(|| Value::index(0));
            let place = if is_downward { next(last, site) } else { last };
            marked(marks.element(&[place], site), item, site)
        };
        self.imap(with_mark, site)
    }

    /// The elements, with the initial value and a mark before the first one of each segment; behind the last one, if it goes downward.
    fn begun(self, segments: &Segments, initial: Value, is_downward: bool, site: Site) -> Array {
        let starts = segments.starts;
        let mut shape = self.sizes(site);
        let size = shape.pop().unwrap_or_default().plus(1, &segments.count);
        let place = |segment: Value| {
            let of = if is_downward { next(segment, site) } else { segment };
            starts.element(&[of], site).binary(BinaryOp::Add, segment, site)
        };
        let marks = marks(size.clone(), segments.count.clone(), place, site);
        let ones = marks.map(|mark| mark.select(Value::index(1), Value::index(0), site), site);
        let counts = ones.scan(0, None, |sum, one| sum.binary(BinaryOp::Add, one, site), false, site);
        shape.push(size);
        let (variables, at) = index(shape.len());
        let last = at[at.len() - 1];
        // There are as many initial values before an element as there are marks.
        let mut from = at.clone();
        from[at.len() - 1] = last.binary(BinaryOp::Sub, counts.element(&[last], site), site);
        let mark = marks.element(&[last], site);
        let item = mark.select(initial, self.element(&from, site), site);
        Array::generated(shape, variables, marked(mark, item, site), site)
    }

    /// The segments of the last dimension; nothing, if there can be none.
    fn segments(self, lengths: Array, site: Site) -> Option<Segments> {
        let types = lengths.types(site);
        let [ty] = types.as_slice() else {
            site.fail(format!("lengths of segments are integers, not {}", text(&types)));
            return None;
        };
        let shape = lengths.sizes(site);
        let [count] = shape.as_slice() else {
            site.fail(format!("lengths of segments have 1 dimension, not {}", shape.len()));
            return None;
        };
        if !ty.is_integer() || *ty == ScalarType::Bool {
            site.fail(format!("lengths of segments are integers, not {ty}"));
            return None;
        }
        let size = Value::of_size(self.sizes(site).pop().unwrap_or_default());
        let is_long = *ty == ScalarType::Int { bits: 64, signed: false };
        let clamped = |length: Value| {
            // What has no sign may be too large for one.
            let length = if is_long { length.min(size.cast(*ty, site), site) } else { length };
            length.cast(ScalarType::I64, site).max(Value::index(0), site).min(size, site)
        };
        let sum = |sum: Value, length: Value| sum.binary(BinaryOp::Add, length, site).min(size, site);
        let starts = lengths.map(clamped, site).scan(0, Some(Value::index(0)), sum, false, site);
        Some(Segments { starts, count: count.clone() })
    }
}

/// Truth values, of which those at so many places hold.
fn marks(size: Size, n_places: Size, place: impl FnOnce(Value) -> Value, site: Site) -> Array {
    let truth = |value: i64| Value::index(value).cast(ScalarType::Bool, site);
    let (variables, _) = index(1);
    let none = Array::generated(vec![size], variables, truth(0), site);
    let (variables, _) = index(1);
    let all = Array::generated(vec![n_places], variables, truth(1), site);
    all.permute(none, |at| vec![place(at[0])], |_, mark| mark, site)
}

/// A mark and an element in one value.
fn marked(mark: Value, item: Value, site: Site) -> Value {
    Value::tuple(&[mark, item], site)
}

/// The mark, and the element.
fn unmarked(both: Value, site: Site) -> (Value, Value) {
    let parts = both.parts(site);
    match parts.split_first() {
        Some((mark, rest)) => (*mark, Value::tuple(rest, site)),
        None => (both, both),
    }
}

fn next(at: Value, site: Site) -> Value {
    at.binary(BinaryOp::Add, Value::index(1), site)
}
