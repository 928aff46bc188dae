//! All filetests, each as a test of its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    polymill_filetests::main()
}
