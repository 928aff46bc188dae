//! Operations on elements, each by itself.

use super::*;

pub fn map<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    Case::of_one(n_dims, |a| a.map(T::changed, site()), |a: &ArrayD<T>| a.mapv(T::change))
}

pub fn imap<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let place = Linear::new(random, n_dims);
    let function = place.clone();
    Case::of_one(
        n_dims,
        move |a| {
            let combined = |at: &[Value], x| T::combined(x, function.value(at).cast(T::TYPE, site()));
            a.imap(combined, site())
        },
        move |a: &ArrayD<T>| from_fn(a.shape(), |at| a[IxDyn(at)].combine(T::of(place.plain(&signed(at))))),
    )
}

pub fn zip_with_any<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let n = random.random_range(1..10);
    Some(Case::new(
        (0..n).map(|_| array::<T>(n_dims)),
        move |random| {
            let shape = shape(random, n_dims);
            (0..n).map(|_| some::<T>(random, &shape)).collect()
        },
        move |given| {
            let arrays: Vec<Array> = (0..n).map(|position| given.array(position)).collect();
            let all = |elements: &[Value]| elements.iter().copied().reduce(T::combined).unwrap();
            vec![zip_with(&arrays, all, site())]
        },
        move |given| {
            let arrays: Vec<ArrayD<T>> = (0..n).map(|position| given.array(position)).collect();
            let all = |at: &[usize]| arrays.iter().map(|array| array[IxDyn(at)]).reduce(T::combine).unwrap();
            vec![T::any_array(from_fn(arrays[0].shape(), all))]
        },
    ))
}

/// Elements of several components, which are results of their own.
pub fn tuples<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    Some(Case::new(
        [array::<T>(n_dims)],
        move |random| vec![any::<T>(random, n_dims)],
        move |given| {
            let three = |x: Value| {
                let is_less = x.binary(BinaryOp::Lt, T::constant(3), site());
                Value::tuple(&[x, is_less, T::changed(x)], site())
            };
            let swapped = |all: Value| {
                let parts = all.parts(site());
                Value::tuple(&[parts[2], parts[1], parts[0]], site())
            };
            vec![given.array(0).map(three, site()).transpose(site()).map(swapped, site())]
        },
        |given| {
            let a = given.array::<T>(0);
            let turned = a.t();
            let less = turned.mapv(|x| x < T::of(3));
            vec![T::any_array(turned.mapv(T::change)), AnyArray::Bool(less), T::any_array(turned.to_owned())]
        },
    ))
}

pub fn generated<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let place = Linear::new(random, n_dims);
    let function = place.clone();
    Some(Case::new(
        numbers(n_dims),
        move |random| shape(random, n_dims).into_iter().map(|size| Argument::Number(size as i64)).collect(),
        move |given| vec![generate(given.lens(0), |at| T::changed(function.value(at).cast(T::TYPE, site())), site())],
        move |given| vec![T::any_array(from_fn(&given.sizes(0), |at| T::of(place.plain(&signed(at))).change()))],
    ))
}

pub fn gather<T: Plain>(_: &mut Random, n_dims: usize) -> Option<Case> {
    Some(Case::new(
        [array::<T>(1), array::<i64>(n_dims)],
        move |random| {
            let shape = shape(random, n_dims);
            vec![any::<T>(random, 1), filled::<i64>(random, &shape, |random| random.random_range(-2..14))]
        },
        |given| vec![given.array(0).gather(given.array(1), site())],
        |given| {
            let a = given.array::<T>(0);
            vec![T::any_array(given.array::<i64>(1).mapv(|place| at(&a, &[place])))]
        },
    ))
}

pub fn backpermute<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let n_results = random.random_range(0..5);
    let places = Linear::several(random, n_results, n_dims);
    let function = places.clone();
    Some(Case::new(
        [array::<T>(n_dims)].into_iter().chain(numbers(n_results)),
        move |random| {
            let sizes = shape(random, n_results).into_iter().map(|size| Argument::Number(size as i64));
            let sizes: Vec<Argument> = sizes.collect();
            [any::<T>(random, n_dims)].into_iter().chain(sizes).collect()
        },
        move |given| vec![given.array(0).backpermute(given.lens(1), |index| Linear::values(&function, index), site())],
        move |given| {
            let a = given.array::<T>(0);
            let from = |index: &[usize]| at(&a, &Linear::plains(&places, &signed(index)));
            vec![T::any_array(from_fn(&given.sizes(1), from))]
        },
    ))
}

/// An array without dimensions, of an element of another one.
pub fn element<T: Plain>(random: &mut Random, n_dims: usize) -> Option<Case> {
    let index: Vec<i64> = (0..n_dims).map(|_| random.random_range(-1..4)).collect();
    let place = index.clone();
    Case::of_one(
        n_dims,
        move |a| {
            let index: Vec<Value> = index.iter().map(|at| int(*at)).collect();
            Array::of_value(a.element(&index, site()), site())
        },
        move |a: &ArrayD<T>| ArrayD::from_elem(IxDyn(&[]), at(a, &place)),
    )
}
