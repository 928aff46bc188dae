//! The operations with Rust's types are those without: they say the same program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // all of it is a test

use ndarray::{Ix0, Ix1, Ix2, Ix3};
use polymill::array::number::Number;
use polymill::array::untyped::{self, Array, Given, Neighbourhood, Parameter, Site, Value};
use polymill::array::{
    Acc, Boundary, Exp, Place, Traceable, generate, trace, zip_with3, zip_with4, zip_with5, zip_with6, zip_with7,
    zip_with8, zip_with9,
};
use polymill_gdg::{BinaryOp, ScalarType};

fn site() -> Site {
    Site::new("operation", Place::caller())
}

fn sub(x: Value, y: Value) -> Value {
    x.binary(BinaryOp::Sub, y, site())
}

fn number(value: f64) -> Value {
    Value::constant(ScalarType::F64, Number::Float(value))
}

fn less(x: Value) -> Value {
    x.binary(BinaryOp::Lt, number(2.0), site())
}

/// Checks that a program with types says what a program without them does, whose parameters have these types and numbers of dimensions.
#[track_caller]
fn same<A, F: Traceable<A>>(
    typed: F,
    parameters: &[(ScalarType, usize)],
    program: impl FnOnce(&[Array]) -> Vec<Array>,
) {
    let array = |(element, n_dims): &(_, _)| Parameter::Array { element: *element, n_dims: *n_dims };
    let parameters: Vec<Parameter> = parameters.iter().map(array).collect();
    let traced = untyped::trace(&parameters, Place::caller(), |given| {
        let array = |each: &Given| match each {
            Given::Array(array) => *array,
            Given::Number(_) => panic!("there are no numbers"),
        };
        program(&given.iter().map(array).collect::<Vec<_>>())
    });
    assert_eq!(trace(typed).unwrap().graph().text(), traced.unwrap().text());
}

type A<D> = Acc<f64, D>;
const F1: (ScalarType, usize) = (ScalarType::F64, 1);
const F2: (ScalarType, usize) = (ScalarType::F64, 2);
const F3: (ScalarType, usize) = (ScalarType::F64, 3);
const I1: (ScalarType, usize) = (ScalarType::I64, 1);

#[test]
fn operations_on_elements() {
    same(|a: A<Ix2>| a.map(|x| x - 2.0), &[F2], |a| vec![a[0].map(|x| sub(x, number(2.0)), site())]);
    same(
        |a: A<Ix2>| a.imap(|[i, j], x| (i - j).cast::<f64>() - x),
        &[F2],
        |a| vec![a[0].imap(|at, x| sub(sub(at[0], at[1]).cast(ScalarType::F64, site()), x), site())],
    );
    let zipped = |a: &[Array]| vec![untyped::zip_with(a, |x| sub(x[0], x[1]), site())];
    same(|a: A<Ix2>, b: A<Ix2>| a.zip_with(b, |x, y| x - y), &[F2, F2], zipped);
    same(|a: A<Ix2>, b: A<Ix2>| a - b, &[F2, F2], zipped);
    same(
        |a: A<Ix0>| a - Exp::from(2.0),
        &[(ScalarType::F64, 0)],
        |a| {
            let two = number(2.0);
            vec![a[0].map(|x| sub(x, two), site())]
        },
    );
    for (operator, op) in [
        ((|a, b| a + b) as fn(A<Ix1>, A<Ix1>) -> A<Ix1>, BinaryOp::Add),
        (|a, b| a * b, BinaryOp::Mul),
        (|a, b| a / b, BinaryOp::Div),
    ] {
        let zipped = |a: &[Array]| vec![untyped::zip_with(a, |x| x[0].binary(op, x[1], site()), site())];
        same(operator, &[F1, F1], zipped);
    }
    let pairs = |a: &[Array]| vec![untyped::zip_with(a, |x| Value::tuple(x, site()), site())];
    same(|a: A<Ix1>, b: Acc<i64, Ix1>| a.zip(b), &[F1, I1], pairs);
    same(
        |a: A<Ix1>, b: Acc<i64, Ix1>| a.zip(b).unzip(),
        &[F1, I1],
        |a| {
            let pairs = pairs(a)[0];
            [0, 1].map(|part| pairs.map(|pair| pair.parts(site())[part], site())).to_vec()
        },
    );
    same(|a: A<Ix1>, b: Acc<i64, Ix1>| a.gather(b), &[F1, I1], |a| vec![a[0].gather(a[1], site())]);
    same(
        |a: A<Ix2>| a.backpermute([a.len(1), a.len(0), 3.into()], |[i, j, k]| [j - k, i]),
        &[F2],
        |a| {
            let shape = vec![a[0].len(1, site()), a[0].len(0, site()), 3.into()];
            vec![a[0].backpermute(shape, |at| vec![sub(at[1], at[2]), at[0]], site())]
        },
    );
    same(
        |a: A<Ix1>| generate([a.len(0), 4.into()], |[i, j]| i - j),
        &[F1],
        |a| vec![untyped::generate(vec![a[0].len(0, site()), 4.into()], |at| sub(at[0], at[1]), site())],
    );
}

