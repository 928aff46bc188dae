//! Random array programs: the compiled function computes what the interpreter does, bit for bit.
//!
//! `ARRAY_PROGRAMS` says how many (30, if it does not), `ARRAY_SEED` where to begin.

use std::rc::Rc;

use ndarray::{Array1, Array2, ArrayD, Ix1, Ix2};
use polymill::array::interpreter::{Given, Values, interpret};
use polymill::array::number::Number;
use polymill::array::{
    Acc, Boundary, Cache, CompileOptions, Exp, Function, Scalar, compile_with, generate, iterate_at_most, trace,
};
use polymill::{Options, machine_model};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type Random = ChaCha8Rng;

/// An array that a random program has made.
#[derive(Clone, Copy)]
enum Any {
    F1(Acc<f64, Ix1>),
    F2(Acc<f64, Ix2>),
    I1(Acc<i32, Ix1>),
    I2(Acc<i32, Ix2>),
}

type Inputs = (Acc<f64, Ix2>, Acc<f64, Ix1>, Acc<i32, Ix2>, Acc<i32, Ix1>, Exp<i64>, Exp<f64>);
type Results = (Acc<f64, Ix2>, Acc<f64, Ix1>, Acc<i32, Ix2>, Acc<i32, Ix1>);

fn float_function(random: &mut Random) -> impl Fn(Exp<f64>) -> Exp<f64> + use<> {
    let (kind, constant) = (random.random_range(0..6), f64::from(random.random_range(-4..5)));
    move |x| match kind {
        0 => x * 0.5 + constant,
        1 => x.abs().sqrt(),
        2 => x.max(constant),
        3 => x.lt(constant).select(x - 1.0, x * x),
        4 => constant - x / 3.0,
        _ => (x * 0.25).floor(),
    }
}

fn integer_function(random: &mut Random) -> impl Fn(Exp<i32>) -> Exp<i32> + use<> {
    let (kind, constant) = (random.random_range(0..6), random.random_range(-5..6));
    move |x| match kind {
        0 => x * 3 + constant,
        1 => x.abs() % 7,
        2 => x / constant,
        3 => (x ^ constant) & 1023,
        4 => x.gt(constant).select(x - 1, x << 2),
        _ => x.cast::<i8>().cast::<i32>() + constant,
    }
}

