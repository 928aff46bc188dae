//! Every operation against a plain definition: loops over arrays, which share nothing with the interpreter.
//!
//! Each operation is tried with each element type and each number of dimensions from 0 to 5 that it is for, on arrays of random sizes, 0
//! and 1 among them, through views of random strides. The interpreter runs all of it, called as compiled code is. What is compiled is one case of
//! `ARRAY_OPERATIONS` (97, if it does not say), by `ARRAY_SEED`: with all seeds below that number, everything is compiled.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // all of it is a test

#[path = "common/operations/mod.rs"]
mod operations;
#[path = "common/plain.rs"]
mod plain;
#[allow(dead_code)] // other tests need more of it
#[path = "common/strided.rs"]
mod strided;
#[path = "common/values.rs"]
mod values;

use std::path::Path;

use operations::{Argument, Case, Known, operations};
use plain::Plain;
use polymill::array::interpreter::Values;
use polymill::array::number::Number;
use polymill::array::{AnyArray, Cache, CompileOptions, DynArgument, DynFunction};
use polymill::{Options, machine_model};
use rand::SeedableRng;
use strided::{Random, is_same, strided_like, values};

/// Without fused operations, for one of the machines of the tests.
fn options(machine: &str) -> CompileOptions {
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(machine);
    let optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, ..CompileOptions::default() }
}

fn number_from(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// For the interpreter, which is called as compiled code is.
fn without_compiler(options: &CompileOptions) -> CompileOptions {
    CompileOptions { compiler: Some("no-such-compiler".to_owned()), interprets: true, ..options.clone() }
}

fn views(arguments: &[Argument]) -> Vec<DynArgument<'_>> {
    let mut views = vec![];
    for argument in arguments {
        views.push(match argument {
            Argument::Number(value) => DynArgument::Number(Number::Int(i128::from(*value))),
            Argument::Array(array) => DynArgument::Array(array.any_view()),
        });
    }
    views
}

/// Checks what a compiled function returns, and what it writes into views of any strides: there, and nowhere else.
fn check_function(
    name: &str,
    function: &DynFunction,
    arguments: &[Argument],
    expected: &[AnyArray],
    random: &mut Random,
) {
    let found = function.run(views(arguments)).unwrap();
    check(name, &found.iter().map(values).collect::<Vec<_>>(), expected);
    let mut into: Vec<_> = expected.iter().map(|array| strided_like(random, array)).collect();
    let wholes: Vec<Values> = into.iter().zip(expected).map(|(into, array)| into.whole_with(array)).collect();
    function.run_into(views(arguments), into.iter_mut().map(|into| into.any_view_mut()).collect()).unwrap();
    for (into, whole) in into.iter().zip(&wholes) {
        assert!(is_same(&into.whole(), whole), "{name} writes {:?}\nand should write {whole:?}", into.whole());
    }
}

fn check(name: &str, found: &[Values], expected: &[AnyArray]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(expected) {
        let expected = values(expected);
        assert!(is_same(found, &expected), "{name} gives {found:?}\nand should give {expected:?}");
    }
}

/// Checks one case on several arrays, also compiled if it says so.
fn check_case(name: &str, case: &Case, is_compiled: bool, interpreter: &CompileOptions, random: &mut Random) {
    let graph = case.graph();
    let machine = ["eager.toml", "machine.toml"][rand::RngExt::random_range(random, 0..2)];
    let mut functions = vec![DynFunction::compile(graph.clone(), interpreter).unwrap()];
    if is_compiled {
        functions.push(DynFunction::compile(graph, &options(machine)).unwrap());
    }
    for _ in 0..12 {
        let arguments = (case.arguments)(random);
        let expected = (case.plain)(&Known(&arguments));
        for function in &functions {
            check_function(name, function, &arguments, &expected, random);
        }
    }
}

/// Checks all operations with elements of one type.
fn check_type<T: Plain>(position: u64) -> u64 {
    let (n, seed) = (number_from("ARRAY_OPERATIONS", 97), number_from("ARRAY_SEED", 0));
    let interpreter = without_compiler(&options("machine.toml"));
    let mut n_compiled = 0;
    let mut count = position * 31;
    for (name, operation) in operations::<T>() {
        for n_dims in 0..=5 {
            let mut random = Random::seed_from_u64(seed * 1_000_003 + count);
            let Some(case) = operation(&mut random, n_dims) else { continue };
            let is_compiled = count % n == seed % n;
            let name = format!("{name} of {} in {n_dims} dimensions, seed {seed}", T::TYPE);
            check_case(&name, &case, is_compiled, &interpreter, &mut random);
            n_compiled += u64::from(is_compiled);
            count += 1;
        }
    }
    n_compiled
}

macro_rules! types {
    ($($name:ident $type:ty: $position:literal;)+) => {
        $(#[test]
        fn $name() {
            let n_compiled = check_type::<$type>($position);
            eprintln!("{n_compiled} compiled");
        })+
    };
}

types! {
    operations_of_truth_values bool: 0;
    operations_of_i8 i8: 1;
    operations_of_i16 i16: 2;
    operations_of_i32 i32: 3;
    operations_of_i64 i64: 4;
    operations_of_u8 u8: 5;
    operations_of_u16 u16: 6;
    operations_of_u32 u32: 7;
    operations_of_u64 u64: 8;
    operations_of_f32 f32: 9;
    operations_of_f64 f64: 10;
}
