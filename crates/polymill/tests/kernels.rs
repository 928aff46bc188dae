//! The thirty programs of `kernels/`, built by the C compiler and by Polymill: the results are the same bit for bit, with
//! any number of threads. Small sizes here; `polymill bench kernels/*.c --tolerance=0` does the same at larger ones.
#![allow(clippy::unwrap_used)]

#[path = "common/run.rs"]
mod run;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use run::output;

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

/// The checksum over all results. The program has checked them, too.
fn checksum(program: &Path, size: &str, n_threads: usize) -> String {
    let mut command = Command::new(program);
    command.args(size.split(' ')).arg("--trials=1").env("OMP_NUM_THREADS", n_threads.to_string());
    // What the OpenMP runtime keeps is no leak.
    let text = output(command.env("ASAN_OPTIONS", "detect_leaks=0"));
    assert!(text.contains("check: ok"), "{text}");
    text.lines().find(|line| line.starts_with("checksum: ")).unwrap().to_owned()
}

fn assert_same(original: &Path, transformed: &Path, size: &str) {
    let expected = checksum(original, size, 1);
    for n_threads in [1, 2, 5] {
        let found = checksum(transformed, size, n_threads);
        assert_eq!(found, expected, "{} {size} on {n_threads} threads", transformed.display());
    }
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
    assert_same(&original, &transformed, "--size=mini");
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

/// What the programs of `kernels/dynamic/` are run with: data of all structures, with one row, few, and enough for threads.
const DYNAMIC: [(&str, &[&str]); 9] = [
    ("spmv", MATRICES),
    ("spmm", MATRICES),
    ("bcsr", MATRICES),
    ("ell", MATRICES),
    ("sptrsv", MATRICES),
    ("dia", &["--rows=1 --matrix=1", "--rows=40 --matrix=1", "--rows=1000 --matrix=1", "--rows=1000 --matrix=2"]),
    ("ragged", &["--lists=1", "--lists=40 --longest=1", "--lists=300"]),
    (
        "hog",
        &["--rows=1 --cols=1", "--rows=40 --cols=50 --places=1", "--rows=90 --cols=70 --window=100", "--places=200"],
    ),
    ("fem", &["--elements=1", "--elements=40", "--elements=2000"]),
];

const MATRICES: &[&str] = &[
    "--rows=1 --matrix=1",
    "--rows=1 --matrix=4",
    "--rows=40 --matrix=1",
    "--rows=40 --matrix=2",
    "--rows=40 --matrix=3",
    "--rows=40 --matrix=4",
    "--rows=40 --matrix=5",
    "--rows=1000 --matrix=1",
    "--rows=1000 --matrix=2",
    "--rows=1000 --matrix=3",
    "--rows=1000 --matrix=4",
    "--rows=1000 --matrix=5",
];

/// What the programs of `kernels/images/` are run with: one tile, some, and sizes that run as written.
const IMAGES: [(&str, &[&str]); 8] = [
    ("convolutions", PICTURES),
    ("harris", PICTURES),
    ("unsharp", PICTURES),
    ("cnn-block", &["--size=mini", "--size=small", "--rows=40 --columns=31 --inputs=5 --outputs=9"]),
    ("pyramid", PICTURES),
    ("heat", PICTURES),
    ("laplacian", &["--size=mini", "--size=small", "--rows=140 --columns=301"]),
    ("bilateral", &["--size=mini", "--size=small", "--rows=40 --columns=71"]),
];

const PICTURES: &[&str] = &["--size=mini", "--size=small", "--size=medium", "--rows=300 --columns=701"];

/// Whose outer loop must stay in order.
const SEQUENTIAL: [&str; 1] = ["sptrsv"];

/// Results are the same bit for bit, and nothing is accessed out of bounds.
#[test]
fn dynamic_kernels_compute_the_same_within_bounds() {
    check_folder("dynamic", &DYNAMIC);
}

/// All but one are tiled, and compute the same bit for bit, within the bounds of buffers.
#[test]
fn image_kernels_compute_the_same_within_bounds() {
    check_folder("images", &IMAGES);
    let dir = root().join("kernels/images");
    for (kernel, _) in IMAGES.iter().filter(|(kernel, _)| *kernel != "cnn-block") {
        let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
        let machine = format!("--machine={}", root().join("tests/machine.toml").display());
        let run =
            polymill.args(["opt", &machine, "-o", "/dev/null"]).arg(dir.join(format!("{kernel}.c"))).output().unwrap();
        let remarks = String::from_utf8_lossy(&run.stderr);
        assert!(remarks.contains("stay in buffers of tiles"), "{kernel}: {remarks}");
    }
}

fn check_folder(folder: &str, programs: &[(&str, &[&str])]) {
    let folder = root().join("kernels").join(folder);
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(files.filter(|path| path.extension().is_some_and(|extension| extension == "c")).count(), programs.len());
    let next = AtomicUsize::new(0);
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(|| {
                while let Some((kernel, sizes)) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check_within_bounds(&folder, kernel, sizes);
                }
            });
        }
    });
}

