//! Operations that move elements.

use super::*;

pub fn permute_axes<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let mut order: Vec<usize> = (0..n_dims).collect();
    (0..n_dims).for_each(|axis| order.swap(axis, random.random_range(axis..n_dims)));
    let same = order.clone();
    Case::of_one(
        n_dims,
        move |a| a.permute_axes(&order, site()),
        move |a: &ArrayD<T>| {
            let shape: Vec<usize> = same.iter().map(|axis| a.shape()[*axis]).collect();
            from_fn(&shape, |index| {
                let mut from = index.to_vec();
                same.iter().zip(index).for_each(|(axis, at)| from[*axis] = *at);
                a[IxDyn(&from)]
            })
        },
    )
}

pub fn transpose<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    Case::of_one(
        n_dims,
        |a| a.transpose(site()),
        |a: &ArrayD<T>| {
            let turned = |list: &[usize]| list.iter().rev().copied().collect::<Vec<_>>();
            from_fn(&turned(a.shape()), |index| a[IxDyn(&turned(index))])
        },
    )
}

pub fn reverse<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = axis(random, n_dims)?;
    Case::of_one(
        n_dims,
        move |a| a.reverse(axis, site()),
        move |a: &ArrayD<T>| {
            from_fn(a.shape(), |index| a[IxDyn(&with(index, axis, a.shape()[axis] - 1 - index[axis]))])
        },
    )
}

/// The elements from a place on, up to another one.
pub fn part<T: Plain>(a: &ArrayD<T>, axis: usize, start: usize, end: usize, step: usize) -> ArrayD<T> {
    let n = (start..end).step_by(step).count();
    from_fn(&with(a.shape(), axis, n), |index| a[IxDyn(&with(index, axis, start + step * index[axis]))])
}

pub fn slice<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let (axis, step) = (axis(random, n_dims)?, random.random_range(1..5));
    Some(Case::new(
        [array::<T>(n_dims), NUMBER, NUMBER],
        move |random| {
            let shape = shape(random, n_dims);
            let end = random.random_range(0..=shape[axis]);
            let start = random.random_range(0..=end);
            vec![some::<T>(random, &shape), Argument::Number(start as i64), Argument::Number(end as i64)]
        },
        move |given| vec![given.array(0).slice(axis, given.len(1), given.len(2), step, site())],
        move |given| vec![T::any_array(part(&given.array::<T>(0), axis, given.size(1), given.size(2), step))],
    ))
}

pub fn take_and_drop<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = axis(random, n_dims)?;
    Some(Case::new(
        [array::<T>(n_dims), NUMBER],
        move |random| {
            let shape = shape(random, n_dims);
            let n = random.random_range(0..=shape[axis]) as i64;
            vec![some::<T>(random, &shape), Argument::Number(n)]
        },
        move |given| {
            let (a, n) = (given.array(0), given.len(1));
            vec![a.take(axis, n.clone(), site()), a.drop(axis, n, site())]
        },
        move |given| {
            let (a, n) = (given.array::<T>(0), given.size(1));
            let parts = [part(&a, axis, 0, n, 1), part(&a, axis, n, a.shape()[axis], 1)];
            parts.map(T::any_array).to_vec()
        },
    ))
}

/// Draws an array with at least one element along a dimension.
pub fn not_empty<T: Plain>(axis: usize, n_dims: usize) -> impl Fn(&mut Random) -> Vec<Argument> {
    move |random| {
        let mut shape = shape(random, n_dims);
        shape[axis] += 1;
        vec![some::<T>(random, &shape)]
    }
}

pub fn init_and_tail<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = axis(random, n_dims)?;
    Some(Case::new(
        [array::<T>(n_dims)],
        not_empty::<T>(axis, n_dims),
        move |given| vec![given.array(0).init(axis, site()), given.array(0).tail(axis, site())],
        move |given| {
            let a = given.array::<T>(0);
            let n = a.shape()[axis];
            [part(&a, axis, 0, n - 1, 1), part(&a, axis, 1, n, 1)].map(T::any_array).to_vec()
        },
    ))
}

pub fn concat<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = axis(random, n_dims)?;
    Some(Case::new(
        [array::<T>(n_dims), array::<T>(n_dims)],
        move |random| {
            let shape = shape(random, n_dims);
            let other = with(&shape, axis, size(random, n_dims));
            vec![some::<T>(random, &shape), some::<T>(random, &other)]
        },
        move |given| vec![given.array(0).concat(axis, given.array(1), site())],
        move |given| {
            let (a, b) = (given.array::<T>(0), given.array::<T>(1));
            let n = a.shape()[axis];
            let both = |index: &[usize]| match index[axis].checked_sub(n) {
                None => a[IxDyn(index)],
                Some(behind) => b[IxDyn(&with(index, axis, behind))],
            };
            vec![T::any_array(from_fn(&with(a.shape(), axis, n + b.shape()[axis]), both))]
        },
    ))
}

/// The elements in row-major order in another shape.
pub fn in_shape<T: Plain>(a: &ArrayD<T>, shape: &[usize]) -> ArrayD<T> {
    let mut elements = a.iter().copied();
    from_fn(shape, |_| elements.next().unwrap())
}

pub fn flatten<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    Case::of_one(n_dims, |a| a.flatten(site()), |a: &ArrayD<T>| in_shape(a, &[a.len()]))
}

pub fn reshape<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let n_results = random.random_range(0..6);
    Some(Case::new(
        [array::<T>(n_dims)].into_iter().chain(numbers(n_results)),
        move |random| {
            let mut shape = shape(random, n_dims);
            if n_results == 0 {
                shape.fill(1);
            }
            let mut rest: usize = shape.iter().product();
            let a = some::<T>(random, &shape);
            let mut sizes = vec![];
            for at in 0..n_results {
                let fits: Vec<usize> = (1..=rest.max(1)).filter(|size| rest.is_multiple_of(*size)).collect();
                let is_last = at + 1 == n_results;
                let size = if is_last { rest } else { fits[random.random_range(0..fits.len())] };
                sizes.push(Argument::Number(size as i64));
                rest /= size.max(1);
            }
            [a].into_iter().chain(sizes).collect()
        },
        |given| vec![given.array(0).reshape(given.lens(1), site())],
        |given| vec![T::any_array(in_shape(&given.array::<T>(0), &given.sizes(1)))],
    ))
}

pub fn replicate<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let axis = random.random_range(0..=n_dims);
    Some(Case::new(
        [array::<T>(n_dims), NUMBER],
        move |random| vec![any::<T>(random, n_dims), Argument::Number(random.random_range(0..4))],
        move |given| vec![given.array(0).replicate(axis, given.len(1), site())],
        move |given| {
            let a = given.array::<T>(0);
            let shape = inserted(a.shape(), axis, given.size(1));
            vec![T::any_array(from_fn(&shape, |index| a[IxDyn(&without(index, axis))]))]
        },
    ))
}
