//! OpenMP in what is compiled and linked: pragmas that are off, objects that need the runtime.

use std::path::{Path, PathBuf};

use memchr::memmem;

use super::command_line::{CommandLine, Role};

/// Blanks the OpenMP pragmas in preprocessed text, line by line.
///
/// Without `-fopenmp` they mean nothing; the transformed file is compiled with `-fopenmp`, where they would come alive.
/// `keep_simd` keeps those that `-fopenmp-simd` turns on.
pub fn blank_pragmas(text: &[u8], keep_simd: bool) -> Vec<u8> {
    let mut blanked = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match openmp_directive(line) {
            Some(directive) if !(keep_simd && is_for_simd(&directive)) => {
                blanked.extend(line.last().filter(|&&b| b == b'\n'))
            }
            _ => blanked.extend_from_slice(line),
        }
    }
    blanked
}

/// What follows `#pragma omp` on this line.
fn openmp_directive(line: &[u8]) -> Option<String> {
    if !line.contains(&b'#') {
        return None;
    }
    let text = String::from_utf8_lossy(line);
    let directive = text.trim_start().strip_prefix('#')?.trim_start().strip_prefix("pragma")?;
    let directive = directive.trim_start().strip_prefix("omp")?;
    directive.starts_with(char::is_whitespace).then(|| directive.trim().to_owned())
}

fn is_for_simd(directive: &str) -> bool {
    directive.starts_with("simd") || directive.starts_with("declare")
}

/// Whether one of the objects and static libraries on the line calls an OpenMP runtime.
pub fn needs_runtime(line: &CommandLine) -> bool {
    line.items.iter().any(|item| match &item.role {
        Role::LinkInput(path) => is_object_or_archive(path) && calls_runtime(path),
        Role::Library(name) => static_library(line, name).is_some_and(|path| calls_runtime(&path)),
        _ => false,
    })
}

fn is_object_or_archive(path: &Path) -> bool {
    matches!(path.extension().and_then(|extension| extension.to_str()), Some("o" | "a" | "lo" | "obj"))
}

/// The file that `-lNAME` means, if it is a static library in one of the line's own folders.
fn static_library(line: &CommandLine, name: &str) -> Option<PathBuf> {
    let dirs = line.items.iter().filter_map(|item| match &item.role {
        Role::LibraryDir(dir) => Some(dir),
        _ => None,
    });
    let mut candidates = dirs.map(|dir| dir.join(format!("lib{name}.a")));
    candidates.find(|path| path.is_file())
}

/// Symbols that gcc's and clang's outlined parallel regions begin with.
const RUNTIME_SYMBOLS: &[&str] = &["GOMP_parallel", "GOMP_loop", "__kmpc_fork_call"];

fn calls_runtime(path: &Path) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    RUNTIME_SYMBOLS.iter().any(|symbol| memmem::find(&bytes, symbol.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, keep_simd: bool, expected: &str) {
        assert_eq!(String::from_utf8(blank_pragmas(text.as_bytes(), keep_simd)).unwrap(), expected);
    }

    #[test]
    fn pragmas_are_blanked_and_lines_stay_in_place() {
        let text = "a\n#pragma omp parallel for\nfor (;;);\n # pragma omp simd\n#pragma ompx\n#pragma scop\n";
        check(text, false, "a\n\nfor (;;);\n\n#pragma ompx\n#pragma scop\n");
        check(text, true, "a\n\nfor (;;);\n # pragma omp simd\n#pragma ompx\n#pragma scop\n");
    }

    #[test]
    fn objects_with_parallel_regions_need_the_runtime() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("with.o"), b"\x7fELF..GOMP_parallel\0").unwrap();
        std::fs::write(dir.path().join("without.o"), b"\x7fELF..printf\0").unwrap();
        std::fs::write(dir.path().join("libwith.a"), b"!<arch>__kmpc_fork_call\0").unwrap();
        let needs = |words: &[&str]| {
            let path = |word: &&str| word.replace("DIR", dir.path().to_str().unwrap()).into();
            needs_runtime(&CommandLine::parse(&words.iter().map(path).collect::<Vec<_>>()))
        };
        assert!(needs(&["DIR/with.o"]));
        assert!(needs(&["DIR/without.o", "-LDIR", "-lwith"]));
        assert!(!needs(&["DIR/without.o", "DIR/missing.o", "-lwith"]));
    }
}
