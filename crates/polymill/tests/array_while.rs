//! Loops that run while a condition on arrays holds, against plain loops.

use std::path::Path;

use ndarray::{Array1, Array2, Ix0, Ix1, Ix2, arr0, arr1};
use polymill::array::{
    Acc, Boundary, Cache, CompileOptions, Exp, compile_with, generate, iterate_at_most, iterate_while, trace,
};
use polymill::{Options, machine_model};

/// Without fused operations, for a machine that runs all it can in threads.
#[allow(clippy::unwrap_used)]
fn options() -> CompileOptions {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml");
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() }
}

/// With a C compiler, and without.
fn all_options() -> [CompileOptions; 2] {
    let compiler = Some("no-such-compiler".to_owned());
    [options(), CompileOptions { compiler, interprets: true, ..options() }]
}

fn largest(a: Acc<f64, Ix1>) -> Acc<f64, Ix0> {
    a.fold(0.0, |most, x| most.max(x))
}

fn smoothed(a: Acc<f64, Ix1>) -> Acc<f64, Ix1> {
    a.stencil(Boundary::Clamp, |s| (s[[-1]] + s[[0]] + s[[1]]) / 3.0)
}

fn smoothed_once(a: &Array1<f64>) -> Array1<f64> {
    let at = |i: i64| a[i.clamp(0, a.len() as i64 - 1) as usize];
    Array1::from_shape_fn(a.len(), |i| (at(i as i64 - 1) + a[i] + at(i as i64 + 1)) / 3.0)
}

#[test]
fn a_loop_ends_when_its_condition_does_not_hold() {
    for options in all_options() {
        let f = compile_with(&options, |a: Acc<f64, Ix1>, tolerance: Exp<f64>| {
            let change = |a: Acc<f64, Ix1>| largest(a.zip_with(smoothed(a), |x, y| (x - y).abs()));
            iterate_while(a, |a| change(a).map(|most| most.gt(tolerance)), smoothed)
        })
        .unwrap();
        for (n, tolerance) in [(0, 0.1), (1, 0.1), (17, 100.0), (17, 0.1), (17, 0.01)] {
            let a = Array1::from_shape_fn(n, |i| (i * 5 % 7) as f64);
            let mut expected = a.clone();
            loop {
                let next = smoothed_once(&expected);
                if (&expected - &next).iter().all(|change| change.abs() <= tolerance) {
                    break;
                }
                expected = next;
            }
            assert_eq!(f.run((a.view(), tolerance)).unwrap(), expected);
            let mut into = Array1::zeros(2 * n);
            f.run_into((a.view(), tolerance), into.slice_mut(ndarray::s![..;2])).unwrap();
            assert_eq!(into.slice(ndarray::s![..;2]), expected);
        }
        assert!(!f.explain().unwrap().is_empty());
    }
}

#[test]
fn several_arrays_change_together() {
    for options in all_options() {
        // The method of conjugate gradients.
        let solve = |a: Acc<f64, Ix2>, b: Acc<f64, Ix1>| {
            let product = |x: Acc<f64, Ix1>| (a * x.replicate(0, a.len(0))).sum();
            let dot = |x: Acc<f64, Ix1>, y: Acc<f64, Ix1>| (x * y).sum();
            let start = (generate([b.len(0)], |_| Exp::from(0.0)), b, b, dot(b, b));
            let (x, _, _, square) = iterate_while(
                start,
                |(_, _, _, square)| square.map(|square| square.gt(1e-20)),
                |(x, r, p, square)| {
                    let image = product(p);
                    let alpha = square.the() / dot(p, image).the();
                    let (x, r) = (x + p * alpha, r - image * alpha);
                    let next = dot(r, r);
                    (x, r, r + p * (next.the() / square.the()), next)
                },
            );
            (x, product(x), square)
        };
        let f = compile_with(&options, solve).unwrap();
        let n = 12;
        let a = Array2::from_shape_fn((n, n), |(i, j)| if i == j { 4.0 } else { 1.0 / (1.0 + i as f64 + j as f64) });
        let b = Array1::from_shape_fn(n, |i| i as f64 - 3.0);
        let (x, image, square) = f.run((a.view(), b.view())).unwrap();
        assert!((a.dot(&x) - &b).iter().all(|error| error.abs() < 1e-9));
        assert!((image - &b).iter().all(|error| error.abs() < 1e-9));
        assert!(square[()] <= 1e-20);
    }
}

#[test]
fn loops_have_limits_and_what_is_around_them_is_computed_once() {
    for options in all_options() {
        let f = compile_with(&options, |a: Acc<i64, Ix1>, limit: Exp<i64>| {
            let doubled = a.map(|x| x * 2 + 1);
            let weights = doubled.scanl1(|sum, x| sum + x);
            // What all steps use, what the first loop begins with, and what stands behind it.
            let is_small = |x: Acc<i64, Ix1>| x.sum().map(|sum| sum.lt(1_000_000));
            let grown = iterate_at_most(limit, doubled, is_small, |x| x.zip_with(weights, |x, y| x * 2 + y));
            let again = iterate_at_most(3, grown, |_| Exp::from(true).into(), |x| x.reverse(0) + weights);
            (again, grown + doubled, doubled.sum())
        })
        .unwrap();
        for (n, limit) in [(0, 3), (1, 0), (5, 2), (5, 100)] {
            let a = Array1::from_shape_fn(n, |i| i as i64 - 1);
            let doubled = a.mapv(|x| x * 2 + 1);
            let mut sum = 0;
            let weights = doubled.mapv(|x| {
                sum += x;
                sum
            });
            let mut grown = doubled.clone();
            for _ in 0..limit {
                if grown.sum() >= 1_000_000 {
                    break;
                }
                grown = grown * 2 + &weights;
            }
            let again = (0..3).fold(grown.clone(), |x, _| x.slice(ndarray::s![..;-1]).to_owned() + &weights);
            let found = f.run((a.view(), limit)).unwrap();
            assert_eq!(found, (again, grown + &doubled, arr0(doubled.sum())));
        }
        assert!(f.run((arr1(&[1]).view(), -1)).unwrap_err().to_string().contains("a size is -1"));
    }
}

