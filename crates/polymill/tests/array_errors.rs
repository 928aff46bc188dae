//! What is said where something does not fit, and that nothing is written then.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // all of it is a test

use std::path::Path;

use ndarray::{Array1, Array2, ArrayD, ArrayView2, Ix1, Ix2, IxDyn, arr0, arr1};
use polymill::array::number::Number;
use polymill::array::untyped::{Array, Boundary, Given, Parameter, Site, Value, generate, trace, zip_with};
use polymill::array::{
    Acc, AnyView, AnyViewMut, Cache, CompileOptions, DynArgument, DynFunction, Exp, Len, Place, compile_with,
};
use polymill::{Options, machine_model};
use polymill_gdg::{BinaryOp, ScalarType};

const I64: ScalarType = ScalarType::I64;

fn options() -> CompileOptions {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/machine.toml");
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() }
}

/// For the interpreter, which is called as compiled code is.
fn without_compiler() -> CompileOptions {
    CompileOptions { compiler: Some("no-such-compiler".to_owned()), interprets: true, ..options() }
}

fn site(operation: &'static str) -> Site {
    Site::new(operation, Place::new("program.py", 7, 0))
}

fn add(x: Value, y: Value) -> Value {
    x.binary(BinaryOp::Add, y, site("add"))
}

fn function_of_all(
    parameters: &[Parameter],
    program: impl Fn(&[Given]) -> Array,
    options: &CompileOptions,
) -> DynFunction {
    let graph = trace(parameters, site("program").location, |given| vec![program(given)]).unwrap();
    DynFunction::compile(graph, options).unwrap()
}

/// A function of arrays of integers with so many dimensions.
fn function(n_dims: &[usize], program: impl Fn(&[Array]) -> Array, options: &CompileOptions) -> DynFunction {
    let parameters: Vec<_> = n_dims.iter().map(|n_dims| Parameter::Array { element: I64, n_dims: *n_dims }).collect();
    let arrays = |given: &[Given]| {
        let array = |each: &Given| match each {
            Given::Array(array) => *array,
            Given::Number(_) => panic!("there are no numbers"),
        };
        program(&given.iter().map(array).collect::<Vec<_>>())
    };
    function_of_all(&parameters, arrays, options)
}

/// Checks what a function says of arrays of these shapes, and that it writes nothing to a result of this shape.
fn refused(name: &str, function: &DynFunction, shapes: &[&[usize]], result: &[usize], words: &[&str]) {
    let arrays: Vec<ArrayD<i64>> = shapes.iter().map(|shape| ArrayD::from_elem(IxDyn(shape), 1)).collect();
    let views = || arrays.iter().map(|array| DynArgument::Array(AnyView::from(array.view()))).collect();
    let check = |error: polymill::Error| {
        let error = error.to_string();
        assert!(words.iter().all(|word| error.contains(word)), "{name}: {error}");
    };
    if function.run(views()).is_err() {
        check(function.run(views()).unwrap_err());
    }
    let mut out = ArrayD::from_elem(IxDyn(result), 7_i64);
    check(function.run_into(views(), vec![AnyViewMut::from(out.view_mut())]).unwrap_err());
    assert!(out.iter().all(|element| *element == 7), "{name} wrote {out}");
}

#[test]
fn shapes_that_do_not_fit_are_said_and_nothing_is_written() {
    type Program = fn(&[Array]) -> Array;
    // The operation, the shapes of the arguments, that of the result, and what is said.
    type Case<'a> = (&'static str, Program, &'a [&'a [usize]], &'a [usize], &'a [&'a str]);
    let cases: [Case<'_>; 14] = [
        (
            "zip_with",
            |a| zip_with(a, |x| add(x[0], x[1]), site("zip_with")),
            &[&[2, 3], &[2, 4]],
            &[2, 3],
            &["[2, 3] and [2, 4]"],
        ),
        ("zip_with", |a| zip_with(a, |x| add(x[0], x[1]), site("zip_with")), &[&[0], &[1]], &[0], &["[0] and [1]"]),
        ("concat", |a| a[0].concat(0, a[1], site("concat")), &[&[2, 3], &[2, 4]], &[4, 3], &["[2, 3] and [2, 4]"]),
        ("reshape", |a| a[0].reshape(vec![2.into(), 4.into()], site("reshape")), &[&[7]], &[2, 4], &["[7] and [8]"]),
        (
            "stencil2",
            |a| {
                a[0].stencil2(
                    Boundary::Clamp,
                    (a[1], Boundary::Wrap),
                    |s, t| add(s.at(&[1]), t.at(&[-1])),
                    site("stencil2"),
                )
            },
            &[&[4], &[5]],
            &[4],
            &["[4] and [5]"],
        ),
        ("scatter", |a| a[0].scatter(a[1], a[2], site("scatter")), &[&[4], &[3], &[2]], &[2], &["[4] and [3]"]),
        (
            "compress",
            |a| {
                let mask = a[1].map(|x| x.binary(BinaryOp::Gt, x, site("greater")), site("map"));
                a[0].compress(mask, site("compress")).0
            },
            &[&[4], &[3]],
            &[4],
            &["[4] and [3]"],
        ),
        (
            "iterate",
            |a| a[0].iterate(2.into(), |b| b.transpose(site("transpose")), site("iterate")),
            &[&[2, 3]],
            &[2, 3],
            &["[2, 3] and [3, 2]"],
        ),
        ("take", |a| a[0].take(0, 5.into(), site("take")), &[&[4]], &[5], &["a size is -1, and should be at least 0"]),
        ("drop", |a| a[0].drop(0, 5.into(), site("drop")), &[&[4]], &[0], &["at least 0"]),
        ("slice", |a| a[0].slice(0, 3.into(), 2.into(), 1, site("slice")), &[&[4]], &[0], &["a size is -1"]),
        ("init", |a| a[0].init(0, site("init")), &[&[0]], &[0], &["a size is -1"]),
        ("tail", |a| a[0].tail(1, site("tail")), &[&[2, 0]], &[2, 0], &["a size is -1"]),
        (
            "fold1",
            |a| a[0].fold(1, None, add, site("fold1")),
            &[&[3, 0]],
            &[3],
            &["a size is 0, and should be at least 1"],
        ),
    ];
    for (name, program, shapes, result, words) in cases {
        let n_dims: Vec<usize> = shapes.iter().map(|shape| shape.len()).collect();
        let words: Vec<&str> = [name, "program.py:7"].iter().chain(words).copied().collect();
        refused(name, &function(&n_dims, program, &without_compiler()), shapes, result, &words);
    }
    // One of each kind of check, compiled.
    for (name, program, shapes, result, words) in [&cases[0], &cases[8]] {
        let n_dims: Vec<usize> = shapes.iter().map(|shape| shape.len()).collect();
        refused(name, &function(&n_dims, program, &options()), shapes, result, words);
    }
}

