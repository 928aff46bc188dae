//! How array programs are called: arrays of tuples, threads, and the interpreter in the place of a C compiler.

use std::path::Path;
use std::process::Command;

use ndarray::{Array1, Array2, Ix1, Ix2, arr0, arr1, arr2, s};
use polymill::array::number::Number;
use polymill::array::untyped::{Given, Parameter, Site, trace};
use polymill::array::{
    Acc, AnyArray, AnyView, Boundary, Cache, CompileOptions, DynArgument, DynFunction, Exp, Place, compile_with,
    zip_all,
};
use polymill::{Options, machine_model};
use polymill_gdg::{BinaryOp, ScalarType};

/// Without fused operations, for a machine that runs all it can in threads.
#[allow(clippy::unwrap_used)]
fn options() -> CompileOptions {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eager.toml");
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() }
}

/// Where there is no C compiler.
fn without_compiler() -> CompileOptions {
    CompileOptions { compiler: Some("no-such-compiler".to_owned()), interprets: true, ..options() }
}

#[test]
fn arrays_of_tuples_are_tuples_of_arrays() {
    let program = |a: Acc<(f64, i32), Ix2>, factor: Exp<f64>| {
        let scaled = a.map(|pair| {
            let (x, n) = pair.parts();
            (x * factor + n.cast::<f64>(), n - 1, x.gt(0.0)).into()
        });
        let swapped = a.transpose().map(|pair| {
            let (x, n) = pair.parts();
            (n, x).into()
        });
        let scaled: Acc<(f64, i32, bool), Ix2> = scaled;
        let swapped: Acc<(i32, f64), Ix2> = swapped;
        (scaled, swapped)
    };
    for options in [options(), without_compiler()] {
        let f = compile_with(&options, program).unwrap();
        for (n, m) in [(0, 2), (1, 1), (3, 5)] {
            let x = Array2::from_shape_fn((n, m), |(i, j)| i as f64 - j as f64);
            // Components may have any strides.
            let wide = Array2::from_shape_fn((m, 2 * n), |(j, i)| (i * 3 + j) as i32);
            let counts = wide.slice(s![.., ..;2]).reversed_axes();
            let ((scaled, less, positive), (swapped, back)) = f.run(((x.view(), counts.view()), 0.5)).unwrap();
            assert_eq!(scaled, &x * 0.5 + counts.mapv(f64::from));
            assert_eq!(less, counts.mapv(|n| n - 1));
            assert_eq!(positive, x.mapv(|x| x > 0.0));
            assert_eq!(swapped, counts.t());
            assert_eq!(back, x.t());
            let mut into = (Array2::zeros((n, m)), Array2::zeros((n, m)), Array2::from_elem((n, m), false));
            let mut turned = (Array2::zeros((m, n)), Array2::zeros((n, m)));
            let views = (
                (into.0.view_mut(), into.1.view_mut(), into.2.view_mut()),
                (turned.0.view_mut(), turned.1.view_mut().reversed_axes()),
            );
            f.run_into(((x.view(), counts.view()), 0.5), views).unwrap();
            assert_eq!((into.0, into.1, into.2), (scaled, less, positive));
            assert_eq!((turned.0, turned.1), (swapped, x));
        }
        let (x, counts) = (Array2::zeros((2, 3)), Array2::zeros((3, 2)));
        let error = f.run(((x.view(), counts.view()), 0.5)).unwrap_err().to_string();
        assert!(error.contains("components of argument 0") && error.contains("[2, 3] and [3, 2]"), "{error}");
    }
}

