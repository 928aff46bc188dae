//! The programs of `kernels/dynamic/` with matrices that `polymill matrix` wrote: what they compute, and what they refuse.
#![allow(clippy::unwrap_used)]

mod common;
#[path = "common/matrices.rs"]
mod matrices;

use std::path::Path;
use std::process::{Command, Output};

use common::{folder, polymill};
use matrices::{SYMMETRIC, text};

/// The same matrix.
const DENSE: [[f64; 5]; 5] = [
    [4.0, -0.5, 0.0, 0.0, 0.1],
    [-0.5, 3.0, 0.0, 2.0, 0.0],
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 2.0, 0.0, 0.0, -1.5],
    [0.1, 0.0, 0.0, -1.5, 2.5],
];

const IDENTITY: &str = "%%MatrixMarket matrix coordinate pattern general\n5 5 5\n1 1\n2 2\n3 3\n4 4\n5 5\n";

/// Builds a program of `kernels/dynamic` that notices accesses out of bounds, leaks and undefined behaviour.
fn build(kernel: &str, dir: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../kernels/dynamic/{kernel}.c"));
    let flags = ["-O1", "-g", "-ffp-contract=off", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"];
    let output = Command::new("cc").arg(source).args(flags).arg(dir.join(kernel)).arg("-lm").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

fn run(kernel: &str, options: &str, dir: &Path) -> Output {
    let mut command = Command::new(dir.join(kernel));
    command.args(options.split(' ')).args(["--trials=2", "--cache=warm"]).current_dir(dir).output().unwrap()
}

/// The results of a kernel that finds them to be right.
fn results(kernel: &str, options: &str, dir: &Path) -> Vec<f64> {
    let output = run(kernel, &format!("{options} --dump=dump"), dir);
    let stdout = text(&output.stdout);
    assert!(output.status.success() && stdout.contains("check: ok"), "{kernel}: {stdout}{}", text(&output.stderr));
    let dump = std::fs::read_to_string(dir.join("dump")).unwrap();
    dump.lines().skip(1).map(hexadecimal).collect()
}

/// The number that C prints with `%a`.
fn hexadecimal(text: &str) -> f64 {
    let (mantissa, exponent) = text.trim_start_matches('-').trim_start_matches("0x").split_once('p').unwrap();
    let digits = mantissa.replace('.', "");
    let n_behind = mantissa.split_once('.').map_or(0, |(_, behind)| behind.len() as i32);
    let value = u64::from_str_radix(&digits, 16).unwrap() as f64;
    let value = value * 2f64.powi(exponent.parse::<i32>().unwrap() - 4 * n_behind);
    if text.starts_with('-') { -value } else { value }
}

#[test]
fn kernels_compute_with_the_matrix_of_a_file() {
    let dir = folder(&[("a.mtx", SYMMETRIC), ("identity.mtx", IDENTITY)]);
    let dir = dir.path();
    for name in ["a", "identity"] {
        assert!(polymill(dir, &format!("matrix {name}.mtx --csr={name}.csr")).status.success());
    }
    build("spmv", dir);
    let x = results("spmv", "--csr=identity.csr", dir);
    let y = results("spmv", "--csr=a.csr", dir);
    for (row, y) in DENSE.iter().zip(&y) {
        let expected: f64 = row.iter().zip(&x).map(|(a, x)| a * x).sum();
        assert!((y - expected).abs() < 1e-14, "{y} instead of {expected}");
    }
    for (kernel, options) in [("spmm", "--csr=a.csr --columns=1"), ("ell", "--csr=a.csr"), ("dia", "--csr=a.csr")] {
        build(kernel, dir);
        assert_eq!(results(kernel, options, dir), y, "{kernel}");
    }
    // The last block reaches beyond the matrix.
    build("bcsr", dir);
    assert_eq!(results("bcsr", "--csr=a.csr", dir), [&y[..], &[0.0]].concat());
    build("sptrsv", dir);
    let b = results("sptrsv", "--csr=identity.csr", dir);
    let solution = results("sptrsv", "--csr=a.csr", dir);
    // The first row has nothing left of the diagonal, the second one -0.5; the diagonal is one more.
    assert_eq!(solution[..2], [b[0], (b[1] + 0.5 * b[0]) / 1.5]);
    let stdout = text(&run("spmv", "--csr=a.csr", dir).stdout);
    assert!(stdout.starts_with("size: rows=5\nsize: elements=11\n"), "{stdout}");
}

#[test]
fn kernels_refuse_files_that_are_damaged() {
    let rectangular = SYMMETRIC.replace("symmetric", "general").replace("5 5 7", "5 6 7");
    let dir = folder(&[("a.mtx", SYMMETRIC), ("wide.mtx", &rectangular)]);
    let dir = dir.path();
    build("spmv", dir);
    let refused = |options: &str, message: &str| {
        let output = run("spmv", options, dir);
        let stderr = text(&output.stderr);
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{options}: {stderr}");
        assert!(stderr.starts_with("spmv: error: ") && stderr.contains(message), "{options}: {stderr}");
    };
    for name in ["a", "wide"] {
        assert!(polymill(dir, &format!("matrix {name}.mtx --csr={name}.csr")).status.success());
    }
    refused("--csr=none.csr", "cannot read none.csr: No such file");
    refused("--csr=.", "cannot read .: Is a directory");
    refused("--csr=a.mtx", "a.mtx is not what this version of `polymill matrix FILE.mtx --csr=a.mtx` writes");
    refused("--csr=wide.csr", "wide.csr has 5 rows and 6 columns; spmv needs a square matrix");
    refused("--csr=a.csr --rows=7", "leave out --rows and --matrix");
    let good = std::fs::read(dir.join("a.csr")).unwrap();
    let damaged = |bytes: &[u8], message: &str| {
        std::fs::write(dir.join("bad.csr"), bytes).unwrap();
        refused("--csr=bad.csr", message);
    };
    for length in [0, 7, 39] {
        damaged(&good[..length], "cannot read bad.csr: it is cut off");
    }
    for length in [40, 50, good.len() - 1] {
        damaged(&good[..length], "instead of 196");
    }
    damaged(&[&good[..], &[0]].concat(), "it has 197 bytes instead of 196");
    // Where the words of the header and of the arrays are, and what else they could be.
    let (row, col) = (40, 40 + 6 * 4);
    for (at, word, message) in [
        (0, 0, "is not what this version"),
        (8, 2, "is not what this version"),
        (16, 0, "has 0 rows"),
        (16, -1, "rows"),
        (16, 6, "instead of 200"),
        (20, i32::MAX, "rows"),
        (24, 0, "0 columns"),
        (24, 4, "are not in order"),
        (32, 0, "0 elements"),
        (32, i32::MAX, "instead of"),
        (36, i32::MAX, "elements"),
        (row, 1, "are not in order"),
        (row, -1, "are not in order"),
        (row + 4, i32::MAX, "are not in order"),
        (row + 4, i32::MIN, "are not in order"),
        (row + 5 * 4, 10, "are not in order"),
        (row + 5 * 4, 12, "are not in order"),
        (col, -1, "are not in order"),
        (col, 1, "are not in order"),
        (col, i32::MAX, "are not in order"),
        (col + 10 * 4, 5, "are not in order"),
        (col + 10 * 4, i32::MAX, "are not in order"),
    ] {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        damaged(&bytes, message);
    }
}
