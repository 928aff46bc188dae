//! The thirty programs of `kernels/`, built by the C compiler and by Polymill: the results are the same bit for bit, with
//! any number of threads. Small sizes here; `polymill bench kernels/*.c --tolerance=0` does the same at larger ones.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

const N_KERNELS: usize = 30;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn kernels() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("kernels")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    files
}

/// Runs a command that succeeds, and returns what it prints.
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The checksum over all results. The program has checked them, too.
fn checksum(program: &Path, n_threads: usize) -> String {
    let mut command = Command::new(program);
    let text = output(command.args(["--size=mini", "--trials=1"]).env("OMP_NUM_THREADS", n_threads.to_string()));
    assert!(text.contains("check: ok"), "{text}");
    text.lines().find(|line| line.starts_with("checksum: ")).unwrap().to_owned()
}

/// Whether Polymill changed the kernel; its results are the same.
fn is_transformed(kernel: &Path) -> bool {
    let dir = tempfile::tempdir().unwrap();
    let (original, transformed) = (dir.path().join("original"), dir.path().join("transformed"));
    let flags = ["-O1", "-ffp-contract=off", "-w", "-lm", "-o"];
    output(Command::new("cc").arg(kernel).args(flags).arg(&original));
    let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
    let machine = format!("--polymill-machine={}", root().join("tests/machine.toml").display());
    let keep = format!("--polymill-keep={}", dir.path().join("kept").display());
    polymill.args(["cc", "--polymill-time-limit=600", &machine, &keep]).arg(kernel).args(flags).arg(&transformed);
    output(polymill.env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS"));
    let expected = checksum(&original, 1);
    for n_threads in [1, 2, 5] {
        assert_eq!(checksum(&transformed, n_threads), expected, "{} on {n_threads} threads", kernel.display());
    }
    std::fs::read_dir(dir.path().join("kept")).is_ok_and(|mut files| files.next().is_some())
}

#[test]
fn all_kernels_compute_the_same_on_any_number_of_threads() {
    let kernels = kernels();
    assert_eq!(kernels.len(), N_KERNELS);
    let (next, n_transformed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                while let Some(kernel) = kernels.get(next.fetch_add(1, Ordering::Relaxed)) {
                    n_transformed.fetch_add(usize::from(is_transformed(kernel)), Ordering::Relaxed);
                }
            });
        }
    });
    // Not if they had been left alone.
    assert!(n_transformed.into_inner() >= 25);
}
