//! Stencils: functions of elements and those around them.

use std::fmt;
use std::rc::Rc;

use polymill_gdg::BinaryOp;

use super::array::{index, of_types};
use super::{Array, Site, Value};
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

impl Neighbourhood {
    /// The element at a distance from the one in the middle, in each dimension.
    pub fn at(&self, offset: &[i64]) -> Value {
        let site = self.site;
        let (types, sizes) = (self.array.types(site), self.array.sizes(site));
        if offset.len() != sizes.len() {
            site.fail(format!("{offset:?} is no distance in {} dimensions", sizes.len()));
            return Value::zeros(&types);
        }
        let mut near: Vec<Value> = self.index.iter().zip(offset).map(|(at, by)| at_distance(*at, *by, site)).collect();
        // Along rows, the interior stands apart, so that it runs in lanes without tests. In other dimensions, the nearest element is a
        // linear subscript, which costs a row nothing, and no border stands apart.
        let is_linear = matches!(self.boundary, Boundary::Clamp);
        let n_outer = if is_linear { sizes.len().saturating_sub(1) } else { 0 };
        for ((at, _), size) in near.iter_mut().zip(offset).zip(&sizes).take(n_outer).filter(|((_, by), _)| **by != 0) {
            *at = self.reached(*at, Value::of_size(size.clone()));
        }
        let moved = near.iter().zip(offset).zip(&sizes).skip(n_outer).filter(|((_, by), _)| **by != 0);
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
    fn outside(&self, near: &[Value], offset: &[i64], sizes: &[Size]) -> Value {
        match &self.boundary {
            Boundary::Constant(value) => *value,
            Boundary::Function(function) => function(near).unwrap_or_else(|| {
                let n = near.len();
                self.site.fail(format!("the function of the boundary takes no index with {n} parts"));
                Value::zeros(&self.array.types(self.site))
            }),
            Boundary::Clamp | Boundary::Mirror | Boundary::Wrap => {
                let reach = |((at, by), size): ((&Value, &i64), &Size)| match by {
                    0 => *at,
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

fn at_distance(at: Value, by: i64, site: Site) -> Value {
    match by {
        0 => at,
        by if by < 0 => at.binary(BinaryOp::Sub, Value::index(by.saturating_neg()), site),
        by => at.binary(BinaryOp::Add, Value::index(by), site),
    }
}
