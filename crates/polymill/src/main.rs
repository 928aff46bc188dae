//! The command line `polymill`: see `polymill help`.

mod cli;
mod commands;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// isl allocates and frees small objects all the time; the feature `override` gives it this allocator, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match cli::parse(words()) {
        Ok(cli) => commands::run(cli.command),
        Err(error) => {
            // Help and version are not errors; clap knows which stream and which code is right.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}

/// The words of the command line. Under the name `polymill-cc`, the program is `polymill cc`: for build systems in
/// which a compiler is one word.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let name = words.first().and_then(|word| Path::new(word).file_stem()).unwrap_or_default();
    if name == "polymill-cc" {
        words.insert(1, "cc".into());
    }
    words
}