#[test]
fn functions_of_many_arrays() {
    // Programs have up to six arguments: the others are the first one again.
    macro_rules! many {
        ($($name:ident: [$($array:literal)+] [$($element:ident)+];)+) => {
            $(same(
                |a: A<Ix1>, b: A<Ix1>| {
                    let all = |$($element: Exp<f64>),+| [$($element),+].into_iter().reduce(|x, y| x - y).unwrap();
                    $name($([a, b][$array]),+, all)
                },
                &[F1, F1],
                |a| {
                    let all = |x: &[Value]| x.iter().copied().reduce(sub).unwrap();
                    vec![untyped::zip_with(&[$(a[$array]),+], all, site())]
                },
            );)+
        };
    }
    many! {
        zip_with3: [0 1 0] [x y z];
        zip_with4: [0 1 1 0] [x y z u];
        zip_with5: [1 0 0 1 0] [x y z u v];
        zip_with6: [0 1 0 0 1 1] [x y z u v w];
        zip_with7: [0 0 0 1 0 1 1] [x y z u v w p];
        zip_with8: [1 0 1 1 0 0 1 0] [x y z u v w p q];
        zip_with9: [0 1 1 0 0 1 0 1 1] [x y z u v w p q r];
    }
}

#[test]
fn operations_that_move_elements() {
    same(|a: A<Ix3>| a.permute_axes([2, 0, 1]), &[F3], |a| vec![a[0].permute_axes(&[2, 0, 1], site())]);
    same(|a: A<Ix3>| a.transpose(), &[F3], |a| vec![a[0].transpose(site())]);
    same(|a: A<Ix2>| a.reverse(1), &[F2], |a| vec![a[0].reverse(1, site())]);
    same(
        |a: A<Ix2>| a.slice(0, 1, a.len(0), 2),
        &[F2],
        |a| vec![a[0].slice(0, 1.into(), a[0].len(0, site()), 2, site())],
    );
    same(
        |a: A<Ix2>| (a.take(1, 3), a.drop(0, 2)),
        &[F2],
        |a| vec![a[0].take(1, 3.into(), site()), a[0].drop(0, 2.into(), site())],
    );
    same(|a: A<Ix2>| (a.init(1), a.tail(0)), &[F2], |a| vec![a[0].init(1, site()), a[0].tail(0, site())]);
    same(|a: A<Ix2>, b: A<Ix2>| a.concat(1, b), &[F2, F2], |a| vec![a[0].concat(1, a[1], site())]);
    same(|a: A<Ix3>| a.flatten(), &[F3], |a| vec![a[0].flatten(site())]);
    same(|a: A<Ix1>| a.reshape([2, 3]), &[F1], |a| vec![a[0].reshape(vec![2.into(), 3.into()], site())]);
    same(|a: A<Ix2>| a.replicate(1, 3), &[F2], |a| vec![a[0].replicate(1, 3.into(), site())]);
}

#[test]
fn folds_and_scans() {
    let minus = |x: Exp<f64>, y: Exp<f64>| x - y;
    same(move |a: A<Ix3>| a.fold(2.0, minus), &[F3], |a| vec![a[0].fold(2, Some(number(2.0)), sub, site())]);
    same(move |a: A<Ix3>| a.fold_axis(1, 2.0, minus), &[F3], |a| vec![a[0].fold(1, Some(number(2.0)), sub, site())]);
    same(move |a: A<Ix3>| a.fold1(minus), &[F3], |a| vec![a[0].fold(2, None, sub, site())]);
    same(
        |a: A<Ix2>| a.sum(),
        &[F2],
        |a| vec![a[0].fold(1, Some(number(0.0)), |x, y| x.binary(BinaryOp::Add, y, site()), site())],
    );
    let scan = |axis: usize, has_initial: bool, is_downward: bool| {
        move |a: &[Array]| {
            let initial = has_initial.then(|| number(2.0));
            vec![a[0].scan(axis, initial, sub, is_downward, site())]
        }
    };
    same(move |a: A<Ix3>| a.scanl(2.0, minus), &[F3], scan(2, true, false));
    same(move |a: A<Ix3>| a.scanl1(minus), &[F3], scan(2, false, false));
    same(move |a: A<Ix3>| a.scanr(2.0, minus), &[F3], scan(2, true, true));
    same(move |a: A<Ix3>| a.scanr1(minus), &[F3], scan(2, false, true));
    same(move |a: A<Ix3>| a.scanl_axis(0, 2.0, minus), &[F3], scan(0, true, false));
    same(move |a: A<Ix3>| a.scanl1_axis(1, minus), &[F3], scan(1, false, false));
    let both = |is_downward: bool| {
        move |a: &[Array]| {
            let (scan, fold) = a[0].scan_and_fold(1, number(2.0), sub, is_downward, site());
            vec![scan, fold]
        }
    };
    same(move |a: A<Ix2>| a.scanl_and_fold(2.0, minus), &[F2], both(false));
    same(move |a: A<Ix2>| a.scanr_and_fold(2.0, minus), &[F2], both(true));
}

