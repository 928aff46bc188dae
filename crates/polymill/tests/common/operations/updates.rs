//! Operations whose results are made step by step.

use super::*;

pub fn permute<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let n_results = random.random_range(0..5);
    let places = Linear::several(random, n_dims, n_results);
    let function = places.clone();
    Some(Case::new(
        [array::<T>(n_dims), array::<T>(n_results)],
        move |random| vec![any::<T>(random, n_dims), any::<T>(random, n_results)],
        move |given| {
            let target = |index: &[Value]| Linear::values(&function, index);
            vec![given.array(0).permute(given.array(1), target, T::combined, site())]
        },
        move |given| {
            let (a, mut result) = (given.array::<T>(0), given.array::<T>(1));
            from_fn(a.shape(), |index| {
                let place = Linear::plains(&places, &signed(index));
                let place: Option<Vec<usize>> = place.iter().map(|at| usize::try_from(*at).ok()).collect();
                if let Some(so_far) = place.and_then(|place| result.get_mut(IxDyn(&place))) {
                    *so_far = so_far.combine(a[IxDyn(index)]);
                }
            });
            vec![T::any_array(result)]
        },
    ))
}

pub fn scatter<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    (n_dims == 1).then(|| {
        Case::new(
            [array::<T>(1), array::<i64>(1), array::<T>(1)],
            |random| {
                let shape = shape(random, 1);
                let places = filled::<i64>(random, &shape, |random| random.random_range(-2..14));
                vec![some::<T>(random, &shape), places, any::<T>(random, 1)]
            },
            |given| vec![given.array(0).scatter(given.array(1), given.array(2), site())],
            |given| {
                let (a, places, mut result) = (given.array::<T>(0), given.array::<i64>(1), given.array::<T>(2));
                for (x, place) in a.iter().zip(&places) {
                    if let Some(to) = usize::try_from(*place).ok().and_then(|place| result.get_mut(place)) {
                        *to = *x;
                    }
                }
                vec![T::any_array(result)]
            },
        )
    })
}

/// The elements that are kept with zeros behind, and how many they are.
pub fn kept<T: Plain>(a: &ArrayD<T>, keeps: impl Fn(usize, T) -> bool) -> Vec<AnyArray> {
    let all = a.iter().enumerate().filter(|(at, x)| keeps(*at, **x)).map(|(_, x)| *x);
    let mut all: Vec<T> = all.collect();
    let n = all.len() as i64;
    all.resize(a.len(), T::default());
    vec![T::any_array(in_shape(&ArrayD::from_shape_vec(IxDyn(&[a.len()]), all).unwrap(), a.shape())), single(n)]
}

pub fn single(value: i64) -> AnyArray {
    AnyArray::I64(ArrayD::from_elem(IxDyn(&[]), value))
}

pub fn filter<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    (n_dims == 1).then(|| {
        Case::new(
            [array::<T>(1)],
            |random| vec![any::<T>(random, 1)],
            |given| {
                let keeps = |x: Value| x.binary(BinaryOp::Ge, T::constant(1), site());
                let (kept, count) = given.array(0).filter(keeps, site());
                vec![kept, count]
            },
            |given| kept(&given.array::<T>(0), |_, x| x >= T::of(1)),
        )
    })
}

pub fn compress<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    (n_dims == 1).then(|| {
        Case::new(
            [array::<T>(1), array::<bool>(1)],
            |random| {
                let shape = shape(random, 1);
                vec![some::<T>(random, &shape), some::<bool>(random, &shape)]
            },
            |given| {
                let (kept, count) = given.array(0).compress(given.array(1), site());
                vec![kept, count]
            },
            |given| {
                let mask = given.array::<bool>(1);
                kept(&given.array::<T>(0), |at, _| mask[at])
            },
        )
    })
}

pub fn iterate<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let (Border { program, plain }, offsets) = (border::<T>(random, n_dims), offsets(random, n_dims));
    let same = offsets.clone();
    Some(Case::new(
        [array::<T>(n_dims), NUMBER],
        move |random| vec![any::<T>(random, n_dims), Argument::Number(random.random_range(0..4))],
        move |given| {
            let step = |a: Array| a.stencil(program(), |s| around::<T>(s, &offsets), site()).map(T::changed, site());
            vec![given.array(0).iterate(given.len(1), step, site())]
        },
        move |given| {
            let mut a = given.array::<T>(0);
            for _ in 0..given.size(1) {
                let around = |index: &[usize]| {
                    let all = same.iter().map(|offset| near(&a, &*plain, index, offset));
                    all.reduce(T::combine).unwrap().change()
                };
                a = from_fn(a.shape(), around);
            }
            vec![T::any_array(a)]
        },
    ))
}
