//! Operations of the array language, against plain definitions; and what is said where they are used in a wrong way.

use std::path::Path;

use ndarray::{Array1, Array2, Array3, Axis, Ix0, Ix1, Ix2, Ix3, arr1, arr2, s};
use polymill::array::{
    Acc, Boundary, Cache, CompileOptions, Exp, Function, Results, Traceable, compile_with, generate, zip_with3,
};
use polymill::{Options, machine_model};

/// Without fused operations, for a machine that is the same everywhere.
#[allow(clippy::unwrap_used)]
fn options() -> CompileOptions {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine.toml");
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() }
}

/// Compiled as numbers are without fused operations.
#[allow(clippy::unwrap_used)]
#[track_caller]
fn compile<A, F: Traceable<A>>(closure: F) -> Function<A, F::Results>
where
    F::Results: Results,
{
    compile_with(&options(), closure).unwrap()
}

fn matrix(n: usize, m: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, m), |(i, j)| ((i * 7 + j * 3) % 11) as f64 - 4.0)
}

#[test]
fn elements_are_computed_by_themselves() {
    let f = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>, c: Acc<f64, Ix2>| {
        let all = zip_with3(a, b, c, |x, y, z| x * y + z);
        (all, a.imap(|[i, j], x| x + (i * 10 + j).cast::<f64>()), a.map(|x| x.gt(0.0)))
    });
    for (n, m) in [(0, 3), (1, 1), (5, 8)] {
        let a = matrix(n, m);
        let (all, indexed, positive) = f.run((a.view(), a.view(), a.view())).unwrap();
        assert_eq!(all, &a * &a + &a);
        assert_eq!(indexed, Array2::from_shape_fn((n, m), |(i, j)| a[[i, j]] + (i * 10 + j) as f64));
        assert_eq!(positive, a.mapv(|x| x > 0.0));
    }
}

#[test]
fn views_may_have_any_strides() {
    let f = compile(|a: Acc<f64, Ix2>| a.map(|x| x * 2.0));
    let a = matrix(6, 9);
    for view in
        [a.t(), a.slice(s![1..;2, ..;3]), a.slice(s![..;-1, ..;-2]), a.slice(s![0..1, ..]).broadcast((4, 9)).unwrap()]
    {
        assert_eq!(f.run(view).unwrap(), view.mapv(|x| x * 2.0));
        let mut whole = Array2::zeros((view.ncols(), view.nrows()));
        f.run_into(view, whole.view_mut().reversed_axes()).unwrap();
        assert_eq!(whole.t(), view.mapv(|x| x * 2.0));
    }
}

#[test]
fn elements_are_moved() {
    let f = compile(|a: Acc<f64, Ix2>| {
        let every_other = a.slice(1, 1, a.len(1), 2);
        (every_other, a.transpose().reverse(0), a.concat(0, a.take(0, 1)), a.tail(1).init(1))
    });
    let a = matrix(4, 6);
    let (every_other, turned, longer, inner) = f.run(a.view()).unwrap();
    assert_eq!(every_other, a.slice(s![.., 1..;2]));
    assert_eq!(turned, a.t().slice(s![..;-1, ..]));
    assert_eq!(longer, ndarray::concatenate![Axis(0), a, a.slice(s![0..1, ..])]);
    assert_eq!(inner, a.slice(s![.., 1..5]));
    let g = compile(|a: Acc<f64, Ix2>| (a.flatten(), a.reshape([a.len(1), a.len(0)]), a.replicate(1, 3)));
    let (flat, other, thrice) = g.run(a.view()).unwrap();
    assert_eq!(flat, a.flatten());
    assert_eq!(other, a.to_shape((6, 4)).unwrap());
    assert_eq!(thrice, Array3::from_shape_fn((4, 3, 6), |(i, _, j)| a[[i, j]]));
    let h = compile(|a: Acc<f64, Ix3>| a.permute_axes([2, 0, 1]));
    assert_eq!(h.run(thrice.view()).unwrap(), thrice.permuted_axes([2, 0, 1]));
}