#[test]
fn folds_and_scans_of_segments() {
    let minus = |x: Exp<f64>, y: Exp<f64>| x - y;
    type I = Acc<i64, Ix1>;
    same(
        move |a: A<Ix2>, n: I| a.fold_segments(n, 2.0, minus),
        &[F2, I1],
        |a| vec![a[0].fold_segments(a[1], number(2.0), sub, site())],
    );
    let scan = |has_initial: bool, is_downward: bool| {
        move |a: &[Array]| {
            let initial = has_initial.then(|| number(2.0));
            vec![a[0].scan_segments(a[1], initial, sub, is_downward, site())]
        }
    };
    same(move |a: A<Ix2>, n: I| a.scanl_segments(n, 2.0, minus), &[F2, I1], scan(true, false));
    same(move |a: A<Ix2>, n: I| a.scanl1_segments(n, minus), &[F2, I1], scan(false, false));
    same(move |a: A<Ix2>, n: I| a.scanr_segments(n, 2.0, minus), &[F2, I1], scan(true, true));
    same(move |a: A<Ix2>, n: I| a.scanr1_segments(n, minus), &[F2, I1], scan(false, true));
}

#[test]
fn stencils() {
    type Border = (Boundary<f64>, fn() -> untyped::Boundary);
    let boundaries: [Border; 4] = [
        (Boundary::Clamp, || untyped::Boundary::Clamp),
        (Boundary::Mirror, || untyped::Boundary::Mirror),
        (Boundary::Wrap, || untyped::Boundary::Wrap),
        (Boundary::Constant(7.0), || untyped::Boundary::Constant(number(7.0))),
    ];
    let around = |s: &Neighbourhood| sub(s.at(&[0, -1]), s.at(&[2, 0]));
    for (typed, program) in boundaries {
        let boundary = typed.clone();
        same(
            move |a: A<Ix2>| a.stencil(boundary, |s| s[[0, -1]] - s[[2, 0]]),
            &[F2],
            |a| vec![a[0].stencil(program(), around, site())],
        );
        let both = |s: &Neighbourhood, t: &Neighbourhood| sub(s.at(&[0, -1]), t.at(&[1, 0]));
        same(
            |a: A<Ix2>, b: A<Ix2>| a.stencil2(typed, b, Boundary::Wrap, |s, t| s[[0, -1]] - t[[1, 0]]),
            &[F2, F2],
            |a| vec![a[0].stencil2(program(), (a[1], untyped::Boundary::Wrap), both, site())],
        );
    }
}

#[test]
fn operations_that_go_step_by_step() {
    same(
        |a: A<Ix1>| a.iterate(3, |a| a.map(|x| x - 2.0)),
        &[F1],
        |a| vec![a[0].iterate(3.into(), |a| a.map(|x| sub(x, number(2.0)), site()), site())],
    );
    same(
        |a: A<Ix2>, b: A<Ix1>| a.permute(b, |[i, j]| [i - j], |x, y| x - y),
        &[F2, F1],
        |a| vec![a[0].permute(a[1], |at| vec![sub(at[0], at[1])], sub, site())],
    );
    same(
        |a: A<Ix1>, places: Acc<i64, Ix1>, b: A<Ix1>| a.scatter(places, b),
        &[F1, I1, F1],
        |a| vec![a[0].scatter(a[1], a[2], site())],
    );
    same(
        |a: A<Ix1>| a.filter(|x| x.lt(2.0)),
        &[F1],
        |a| {
            let (kept, count) = a[0].filter(less, site());
            vec![kept, count]
        },
    );
    same(
        |a: A<Ix1>, mask: Acc<bool, Ix1>| a.compress(mask),
        &[F1, (ScalarType::Bool, 1)],
        |a| {
            let (kept, count) = a[0].compress(a[1], site());
            vec![kept, count]
        },
    );
}
