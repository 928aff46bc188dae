//! Running commands.

use std::process::Command;

/// Runs a command that succeeds, without a word of a sanitizer, and returns what it prints.
pub fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !errors.contains("runtime error"), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