#[test]
fn folds_and_scans_keep_the_order() {
    let f = compile(|a: Acc<f64, Ix2>| {
        let sums = a.fold(1.0, |sum, x| sum / 3.0 + x);
        (
            sums,
            a.fold_axis(0, 0.0, |most, x| most.max(x)),
            a.scanl(0.5, |sum, x| sum * 0.5 + x),
            a.scanr1(|x, sum| x - sum),
        )
    });
    let total = compile(|a: Acc<f64, Ix1>| a.fold1(|sum, x| sum - x));
    for (n, m) in [(3, 0), (0, 4), (1, 1), (4, 7)] {
        let a = matrix(n, m);
        let (sums, most, forth, back) = f.run(a.view()).unwrap();
        assert_eq!(sums, a.map_axis(Axis(1), |row| row.fold(1.0, |sum, x| sum / 3.0 + x)));
        assert_eq!(most, a.map_axis(Axis(0), |column| column.fold(0.0, |most: f64, x| most.max(*x))));
        for (row, (forth, back)) in a.rows().into_iter().zip(forth.rows().into_iter().zip(back.rows())) {
            let mut so_far = 0.5;
            assert_eq!(forth[0], so_far);
            for (x, found) in row.iter().zip(forth.iter().skip(1)) {
                so_far = so_far * 0.5 + x;
                assert_eq!(*found, so_far);
            }
            let mut so_far: Option<f64> = None;
            for (x, found) in row.iter().zip(back).rev() {
                so_far = Some(so_far.map_or(*x, |so_far| x - so_far));
                assert_eq!(Some(*found), so_far);
            }
        }
    }
    assert_eq!(total.run(arr1(&[9.0, 1.0, 2.5]).view()).unwrap()[()], 5.5);
}

#[test]
fn scans_and_their_last_result_come_together() {
    let f = compile(|a: Acc<i32, Ix1>| {
        let (forth, sum) = a.scanl_and_fold(0, |sum, x| sum + x);
        let (back, last) = a.scanr_and_fold(100, |x, sum| sum - x);
        (forth, sum, back, last)
    });
    let (forth, sum, back, last) = f.run(arr1(&[1, 2, 3]).view()).unwrap();
    assert_eq!((forth, sum[()]), (arr1(&[0, 1, 3]), 6));
    assert_eq!((back, last[()]), (arr1(&[95, 97, 100]), 94));
}

#[test]
fn stencils_see_beyond_the_border_as_they_are_told() {
    let a = arr1(&[1.0, 2.0, 3.0, 4.0]);
    for (boundary, expected) in [
        (Boundary::Clamp, [1.0, 1.0, 1.0, 2.0]),
        (Boundary::Mirror, [2.0, 1.0, 1.0, 2.0]),
        (Boundary::Wrap, [3.0, 4.0, 1.0, 2.0]),
        (Boundary::Constant(-5.0), [-5.0, -5.0, 1.0, 2.0]),
        (Boundary::function(|[i]| i.cast::<f64>() * 10.0), [-20.0, -10.0, 1.0, 2.0]),
    ] {
        let name = format!("{boundary:?}");
        let f = compile(|a: Acc<f64, Ix1>| a.stencil(boundary, |s| s[[-2]]));
        assert_eq!(f.run(a.view()).unwrap().to_vec(), expected, "{name}");
        assert_eq!(f.run(Array1::zeros(0).view()).unwrap().len(), 0);
    }
    let both = compile(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| {
        a.stencil2(Boundary::Clamp, b, Boundary::Constant(0.0), |s, t| s[[1]] * t[[1]])
    });
    assert_eq!(both.run((a.view(), a.view())).unwrap().to_vec(), [4.0, 9.0, 16.0, 0.0]);
}

#[test]
fn histograms_are_counted_and_elements_are_gathered_and_scattered() {
    let f = compile(|a: Acc<u8, Ix1>| {
        let zeros = generate([4], |_| Exp::from(0_u32));
        a.map(|_| Exp::from(1_u32)).permute(zeros, |[i]| [a.at([i]).cast()], |count, one| count + one)
    });
    assert_eq!(f.run(arr1(&[3, 0, 3, 200, 1, 3]).view()).unwrap(), arr1(&[1, 1, 0, 3]));
    let g = compile(|a: Acc<f32, Ix1>, places: Acc<i64, Ix1>| {
        (a.gather(places), a.scatter(places, a.map(|_| Exp::from(0.0))))
    });
    let (gathered, scattered) = g.run((arr1(&[1.0, 2.0, 3.0]).view(), arr1(&[2, -1, 2]).view())).unwrap();
    assert_eq!(gathered, arr1(&[3.0, 0.0, 3.0]));
    assert_eq!(scattered, arr1(&[0.0, 0.0, 3.0]));
}