/// An array made of others in a random way.
#[allow(clippy::too_many_lines)]
fn operation(random: &mut Random, so_far: &[Any], number: Exp<i64>) -> Any {
    let any = so_far[random.random_range(0..so_far.len())];
    let axis = random.random_range(0..2);
    match any {
        Any::F2(a) => match random.random_range(0..20) {
            0 | 1 => Any::F2(a.map(float_function(random))),
            2 => Any::F2(a.transpose()),
            3 => Any::F2(a.reverse(axis)),
            4 => Any::F1(a.fold(0.0, |sum, x| sum + x)),
            5 => Any::F1(a.fold_axis(0, 1.0, |most, x| most.max(x))),
            6 => Any::F2(a.scanl1(|sum, x| sum + x)),
            7 => Any::F2(a.scanr(0.5, |x, sum| x * 0.5 + sum)),
            8 | 9 => Any::F2(a.stencil(boundary(random, 1.5), |s| s[[0, -1]] + s[[0, 1]] - s[[1, 0]] * 0.5)),
            10 => Any::F2(a.stencil(boundary(random, -1.0), |s| s[[-2, 1]] + s[[0, 0]])),
            11 => Any::F2(a.take(axis, a.len(axis).min(3))),
            12 => Any::F2(a.slice(axis, a.len(axis) / 3, a.len(axis), 2)),
            13 => Any::F2(a.concat(axis, a.map(|x| x + 1.0))),
            14 => Any::F2(a.zip_with(a.map(float_function(random)), |x, y| x * 2.0 - y)),
            15 => {
                let function = float_function(random);
                Any::F2(a.iterate(number, |a| a.stencil(Boundary::Clamp, |s| function(s[[0, 0]]) + s[[0, 1]] * 0.5)))
            }
            17 => {
                let (function, limit) = (float_function(random), f64::from(random.random_range(0..50)));
                let is_small =
                    |a: Acc<f64, Ix2>| a.fold_axes([1, 0], 1.0, |sum, x| sum + x.abs()).map(|sum| sum.lt(limit));
                Any::F2(iterate_at_most(number, a, is_small, |a| a.map(&function).zip_with(a, |x, y| x + y * 2.0)))
            }
            18 => {
                let windows = a.windows(boundary(random, 0.5), [random.random_range(1..4_usize), 2]);
                Any::F2(windows.fold_axes([2, 3], 0.0, |sum, x| sum * 0.5 + x))
            }
            16 => Any::I2(a.imap(|[i, j], x| (x * 2.0).cast::<i32>() + (i - j).cast())),
            _ => {
                let (rows, columns) = (a.replicate(1, a.len(0)), a.replicate(0, a.len(0)));
                Any::F2(rows.zip_with(columns, |x, y| x * y).sum())
            }
        },
        Any::I2(a) => match random.random_range(0..10) {
            0 | 1 => Any::I2(a.map(integer_function(random))),
            2 => Any::I2(a.transpose()),
            3 => Any::I1(a.fold(0, |sum, x| sum + x)),
            4 => Any::I2(a.scanl(1, |sum, x| sum * 3 + x)),
            5 => Any::I2(a.stencil(boundary(random, 3), |s| s[[1, 1]] + s[[-1, 0]] * s[[0, 0]])),
            6 => Any::F2(a.map(|x| x.cast::<f64>() / 8.0)),
            7 => Any::I1(a.flatten()),
            8 => Any::I2(a.permute_axes([1, 0]).reverse(axis)),
            _ => {
                let zeros = generate([16], |[i]| i.cast());
                Any::I1(a.permute(zeros, |[i, j]| [(a.at([i, j]).abs() % 17).cast()], |count, x| count + x))
            }
        },
        Any::F1(a) => match random.random_range(0..9) {
            0 => Any::F1(a.map(float_function(random))),
            1 => Any::F1(a.scanl(0.0, |sum, x| sum * 0.5 + x)),
            2 => Any::F1(a.stencil(boundary(random, 0.0), |s| s[[-1]] * 0.25 + s[[0]] + s[[2]])),
            3 => Any::F2(a.replicate(axis, a.len(0).min(5))),
            4 => Any::F1(a.backpermute([a.len(0) + 2], |[i]| [(i * 3) % 11 - 1])),
            5 => Any::F1(a.drop(0, a.len(0).min(2))),
            6 => Any::F1(a.map(|x| x * 0.5).concat(0, a.reverse(0))),
            7 => Any::F1(a.replicate(0, 4).sum().zip_with(generate([4], |_| Exp::from(2.0)), |x, y| x * y)),
            _ => Any::I1(a.map(|x| x.lt(2.0).select((x * 3.0).cast::<i32>(), 7))),
        },
        Any::I1(a) => match random.random_range(0..7) {
            0 => Any::I1(a.map(integer_function(random))),
            1 => Any::I1(a.scanr1(|x, sum| x + sum)),
            2 => Any::F1(a.map(|x| x.cast::<f64>() * 0.125)),
            3 => Any::I1(a.imap(|[i], x| a.at([(x + i.cast()).cast::<i64>() % 9]) + 1)),
            4 => Any::I2(a.replicate(axis, 3)),
            5 => Any::I1(a.stencil(boundary(random, -7), |s| s[[-3]] + s[[1]])),
            _ => Any::I1(a.zip(a.map(|x| x + 1)).map(|pair| {
                let (x, y) = pair.parts();
                x * y - x
            })),
        },
    }
}

/// An array made of the segments of another one, or of what is kept of it.
fn segmented(random: &mut Random, so_far: &[Any]) -> Any {
    let any = so_far[random.random_range(0..so_far.len())];
    let lengths = so_far.iter().rev().find_map(|any| match any {
        Any::I1(lengths) => Some(lengths),
        _ => None,
    });
    let Some(lengths) = lengths else { return any };
    // Few segments: what is made of them does not become large.
    let lengths = lengths.take(0, lengths.len(0).min(5)).map(|length| length % 6);
    let kind = random.random_range(0..4);
    match any {
        Any::F2(a) => Any::F2(match kind {
            0 => a.scanl1_segments(lengths, |sum, x| sum * 0.5 + x),
            1 => a.scanr_segments(lengths, 1.5, |x, sum| x - sum),
            _ => a.map(float_function(random)).fold_segments(lengths, 1.0, |sum, x| sum * 0.5 + x),
        }),
        Any::F1(a) => Any::F1(match kind {
            0 => a.scanl_segments(lengths, 0.5, |sum, x| sum * 0.5 + x),
            1 => a.scanr1_segments(lengths, |x, sum| x - sum),
            2 => a.filter(|x| x.gt(0.5)).0,
            _ => a.fold_segments(lengths, 1.0, |most, x| most.max(x)),
        }),
        Any::I2(a) => Any::I2(a.transpose().fold_segments(lengths, 1, |sum, x| sum * 3 + x)),
        Any::I1(a) => match kind {
            0 => Any::I1(a.scanl_segments(lengths, 7, |sum, x| sum * 3 + x)),
            1 => Any::I1(a.scanl1_segments(lengths, |sum, x| sum + x)),
            2 => {
                let (kept, count) = a.filter(|x| (x % 3).ne(0));
                Any::I1(kept.imap(|[i], x| i.lt(count.the()).select(x, -1)))
            }
            _ => Any::I1(a.fold_segments(lengths, 0, |sum, x| sum + x)),
        },
    }
}

