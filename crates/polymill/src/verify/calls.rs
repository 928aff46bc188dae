//! The sizes that a function is called with: those of its arguments, and of the memory that it needs then.

use std::collections::BTreeMap;

use polymill_gdg::{AccessKind, Array, ArrayId, Gdg, Projection, Storage};
use polymill_isl as isl;
use polymill_isl::Dim as IslDim;
use polymill_raise::syntax::{Extent, Unit};
use polymill_verify::{Argument, Sizes};

use super::interface::{Dim, Interface, Shape, size_name, value};

/// Larger data is not made.
const MAX_ELEMENTS: i64 = 1 << 23;

/// All memory of a call is smaller.
const MAX_BYTES: i64 = 1 << 28;

/// The sizes of the calls.
pub(super) struct Calls {
    /// Those of each call, smallest first.
    pub usable: Vec<Sizes>,
    /// Why others make no sense: the regions leave their arrays, for instance. One reason for each.
    pub left_out: Vec<String>,
}

/// The sizes of each call. An error if there is none.
pub(super) fn sizes(interface: &Interface, unit: &Unit, gdgs: &[&Gdg], values: &[i64]) -> Result<Calls, String> {
    let mut calls = Calls { usable: vec![], left_out: vec![] };
    for arguments in arguments(interface, values) {
        match with_memory(interface, unit, gdgs, arguments) {
            Ok(sizes) => calls.usable.push(sizes),
            Err(reason) => calls.left_out.push(reason),
        }
    }
    match calls.left_out.last() {
        Some(reason) if calls.usable.is_empty() => Err(reason.clone()),
        _ => Ok(calls),
    }
}

/// Values of the integer arguments: all alike, rising and falling.
fn arguments(interface: &Interface, values: &[i64]) -> Vec<Sizes> {
    let ints = interface.function.arguments.iter().filter_map(|argument| match argument {
        Argument::Int(name) => Some(name),
        _ => None,
    });
    let names: Vec<_> = ints.collect();
    let mut all: Vec<Sizes> = vec![];
    for value in values {
        let named = |step: i64, first: i64| -> Sizes {
            names.iter().zip(0..).map(|(name, position)| ((*name).clone(), first + step * position)).collect()
        };
        let last = (names.len() as i64 - 1).max(0);
        for candidate in [named(0, *value), named(1, *value), named(-1, value + last)] {
            if !all.contains(&candidate) {
                all.push(candidate);
            }
        }
    }
    all
}

/// The size of what a pointer points to, if nothing says how much is used of it: more than the random values of
/// subscripts. If the function uses more, it is called again with more.
const USUAL_ROWS: i64 = 128;

/// Adds the sizes of all memory.
fn with_memory(interface: &Interface, unit: &Unit, gdgs: &[&Gdg], arguments: Sizes) -> Result<Sizes, String> {
    let mut rows = Rows::new();
    for gdg in gdgs {
        let region = Region { gdg, arguments: &arguments };
        region.rows(&mut rows)?;
    }
    let mut sizes = arguments.clone();
    let least = arguments.values().copied().max().unwrap_or(1).max(1);
    let mut n_bytes = 0_i64;
    for Shape { name, dims, element_bytes } in &interface.shapes {
        let mut n_elements = 1_i64;
        for (position, dim) in dims.iter().enumerate() {
            let unknown = || format!("the size of `{name}` is not known");
            let size = match dim {
                Dim::Open => rows.get(name).copied().unwrap_or(None).unwrap_or(USUAL_ROWS).max(least),
                Dim::Declared(Extent::Constant(size)) => i64::try_from(*size).map_err(|_| unknown())?,
                Dim::Declared(Extent::Variable(size)) => value(size, unit, &arguments).ok_or_else(unknown)?,
                Dim::Declared(Extent::Unknown) => return Err(unknown()),
            };
            let unusable =
                || format!("`{name}` is too large, or of no size, when the arguments are {:?}", arguments.values());
            let product = n_elements.checked_mul(size).filter(|n| (0..=MAX_ELEMENTS).contains(n));
            n_elements = product.ok_or_else(unusable)?;
            sizes.insert(size_name(name, position), size);
        }
        n_bytes = n_bytes.saturating_add(n_elements.saturating_mul(*element_bytes));
        if n_bytes > MAX_BYTES {
            return Err(format!("`{name}` needs too much memory when the arguments are {:?}", arguments.values()));
        }
    }
    Ok(sizes)
}

/// The smallest and the largest subscript of a dimension, where there is one.
type Used = (Option<i64>, Option<i64>);

/// How many rows of each variable's memory are used; `None` if that is not known.
type Rows = BTreeMap<String, Option<i64>>;