/// How often a number is halved, or tripled and one more, until it is 1.
fn collatz(mut x: i64) -> i64 {
    let mut n = 0;
    while x > 1 {
        x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
        n += 1;
    }
    n
}

#[test]
fn loops_are_in_loops() {
    for options in all_options() {
        let f = compile_with(&options, |a: Acc<i64, Ix1>, n: Exp<i64>| {
            let any = |x: Acc<i64, Ix1>| x.fold(1, |most, x| most.max(x)).map(|most| most.gt(1));
            let steps = |a: Acc<i64, Ix1>| {
                let zeros = a.map(|_| 0.into());
                let (_, counts) = iterate_while(
                    (a, zeros),
                    |(x, _)| any(x),
                    |(x, count)| {
                        let next = x.map(|x| (x % 2).eq(0).select(x / 2, x * 3 + 1));
                        let is_done = |old: Exp<i64>, new| old.le(1).select(old, new);
                        (x.zip_with(next, is_done), count.zip_with(x, |n, x| n + x.gt(1).cast::<i64>()))
                    },
                );
                counts
            };
            // Again and again, so many times; and while any is large.
            let counted = a.iterate(n, |a| a.iterate(2, |a| a.map(|x| x + 1)).zip_with(steps(a), |x, count| x + count));
            let shrunk = iterate_while(
                a,
                |a| steps(a).fold(0, |most, x| most.max(x)).map(|most| most.gt(20)),
                |a| steps(a.map(|x| x + 1)).iterate(n, |a| a.map(|x| x.max(2) - 1)),
            );
            (counted, shrunk, steps(steps(a)))
        })
        .unwrap();
        let steps = |a: &Array1<i64>| a.mapv(collatz);
        for (a, n) in [(arr1(&[]), 2), (arr1(&[27]), 0), (arr1(&[3, 27, 1, 97, 6]), 3)] {
            let counted = (0..n).fold(a.clone(), |a, _| &a + 2 + steps(&a));
            let mut shrunk = a.clone();
            while steps(&shrunk).iter().any(|count| *count > 20) {
                shrunk = (0..n).fold(steps(&(&shrunk + 1)), |a, _| a.mapv(|x| x.max(2) - 1));
            }
            let found = f.run((a.view(), n)).unwrap();
            assert_eq!(found, (counted, shrunk, steps(&steps(&a))), "{a}, {n}");
        }
    }
}

#[test]
fn programs_in_parts_are_kept_and_called_from_several_threads() {
    let folder = tempfile::tempdir().unwrap();
    let options = CompileOptions { cache: Cache::Folder(folder.path().to_owned()), ..options() };
    let program = |a: Acc<i64, Ix1>| {
        iterate_while(a, |a| a.sum().map(|sum| sum.lt(1000)), |a| a.imap(|[i], x| x * 2 + i)).map(|x| x - 1)
    };
    let f = compile_with(&options, program).unwrap();
    assert!(f.source().contains("kernel_1") && !f.source().contains("malloc"), "{}", f.source());
    let compiler = Some("false".to_owned());
    let again = compile_with(&CompileOptions { n_threads: Some(1), ..options.clone() }, program).unwrap();
    assert_eq!(f.source(), again.source());
    assert!(compile_with(&CompileOptions { compiler, ..options }, program).is_err());
    std::thread::scope(|scope| {
        let run = |start: i64| {
            let (f, again) = (&f, &again);
            move || {
                for n in 1..20 {
                    let a = Array1::from_elem(n, start);
                    let mut expected = a.clone();
                    while expected.sum() < 1000 {
                        expected = Array1::from_shape_fn(n, |i| expected[i] * 2 + i as i64);
                    }
                    for f in [f, again] {
                        assert_eq!(f.run(a.view()).unwrap(), &expected - 1);
                    }
                }
            }
        };
        (1..5).for_each(|start| {
            scope.spawn(run(start));
        });
    });
}

#[test]
fn what_has_no_meaning_is_said() {
    let check = |wanted: &str, found: Result<(), String>| {
        let found = found.unwrap_err();
        assert!(
            found.contains("iterate_while at ") && found.contains("array_while.rs") && found.contains(wanted),
            "{found}"
        );
    };
    let traced = trace(|a: Acc<f64, Ix1>| {
        let mut inside = a;
        iterate_while(
            a,
            |a| a.sum().map(|sum| sum.gt(0.0)),
            |a| {
                inside = a.map(|x| x + 1.0);
                inside
            },
        );
        inside
    });
    let leaked = polymill::array::DynFunction::compile(traced.unwrap().into_graph(), &options());
    let leaked = leaked.map(drop).map_err(|error| error.to_string().replace("map at", "iterate_while at"));
    check("a value inside of an iteration, and is used outside", leaked);
    let f = compile_with(&options(), |a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| {
        iterate_while(a, |a| a.sum().map(|sum| sum.gt(0.0)), |_| b)
    })
    .unwrap();
    let (a, b) = (Array1::zeros(3), Array1::zeros(4));
    check("the shapes are [3] and [4]", f.run((a.view(), b.view())).map(drop).map_err(|error| error.to_string()));
    assert_eq!(f.run((a.view(), a.view())).unwrap(), a);
}
