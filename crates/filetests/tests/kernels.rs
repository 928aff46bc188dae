//! The text form of what real programs become.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test's helper functions fail by panicking")]

use std::path::Path;

use polymill_filetests::same_text;
use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_raise::{RaiseOptions, SourceInput, raise};

/// Raises every kernel, and checks that the printed program is read back as one that prints the same.
#[test]
fn kernels_print_and_parse() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let mut n_kernels = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "c") {
            check(&path);
            n_kernels += 1;
        }
    }
    assert!(n_kernels >= 30);
}

fn check(path: &Path) {
    let ctx = isl::Context::new().unwrap();
    let program = raise(&ctx, &SourceInput::file(path), &RaiseOptions::default()).program;
    let text = program.to_string();
    let again = Program::parse(&ctx, &text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", path.display()));
    again.validate().unwrap();
    let again = again.to_string();
    assert!(same_text(&text, &again), "{}\n{text}\n{again}", path.display());
}