#[test]
fn results_of_other_shapes_and_types_are_refused_before_anything_is_written() {
    for options in [options(), without_compiler()] {
        let both =
            trace(&[Parameter::Array { element: I64, n_dims: 1 }], site("program").location, |given| match given {
                [Given::Array(a)] => vec![*a, a.fold(0, Some(Value::zeros(&[I64])), add, site("fold"))],
                _ => vec![],
            });
        let both = DynFunction::compile(both.unwrap(), &options).unwrap();
        let a = arr1(&[1_i64, 2, 3]).into_dyn();
        let given = || vec![DynArgument::Array(AnyView::from(a.view()))];
        // The first result fits, and the second one does not.
        let mut out = (ArrayD::from_elem(IxDyn(&[3]), 7_i64), ArrayD::from_elem(IxDyn(&[1]), 7_i64));
        let mut single = arr0(7_i64).into_dyn();
        let refused = |views: Vec<AnyViewMut<'_>>, words: &str| {
            let error = both.run_into(given(), views).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        refused(vec![AnyViewMut::from(out.0.view_mut()), AnyViewMut::from(out.1.view_mut())], "result 1 has shape [1]");
        refused(vec![AnyViewMut::from(out.0.view_mut())], "1 arrays for 2 results");
        refused(
            vec![AnyViewMut::from(out.1.view_mut()), AnyViewMut::from(single.view_mut())],
            "result 0 has shape [1]",
        );
        assert!([out.0, out.1, single].iter().all(|out| out.iter().all(|element| *element == 7)));
    }
}

#[test]
fn sizes_that_are_too_large_are_refused_and_none_overflows() {
    let largest = [i64::MAX, i64::MAX - 1, 1 << 62, 1 << 40, (1 << 40) - 1, i64::MIN, -1];
    for options in [options(), without_compiler()] {
        let numbers = [Parameter::Number(I64), Parameter::Number(I64)];
        let product = function_of_all(
            &numbers,
            |given| {
                let sizes = given.iter().map(|each| match each {
                    Given::Number(value) => value.len(site("size")),
                    Given::Array(_) => panic!("there are no arrays"),
                });
                let sizes: Vec<Len> = sizes.collect();
                generate(sizes, |index| add(index[0], index[1]), site("generate")).flatten(site("flatten"))
            },
            &options,
        );
        let run = |n: i64, m: i64| {
            let numbers = [n, m].map(|size| DynArgument::Number(Number::Int(size.into())));
            product.run(numbers.into())
        };
        for n in largest {
            for (n, m) in [(n, 2), (2, n), (n, n), (n, 1 << 39)] {
                let error = run(n, m).unwrap_err().to_string();
                let known = ["too large", "at least 0", "not enough memory"];
                assert!(known.iter().any(|words| error.contains(words)), "{n} x {m}: {error}");
            }
        }
        assert_eq!(run(0, 1 << 20).unwrap()[0].shape(), [0]);
        assert_eq!(run(2, 3).unwrap()[0].shape(), [6]);
    }
}