fn boundary<T: Scalar>(random: &mut Random, value: T) -> Boundary<T> {
    match random.random_range(0..5) {
        0 => Boundary::Clamp,
        1 => Boundary::Mirror,
        2 => Boundary::Wrap,
        3 => Boundary::Function(Rc::new(move |index| {
            let [first, rest @ ..] = index else { return None };
            let far = rest.iter().fold(*first, |sum, at| sum * 3 - *at);
            Some(far.lt(0).select(value.into(), far.cast::<T>()))
        })),
        _ => Boundary::Constant(value),
    }
}

#[allow(clippy::type_complexity)]
fn program(
    seed: u64,
) -> impl FnOnce(Acc<f64, Ix2>, Acc<f64, Ix1>, Acc<i32, Ix2>, Acc<i32, Ix1>, Exp<i64>, Exp<f64>) -> Results {
    move |a, b, c, d, number, factor| {
        let mut random = Random::seed_from_u64(seed);
        let mut so_far = vec![Any::F2(a.map(|x| x * factor)), Any::F2(a), Any::F1(b), Any::I2(c), Any::I1(d)];
        for _ in 0..random.random_range(2..9) {
            let next = operation(&mut random, &so_far, number);
            so_far.push(next);
        }
        for _ in 0..random.random_range(0..3) {
            let next = segmented(&mut random, &so_far);
            so_far.push(next);
        }
        let mut results = (a, b, c, d);
        for any in so_far {
            match any {
                Any::F1(b) => results.1 = b,
                Any::F2(a) => results.0 = a,
                Any::I1(d) => results.3 = d,
                Any::I2(c) => results.2 = c,
            }
        }
        results
    }
}

type Given6 = (Array2<f64>, Array1<f64>, Array2<i32>, Array1<i32>, i64, f64);

fn arguments(random: &mut Random) -> Given6 {
    let mut size = || random.random_range(0..13_usize);
    let (n, m, p, q, r, s) = (size(), size(), size(), size(), size(), size());
    let mut float = || f64::from(random.random_range(-40..40)) / 8.0;
    let a = Array2::from_shape_simple_fn((n, m), &mut float);
    let b = Array1::from_iter((0..p).map(|_| float()));
    let c = Array2::from_shape_simple_fn((q, r), || random.random_range(-100..100));
    let d = Array1::from_iter((0..s).map(|_| random.random_range(-100..100)));
    (a, b, c, d, random.random_range(0..4), 0.75)
}

fn values<T: polymill::array::Scalar>(array: ArrayD<T>) -> Values {
    let elements = array.iter().map(|value| value.number()).collect();
    Values { shape: array.shape().to_vec(), elements }
}

fn is_same(a: &Values, b: &Values) -> bool {
    let same = |(a, b): (&Number, &Number)| match (a, b) {
        (Number::Float(a), Number::Float(b)) => a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
        (a, b) => a == b,
    };
    a.shape == b.shape && a.elements.iter().zip(&b.elements).all(same)
}

#[test]
fn compiled_programs_compute_what_the_interpreter_does() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let eager =
        machine_model::read(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml")).unwrap();
    let first = number("ARRAY_SEED", 0);
    for seed in first..first + number("ARRAY_PROGRAMS", 30) {
        let traced = trace(program(seed)).unwrap();
        let mut options = CompileOptions { is_strict: true, cache: Cache::Off, ..CompileOptions::default() };
        if seed % 2 == 0 {
            options.optimizer = Options { machine: eager.clone(), ..Options::default() };
        }
        if let Ok(flags) = std::env::var("ARRAY_CC") {
            options.compiler = Some(flags);
        }
        let compiled: Function<Inputs, Results> =
            compile_with(&options, program(seed)).unwrap_or_else(|error| panic!("program {seed}: {error}"));
        let mut random = Random::seed_from_u64(seed);
        for run in 0..6 {
            let (a, b, c, d, number, factor) = arguments(&mut random);
            let given = [
                Given::Array(vec![values(a.clone().into_dyn())]),
                Given::Array(vec![values(b.clone().into_dyn())]),
                Given::Array(vec![values(c.clone().into_dyn())]),
                Given::Array(vec![values(d.clone().into_dyn())]),
                Given::Number(Number::Int(number.into())),
                Given::Number(Number::Float(factor)),
            ];
            let expected = interpret(traced.graph(), &given);
            let found = compiled.run((a.view(), b.view(), c.view(), d.view(), number, factor));
            match (expected, found) {
                (Ok(expected), Ok(found)) => {
                    let found = [
                        values(found.0.into_dyn()),
                        values(found.1.into_dyn()),
                        values(found.2.into_dyn()),
                        values(found.3.into_dyn()),
                    ];
                    for (position, (expected, found)) in expected.iter().zip(&found).enumerate() {
                        assert!(
                            is_same(expected, found),
                            "program {seed}, run {run}, result {position}: {expected:?}\nis {found:?}\n{}",
                            compiled.source()
                        );
                    }
                }
                (expected, found) => {
                    let expected = expected.err().map(|error| error.to_string());
                    assert_eq!(expected, found.err().map(|error| error.to_string()), "program {seed}");
                }
            }
        }
    }
}
