//! Operations on segments and on what is kept of an array, against plain definitions.

use std::path::Path;

use ndarray::{Array1, Array2, Ix1, Ix2, arr1, arr2};
use polymill::array::interpreter::{Given, Values, interpret};
use polymill::array::number::Number;
use polymill::array::{Acc, Cache, CompileOptions, Exp, Function, Results, Traceable, compile_with, trace};
use polymill::{Options, machine_model};

/// Without fused operations, for a machine that is the same everywhere: the one in this file.
#[allow(clippy::unwrap_used)]
fn options(machine: &str) -> CompileOptions {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(machine);
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() }
}

#[allow(clippy::unwrap_used)]
#[track_caller]
fn compile<A, F: Traceable<A>>(closure: F) -> Function<A, F::Results>
where
    F::Results: Results,
{
    compile_with(&options("eager.toml"), closure).unwrap()
}

const LENGTHS: [&[i32]; 8] =
    [&[], &[0], &[3], &[2, 0, 3, 1], &[0, 0, 5, 0], &[-4, 2, -1, 2], &[4, 9, 2], &[i32::MAX, i32::MIN, i32::MAX, 7]];

/// The segments of a row.
fn segments<'a, T>(mut row: &'a [T], lengths: &[i32]) -> Vec<&'a [T]> {
    let mut segments = vec![];
    for length in lengths {
        let (segment, rest) = row.split_at(row.len().min((*length).max(0) as usize));
        segments.push(segment);
        row = rest;
    }
    segments
}

/// The rows of a matrix, each of which becomes another one.
#[allow(clippy::unwrap_used)]
fn by_rows(a: &Array2<f64>, columns: usize, function: impl Fn(&[f64]) -> Vec<f64>) -> Array2<f64> {
    let rows: Vec<f64> = a.rows().into_iter().flat_map(|row| function(&row.to_vec())).collect();
    Array2::from_shape_vec((a.nrows(), columns), rows).unwrap()
}

/// A row of what segments become, with zeros behind.
fn filled(parts: Vec<Vec<f64>>, n: usize) -> Vec<f64> {
    let mut all = parts.concat();
    all.resize(n, 0.0);
    all
}

fn matrix(n: usize, m: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, m), |(i, j)| ((i * 7 + j * 3) % 11) as f64 - 4.0)
}

#[test]
fn segments_are_folded() {
    let f = compile(|a: Acc<f64, Ix2>, lengths: Acc<i32, Ix1>| {
        let folded = a.fold_segments(lengths, 0.5, |sum, x| sum / 3.0 + x);
        (folded, a.map(|x| x * x + 1.0).fold_segments(lengths, 0.0, |sum, x| sum + x))
    });
    // The rows of the result, or the segments, are computed in threads.
    assert!(f.source().contains("omp parallel for"), "{}", f.source());
    for (n, m) in [(0, 4), (3, 0), (1, 1), (4, 6), (37, 5)] {
        for lengths in LENGTHS {
            let a = matrix(n, m);
            let (folded, squares) = f.run((a.view(), arr1(lengths).view())).unwrap();
            let fold = |row: &[f64], initial: f64, combine: fn(f64, &f64) -> f64| {
                segments(row, lengths).into_iter().map(|part| part.iter().fold(initial, combine)).collect::<Vec<_>>()
            };
            assert_eq!(folded, by_rows(&a, lengths.len(), |row| fold(row, 0.5, |sum, x| sum / 3.0 + x)), "{lengths:?}");
            assert_eq!(squares, by_rows(&a, lengths.len(), |row| fold(row, 0.0, |sum, x| sum + (x * x + 1.0))));
        }
    }
}

