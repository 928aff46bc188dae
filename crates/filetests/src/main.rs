//! Runs filetests: `polymill-filetests [--bless] [FILTER]`.

use std::process::ExitCode;

fn main() -> ExitCode {
    polymill_filetests::main()
}
