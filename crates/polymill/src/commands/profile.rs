//! `polymill profile`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use polymill::{Error, Profile, output_file};

use crate::cli::{ProfileArgs, output};

/// Sums traces up.
pub fn run(args: &ProfileArgs) -> Result<ExitCode, Error> {
    let mut profile = Profile::default();
    for path in &args.traces {
        let at_file = |error| Error::User(format!("{}: {error}", path.display()));
        profile.add_trace(&output_file::read(path)?).map_err(at_file)?;
    }
    if profile.is_empty() {
        return Err(Error::User("no version ran; was the program built with `--dispatch=trace`?".to_owned()));
    }
    match &args.output {
        Some(path) => {
            let inputs: Vec<&Path> = args.traces.iter().map(PathBuf::as_path).collect();
            output_file::write(path, profile.to_toml().as_bytes(), &inputs)?;
        }
        None => output::result(profile.to_toml().trim_end()),
    }
    Ok(ExitCode::SUCCESS)
}