#[test]
fn segments_of_any_number_are_folded_in_threads() {
    let product = compile_with(
        &options("machine.toml"),
        |rows: Acc<u64, Ix1>, elements: Acc<f64, Ix1>, columns: Acc<i64, Ix1>, x: Acc<f64, Ix1>| {
            (elements * x.gather(columns)).fold_segments(rows, 0.0, |sum, x| sum + x)
        },
    )
    .unwrap();
    assert!(product.source().contains("omp parallel for"), "{}", product.source());
    // The elements are computed where they are added.
    let mut allocated = product.source().lines().filter(|line| line.contains("= polymill_allocate("));
    assert!(allocated.all(|line| line.contains("*fold_segments =")), "{}", product.source());
    let run = |lengths: &[u64]| {
        let n = 5000_usize;
        let elements = Array1::from_shape_fn(n, |i| (i % 13) as f64 - 5.0);
        let columns = Array1::from_shape_fn(n, |i| (i as i64 * 31) % 103 - 1);
        let x = Array1::from_shape_fn(100, |i| i as f64 / 4.0);
        let at = |i: i64| usize::try_from(i).ok().and_then(|i| x.get(i)).copied().unwrap_or(0.0);
        let mut from = 0;
        let expected = lengths.iter().map(|length| {
            let to = n.min(from + (*length).min(n as u64) as usize);
            let sum = (from..to).fold(0.0, |sum, i| sum + elements[i] * at(columns[i]));
            from = to;
            sum
        });
        let expected: Array1<f64> = expected.collect();
        let found = product.run((arr1(lengths).view(), elements.view(), columns.view(), x.view())).unwrap();
        assert_eq!(found, expected);
    };
    run(&(0..150).map(|i| (i * 7) % 60).collect::<Vec<u64>>());
    run(&[1, u64::MAX, 3, u64::MAX]);
    run(&[]);
}

#[test]
fn pairs_in_segments_are_folded_together() {
    // The place of the largest element in each segment, and those that were there before the program ran on.
    let f = compile(|a: Acc<f64, Ix1>, lengths: Acc<i32, Ix1>| {
        let places = polymill::array::generate([a.len(0)], |[i]| i);
        let none: Exp<(f64, i64)> = (Exp::from(f64::NEG_INFINITY), Exp::from(-1_i64)).into();
        let best = a.zip(places).fold_segments(lengths, none, |best, next| {
            let ((x, _), (y, _)) = (best.parts(), next.parts());
            y.gt(x).select(next, best)
        });
        best.unzip()
    });
    let (values, places) = f.run((arr1(&[1.0, 7.0, 3.0, 9.0, 2.0]).view(), arr1(&[3, 0, 2]).view())).unwrap();
    assert_eq!(values, arr1(&[7.0, f64::NEG_INFINITY, 9.0]));
    assert_eq!(places, arr1(&[1, -1, 3]));
}

#[test]
fn segments_are_scanned() {
    let f = compile(|a: Acc<f64, Ix2>, lengths: Acc<i32, Ix1>| {
        (
            a.scanl1_segments(lengths, |sum, x| sum / 3.0 + x),
            a.scanr1_segments(lengths, |x, sum| x - sum * 0.5),
            a.scanl_segments(lengths, 0.5, |sum, x| sum / 3.0 + x),
            a.scanr_segments(lengths, -2.0, |x, sum| x - sum * 0.5),
        )
    });
    let scanned = |initial: Option<f64>, part: &[f64], combine: &dyn Fn(f64, f64) -> f64| {
        let mut all: Vec<f64> = initial.into_iter().collect();
        for x in part {
            all.push(all.last().map_or(*x, |so_far| combine(*so_far, *x)));
        }
        all
    };
    let backwards = |initial: Option<f64>, part: &[f64]| {
        let turned: Vec<f64> = part.iter().rev().copied().collect();
        let mut all = scanned(initial, &turned, &|sum, x| x - sum * 0.5);
        all.reverse();
        all
    };
    let forwards = |initial: Option<f64>, part: &[f64]| scanned(initial, part, &|sum, x| sum / 3.0 + x);
    for (n, m) in [(0, 4), (2, 0), (1, 1), (3, 6)] {
        for lengths in LENGTHS {
            let a = matrix(n, m);
            let (forth, back, more_forth, more_back) = f.run((a.view(), arr1(lengths).view())).unwrap();
            let expected = |more: usize, scan: &dyn Fn(&[f64]) -> Vec<f64>| {
                let columns = m + more;
                by_rows(&a, columns, |row| filled(segments(row, lengths).into_iter().map(scan).collect(), columns))
            };
            assert_eq!(forth, expected(0, &|part| forwards(None, part)), "{lengths:?}");
            assert_eq!(back, expected(0, &|part| backwards(None, part)), "{lengths:?}");
            assert_eq!(more_forth, expected(lengths.len(), &|part| forwards(Some(0.5), part)), "{lengths:?}");
            assert_eq!(more_back, expected(lengths.len(), &|part| backwards(Some(-2.0), part)), "{lengths:?}");
        }
    }
}

