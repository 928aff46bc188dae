//! Random array programs: the compiled function computes what the interpreter does, bit for bit.
//!
//! `ARRAY_PROGRAMS` says how many (20, if it does not), `ARRAY_SEED` where to begin, `ARRAY_STEPS` how many operations they have at most,
//! `ARRAY_CC` what compiles them, and `ARRAY_STRATEGY=original` that they are not optimized, which is much faster.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // all of it is a test

#[path = "common/random_program.rs"]
mod random_program;
#[allow(dead_code)] // other tests need more of it
#[path = "common/strided.rs"]
mod strided;

use std::path::Path;

use polymill::array::graph::{Graph, Input};
use polymill::array::interpreter::{Given, Values, interpret};
use polymill::array::number::Number;
use polymill::array::run::{Argument, Sizes};
use polymill::array::{AnyArray, Cache, CompileOptions, DynArgument, DynFunction};
use polymill::{Options, StrategyName, machine_model};
use rand::{RngExt, SeedableRng};
use random_program::random_program;
use strided::{AnyStrided, Random, is_same, strided_like, strided_of, values};

/// The sizes of a run have no more elements than this in all arrays together.
const MAX_ELEMENTS: usize = 3_000;

enum Drawn {
    Number(Number),
    Array(Box<dyn AnyStrided>),
}

fn arguments(random: &mut Random, graph: &Graph) -> Vec<Drawn> {
    let most = [10, 5, 3][random.random_range(0..3)];
    let sizes: Vec<usize> = (0..4).map(|_| random.random_range(0..=most)).collect();
    let argument = |input: &Input| match input {
        Input::Number(ty) if ty.is_float() => Drawn::Number(Number::Float(f64::from(random.random_range(-6..7)) / 4.0)),
        Input::Number(_) => Drawn::Number(Number::Int(random.random_range(0..4))),
        Input::Array { id } => {
            let node = graph.array(*id);
            let n_dims = node.shape.len();
            // Often, sizes are the same.
            let size = |random: &mut Random| match random.random_range(0..3) {
                0 => random.random_range(0..=most),
                at => sizes[at],
            };
            let shape: Vec<usize> =
                (0..n_dims).map(|_| size(random)).map(|n| if n_dims > 2 { n.min(4) } else { n }).collect();
            Drawn::Array(strided_of(random, node.types[0], &shape))
        }
    };
    graph.inputs.iter().map(argument).collect()
}

/// Whether a run does not compute too much to be interpreted; one that fails does not.
fn is_small(graph: &Graph, given: &[Given]) -> bool {
    let argument = |given: &Given| match given {
        Given::Number(Number::Int(value)) => Argument::Integer(*value),
        Given::Number(Number::Float(_)) => Argument::Other,
        Given::Array(parts) => Argument::Array(parts[0].shape.clone()),
    };
    match Sizes::of(graph, &given.iter().map(argument).collect::<Vec<_>>()) {
        Ok(sizes) => {
            let n_elements = |shape| sizes.shape(shape).iter().product::<usize>();
            graph.arrays.iter().map(|array| n_elements(&array.shape)).sum::<usize>() < MAX_ELEMENTS
        }
        Err(_) => true,
    }
}

fn options(seed: u64) -> CompileOptions {
    let machine = ["eager.toml", "machine.toml"][(seed % 2) as usize];
    let machine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(machine);
    let mut optimizer = Options { machine: machine_model::read(&machine).unwrap(), ..Options::default() };
    if std::env::var("ARRAY_STRATEGY").is_ok_and(|strategy| strategy == "original") {
        optimizer.strategy = StrategyName::Original;
    }
    let compiler = std::env::var("ARRAY_CC").ok();
    CompileOptions { is_strict: true, cache: Cache::Off, optimizer, compiler, ..CompileOptions::default() }
}

/// Checks what a compiled function returns, and what it writes into views of any strides.
fn check(name: &str, function: &DynFunction, drawn: &[Drawn], expected: &[Values], random: &mut Random) {
    let views = || {
        let mut views = vec![];
        for each in drawn {
            views.push(match each {
                Drawn::Number(number) => DynArgument::Number(*number),
                Drawn::Array(array) => DynArgument::Array(array.any_view()),
            });
        }
        views
    };
    let found: Vec<AnyArray> = function.run(views()).unwrap_or_else(|error| panic!("{name}: {error}"));
    for (position, (found, expected)) in found.iter().map(values).zip(expected).enumerate() {
        let source = function.source();
        assert!(is_same(&found, expected), "{name}, result {position}: {expected:?}\nis {found:?}\n{source}");
    }
    let mut into: Vec<_> = found.iter().map(|array| strided_like(random, array)).collect();
    let wholes: Vec<Values> = into.iter().zip(&found).map(|(into, array)| into.whole_with(array)).collect();
    function.run_into(views(), into.iter_mut().map(|into| into.any_view_mut()).collect()).unwrap();
    for (position, (into, whole)) in into.iter().map(|into| into.whole()).zip(&wholes).enumerate() {
        assert!(is_same(&into, whole), "{name}, array for result {position}: {whole:?}\nis {into:?}");
    }
}

#[test]
fn compiled_programs_compute_what_the_interpreter_does() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().unwrap());
    let (first, most) = (number("ARRAY_SEED", 0), number("ARRAY_STEPS", 15) as usize);
    let (mut n_runs, mut n_failing, mut n_large) = (0, 0, 0);
    for seed in first..first + number("ARRAY_PROGRAMS", 20) {
        let mut random = Random::seed_from_u64(seed);
        let graph = random_program(&mut random, most);
        let started = std::time::Instant::now();
        let compiled = DynFunction::compile(graph.clone(), &options(seed))
            .unwrap_or_else(|error| panic!("program {seed}: {error}"));
        if started.elapsed().as_secs() > 20 {
            eprintln!("program {seed}: {:?} to compile", started.elapsed());
        }
        let mut random = Random::seed_from_u64(seed);
        for run in 0..6 {
            let drawn = arguments(&mut random, &graph);
            let given = drawn.iter().map(|each| match each {
                Drawn::Number(number) => Given::Number(*number),
                Drawn::Array(array) => Given::Array(vec![array.values()]),
            });
            let given: Vec<Given> = given.collect();
            if !is_small(&graph, &given) {
                n_large += 1;
                continue;
            }
            let name = format!("program {seed}, run {run}");
            match interpret(&graph, &given) {
                Ok(expected) => {
                    n_runs += 1;
                    check(&name, &compiled, &drawn, &expected, &mut random);
                }
                Err(error) => {
                    n_failing += 1;
                    let mut views = vec![];
                    for each in &drawn {
                        views.push(match each {
                            Drawn::Number(number) => DynArgument::Number(*number),
                            Drawn::Array(array) => DynArgument::Array(array.any_view()),
                        });
                    }
                    let found = compiled.run(views).err().map(|error| error.to_string());
                    assert_eq!(Some(error.to_string()), found, "{name}");
                }
            }
        }
    }
    eprintln!("{n_runs} runs compared, {n_failing} that fail, {n_large} too large to be interpreted");
}
