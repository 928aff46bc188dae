//! The fuzzer, with transformations that are right and others that are not.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use polymill_native::CCompiler;
use polymill_verify::fuzz::{Fuzz, Fuzzed, Reason, Transformed, Trouble, fuzz};
use polymill_verify::random::{Features, check};

fn run(n: u64, n_reductions: usize, transformation: impl Fn(&str) -> Result<String, String> + Sync) -> Fuzzed {
    let options = Fuzz {
        seeds: 0..n,
        features: Features::ALL,
        batch: 20,
        compiler: &CCompiler::parse("cc").unwrap(),
        flags: vec!["-O0".into()],
        threads: vec![1, 2],
        n_workers: 2,
        time_limit: Duration::from_secs(20),
        n_reductions,
    };
    let transformation = |text: &str, _| {
        let transformed = transformation(text).map_err(Trouble::Wrong)?;
        let counts = [("files".to_owned(), u64::from(transformed != text))].into();
        Ok(Transformed { text: transformed, counts })
    };
    fuzz(&options, &transformation, &|_| {}).unwrap()
}

/// The kernel of the first failure, which was made small.
fn kernel(fuzzed: &Fuzzed) -> String {
    let failure = &fuzzed.failures[0];
    check(&failure.program).unwrap();
    let text = failure.text();
    let (start, end) = (text.find("void kernel(").unwrap(), text.find("enum kind").unwrap());
    text[start..end].split("#include").next().unwrap().trim().to_owned()
}

#[test]
fn a_transformation_that_changes_nothing_is_right() {
    let fuzzed = run(20, 0, |text| Ok(text.to_owned()));
    assert_eq!(fuzzed, Fuzzed { n_programs: 20, counts: [("files".to_owned(), 0)].into(), ..Fuzzed::default() });
    let fuzzed = run(20, 0, |text| Ok(format!("{text}\n// changed\n")));
    assert_eq!(fuzzed, Fuzzed { n_programs: 20, counts: [("files".to_owned(), 1)].into(), ..Fuzzed::default() });
}

#[test]
fn a_wrong_result_is_found_and_made_small() {
    let fuzzed = run(60, 1, |text| Ok(text.replace("0.33 *", "0.34 *")));
    assert!(!fuzzed.failures.is_empty());
    for failure in &fuzzed.failures {
        assert!(matches!(failure.reason, Reason::Output { .. }), "{}", failure.reason);
    }
    let kernel = kernel(&fuzzed);
    assert!(kernel.contains("0.33 *") && kernel.lines().count() <= 8, "{kernel}");
}

#[test]
fn errors_and_panics_of_the_transformation_are_found() {
    let fuzzed =
        run(20, 1, |text| if text.contains("] -= ") { Err("no differences".to_owned()) } else { Ok(text.to_owned()) });
    assert!(fuzzed.failures.iter().all(|failure| failure.reason == Reason::Refused("no differences".to_owned())));
    assert!(kernel(&fuzzed).lines().count() <= 8);
    let fuzzed = run(20, 0, |text| if text.contains("] -= ") { panic!("no differences") } else { Ok(text.to_owned()) });
    assert!(fuzzed.failures.iter().all(|failure| failure.reason == Reason::Panicked("no differences".to_owned())));
}

#[test]
fn files_that_do_not_compile_or_crash_are_found() {
    let fuzzed = run(20, 0, |text| Ok(text.replace("] -= ", "] -=- = ")));
    assert!(fuzzed.failures.iter().all(|failure| matches!(failure.reason, Reason::Build(_))));
    assert!(!fuzzed.failures.is_empty());
    let fuzzed = run(20, 0, |text| Ok(text.replace("] -= ", "] -= (__builtin_trap(), 1) + ")));
    assert!(fuzzed.failures.iter().any(|failure| matches!(failure.reason, Reason::Run { .. })));
}