/// Without `-ffast-math`, C compilers round the same way in vector lanes and elsewhere; windows are wider than strips.
#[test]
fn functions_are_called_in_strips() {
    let folder = root().join("kernels/dynamic");
    let transformed =
        check_kernel(&folder, "hog", &["--reassociate"], &["--size=small --window=700 --cols=1500 --places=8"]);
    assert!(transformed.contains("magnitude_2[512]"), "{transformed}");
}

/// In place of the C compiler, Polymill works on the preprocessed file.
fn assert_compiles_preprocessed(kernel: &Path, machine: &str) {
    let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
    polymill.args([
        "cc",
        "--polymill-time-limit=600",
        &machine.replace("--", "--polymill-"),
        "-c",
        "-w",
        "-o",
        "/dev/null",
    ]);
    let output = polymill.arg(kernel).env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !errors.contains("does not compile"), "{}: {errors}", kernel.display());
}

fn check_within_bounds(folder: &Path, kernel: &str, sizes: &[&str]) {
    let transformed = check_kernel(folder, kernel, &[], sizes);
    assert_eq!(transformed.contains("omp parallel"), !SEQUENTIAL.contains(&kernel), "{kernel}");
    let machine = format!("--machine={}", root().join("tests/machine.toml").display());
    assert_compiles_preprocessed(&folder.join(format!("{kernel}.c")), &machine);
}

/// Compares the results of a kernel with those of the original, bit for bit and with all accesses checked. Returns the code.
fn check_kernel(folder: &Path, kernel: &str, options: &[&str], sizes: &[&str]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = format!("{kernel}.c");
    let (original, transformed) = (folder.join(&file), dir.path().join("dynamic").join(&file));
    // One folder further down, so that `../harness.h` is nothing that lies beside the temporary folder.
    std::fs::create_dir(dir.path().join("dynamic")).unwrap();
    let mut polymill = Command::new(env!("CARGO_BIN_EXE_polymill"));
    let machine = format!("--machine={}", root().join("tests/machine.toml").display());
    output(polymill.args(["opt", "-q", &machine]).args(options).arg("-o").arg(&transformed).arg(&original));
    let code = std::fs::read_to_string(&transformed).unwrap();
    let build = |source: &Path, program: &str| {
        let program = dir.path().join(program);
        let flags = ["-O1", "-ffp-contract=off", "-w", "-fopenmp", "-fsanitize=address", "-o"];
        output(Command::new("cc").arg("-I").arg(folder).arg(source).args(flags).arg(&program).arg("-lm"));
        program
    };
    let (original, transformed) = (build(&original, "original"), build(&transformed, "transformed"));
    for size in sizes {
        assert_same(&original, &transformed, &format!("--cache=warm {size}"));
    }
    code
}