#[test]
fn pairs_are_folded_together() {
    // The place of the largest element.
    let f = compile(|a: Acc<f64, Ix1>| {
        let places = generate([a.len(0)], |[i]| i);
        let best = a.zip(places).fold1(|best, next| {
            let ((x, _), (y, _)) = (best.parts(), next.parts());
            y.gt(x).select(next, best)
        });
        best.unzip()
    });
    let (value, place) = f.run(arr1(&[1.0, 7.0, 3.0, 7.0]).view()).unwrap();
    assert_eq!((value[()], place[()]), (7.0, 1));
}

#[test]
fn operations_are_applied_again_and_again() {
    let f = compile(|a: Acc<f64, Ix1>, steps: Exp<i64>| {
        a.iterate(steps, |a| a.stencil(Boundary::Wrap, |s| s[[-1]] * 0.5 + s[[1]] * 0.5))
    });
    // There is no copy for each step.
    assert!(!f.source().contains("[t]"), "{}", f.source());
    let mut expected = arr1(&[8.0, 0.0, 4.0, 0.0, 0.0]);
    for steps in 0..5 {
        assert_eq!(f.run((arr1(&[8.0, 0.0, 4.0, 0.0, 0.0]).view(), steps)).unwrap(), expected);
        expected = Array1::from_shape_fn(5, |i| expected[(i + 4) % 5] * 0.5 + expected[(i + 1) % 5] * 0.5);
    }
}

#[test]
fn sums_are_computed_in_parallel_if_that_is_allowed() {
    let sum = |reassociates| {
        let options = CompileOptions { reassociates, ..options() };
        compile_with(&options, |a: Acc<f64, Ix1>| a.sum()).unwrap()
    };
    assert!(sum(true).source().contains("reduction(+:") && !sum(false).source().contains("reduction"));
    let many = Array1::from_elem(100_000, 0.5);
    assert_eq!(sum(true).run(many.view()).unwrap()[()], 50_000.0);
    let integers = compile(|a: Acc<i32, Ix1>| a.sum());
    assert!(integers.source().contains("reduction(+:"), "{}", integers.source());
}

/// The product of two matrices, each element in order.
fn product_of(a: &Array2<f64>, b: &Array2<f64>) -> Array2<f64> {
    Array2::from_shape_fn((a.nrows(), b.ncols()), |(i, j)| {
        (0..a.ncols()).fold(0.0, |sum, k| sum + a[[i, k]] * b[[k, j]])
    })
}

fn product(a: Acc<f64, Ix2>, b: Acc<f64, Ix2>) -> Acc<f64, Ix2> {
    (a.replicate(1, b.len(1)) * b.transpose().replicate(0, a.len(0))).sum()
}

#[test]
fn products_are_the_same_with_operands_that_are_packed_and_without() {
    let plain = compile(product);
    let transposed = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| product(a, b.transpose()));
    let of_result = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| product(a.transpose(), b).transpose());
    let chained = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| product(a, product(a, b).transpose()));
    assert!([&plain, &transposed].iter().all(|f| f.source().contains("pack_2[")), "{}", plain.source());
    for (n, m, p) in [(3, 4, 5), (17, 2, 33), (257, 3, 300), (300, 16, 256), (70, 60, 50), (150, 131, 163)] {
        let (a, b) = (matrix(n, m).mapv(|x| x / 7.0), matrix(m, p).mapv(|x| x / 3.0));
        let expected = product_of(&a, &b);
        assert_eq!(plain.run((a.view(), b.view())).unwrap(), expected);
        assert_eq!(transposed.run((a.view(), b.t().as_standard_layout().view())).unwrap(), expected);
        assert_eq!(of_result.run((a.t().as_standard_layout().view(), b.view())).unwrap(), expected.t());
    }
    let (a, b) = (matrix(260, 260).mapv(|x| x / 7.0), matrix(260, 260).mapv(|x| x / 3.0));
    let expected = product_of(&a, &product_of(&a, &b).t().to_owned());
    assert_eq!(chained.run((a.view(), b.view())).unwrap(), expected);
}

