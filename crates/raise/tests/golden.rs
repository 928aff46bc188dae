//! Each file `golden/<topic>.c` is raised; what comes out is in `golden/<topic>.gdg`. `BLESS=1` rewrites those.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use polymill_diagnostics::render_text;
use polymill_isl as isl;
use polymill_raise::{RaiseOptions, SourceInput, raise};

macro_rules! topics {
    ($($topic:ident)*) => {
        $(#[test] fn $topic() { check(stringify!($topic)); })*

        #[test]
        fn every_file_is_a_topic() {
            let mut found: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
            found.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
            found.sort();
            let mut topics = [$(stringify!($topic)),*].to_vec();
            topics.sort();
            let stems: Vec<_> = found.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
            assert_eq!(stems, topics);
        }
    };
}

topics! {
    aliases
    arrays
    bounds
    conditions
    control
    counted
    data_dependent
    idioms
    iterators
    linear_arrays
    liveness
    locals
    loop_pragmas
    loops
    macros
    narrow_and_unsigned
    other_pragmas
    pragmas
    promises
    refused
    regions
    statements
    structs
    types
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn check(topic: &str) {
    let path = folder().join(format!("{topic}.c"));
    let text = std::fs::read(&path).unwrap();
    let found = show(topic, text);
    let expected_path = folder().join(format!("{topic}.gdg"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&expected_path, &found).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&expected_path).unwrap_or_default();
    assert_same(&expected, &found);
}

fn show(topic: &str, text: Vec<u8>) -> String {
    let ctx = isl::Context::new().unwrap();
    let input = SourceInput::text(format!("{topic}.c"), text.clone());
    let raised = raise(&ctx, &input, &RaiseOptions::default());
    raised.program.validate().unwrap();
    let mut shown: Vec<String> =
        raised.diagnostics.iter().map(|diagnostic| render_text(diagnostic, &raised.sources, false)).collect();
    for region in &raised.regions {
        shown.push(raised.program.gdg(region.gdg).to_string());
    }
    shown.join("\n")
}

/// Line by line; sets and maps may be written in different ways.
fn assert_same(expected: &str, found: &str) {
    let mut params = String::new();
    for (number, (expected, found)) in expected.lines().zip(found.lines()).enumerate() {
        if let Some(param) = found.trim().strip_prefix("param ") {
            let name = param.split(':').next().unwrap();
            params = if params.is_empty() { name.to_owned() } else { format!("{params}, {name}") };
        } else if found.starts_with("gdg") {
            params.clear();
        }
        let is_same = expected == found || same_sets(expected, found, &params);
        assert!(is_same, "line {}:\nexpected {expected}\n   found {found}", number + 1);
    }
    assert_eq!(expected.lines().count(), found.lines().count(), "{found}");
}

fn same_sets(expected: &str, found: &str, params: &str) -> bool {
    let parts = |line: &str| {
        let (start, end) = (line.find('{')?, line.rfind('}')?);
        Some((line[..start].to_owned(), format!("[{params}] -> {}", &line[start..=end])))
    };
    let (Some((before, expected)), Some((also_before, found))) = (parts(expected), parts(found)) else { return false };
    let ctx = isl::Context::new().unwrap();
    let set = |text: &str| isl::UnionSet::read(&ctx, text);
    let map = |text: &str| isl::UnionMap::read(&ctx, text);
    let as_sets = || set(&expected).ok()?.is_equal(&set(&found).ok()?).ok();
    let as_maps = || map(&expected).ok()?.is_equal(&map(&found).ok()?).ok();
    before == also_before && as_sets().or_else(as_maps).unwrap_or(false)
}