#[test]
fn small_arrays_are_elements_arguments_and_results() {
    let program = |images: [Acc<f64, Ix2>; 2], weights: [Exp<f64>; 3], points: Acc<([f64; 2], i32), Ix1>| {
        let [a, b] = images;
        let [left, middle, right] = weights;
        let blurred = zip_all([a, b]).stencil(Boundary::Constant([0.5, 2.0]), |s| {
            let [before, here, after] = [-1, 0, 1].map(|by| s[[0, by]].parts());
            [0, 1].map(|part| left * before[part] + middle * here[part] + right * after[part]).into()
        });
        let sum = points.fold(([0.0; 2], 0), |sum, point| {
            let ((sum, n), (point, m)) = (sum.parts(), point.parts());
            let ([x, y], [u, v]) = (sum.parts(), point.parts());
            ([x + u * m.cast::<f64>(), y + v], n + m).into()
        });
        let turned = points.map(|point| point.parts().0).iterate(3, |a: Acc<[f64; 2], Ix1>| {
            a.map(|point| {
                let [x, y] = point.parts();
                [-y, x].into()
            })
        });
        (blurred.unzip().map(|image| image.map(|x| x + 1.0)), sum, turned)
    };
    let weights = [0.25, 0.5, 3.0];
    for options in [options(), without_compiler()] {
        let f = compile_with(&options, program).unwrap();
        for (n, m) in [(0, 2), (1, 1), (3, 5)] {
            let images = [1.0, -2.0].map(|by| Array2::from_shape_fn((n, m), |(i, j)| i as f64 * by - j as f64));
            let [x, y] = [1.0, 0.5].map(|by| Array1::from_shape_fn(m, |i| i as f64 * by));
            let counts = Array1::from_shape_fn(m, |i| i as i32 - 1);
            let given = images.each_ref().map(|image| image.view());
            let points = ([x.view(), y.view()], counts.view());
            let (blurred, (sum, count), turned) = f.run((given, weights, points)).unwrap();
            for ((image, border), blurred) in images.iter().zip([0.5, 2.0]).zip(&blurred) {
                let at = |i: usize, j: i64| {
                    usize::try_from(j).ok().and_then(|j| image.get((i, j))).copied().unwrap_or(border)
                };
                let [left, middle, right] = weights;
                let expected = Array2::from_shape_fn((n, m), |(i, j)| {
                    let j = j as i64;
                    left * at(i, j - 1) + middle * at(i, j) + right * at(i, j + 1) + 1.0
                });
                assert_eq!(*blurred, expected);
            }
            let weighted = x.iter().zip(&counts).fold(0.0, |sum, (x, m)| sum + x * f64::from(*m));
            assert_eq!(sum.each_ref().map(|part| part[()]), [weighted, y.fold(0.0, |sum, y| sum + y)]);
            assert_eq!(count[()], counts.sum());
            assert_eq!(turned, [y.clone(), -&x]);
            let mut into = [Array2::zeros((n, m)), Array2::zeros((n, m))];
            let mut center = ([arr0(0.0), arr0(0.0)], arr0(0));
            let mut halves = [Array1::zeros(m), Array1::zeros(m)];
            let ([one, other], masses) = &mut center;
            let views = (
                into.each_mut().map(|image| image.view_mut()),
                ([one.view_mut(), other.view_mut()], masses.view_mut()),
                halves.each_mut().map(|half| half.view_mut()),
            );
            f.run_into((given, weights, points), views).unwrap();
            assert_eq!((into, halves), (blurred, turned));
            assert_eq!(center.0, sum);
        }
    }
}

#[test]
fn stencils_of_tuples_see_tuples() {
    let a = (arr1(&[1.0, 2.0, 3.0]), arr1(&[10, 20, 30]));
    let boundary = |i: i64| -> (f64, i32) { (i as f64 * 0.5, i as i32) };
    for (name, at_the_left, expected) in [
        ("constant", Boundary::Constant((-1.0, 7)), (-1.0, 7)),
        ("clamp", Boundary::Clamp, (1.0, 10)),
        ("wrap", Boundary::Wrap, (3.0, 30)),
        ("function", Boundary::function(|[i]| (i.cast::<f64>() * 0.5, i.cast::<i32>()).into()), boundary(-1)),
    ] {
        let f = compile_with(&options(), |a: Acc<(f64, i32), Ix1>| {
            a.stencil(at_the_left, |s| {
                let ((x, n), (_, own)) = (s[[-1]].parts(), s[[0]].parts());
                (x * 2.0, n + own).into()
            })
        })
        .unwrap();
        let (x, n): (Array1<f64>, Array1<i32>) = f.run((a.0.view(), a.1.view())).unwrap();
        assert_eq!(x, arr1(&[expected.0 * 2.0, 2.0, 4.0]), "{name}");
        assert_eq!(n, arr1(&[expected.1 + 10, 30, 50]), "{name}");
        let none = (Array1::zeros(0), Array1::zeros(0));
        assert_eq!(f.run((none.0.view(), none.1.view())).unwrap(), none);
    }
    let both = compile_with(&options(), |a: Acc<(f64, i32), Ix1>, b: Acc<i32, Ix1>| {
        a.stencil2(Boundary::Clamp, b, Boundary::Constant(0), |s, t| s[[1]].parts().1 * t[[1]])
    });
    let found = both.unwrap().run(((a.0.view(), a.1.view()), a.1.view())).unwrap();
    assert_eq!(found, arr1(&[400, 900, 0]));
}

