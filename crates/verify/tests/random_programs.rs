//! The generator of random programs and the reducer.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use polymill_native::{Build, CCompiler, Product, Program as Process};
use polymill_verify::random::{Features, Program, check, driver_source, generate, kernels_source, reduce, source};

fn programs(seeds: std::ops::Range<u64>, features: Features) -> Vec<Program> {
    seeds.map(|seed| generate(seed, features)).collect()
}

/// Builds the files with the flags, runs the result and returns what it prints.
fn output(files: &[&str], flags: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let inputs: Vec<_> = files
        .iter()
        .enumerate()
        .map(|(position, text)| {
            let path = dir.path().join(format!("{position}.c"));
            std::fs::write(&path, text).unwrap();
            path
        })
        .collect();
    let build = Build {
        inputs,
        flags: flags.split_whitespace().map(Into::into).collect(),
        libs: vec!["-lm".into()],
        product: Product::Executable,
    };
    let program = dir.path().join("program");
    CCompiler::parse("cc -w").unwrap().build(&build, &program).unwrap();
    let run = Process::new(&program).time_limit(Duration::from_secs(60)).run().unwrap();
    run.require_success().unwrap().stdout_text()
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in 0..20 {
        assert_eq!(source(&generate(seed, Features::ALL)), source(&generate(seed, Features::ALL)));
    }
}

#[test]
fn programs_are_free_of_flaws_and_not_empty() {
    for program in programs(0..150, Features::ALL).iter().chain(&programs(0..50, Features::AFFINE)) {
        check(program).unwrap();
        assert!(!program.body.is_empty(), "seed {}", program.seed);
    }
}

#[test]
fn results_do_not_depend_on_the_compilers_optimizations() {
    let programs = programs(1000..1040, Features::ALL);
    let (kernels, driver) = (kernels_source(&programs), driver_source(&programs));
    let plain = output(&[&kernels, &driver], "-O0 -ffp-contract=off");
    let trapping = "-O2 -ffp-contract=off -fsanitize=undefined -fsanitize-undefined-trap-on-error";
    assert_eq!(plain, output(&[&kernels, &driver], trapping));
    assert!(!plain.contains("DAMAGE"));
}

#[test]
fn one_file_prints_what_two_files_print() {
    let program = generate(7, Features::ALL);
    let pair = std::slice::from_ref(&program);
    let two = output(&[&kernels_source(pair), &driver_source(pair)], "-O0");
    let one = output(&[&source(&program)], "-O0");
    assert_eq!(two.replace("kernel_0", "kernel"), one);
}

#[test]
fn reduction_keeps_what_makes_a_program_fail_and_little_else() {
    let mut n_found = 0;
    for program in programs(0..800, Features::ALL) {
        let fails = |program: &Program| kernels_source(std::slice::from_ref(program)).contains("sqrt(");
        if !fails(&program) {
            continue;
        }
        n_found += 1;
        let reduced = reduce(&program, &mut |candidate| fails(candidate));
        assert!(fails(&reduced));
        check(&reduced).unwrap();
        let text = kernels_source(&[reduced]);
        let kernel = text.split("blend").last().unwrap();
        assert!(kernel.lines().count() < 14, "{kernel}");
    }
    assert!(n_found > 3);
}
