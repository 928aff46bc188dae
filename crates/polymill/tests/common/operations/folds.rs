//! Folds and scans along a dimension, and along its segments.

use super::*;

pub fn folded<T: Plain>(a: &ArrayD<T>, axis: usize, initial: Option<T>) -> ArrayD<T> {
    let one = along(a, axis, 1, |lane| scanned(initial, lane, false).last().copied().into_iter().collect());
    in_shape(&one, &without(a.shape(), axis))
}

pub fn fold<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = axis(random, n_dims)?;
    Case::of_one(
        n_dims,
        move |a| a.fold(axis, Some(T::constant(2)), T::combined, site()),
        move |a: &ArrayD<T>| folded(a, axis, Some(T::of(2))),
    )
}

pub fn fold1<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = axis(random, n_dims)?;
    Some(Case::new(
        [array::<T>(n_dims)],
        not_empty::<T>(axis, n_dims),
        move |given| vec![given.array(0).fold(axis, None, T::combined, site())],
        move |given| vec![T::any_array(folded(&given.array::<T>(0), axis, None))],
    ))
}

pub fn scan<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let (axis, is_downward) = (axis(random, n_dims)?, random.random_range(0..2) == 1);
    let initial = (random.random_range(0..2) == 1).then(|| T::of(2));
    Case::of_one(
        n_dims,
        move |a| a.scan(axis, initial.map(|_| T::constant(2)), T::combined, is_downward, site()),
        move |a: &ArrayD<T>| {
            let n = a.shape()[axis] + initial.iter().count();
            along(a, axis, n, |lane| scanned(initial, lane, is_downward))
        },
    )
}

pub fn scan_and_fold<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let (axis, is_downward) = (axis(random, n_dims)?, random.random_range(0..2) == 1);
    Some(Case::new(
        [array::<T>(n_dims)],
        move |random| vec![any::<T>(random, n_dims)],
        move |given| {
            let (scan, fold) = given.array(0).scan_and_fold(axis, T::constant(2), T::combined, is_downward, site());
            vec![scan, fold]
        },
        move |given| {
            let a = given.array::<T>(0);
            let n = a.shape()[axis];
            let whole = along(&a, axis, n + 1, |lane| scanned(Some(T::of(2)), lane, is_downward));
            let (from, last) = if is_downward { (1, 0) } else { (0, n) };
            let fold = in_shape(&part(&whole, axis, last, last + 1, 1), &without(a.shape(), axis));
            [part(&whole, axis, from, from + n, 1), fold].map(T::any_array).to_vec()
        },
    ))
}

macro_rules! lengths {
    ($($type:ty)+) => {
        /// The types that lengths may have.
        const LENGTHS: &[ScalarType] = &[$(<$type as polymill::array::Scalar>::TYPE),+];

        /// Lengths of segments: few are far too large, or negative.
        fn lengths(random: &mut Random, ty: ScalarType) -> Argument {
            let shape = [random.random_range(0..6)];
            $(if ty == <$type as polymill::array::Scalar>::TYPE {
                return filled(random, &shape, |random| match random.random_range(0..8) {
                    0 => <$type>::random(random),
                    1 => <$type>::MAX,
                    _ => random.random_range(0..4),
                });
            })+
            panic!("no lengths are of type {ty}")
        }
    };
}

lengths! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// A case of segments; what becomes of a row, and how many elements it has for an array with so many and for so many segments.
pub fn segmented<T: Plain>(
    random: &mut Random,
    n_dims: usize,
    program: impl Fn(Array, Array) -> Array + 'static,
    plain: impl Fn(Vec<&[T]>) -> Vec<T> + 'static,
    size: impl Fn(usize, usize) -> usize + 'static,
) -> Option<Case> {
    let last = n_dims.checked_sub(1)?;
    let ty = LENGTHS[random.random_range(0..LENGTHS.len())];
    Some(Case::new(
        [array::<T>(n_dims), Parameter::Array { element: ty, n_dims: 1 }],
        move |random| vec![any::<T>(random, n_dims), lengths(random, ty)],
        move |given| vec![program(given.array(0), given.array(1))],
        move |given| {
            let (a, lengths) = (given.array::<T>(0), given.integers(1));
            let n = size(a.shape()[last], lengths.len());
            let of_row = |row: &[T]| {
                let mut computed = plain(segments(row, &lengths));
                computed.resize(n, T::default());
                computed
            };
            vec![T::any_array(along(&a, last, n, of_row))]
        },
    ))
}

pub fn fold_segments<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    segmented(
        random,
        n_dims,
        |a, lengths| a.fold_segments(lengths, T::constant(2), T::combined, site()),
        |parts: Vec<&[T]>| parts.into_iter().map(|part| part.iter().fold(T::of(2), |sum, x| sum.combine(*x))).collect(),
        |_, n_segments| n_segments,
    )
}

pub fn scan_segments<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let is_downward = random.random_range(0..2) == 1;
    let initial = (random.random_range(0..2) == 1).then(|| T::of(2));
    let more = initial.iter().count();
    segmented(
        random,
        n_dims,
        move |a, lengths| {
            let initial = initial.map(|_| T::constant(2));
            a.scan_segments(lengths, initial, T::combined, is_downward, site())
        },
        move |parts: Vec<&[T]>| parts.into_iter().flat_map(|part| scanned(initial, part, is_downward)).collect(),
        move |n, n_segments| n + more * n_segments,
    )
}