#[test]
fn sizes_that_are_presumed_to_fit_may_not() {
    let f = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| {
        generate([a.len(0), a.len(0), a.len(1)], |[i, j, k]| a.at([i, k]) * b.at([j, k])).sum()
    });
    assert!(
        f.source().lines().any(|line| line.trim_start().starts_with("if (") && line.contains(">=")),
        "{}",
        f.source()
    );
    for (n, m, p, q) in
        [(6, 4, 6, 4), (6, 4, 9, 8), (6, 4, 5, 4), (6, 4, 6, 3), (20, 3, 19, 9), (40, 30, 40, 30), (0, 2, 3, 1)]
    {
        let (a, b) = (matrix(n, m), matrix(p, q));
        let at = |j: usize, k: usize| b.get((j, k)).copied().unwrap_or(0.0);
        let expected = Array2::from_shape_fn((n, n), |(i, j)| (0..m).fold(0.0, |sum, k| sum + a[[i, k]] * at(j, k)));
        assert_eq!(f.run((a.view(), b.view())).unwrap(), expected, "{n} x {m}, {p} x {q}");
    }
}

#[test]
fn what_no_element_needs_is_not_stored() {
    let dot = compile(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| (a * b).sum());
    assert!(!dot.source().contains("polymill_allocate"), "{}", dot.source());
    let integral = compile(|a: Acc<f32, Ix2>| {
        let rows = |a: Acc<f32, Ix2>| a.scanl1(|sum, x| sum + x);
        rows(rows(a).transpose()).transpose()
    });
    assert_eq!(integral.run(arr2(&[[1.0, 2.0], [3.0, 4.0]]).view()).unwrap(), arr2(&[[1.0, 3.0], [4.0, 10.0]]));
}

#[test]
fn what_does_not_fit_is_said_with_the_operation_and_the_line() {
    let sum = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>| a + b);
    let line = line!() - 1;
    let (a, b) = (matrix(2, 3), matrix(2, 4));
    let error = sum.run((a.view(), b.view())).unwrap_err().to_string();
    assert!(error.contains("add at") && error.contains(&format!("array.rs:{line}")), "{error}");
    assert!(error.contains("[2, 3] and [2, 4]"), "{error}");
    let mut out = Array2::zeros((3, 2));
    let error = sum.run_into((a.view(), a.view()), out.view_mut()).unwrap_err().to_string();
    assert!(error.contains("[3, 2]") && error.contains("[2, 3]"), "{error}");
    assert_eq!(out, Array2::<f64>::zeros((3, 2)));
    let first = compile(|a: Acc<f64, Ix1>| a.fold1(|x, _| x));
    let error = first.run(Array1::zeros(0).view()).unwrap_err().to_string();
    assert!(error.contains("fold1") && error.contains("should be at least 1"), "{error}");
    let some = compile(|a: Acc<f64, Ix1>, n: Exp<i64>| a.take(0, n));
    for (n, word) in [(5, "at least 0"), (-1, "at least 0"), (i64::MAX, "too large")] {
        let error = some.run((Array1::zeros(4).view(), n)).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
}

