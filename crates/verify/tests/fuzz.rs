//! The fuzzer, with transformations that are right and others that are not.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::time::Duration;

use polymill_native::CCompiler;
use polymill_verify::fuzz::{Batch, Fuzz, Fuzzed, Reason, Transformed, Trouble, fuzz};
use polymill_verify::random::{Features, check};

fn run(n: u64, n_reductions: usize, transformation: impl Fn(&str) -> Result<String, String> + Sync) -> Fuzzed {
    let options = Fuzz {
        seeds: 0..n,
        features: &|_| Features::ALL,
        batch: 20,
        compiler: &CCompiler::parse("cc").unwrap(),
        flags: vec!["-O0".into()],
        threads: vec![1, 2],
        n_workers: 2,
        time_limit: Duration::from_secs(5),
        n_reductions,
    };
    let transformation = |batch: &Batch<'_>| {
        let text = batch.text;
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

/// What makes the program at a position wrong if there are enough programs in the file.
fn run_together(wrong: impl Fn(&str, usize) -> String + Sync) -> Fuzzed {
    run(20, 1, |text| {
        let n_programs = text.matches("\nvoid kernel_").count();
        Ok(if n_programs < 3 { text.to_owned() } else { wrong(text, 7.min(n_programs - 1)) })
    })
}

#[test]
fn a_program_that_fails_only_together_with_others_is_found() {
    // A statement at the start of a kernel.
    let crash = |text: &str, position: usize| {
        let start = text.find(&format!("\nvoid kernel_{position}(")).unwrap();
        let body = start + text[start..].find("{\n").unwrap() + 2;
        format!("{}__builtin_trap();\n{}", &text[..body], &text[body..])
    };
    let fuzzed = run_together(crash);
    let [failure] = fuzzed.failures.as_slice() else { panic!("{:?}", fuzzed.failures) };
    assert!(matches!(failure.reason, Reason::Run { .. }), "{}", failure.reason);
    // Three are enough, and the last of them crashes.
    assert_eq!(failure.together_with.len(), 2);
    assert!(failure.together_with.iter().all(|seed| *seed < failure.program.seed), "{}", failure.why());
    assert!(failure.text().contains("only in a file with the programs of the seeds"));
}

#[test]
fn programs_that_run_too_long_are_left_out() {
    let fuzzed = run(3, 0, |text| {
        let start = text.find("\nvoid kernel_0(").unwrap();
        let body = start + text[start..].find("{\n").unwrap() + 2;
        Ok(format!("{}for (volatile long wait = 0; wait < 1L << 60; wait++) ;\n{}", &text[..body], &text[body..]))
    });
    assert_eq!((fuzzed.failures, fuzzed.slow), (vec![], vec![0, 1, 2]));
}

#[test]
fn what_a_transformation_draws_depends_on_the_batch() {
    let numbers = std::sync::Mutex::new(std::collections::BTreeSet::new());
    let options = Fuzz {
        seeds: 7..32,
        features: &|number| if number == 17 { Features::AFFINE } else { Features::ALL },
        batch: 10,
        compiler: &CCompiler::parse("cc").unwrap(),
        flags: vec![],
        threads: vec![1],
        n_workers: 1,
        time_limit: Duration::from_secs(20),
        n_reductions: 0,
    };
    let refused = |batch: &Batch<'_>| {
        numbers.lock().unwrap().insert((batch.number, batch.n_programs));
        Err(Trouble::Wrong("no".to_owned()))
    };
    let fuzzed = fuzz(&options, &refused, &|_| {}).unwrap();
    let expected = [(7, 1), (7, 10), (17, 1), (17, 10), (27, 1), (27, 5)];
    assert_eq!(numbers.into_inner().unwrap().into_iter().collect::<Vec<_>>(), expected);
    let of_batch = |seed: u64| {
        if seed < 17 {
            7
        } else if seed < 27 {
            17
        } else {
            27
        }
    };
    assert!(fuzzed.failures.iter().all(|failure| failure.batch == of_batch(failure.program.seed)));
    assert_eq!(fuzzed.failures.len(), 25);
}