#[test]
fn indices_that_overflow_lead_outside() {
    let program = |a: Acc<i64, Ix1>, places: Acc<i64, Ix1>| {
        let far = |place: Exp<i64>| place * 4 + 1;
        (
            a.gather(places),
            places.map(far).map(|place| a.at([place])),
            a.scatter(places, a),
            a.map(|x| x + a.at([x * x])),
        )
    };
    for options in [options(), without_compiler()] {
        let f = compile_with(&options, program).unwrap();
        let places = arr1(&[i64::MAX, i64::MIN, -1, 1, 1 << 62, (1 << 62) - 1]);
        let a = arr1(&[5_i64, 6, 7, 8, 1 << 32, i64::MIN]);
        let at = |place: i64| usize::try_from(place).ok().and_then(|place| a.get(place)).copied().unwrap_or(0);
        let (gathered, far, scattered, squares) = f.run((a.view(), places.view())).unwrap();
        assert_eq!(gathered, places.mapv(at));
        assert_eq!(far, places.mapv(|place| at(place.wrapping_mul(4).wrapping_add(1))));
        let mut expected = a.clone();
        expected[1] = a[3];
        assert_eq!(scattered, expected);
        assert_eq!(squares, a.mapv(|x| x.wrapping_add(at(x.wrapping_mul(x)))));
    }
}

#[test]
fn views_with_more_elements_than_memory_are_refused() {
    let one = arr0(1.0);
    let huge: ArrayView2<'_, f64> = one.broadcast((1 << 31, 1 << 31)).unwrap();
    for options in [options(), without_compiler()] {
        let f = compile_with(&options, |a: Acc<f64, Ix2>| a.take(0, 1)).unwrap();
        let error = f.run(huge).unwrap_err().to_string();
        assert!(error.contains("not enough memory") && error.contains("[2147483648, 2147483648]"), "{error}");
        let mut out = Array2::from_elem((1, 1), 7.0);
        f.run_into(huge, out.view_mut()).unwrap_err();
        assert_eq!(out, Array2::from_elem((1, 1), 7.0));
    }
}

#[test]
fn a_cache_that_cannot_be_written_or_read_makes_no_program_fail() {
    let dir = tempfile::tempdir().unwrap();
    let run = |folder: &Path| {
        let options = CompileOptions { cache: Cache::Folder(folder.to_owned()), ..options() };
        let f = compile_with(&options, |a: Acc<f64, Ix1>| a.map(|x| x + 1.0)).unwrap();
        assert_eq!(f.run(arr1(&[1.0]).view()).unwrap(), Array1::from_elem(1, 2.0));
    };
    // A folder that nobody may write to, which stops everyone but the system's owner; and one that nobody can.
    let read_only = dir.path().join("read-only");
    std::fs::create_dir(&read_only).unwrap();
    let mut permissions = std::fs::metadata(&read_only).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&read_only, permissions.clone()).unwrap();
    run(&read_only);
    run(&read_only.join("inside"));
    #[cfg(unix)]
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    std::fs::set_permissions(&read_only, permissions).unwrap();
    if Path::new("/proc/self").exists() {
        run(Path::new("/proc/self/fd"));
    }
    // One that is full: writing to this device fails.
    #[cfg(unix)]
    if Path::new("/dev/full").exists() {
        let full = dir.path().join("full");
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        run(&full);
    }
    // A folder where an entry should be.
    let folder = dir.path().join("cache");
    run(&folder);
    let entry = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::remove_file(&entry).unwrap();
    std::fs::create_dir(&entry).unwrap();
    run(&folder);
    assert!(entry.is_dir());
}

#[test]
fn programs_that_fit_no_sizes_are_compiled_and_say_so_when_they_run() {
    // The sizes of the argument do not matter: there are never three elements in two.
    let too_many = |a: &[Array]| {
        let two = a[0].replicate(0, 2.into(), site("replicate"));
        two.take(0, 3.into(), site("take"))
    };
    let never_both = |a: &[Array]| {
        let (few, many) = (a[0].take(0, 3.into(), site("take")), a[0].len(0, site("len")) - 4);
        zip_with(&[few, a[0].drop(0, many, site("drop"))], |x| add(x[0], x[1]), site("zip_with"))
    };
    for options in [options(), without_compiler()] {
        let words = ["take", "a size is -1, and should be at least 0"];
        refused("take", &function(&[1], too_many, &options), &[&[4]], &[3, 4], &words);
        refused("zip_with", &function(&[1], never_both, &options), &[&[4]], &[3], &["[3] and [4]"]);
        assert!(options.interprets || function(&[1], too_many, &options).source().contains("There are no sizes"));
    }
}

#[test]
fn the_interpreter_computes_each_array_once() {
    // Without that, each step would take twice the time of the one before.
    let f = function(
        &[1],
        |a| {
            let increased = |a: Array| a.map(|x| add(x, x), site("map"));
            let mut b = a[0].iterate(2.into(), increased, site("iterate"));
            for _ in 0..40 {
                let again = b.scan(0, None, add, false, site("scan"));
                b = zip_with(&[again, again.reverse(0, site("reverse"))], |x| add(x[0], x[1]), site("zip_with"));
            }
            b
        },
        &without_compiler(),
    );
    let a = arr1(&[0_i64]).into_dyn();
    assert_eq!(f.run(vec![DynArgument::Array(AnyView::from(a.view()))]).unwrap()[0].shape(), [1]);
}