#[test]
fn programs_without_meaning_are_refused() {
    let refused = |error: polymill::Error, words: &str| assert!(error.to_string().contains(words), "{error}");
    let options = options();
    refused(compile_with(&options, |a: Acc<f64, Ix2>| a.reverse(2)).err().unwrap(), "there is no dimension 2");
    refused(compile_with(&options, |a: Acc<f64, Ix2>| a.permute_axes([0, 0])).err().unwrap(), "is no order");
    refused(compile_with(&options, |a: Acc<f64, Ix1>| a.slice(0, 0, 4, 0)).err().unwrap(), "the step is 0");
    let walls = Boundary::function(|[i, j]| (i + j).cast::<f64>());
    let wrong = compile_with(&options, |a: Acc<f64, Ix1>| a.stencil(walls, |s| s[[1]]));
    refused(wrong.err().unwrap(), "the function of the boundary takes no index with 1 parts");
    let mut leaked = None;
    compile(|a: Acc<f64, Ix0>| {
        leaked = Some(a.the());
        a
    });
    let leaked = leaked.unwrap();
    refused(compile_with(&options, |a: Acc<f64, Ix1>| a.map(|x| x + leaked)).err().unwrap(), "another program");
    let escaped = compile_with(&options, |a: Acc<f64, Ix1>| {
        let mut inner = a;
        a.iterate(3, |a| {
            inner = a.map(|x| x + 1.0);
            inner
        });
        inner
    });
    refused(escaped.err().unwrap(), "inside of an iteration");
    let compiler = CompileOptions { compiler: Some("no-such-compiler".to_owned()), ..options };
    refused(compile_with(&compiler, |a: Acc<f64, Ix1>| a).err().unwrap(), "no C compiler");
}

#[test]
fn compiled_programs_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("cache");
    let with = |compiler: &str| CompileOptions {
        cache: Cache::Folder(folder.clone()),
        compiler: Some(compiler.to_owned()),
        ..options()
    };
    let run = |compiler: &str| {
        let f = compile_with(&with(compiler), |a: Acc<f64, Ix1>| a.map(|x| x + 1.0)).unwrap();
        assert_eq!(f.run(arr1(&[1.0, 2.0]).view()).unwrap(), arr1(&[2.0, 3.0]));
        let explanation = f.explain().unwrap();
        assert!(explanation.contains("vector") || explanation.contains("parallel"), "{explanation}");
    };
    let entries = || std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    // This compiler works once: what runs the second time was kept.
    let compiler = dir.path().join("once");
    let token = dir.path().join("token");
    let text = format!("#!/bin/sh\nrm '{}' || exit 1\nexec cc \"$@\"\n", token.display());
    std::fs::write(&compiler, text).unwrap();
    std::fs::write(&token, "").unwrap();
    std::process::Command::new("chmod").arg("+x").arg(&compiler).status().unwrap();
    run(compiler.to_str().unwrap());
    assert_eq!(entries().len(), 1);
    run(compiler.to_str().unwrap());
    // What is damaged is compiled again, and so is what cannot be kept.
    for damage in [&b""[..], b"12345678", b"not what was written"] {
        std::fs::write(&entries()[0], damage).unwrap();
        std::fs::write(&token, "").unwrap();
        run(compiler.to_str().unwrap());
    }
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "a file in the way").unwrap();
    run("cc");
}

#[test]
fn compilers_that_fail_are_said_and_nothing_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("cache");
    let said = |compiler: &str| {
        let options =
            CompileOptions { cache: Cache::Folder(folder.clone()), compiler: Some(compiler.to_owned()), ..options() };
        let error = compile_with(&options, |a: Acc<f64, Ix1>| a.map(|x| x + 1.0)).unwrap_err().to_string();
        assert!(!folder.exists(), "{compiler}");
        error
    };
    assert!(said("no-such-compiler").contains("no-such-compiler"));
    assert!(said("false").contains("false"));
    let script = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::process::Command::new("chmod").arg("+x").arg(&path).status().unwrap();
        path.to_str().unwrap().to_owned()
    };
    for (name, text) in [
        ("dies", "kill -9 $$"),
        ("writes-nothing", "exit 0"),
        ("writes-half", "while [ \"$1\" != -o ]; do shift; done; echo half > \"$2\""),
    ] {
        let error = said(&script(name, text));
        assert!(!error.is_empty(), "{name}");
    }
}

#[test]
fn functions_are_called_from_several_threads() {
    let f = compile(|a: Acc<f64, Ix1>| a.map(|x| x * x).scanl1(|sum, x| sum + x));
    std::thread::scope(|scope| {
        for n in 1..5_usize {
            let f = &f;
            scope.spawn(move || {
                let ones = Array1::from_elem(n * 1000, 1.0);
                for _ in 0..20 {
                    assert_eq!(f.run(ones.view()).unwrap()[n * 1000 - 1], (n * 1000) as f64);
                }
            });
        }
    });
}
