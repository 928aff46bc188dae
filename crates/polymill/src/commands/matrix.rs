//! `polymill matrix`

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

use polymill::matrix::{self, Matrix, Structure};
use polymill::{Error, output_file};

use crate::cli::{MatrixArgs, output};

/// Checks a matrix, says what is in it, and writes it if that is asked for.
pub fn run(args: &MatrixArgs) -> Result<ExitCode, Error> {
    let input = args.file.as_path();
    if let Some(path) = &args.csr {
        output_file::check(path, &[input])?;
    }
    let Matrix { field, symmetry, n_listed, csr } = read(input)?;
    if let Some(path) = &args.csr {
        output_file::write(path, &csr.to_bytes(), &[input])?;
    }
    let listed = format_args!("{}, {}, elements listed: {n_listed}", field.name(), symmetry.name());
    output::result(format_args!("{}: {listed}\n{}", input.display(), Structure::of(&csr)));
    Ok(ExitCode::SUCCESS)
}

/// Reads a file and shows how far that has come.
fn read(path: &Path) -> Result<Matrix, Error> {
    let file = File::open(path).map_err(Error::file("read", path))?;
    let n_bytes = file.metadata().map_or(0, |metadata| metadata.len());
    let bar = super::progress::bytes(n_bytes);
    let matrix = matrix::read(&path.to_string_lossy(), BufReader::new(bar.wrap_read(file)));
    bar.finish_and_clear();
    matrix
}