/// One region, called with some arguments.
struct Region<'a> {
    gdg: &'a Gdg,
    arguments: &'a Sizes,
}

impl Region<'_> {
    /// Notes how many rows of each array are used. An error if an array is left.
    fn rows(&self, rows: &mut Rows) -> Result<(), String> {
        // Data may be any numbers, and need not be those for which an array is left.
        let is_known = self.gdg.params.iter().all(|param| self.arguments.contains_key(&param.spelled()));
        let isl_error = |error: isl::Error| error.to_string();
        for (position, array) in self.gdg.arrays.iter().enumerate() {
            if array.storage == Storage::Local {
                continue;
            }
            let Some(used) = self.used(ArrayId::new(position)).map_err(isl_error)? else { continue };
            let mut extents = vec![];
            for extent in &array.extents {
                let extent = extent.as_ref().map(|extent| self.value(extent)).transpose().map_err(isl_error)?;
                extents.push(extent.flatten());
            }
            for ((low, high), extent) in used.iter().zip(&extents) {
                let is_beyond = high.zip(*extent).is_some_and(|(high, extent)| high >= extent);
                if is_known && (low.is_some_and(|low| low < 0) || is_beyond) {
                    let values: Vec<_> =
                        self.arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                    let with = if values.is_empty() { String::new() } else { format!("with {}, ", values.join(", ")) };
                    return Err(format!("{with}the bounds of `{}` are left", array.name));
                }
            }
            // What depends on values that are not known is as large as their types allow.
            let needed = needed(array, &used, &extents).filter(|needed| *needed <= MAX_ELEMENTS);
            if array.n_dims() == 0 {
                rows.entry(array.place.root.clone()).or_insert(Some(1));
            } else {
                let entry = rows.entry(array.place.root.clone()).or_insert(Some(0));
                *entry = entry.zip(needed).map(|(one, other)| one.max(other));
            }
        }
        Ok(())
    }

    /// The smallest and the largest subscript of each dimension, where there is one; `None` if the array is not used.
    fn used(&self, id: ArrayId) -> isl::Result<Option<Vec<Used>>> {
        let n_dims = self.gdg.array(id).n_dims();
        let mut elements: Option<isl::Set> = None;
        for statement in &self.gdg.statements {
            let domain = statement.domain.intersect_params(&self.gdg.context)?;
            let is_exact = |kind| matches!(kind, AccessKind::Read | AccessKind::MustWrite);
            for access in statement.accesses.iter().filter(|access| access.array == id && is_exact(access.kind)) {
                let here = self.fixed(&access.relation.intersect_domain(&domain)?.range()?)?;
                elements = Some(match elements {
                    Some(elements) => elements.union(&here)?,
                    None => here,
                });
            }
        }
        let Some(elements) = elements else { return Ok(None) };
        if elements.is_empty()? {
            return Ok(None);
        }
        let bound = |value: isl::Val| value.is_int().and_then(|is_int| is_int.then(|| value.to_i64()).transpose());
        let range = |dim| Ok((bound(elements.dim_min_val(dim)?)?, bound(elements.dim_max_val(dim)?)?));
        (0..n_dims).map(range).collect::<isl::Result<Vec<_>>>().map(Some)
    }

    /// The set with the parameters that are arguments set to their values.
    fn fixed(&self, set: &isl::Set) -> isl::Result<isl::Set> {
        let mut set = set.clone();
        for param in &self.gdg.params {
            let Some(value) = self.arguments.get(&param.spelled()) else { continue };
            if let Some(position) = set.find_dim_by_name(IslDim::Param, &param.name)? {
                set = set.fix_val(IslDim::Param, position, &isl::Val::int_from_si(set.ctx(), *value)?)?;
            }
        }
        Ok(set)
    }

    fn value(&self, function: &isl::PwAff) -> isl::Result<Option<i64>> {
        let values = self.fixed(&isl::Set::from_pw_aff(function)?)?;
        if values.is_empty()? {
            return Ok(None);
        }
        let largest = values.dim_max_val(0)?;
        if largest.is_int()? { largest.to_i64().map(Some) } else { Ok(None) }
    }
}

/// How many elements, or rows of a pointer to rows, an array needs, if that is known.
fn needed(array: &Array, used: &[Used], extents: &[Option<i64>]) -> Option<i64> {
    let first = array.place.projections.iter().find(|projection| projection.n_subscripts() > 0)?;
    let rows = used.first().and_then(|(_, high)| *high)?.checked_add(1)?;
    let inner = match first {
        Projection::Linear { n_dims } => extents.get(1..*n_dims).unwrap_or_default(),
        _ => &[],
    };
    inner.iter().try_fold(rows, |product, extent| product.checked_mul((*extent)?))
}
