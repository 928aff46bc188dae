//! What the thirty kernels ask of the compiler: it must not grow unnoticed.
//!
//! `growth.txt` has, for each kernel, the operations of isl and the printed parts of expressions, without and with
//! `--reassociate`. Seconds depend on the machine; these do not. They depend on isl: the table says of which version it
//! is, and nothing is compared with another one. `BLESS=1` writes the table anew.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use polymill::{Compiler, Options, rewrite};
use polymill_isl as isl;
use polymill_mapper::{Machine, Settings};
use polymill_raise::{RaiseOptions, SourceInput, raise};

/// No figure may be larger than that of the table by more than this part.
const TOLERANCE: f64 = 0.1;

/// Isl's operations, and printed parts.
type Work = [u64; 2];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn work(kernel: &Path, reassociate: bool) -> Work {
    let context = isl::Context::new().unwrap();
    let bytes = std::fs::read(kernel).unwrap();
    let raised = raise(&context, &SourceInput::file(kernel), &RaiseOptions::default());
    let machine = Machine::from_toml(include_str!("../../../tests/machine.toml")).unwrap();
    let settings = Settings { reassociate, ..Settings::default() };
    let compiler = Compiler::new(Options { machine, settings, ..Options::default() });
    let rewritten = rewrite(&compiler, raised, &bytes, false).unwrap();
    assert!(!rewritten.raised.gdgs().is_empty(), "nothing is raised in {}", kernel.display());
    [context.operations(), rewritten.n_printed]
}

/// A row for each kernel: without `--reassociate`, then with it.
fn measured() -> BTreeMap<String, [Work; 2]> {
    let files = std::fs::read_dir(root().join("kernels")).unwrap().map(|entry| entry.unwrap().path());
    let kernels = files.filter(|path| path.extension().is_some_and(|extension| extension == "c"));
    let row = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, [work(&path, false), work(&path, true)])
    };
    kernels.map(row).collect()
}

fn print(rows: &BTreeMap<String, [Work; 2]>) -> String {
    let mut text = format!("{}\n{:<16}{:>12}{:>9}", isl::version(), "kernel", "operations", "printed");
    text += &format!("{:>20}{:>9}\n", "with reassociation", "printed");
    for (name, [[operations, printed], [reassociated, also_printed]]) in rows {
        text += &format!("{name:<16}{operations:>12}{printed:>9}{reassociated:>20}{also_printed:>9}\n");
    }
    text
}

fn parse(table: &str) -> BTreeMap<String, [Work; 2]> {
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |position: usize| words[position].parse().unwrap();
        (words[0].to_owned(), [[number(1), number(2)], [number(3), number(4)]])
    };
    table.lines().skip(2).map(row).collect()
}

/// What has grown too much.
fn grown(known: &BTreeMap<String, [Work; 2]>, found: &BTreeMap<String, [Work; 2]>) -> Vec<String> {
    let mut grown = vec![];
    for (name, rows) in found {
        let Some(before) = known.get(name) else {
            grown.push(format!("{name} is not in the table"));
            continue;
        };
        let figures = ["operations", "printed", "operations with --reassociate", "printed with --reassociate"];
        for ((figure, before), now) in figures.iter().zip(before.concat()).zip(rows.concat()) {
            if now as f64 > before as f64 * (1.0 + TOLERANCE) {
                grown.push(format!("{name}: {figure}: {before} in the table, {now} now"));
            }
        }
    }
    grown
}

#[test]
fn the_kernels_take_no_more_work_than_before() {
    let path = root().join("crates/polymill/tests/growth.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, print(&measured())).unwrap();
    }
    let table = std::fs::read_to_string(&path).unwrap();
    if table.lines().next() != Some(isl::version().as_str()) {
        eprintln!("not compared: the table is of another version of isl than {}", isl::version());
        return;
    }
    let grown = grown(&parse(&table), &measured());
    assert!(grown.is_empty(), "{}\nif that is worth it: BLESS=1", grown.join("\n"));
}

#[test]
fn growth_by_more_than_a_tenth_is_found() {
    let table = |operations, printed| BTreeMap::from([("gemm".to_owned(), [[1000, 100], [operations, printed]])]);
    let text = print(&table(1000, 100));
    assert_eq!(parse(&text), table(1000, 100));
    assert!(grown(&parse(&text), &table(1100, 110)).is_empty());
    assert_eq!(
        grown(&parse(&text), &table(1101, 111)),
        [
            "gemm: operations with --reassociate: 1000 in the table, 1101 now",
            "gemm: printed with --reassociate: 100 in the table, 111 now"
        ]
    );
}