#[test]
fn the_interpreter_knows_segments() {
    let program = trace(|a: Acc<i64, Ix2>, lengths: Acc<i64, Ix1>| {
        (a.fold_segments(lengths, 10, |sum, x| sum - x), a.scanl1_segments(lengths, |sum, x| sum - x))
    })
    .unwrap();
    let values = |shape: &[usize], elements: &[i64]| {
        let elements = elements.iter().map(|value| Number::Int(i128::from(*value))).collect();
        Values { shape: shape.to_vec(), elements }
    };
    let given =
        [Given::Array(vec![values(&[2, 4], &[1, 2, 3, 4, 5, 6, 7, 8])]), Given::Array(vec![values(&[3], &[2, -1, 1])])];
    let found = interpret(program.graph(), &given).unwrap();
    assert_eq!(found[0], values(&[2, 3], &[7, 10, 7, -1, 10, 3]));
    assert_eq!(found[1], values(&[2, 4], &[1, -1, 3, 0, 5, -1, 7, 0]));
    let f = compile(|a: Acc<i64, Ix2>, lengths: Acc<i64, Ix1>| a.fold_segments(lengths, 10, |sum, x| sum - x));
    let a = arr2(&[[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!(f.run((a.view(), arr1(&[2, -1, 1]).view())).unwrap(), arr2(&[[7, 10, 7], [-1, 10, 3]]));
}

#[test]
fn what_is_kept_is_in_order() {
    let f = compile(|a: Acc<f64, Ix1>, mask: Acc<bool, Ix1>| (a.filter(|x| x.gt(0.0)), a.compress(mask)));
    for n in [0, 1, 2, 5, 40] {
        let a = matrix(1, n).row(0).to_owned();
        let mask = Array1::from_shape_fn(n, |i| i % 3 == 1);
        let ((positive, n_positive), (masked, n_masked)) = f.run((a.view(), mask.view())).unwrap();
        let expected: Vec<f64> = a.iter().copied().filter(|x| *x > 0.0).collect();
        assert_eq!(n_positive[()], expected.len() as i64);
        assert_eq!(positive.to_vec(), filled(vec![expected], n));
        let expected: Vec<f64> = a.iter().zip(&mask).filter(|(_, keeps)| **keeps).map(|(x, _)| *x).collect();
        assert_eq!(n_masked[()], expected.len() as i64);
        assert_eq!(masked.to_vec(), filled(vec![expected], n));
    }
    let error = f.run((arr1(&[1.0, 2.0]).view(), arr1(&[true]).view())).unwrap_err().to_string();
    assert!(error.contains("compress") && error.contains("[2] and [1]"), "{error}");
}

#[test]
fn pairs_are_kept_together() {
    let f = compile(|a: Acc<f64, Ix1>, b: Acc<i32, Ix1>| {
        let (kept, count) = a.zip(b).filter(|pair| pair.parts().1.gt(0));
        (kept.unzip(), count)
    });
    let ((a, b), count) = f.run((arr1(&[1.0, 2.0, 3.0]).view(), arr1(&[1, 0, 5]).view())).unwrap();
    assert_eq!((a, b, count[()]), (arr1(&[1.0, 3.0, 0.0]), arr1(&[1, 5, 0]), 2));
}
