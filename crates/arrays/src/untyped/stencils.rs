//! Stencils: functions of elements and those around them.

use std::fmt;
use std::rc::Rc;

use polymill_gdg::BinaryOp;

use super::array::{index, of_types};
use super::{Array, Site, Value};
use crate::Len;
use crate::graph::ScalarKind;
use crate::size::Size;
use crate::trace;

/// What stands beyond the border of an array.
#[derive(Clone)]
pub enum Boundary {
    /// The nearest element.
    Clamp,
    /// The element that a mirror at the border shows: what is beyond `a b c` is `a b c`, `c b a` backwards.
    Mirror,
    /// The element at the other end: the array goes on from the beginning.
    Wrap,
    /// This value.
    Constant(Value),
    /// A function of the index, which is outside; it gives nothing where the index has another number of dimensions.
    Function(IndexFunction),
}

type IndexFunction = Rc<dyn Fn(&[Value]) -> Option<Value>>;

impl fmt::Debug for Boundary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Clamp => "Clamp",
            Self::Mirror => "Mirror",
            Self::Wrap => "Wrap",
            Self::Constant(_) => "Constant",
            Self::Function(_) => "Function",
        })
    }
}

impl Array {
    /// A function of each element and those around it.
    pub fn stencil(self, boundary: Boundary, function: impl FnOnce(&Neighbourhood) -> Value, site: Site) -> Array {
        let around = |all: &[Neighbourhood]| match all {
            [only, ..] => function(only),
            [] => Value::index(0),
        };
        stencil(&[(self, boundary)], around, site)
    }

    /// A function of the elements of two arrays of the same shape and those around them.
    pub fn stencil2(
        self,
        boundary: Boundary,
        (other, boundary_of_other): (Array, Boundary),
        function: impl FnOnce(&Neighbourhood, &Neighbourhood) -> Value,
        site: Site,
    ) -> Array {
        let around = |all: &[Neighbourhood]| match all {
            [one, other, ..] => function(one, other),
            _ => Value::index(0),
        };
        stencil(&[(self, boundary), (other, boundary_of_other)], around, site)
    }
}

impl Array {
    /// The elements around each element, as an array of this shape, whose dimensions come after those of this array: in a window of size
    /// `n`, `n / 2` elements are before the one in the middle.
    pub fn windows(self, boundary: Boundary, shape: Vec<Len>, site: Site) -> Array {
        let mut sizes = self.sizes(site);
        let n_dims = sizes.len();
        if shape.len() != n_dims {
            site.fail(format!("windows with {} dimensions are not for an array with {n_dims}", shape.len()));
            return self;
        }
        let (variables, index) = index(2 * n_dims);
        let (middle, within) = index.split_at(n_dims);
        let around = Neighbourhood { array: self, index: middle.to_vec(), boundary, site };
        let offset = |(at, len): (&Value, &Len)| match (len.as_constant(), len.divided(2, site.location)) {
            (Some(1), _) => Offset::Zero,
            (_, before) => Offset::From(before, *at),
        };
        let offsets: Vec<Offset> = within.iter().zip(&shape).map(offset).collect();
        let value = around.element(&offsets);
        sizes.extend(shape.into_iter().map(|len| len.0));
        Array::generated(sizes, variables, value, site)
    }
}

/// A function of the elements of arrays of the same shape and those around them.
fn stencil(arrays: &[(Array, Boundary)], function: impl FnOnce(&[Neighbourhood]) -> Value, site: Site) -> Array {
    let shape = arrays.first().map(|(first, _)| first.sizes(site)).unwrap_or_default();
    for (other, _) in arrays.iter().skip(1) {
        site.same_shape(&shape, &other.sizes(site));
    }
    let (variables, index) = index(shape.len());
    let around = |(array, boundary): &(Array, Boundary)| Neighbourhood {
        array: *array,
        index: index.clone(),
        boundary: boundary.clone(),
        site,
    };
    let all: Vec<Neighbourhood> = arrays.iter().map(around).collect();
    Array::generated(shape, variables, function(&all), site)
}

/// An element and those around it, in [`Array::stencil`].
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    array: Array,
    index: Vec<Value>,
    boundary: Boundary,
    site: Site,
}

/// How far an element is from the one in the middle, along a dimension.
enum Offset {
    /// It is the one in the middle.
    Zero,
    /// A number that is known when the program is traced, and not 0.
    By(i64),
    /// So far beyond the one that is this far before the one in the middle.
    From(Len, Value),
}

impl Neighbourhood {
    /// The element at a distance from the one in the middle, in each dimension.
    pub fn at(&self, offset: &[i64]) -> Value {
        let (site, n_dims) = (self.site, self.index.len());
        if offset.len() != n_dims {
            site.fail(format!("{offset:?} is no distance in {n_dims} dimensions"));
            return Value::zeros(&self.array.types(site));
        }
        let by = |by: &i64| if *by == 0 { Offset::Zero } else { Offset::By(*by) };
        self.element(&offset.iter().map(by).collect::<Vec<_>>())
    }

