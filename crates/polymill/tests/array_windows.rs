//! Windows around elements, and folds along several dimensions, against plain definitions.

use std::path::Path;

use ndarray::{Array1, Array2, Array3, Array4, Ix1, Ix2, Ix3};
use polymill::array::{Acc, Boundary, Cache, CompileOptions, Exp, compile_with};
use polymill::{Options, machine_model};

/// Without fused operations, for a machine that runs all it can in threads; and without a C compiler.
#[allow(clippy::unwrap_used)]
fn all_options() -> [CompileOptions; 2] {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml");
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    let native = CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() };
    let compiler = Some("no-such-compiler".to_owned());
    [native.clone(), CompileOptions { compiler, interprets: true, ..native }]
}

fn matrix(n: usize, m: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, m), |(i, j)| ((i * 7 + j * 3) % 11) as f64 - 4.0)
}

/// The five boundaries, by their names: what the array language is told.
fn boundary(name: &str) -> Boundary<f64> {
    match name {
        "clamp" => Boundary::Clamp,
        "mirror" => Boundary::Mirror,
        "wrap" => Boundary::Wrap,
        "constant" => Boundary::Constant(0.5),
        _ => Boundary::function(|[i, j]| (i * 10 + j).cast()),
    }
}

/// The element at an index that may be outside.
fn at(a: &Array2<f64>, name: &str, (i, j): (i64, i64)) -> f64 {
    let inside = |at: i64, size: usize| usize::try_from(at).ok().filter(|at| *at < size);
    let reached = |at: i64, size: usize| {
        let size = size as i64;
        let back = at.rem_euclid(2 * size);
        (match name {
            "clamp" => at.clamp(0, size - 1),
            "mirror" => back.min(2 * size - 1 - back),
            _ => at.rem_euclid(size),
        }) as usize
    };
    let (n, m) = a.dim();
    match (inside(i, n), inside(j, m), name) {
        (Some(i), Some(j), _) => a[[i, j]],
        (.., "constant") => 0.5,
        (.., "function") => (i * 10 + j) as f64,
        _ => a[[reached(i, n), reached(j, m)]],
    }
}

/// The windows of this shape around all elements.
fn windows(a: &Array2<f64>, name: &str, (h, w): (usize, usize)) -> Array4<f64> {
    let (n, m) = a.dim();
    Array4::from_shape_fn((n, m, h, w), |(i, j, k, l)| {
        let near = |middle: usize, at: usize, size: usize| (middle + at) as i64 - (size / 2) as i64;
        at(a, name, (near(i, k, h), near(j, l, w)))
    })
}

const SHAPES: [(usize, usize); 5] = [(0, 3), (1, 1), (2, 5), (4, 2), (9, 13)];

#[test]
fn windows_have_what_is_around_each_element() {
    for options in all_options() {
        for name in ["clamp", "mirror", "wrap", "constant", "function"] {
            let f = compile_with(&options, |a: Acc<f64, Ix2>| a.windows(boundary(name), [3, 2])).unwrap();
            for (n, m) in SHAPES {
                let a = matrix(n, m);
                assert_eq!(f.run(a.view()).unwrap(), windows(&a, name, (3, 2)), "{name}, {n} x {m}");
            }
        }
    }
}

#[test]
fn windows_are_folded_with_weights_of_any_shape() {
    for options in all_options() {
        for name in ["clamp", "wrap"] {
            let f = compile_with(&options, |a: Acc<f64, Ix2>, weights: Acc<f64, Ix2>| {
                a.windows(boundary(name), [weights.len(0), weights.len(1)])
                    .imap(|[_, _, k, l], x| x * weights.at([k, l]))
                    .fold_axes([2, 3], 1.0, |sum, x| sum / 2.0 + x)
            })
            .unwrap();
            let source = f.source().to_owned();
            assert!(f.is_interpreted() || !source.contains("windows"), "{source}");
            for (n, m) in SHAPES {
                for shape in [(1, 1), (3, 3), (2, 5), (0, 2)] {
                    let (a, weights) = (matrix(n, m), matrix(shape.0, shape.1));
                    let all = windows(&a, name, shape);
                    let expected = Array2::from_shape_fn((n, m), |(i, j)| {
                        weights.indexed_iter().fold(1.0, |sum, ((k, l), weight)| sum / 2.0 + all[[i, j, k, l]] * weight)
                    });
                    assert_eq!(f.run((a.view(), weights.view())).unwrap(), expected, "{name}, {n} x {m}, {shape:?}");
                }
            }
        }
    }
}

/// However little the compiler may do, what it compiles is compiled.
#[test]
fn a_small_budget_is_no_error() {
    let [native, _] = all_options();
    for budget in [1, 1_000, 30_000, 100_000] {
        let mut options = native.clone();
        options.optimizer.settings.budget = budget;
        let f = compile_with(&options, |a: Acc<f64, Ix2>| {
            a.windows(Boundary::Clamp, [3, 2]).fold_axes([2, 3], 0.0, |sum, x| sum + x)
        });
        for (n, m) in SHAPES {
            let a = matrix(n, m);
            let expected = windows(&a, "clamp", (3, 2)).sum_axis(ndarray::Axis(3)).sum_axis(ndarray::Axis(2));
            assert_eq!(f.as_ref().unwrap().run(a.view()).unwrap(), expected, "{n} x {m}, {budget}");
        }
    }
}

