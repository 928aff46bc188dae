//! Array programs whose types are known when they are traced.

use ndarray::{Array2, Axis, arr1, s};
use polymill::array::number::Number;
use polymill::array::untyped::{Array, Boundary, Given, Parameter, Site, Value, trace};
use polymill::array::{AnyArray, AnyView, AnyViewMut, Cache, CompileOptions, DynArgument, DynFunction, Place};
use polymill_gdg::{BinaryOp, ScalarType};

const F64: ScalarType = ScalarType::F64;

fn site(operation: &'static str) -> Site {
    Site::new(operation, Place::new("program.py", 7, 0))
}

fn add(x: Value, y: Value) -> Value {
    x.binary(BinaryOp::Add, y, site("add"))
}

fn matrix(element: ScalarType) -> Parameter {
    Parameter::Array { element, n_dims: 2 }
}

/// The program of a function of arrays.
fn traced(parameters: &[Parameter], program: impl Fn(&[Array]) -> Vec<Array>) -> Result<DynFunction, polymill::Error> {
    let arrays = |given: &[Given]| -> Vec<Array> {
        let array = |each: &Given| match each {
            Given::Array(array) => *array,
            Given::Number(value) => Array::of_value(*value, site("argument")),
        };
        given.iter().map(array).collect()
    };
    let graph = trace(parameters, site("program").location, |given| program(&arrays(given)))?;
    DynFunction::compile(graph, &CompileOptions { is_strict: true, cache: Cache::Off, ..CompileOptions::default() })
}

fn numbers(n: usize, m: usize) -> Array2<f64> {
    Array2::from_shape_fn((n, m), |(i, j)| ((i * 7 + j * 3) % 11) as f64 - 4.0)
}

fn argument(array: &Array2<f64>) -> DynArgument<'_> {
    DynArgument::Array(AnyView::from(array.view().into_dyn()))
}

#[test]
fn types_and_ranks_are_known_when_a_program_is_traced() {
    let f = traced(&[matrix(F64), Parameter::Number(F64)], |arguments| {
        let [a, factor] = arguments else { return vec![] };
        let factor = factor.element(&[], site("the"));
        let scaled = a.map(|x| x.binary(BinaryOp::Mul, factor, site("multiply")), site("map"));
        let around = scaled.stencil(Boundary::Clamp, |s| add(s.at(&[0, -1]), s.at(&[0, 0])), site("stencil"));
        vec![scaled.fold(0, None, add, site("fold1")), around.transpose(site("transpose"))]
    })
    .unwrap();
    assert_eq!(f.results(), [(F64, 1), (F64, 2)]);
    let a = numbers(3, 5);
    let factor = || DynArgument::Number(Number::Float(0.5));
    let sums = AnyArray::F64((&a * 0.5).sum_axis(Axis(0)).into_dyn());
    let around = Array2::from_shape_fn((5, 3), |(j, i)| 0.5 * a[[i, j.saturating_sub(1)]] + 0.5 * a[[i, j]]);
    assert_eq!(f.run(vec![argument(&a), factor()]).unwrap(), [sums, AnyArray::F64(around.clone().into_dyn())]);
    let (mut sums, mut whole) = (arr1(&[0.0; 5]).into_dyn(), Array2::<f64>::zeros((6, 5)));
    let every_other = whole.slice_mut(s![..;2, ..]).reversed_axes().into_dyn();
    f.run_into(vec![argument(&a), factor()], vec![AnyViewMut::from(sums.view_mut()), AnyViewMut::from(every_other)])
        .unwrap();
    assert_eq!(whole.slice(s![..;2, ..]), around.t());
}

#[test]
fn arguments_of_other_types_are_refused() {
    let f = traced(&[matrix(F64)], <[Array]>::to_vec).unwrap();
    let refused = |arguments: Vec<DynArgument<'_>>, words: &str| {
        let error = f.run(arguments).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let a = arr1(&[1.0]).into_dyn();
    refused(vec![], "there are 0 arguments, and should be 1");
    let vector = DynArgument::Array(AnyView::from(a.view()));
    refused(vec![vector], "argument 0 is an array of f64 with 1 dimensions, and should be an array of f64 with 2");
    refused(vec![DynArgument::Number(Number::Int(1))], "argument 0 is an integer");
    let mut out = Array2::<f32>::zeros((1, 1)).into_dyn();
    let error = f.run_into(vec![argument(&numbers(1, 1))], vec![AnyViewMut::from(out.view_mut())]).unwrap_err();
    assert!(error.to_string().contains("elements of type f32, and should have f64"), "{error}");
}

#[test]
fn what_has_no_meaning_names_the_operation_and_the_place() {
    let refused = |program: &dyn Fn(&[Array]) -> Array, words: &str| {
        let error = traced(&[matrix(F64), matrix(ScalarType::F32)], |all| vec![program(all)]).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("program.py:7"), "{error}");
    };
    refused(&|all| all[0].map(|x| add(x, all[1].element(&[x, x], site("at"))), site("map")), "an index is of type f64");
    let zip = |all: &[Array]| {
        polymill::array::untyped::zip_with(all, |x| x[0].binary(BinaryOp::Add, x[1], site("add")), site("zip_with"))
    };
    refused(&|all| zip(all), "add at program.py:7: `+` is not for f64 and f32");
    refused(&|all| zip(&[all[0], all[1].flatten(site("flatten"))]), "2 and 1 dimensions");
    let truth = |x: Value, y: Value| x.binary(BinaryOp::Lt, y, site("less"));
    refused(&|all| all[0].fold(0, None, truth, site("fold1")), "the value is of type bool, and should be of type f64");
    refused(&|all| all[0].fold(2, None, add, site("fold1")), "there is no dimension 2");
    refused(&|all| all[0].gather(all[1], site("gather")), "an index with 1 parts is not for an array with 2");
    let one = |x: Value| x.binary(BinaryOp::Rem, x, site("remainder"));
    refused(&|all| all[0].map(one, site("map")), "`%` is not for f64 and f64");
    refused(&|all| all[0].iterate(all[0].len(0, site("len")), |_| all[1], site("iterate")), "not f64");
}
