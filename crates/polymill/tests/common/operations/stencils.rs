//! Functions of elements and those around them.

use super::*;

/// What stands at an index, also outside of the array.
type AtIndex<T> = Rc<dyn Fn(&ArrayD<T>, &[i64]) -> T>;

/// What stands beyond the border, in a program and in plain Rust.
pub struct Border<T> {
    pub program: Box<dyn Fn() -> Boundary>,
    pub plain: AtIndex<T>,
}

pub fn border<T: Plain>(random: &mut Random, n_dims: usize) -> Border<T> {
    /// The element at an index of which each part was changed.
    fn moved<T: Plain>(a: &ArrayD<T>, index: &[i64], change: impl Fn(i64, i64) -> i64) -> T {
        let parts = index.iter().zip(a.shape()).map(|(at, n)| change(*at, *n as i64));
        at(a, &parts.collect::<Vec<_>>())
    }
    let place = Linear::new(random, n_dims);
    let function = place.clone();
    match random.random_range(0..5) {
        0 => Border {
            program: Box::new(|| Boundary::Clamp),
            plain: Rc::new(|a, index| moved(a, index, |at, n| at.clamp(0, n - 1))),
        },
        1 => Border {
            program: Box::new(|| Boundary::Mirror),
            plain: Rc::new(|a, index| {
                moved(a, index, |mut at, n| {
                    while !(0..n).contains(&at) {
                        at = if at < 0 { -1 - at } else { 2 * n - 1 - at };
                    }
                    at
                })
            }),
        },
        2 => {
            Border { program: Box::new(|| Boundary::Wrap), plain: Rc::new(|a, index| moved(a, index, i64::rem_euclid)) }
        }
        3 => Border { program: Box::new(|| Boundary::Constant(T::constant(7))), plain: Rc::new(|_, _| T::of(7)) },
        _ => Border {
            program: Box::new(move || {
                let function = function.clone();
                Boundary::Function(Rc::new(move |index| Some(function.value(index).cast(T::TYPE, site()))))
            }),
            plain: Rc::new(move |_, index| T::of(place.plain(index))),
        },
    }
}

/// The element at a distance.
pub fn near<T: Plain>(a: &ArrayD<T>, border: &dyn Fn(&ArrayD<T>, &[i64]) -> T, index: &[usize], offset: &[i64]) -> T {
    let place: Vec<i64> = index.iter().zip(offset).map(|(at, by)| *at as i64 + by).collect();
    let is_inside = place.iter().zip(a.shape()).all(|(at, n)| (0..*n as i64).contains(at));
    if is_inside { at(a, &place) } else { border(a, &place) }
}

pub fn offsets(random: &mut Random, n_dims: usize) -> Vec<Vec<i64>> {
    let n = random.random_range(1..4);
    let mut offset = || (0..n_dims).map(|_| [0, 0, 1, -1, 2, -3][random.random_range(0..6)]).collect();
    (0..n).map(|_| offset()).collect()
}

pub fn around<T: Plain>(near: &Neighbourhood, offsets: &[Vec<i64>]) -> Value {
    offsets.iter().map(|offset| near.at(offset)).reduce(T::combined).unwrap()
}

pub fn stencil<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let (Border { program, plain }, offsets) = (border::<T>(random, n_dims), offsets(random, n_dims));
    let same = offsets.clone();
    Case::of_one(
        n_dims,
        move |a| a.stencil(program(), |s| around::<T>(s, &offsets), site()),
        move |a: &ArrayD<T>| {
            from_fn(a.shape(), |index| {
                same.iter().map(|offset| near(a, &*plain, index, offset)).reduce(T::combine).unwrap()
            })
        },
    )
}

pub fn stencil2<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let (one, other) = (border::<T>(random, n_dims), border::<i64>(random, n_dims));
    let (of_one, of_other) = (offsets(random, n_dims), offsets(random, n_dims));
    let (same_one, same_other) = (of_one.clone(), of_other.clone());
    Some(Case::new(
        [array::<T>(n_dims), array::<i64>(n_dims)],
        move |random| {
            let shape = shape(random, n_dims);
            vec![some::<T>(random, &shape), some::<i64>(random, &shape)]
        },
        move |given| {
            let both = |s: &Neighbourhood, t: &Neighbourhood| {
                T::combined(around::<T>(s, &of_one), around::<i64>(t, &of_other).cast(T::TYPE, site()))
            };
            vec![given.array(0).stencil2((one.program)(), (given.array(1), (other.program)()), both, site())]
        },
        move |given| {
            let (a, b) = (given.array::<T>(0), given.array::<i64>(1));
            let both = |index: &[usize]| {
                let x = same_one.iter().map(|offset| near(&a, &*one.plain, index, offset)).reduce(T::combine);
                let y = same_other.iter().map(|offset| near(&b, &*other.plain, index, offset)).reduce(i64::combine);
                x.unwrap().combine(T::of(y.unwrap()))
            };
            vec![T::any_array(from_fn(a.shape(), both))]
        },
    ))
}