#[test]
fn windows_may_be_used_again_and_again() {
    for options in all_options() {
        let f = compile_with(&options, |a: Acc<f64, Ix1>| {
            let all = a.windows(Boundary::Mirror, [4]);
            let least = all.fold1(|least, x| least.min(x));
            (all.imap(|[i, _], x| x - least.at([i])).sum(), least, all.transpose())
        })
        .unwrap();
        for n in [0, 1, 3, 20] {
            let a = matrix(1, n);
            let all = windows(&a, "mirror", (1, 4)).into_shape_with_order((n, 4)).unwrap();
            let (sums, least, turned) = f.run(a.row(0)).unwrap();
            assert_eq!(least, all.map_axis(ndarray::Axis(1), |row| row.fold(f64::MAX, |least, x| least.min(*x))));
            let sum = |(row, least): (ndarray::ArrayView1<'_, f64>, &f64)| row.iter().map(|x| x - least).sum::<f64>();
            assert_eq!(sums, Array1::from_iter(all.rows().into_iter().zip(&least).map(sum)));
            assert_eq!(turned, all.t());
        }
    }
}

#[test]
fn stencils_have_windows_as_values() {
    for options in all_options() {
        let f = compile_with(&options, |a: Acc<f64, Ix2>, weights: [Exp<f64>; 6]| {
            a.stencil(Boundary::Clamp, |s| {
                s.window([2, 3]).into_iter().zip(weights).fold(0.0.into(), |sum, (x, weight)| sum + x * weight)
            })
        })
        .unwrap();
        for (n, m) in SHAPES {
            let (a, weights) = (matrix(n, m), [0.5, 2.0, -1.0, 3.0, 0.25, 7.0]);
            let all = windows(&a, "clamp", (2, 3));
            let expected = Array2::from_shape_fn((n, m), |(i, j)| {
                (0..6).map(|at| all[[i, j, at / 3, at % 3]] * weights[at]).sum::<f64>()
            });
            assert_eq!(f.run((a.view(), weights)).unwrap(), expected);
        }
    }
}

#[test]
fn a_fold_may_say_that_its_order_does_not_matter() {
    let [options, interpreted] = all_options();
    let is_reordered = |source: &str| source.contains("reduction(+:");
    let says_so = |a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| (a * b).sum().in_any_order();
    let f = compile_with(&options, says_so).unwrap();
    assert!(is_reordered(f.source()), "{}", f.source());
    let a = Array1::from_shape_fn(1000, |i| (i % 7) as f64);
    assert_eq!(f.run((a.view(), a.view())).unwrap()[()], a.dot(&a));
    assert_eq!(compile_with(&interpreted, says_so).unwrap().run((a.view(), a.view())).unwrap()[()], a.dot(&a));
    // It is not said of all.
    let g = compile_with(&options, |a: Acc<f64, Ix1>| (a.sum().in_any_order(), a.map(|x| x * 0.1).sum())).unwrap();
    assert!(!is_reordered(g.source()), "{}", g.source());
    let (sum, tenth) = g.run(a.view()).unwrap();
    assert_eq!((sum[()], tenth[()]), (a.sum(), a.iter().fold(0.0, |sum, x| sum + x * 0.1)));
    let error = compile_with(&options, |a: Acc<f64, Ix1>| a.map(|x| x + 1.0).in_any_order()).unwrap_err();
    assert!(error.to_string().contains("in_any_order at ") && error.to_string().contains("this is no fold"), "{error}");
}

#[test]
fn folds_go_along_several_dimensions() {
    for options in all_options() {
        let f = compile_with(&options, |a: Acc<f64, Ix3>| {
            let next = |sum: Exp<f64>, x| sum / 2.0 + x;
            (a.fold_axes([0, 2], 1.0, next), a.fold_axes([2, 0], 1.0, next), a.fold_axes([0, 1, 2], 1.0, next))
        })
        .unwrap();
        for (n, m, p) in [(0, 2, 3), (1, 1, 1), (3, 4, 5)] {
            let a = Array3::from_shape_fn((n, m, p), |(i, j, k)| (i * 5 + j * 3 + k * 7) as f64 % 11.0);
            let steps = |all: &mut dyn Iterator<Item = f64>| all.fold(1.0, |sum, x| sum / 2.0 + x);
            let (forth, across, whole) = f.run(a.view()).unwrap();
            for j in 0..m {
                let along = a.index_axis(ndarray::Axis(1), j);
                assert_eq!(forth[j], steps(&mut along.iter().copied()));
                assert_eq!(across[j], steps(&mut along.t().iter().copied()));
            }
            assert_eq!(whole[()], steps(&mut a.iter().copied()));
        }
        let error = compile_with(&options, |a: Acc<f64, Ix3>| a.fold_axes([1, 1], 0.0, |x, y| x + y)).unwrap_err();
        assert!(error.to_string().contains("[1, 1] are no dimensions of 3"), "{error}");
    }
}
