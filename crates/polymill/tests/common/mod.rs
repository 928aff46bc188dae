//! What tests of the program from the outside share.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `polymill` in a folder, with arguments separated by spaces and none of the variables that change what it does.
pub fn polymill(dir: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polymill"));
    command.args(line.split_whitespace()).current_dir(dir);
    command.env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS").env_remove("POLYMILL_CC_RUNNING");
    command.env("XDG_CONFIG_HOME", dir);
    command.output().unwrap()
}

/// A new folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}