#[test]
fn the_interpreter_runs_what_no_compiler_compiles() {
    let f = compile_with(&without_compiler(), |a: Acc<f32, Ix2>, n: Exp<u8>| {
        (a.sum(), a.transpose().map(|x| x + n.cast::<f32>()))
    })
    .unwrap();
    assert!(f.is_interpreted() && f.source().contains("no C compiler `no-such-compiler`"), "{}", f.source());
    let a = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let (sums, more) = f.run((a.slice(s![.., ..;-1]), 2)).unwrap();
    assert_eq!(sums, arr1(&[6.0, 15.0]));
    assert_eq!(more, arr2(&[[5.0, 8.0], [4.0, 7.0], [3.0, 6.0]]));
    let mut out = (Array1::zeros(2), Array2::zeros((2, 3)));
    f.run_into((a.view(), 2), (out.0.view_mut(), out.1.view_mut().reversed_axes())).unwrap();
    assert_eq!(out, (sums, &a + 2.0));
    let error = f.run_into((a.view(), 2), (out.0.view_mut(), out.1.view_mut())).unwrap_err().to_string();
    assert!(error.contains("[2, 3]") && error.contains("[3, 2]"), "{error}");
    // With a compiler, it is not asked; and one that fails is an error.
    let native = compile_with(&CompileOptions { interprets: true, ..options() }, |a: Acc<f64, Ix1>| a.sum()).unwrap();
    assert!(!native.is_interpreted());
    let failing = CompileOptions { compiler: Some("false".to_owned()), interprets: true, ..options() };
    let error = compile_with(&failing, |a: Acc<f64, Ix1>| a.sum()).err().unwrap().to_string();
    assert!(error.contains("the C compiler failed"), "{error}");
}

#[test]
fn the_interpreter_runs_programs_without_types() {
    let site = Site::new("*", Place::caller());
    let parameters = [Parameter::Array { element: ScalarType::F64, n_dims: 1 }, Parameter::Number(ScalarType::F64)];
    let graph = trace(&parameters, site.location, |arguments| match arguments {
        [Given::Array(a), Given::Number(factor)] => vec![a.map(|x| x.binary(BinaryOp::Mul, *factor, site), site)],
        _ => vec![],
    })
    .unwrap();
    let f = DynFunction::compile(graph, &without_compiler()).unwrap();
    assert!(f.is_interpreted());
    let a = arr1(&[1.0, 2.0, 3.0]).into_dyn();
    let given = || vec![DynArgument::Array(AnyView::from(a.view())), DynArgument::Number(Number::Float(2.0))];
    let expected = AnyArray::from(arr1(&[2.0, 4.0, 6.0]).into_dyn());
    assert_eq!(f.run(given()).unwrap(), std::slice::from_ref(&expected));
    let mut out = AnyArray::zeros(ScalarType::F64, &[3]).unwrap();
    f.run_into(given(), vec![out.view_mut()]).unwrap();
    assert_eq!(out, expected);
}

#[test]
fn programs_run_in_as_many_threads_as_they_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let compile = |n_threads: Option<usize>| {
        // They share what is compiled.
        let cache = Cache::Folder(dir.path().to_owned());
        compile_with(&CompileOptions { n_threads, cache, ..options() }, |a: Acc<f64, Ix1>| a.map(|x| x * 2.0))
    };
    let a = Array1::from_shape_fn(100_000, |i| i as f64);
    for n_threads in [None, Some(1), Some(3)] {
        let f = compile(n_threads).unwrap();
        assert!(f.source().contains("omp parallel for"), "{}", f.source());
        assert_eq!(f.run(a.view()).unwrap(), &a * 2.0);
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    assert!(compile(Some(0)).err().unwrap().to_string().contains("0 threads"));
}

/// What counts threads has a process of its own, in which nothing else starts any.
#[test]
fn threads_are_counted() {
    const CHILD: &str = "ARRAY_CALLS_CHILD";
    if !Path::new("/proc/self/task").exists() {
        return;
    }
    if std::env::var_os(CHILD).is_none() {
        let own = std::env::current_exe().unwrap();
        let child = Command::new(own).args(["threads_are_counted", "--exact", "--nocapture"]).env(CHILD, "1").output();
        let child = child.unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
        return;
    }
    let count = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let a = Array1::from_shape_fn(100_000, |i| i as f64);
    let before = count();
    for n in [1, 2, 5] {
        let options = CompileOptions { n_threads: Some(n), ..options() };
        let f = compile_with(&options, |a: Acc<f64, Ix1>| a.map(|x| x * 2.0)).unwrap();
        assert_eq!(f.run(a.view()).unwrap(), &a * 2.0);
        // The threads of OpenMP's library wait for more work.
        assert_eq!(count(), before + n - 1);
    }
}