    /// The elements of a window of this shape around the one in the middle, in row-major order: in a window of size `n`, `n / 2` elements
    /// are before it.
    pub fn window(&self, shape: &[usize]) -> Vec<Value> {
        let before = |size: usize| i64::try_from(size / 2).unwrap_or(i64::MAX);
        let extend = |all: Vec<Vec<i64>>, size: &usize| -> Vec<Vec<i64>> {
            let offsets = || (0..*size).map(|at| i64::try_from(at).unwrap_or(i64::MAX) - before(*size));
            all.iter().flat_map(|so_far| offsets().map(move |by| [&so_far[..], &[by]].concat())).collect()
        };
        shape.iter().fold(vec![vec![]], extend).iter().map(|offset| self.at(offset)).collect()
    }

    /// The element at these distances, of which there is one in each dimension.
    fn element(&self, offset: &[Offset]) -> Value {
        let site = self.site;
        let (types, sizes) = (self.array.types(site), self.array.sizes(site));
        let mut near: Vec<Value> = self.index.iter().zip(offset).map(|(at, by)| by.from(*at, site)).collect();
        // Along rows, the interior stands apart, so that it runs in lanes without tests. In other dimensions, the nearest element is a
        // linear subscript, which costs a row nothing, and no border stands apart; unless it depends on more than the size.
        let is_linear = matches!(self.boundary, Boundary::Clamp) && offset.iter().all(Offset::is_constant);
        let n_outer = if is_linear { sizes.len().saturating_sub(1) } else { 0 };
        for ((at, _), size) in
            near.iter_mut().zip(offset).zip(&sizes).take(n_outer).filter(|((_, by), _)| by.is_moved())
        {
            *at = self.reached(*at, Value::of_size(size.clone()));
        }
        let moved = near.iter().zip(offset).zip(&sizes).skip(n_outer).filter(|((_, by), _)| by.is_moved());
        let conditions: Vec<_> = moved.map(|((at, _), size)| (at.own(site), size.clone())).collect();
        let inside = self.array.element(&near, site);
        if conditions.is_empty() {
            return inside;
        }
        let outside = of_types(self.outside(&near, offset, &sizes), &types, site);
        let pairs = inside.components(site).into_iter().zip(outside.components(site)).zip(types);
        let parts = pairs
            .map(|((inside, outside), ty)| trace::scalar(ty, ScalarKind::Inside(conditions.clone(), inside, outside)));
        Value::from_components(parts.collect())
    }

    /// What stands at an index that is outside.
    fn outside(&self, near: &[Value], offset: &[Offset], sizes: &[Size]) -> Value {
        match &self.boundary {
            Boundary::Constant(value) => *value,
            Boundary::Function(function) => function(near).unwrap_or_else(|| {
                let n = near.len();
                self.site.fail(format!("the function of the boundary takes no index with {n} parts"));
                Value::zeros(&self.array.types(self.site))
            }),
            Boundary::Clamp | Boundary::Mirror | Boundary::Wrap => {
                let reach = |((at, by), size): ((&Value, &Offset), &Size)| match by {
                    Offset::Zero => *at,
                    _ => self.reached(*at, Value::of_size(size.clone())),
                };
                let reached: Vec<Value> = near.iter().zip(offset).zip(sizes).map(reach).collect();
                self.array.element(&reached, self.site)
            }
        }
    }

    /// The index that stands for one that may be outside.
    fn reached(&self, at: Value, size: Value) -> Value {
        use BinaryOp::{Add, Lt, Mul, Rem, Sub};
        let site = self.site;
        let one = Value::index(1);
        // In terms that are not linear: linear ones, of which there are several in each dimension, cost the optimizer much more time.
        let modulo = |period: Value| at.binary(Rem, period, site).binary(Add, period, site).binary(Rem, period, site);
        match self.boundary {
            Boundary::Clamp | Boundary::Constant(_) | Boundary::Function(_) => {
                at.min(size.binary(Sub, one, site), site).max(Value::index(0), site)
            }
            Boundary::Wrap => modulo(size),
            Boundary::Mirror => {
                let period = size.binary(Mul, Value::index(2), site);
                let within = modulo(period);
                let back = period.binary(Sub, one, site).binary(Sub, within, site);
                within.binary(Lt, size, site).select(within, back, site)
            }
        }
    }
}

impl Offset {
    fn is_moved(&self) -> bool {
        !matches!(self, Self::Zero)
    }

    /// Whether it has the same bounds in all runs.
    fn is_constant(&self) -> bool {
        match self {
            Self::Zero | Self::By(_) => true,
            Self::From(before, _) => before.as_constant().is_some(),
        }
    }

    /// The index of the element, if this is that of the one in the middle.
    fn from(&self, at: Value, site: Site) -> Value {
        match self {
            Self::Zero => at,
            Self::By(by) if *by < 0 => at.binary(BinaryOp::Sub, Value::index(by.saturating_neg()), site),
            Self::By(by) => at.binary(BinaryOp::Add, Value::index(*by), site),
            Self::From(before, by) => {
                let from_first = at.binary(BinaryOp::Add, *by, site);
                from_first.binary(BinaryOp::Sub, Value::of_len(before.clone()), site)
            }
        }
    }
}
