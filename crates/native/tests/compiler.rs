//! Building and running with the system's compiler; what happens without one.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use polymill_native::{Build, CCompiler, Error, Family, Product, Program};

fn cc() -> CCompiler {
    CCompiler::parse("cc").unwrap()
}

#[test]
fn the_system_compiler_is_identified() {
    let cc = cc();
    let identity = cc.identity().unwrap();
    assert!(matches!(identity.family, Family::Gcc | Family::Clang), "{identity:?}");
    assert!(identity.version.starts_with(|c: char| c.is_ascii_digit()), "{identity:?}");
}

#[test]
fn a_missing_compiler_is_named() {
    let error = CCompiler::parse("no-such-compiler -O2").unwrap().identity().unwrap_err();
    assert!(matches!(error, Error::CompilerMissing { .. }));
    assert!(error.to_string().contains("`no-such-compiler`"), "{error}");
}

#[test]
fn a_failing_compiler_shows_its_message() {
    let error = cc().build_text("int x = ;", Product::Object, &[]).unwrap_err();
    assert!(matches!(error, Error::CompilerFailed { .. }));
    assert!(error.to_string().contains("unit.c:1"), "{error}");
}

#[test]
fn objects_are_linked_into_programs_that_run() {
    let cc = cc();
    let object = cc.build_text("int f(void) { return 7; }", Product::Object, &[]).unwrap();
    let main = object.write("main.c", "int f(void); int main(void) { return f() + N; }").unwrap();
    let inputs = vec![main, object.path().to_owned()];
    let build = Build { inputs, flags: vec!["-DN=3".into()], libs: Vec::new(), product: Product::Executable };
    let program = cc.build_temporary(&build).unwrap();
    assert_eq!(program.program().run().unwrap().status.code(), Some(10));
}

#[test]
fn openmp_programs_run_with_the_threads_asked_for() {
    let cc = cc();
    if !cc.supports_openmp() {
        return; // the compiler came without an OpenMP runtime
    }
    let text = "#include <omp.h>\n#include <stdio.h>\nint main(void) { printf(\"%d\", omp_get_max_threads()); }";
    let program = cc.build_text(text, Product::Executable, &["-fopenmp".into()]).unwrap();
    assert_eq!(program.program().threads(3).run().unwrap().stdout_text(), "3");
}

#[test]
fn a_compiler_that_cannot_link_openmp_does_not_support_it() {
    assert!(!CCompiler::parse("cc -Domp_get_max_threads=no_such_function").unwrap().supports_openmp());
}

#[test]
fn preprocessing_keeps_line_markers() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("a.c");
    std::fs::write(&source, "int x = N;\n").unwrap();
    let text = cc().preprocess(&source, &["-DN=5".into()]).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("int x = 5;") && text.contains("# 1 \""), "{text}");
}

#[test]
#[cfg(unix)]
fn a_slow_program_is_stopped_with_all_it_started() {
    let program = Program::new("sh").args(["-c", "sleep 100 & sleep 100"]).time_limit(Duration::from_millis(50));
    assert!(matches!(program.run(), Err(Error::TimedOut { .. })));
}

#[test]
#[cfg(unix)]
fn a_program_that_prints_without_end_is_stopped() {
    let program = Program::new("yes").output_limit(1000);
    assert!(matches!(program.run(), Err(Error::TooMuchOutput { limit: 1000, .. })));
}

#[test]
#[cfg(unix)]
fn failure_carries_standard_error() {
    let run = Program::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]).run().unwrap();
    assert_eq!(run.stdout_text(), "out\n");
    let error = run.require_success().unwrap_err();
    assert_eq!(error.to_string(), "sh failed (exit status: 3)\nerr");
}
