//! Decides what to do with a compiler's command line, and writes the command lines that do it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use polymill_raise::flags::read_flags;

use super::command_line::{CommandLine, Item, Optimize, Role};

/// What to do with a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Run the real compiler with the same words; the reason is for who asks.
    PassThrough(String),
    /// Run the real compiler with the same words, for the reason given; objects may need the OpenMP runtime.
    Link(String),
    /// Transform the C sources first.
    Transform,
}

/// Decides. `force` transforms also where nobody asked for fast code.
///
/// Sources are transformed where the line asks for fast code (`-O`, `-O1`, `-O2`, `-O3`, `-Ofast`).
pub fn plan(line: &CommandLine, force: bool) -> Plan {
    let reason = line.items.iter().find_map(|item| match item.role {
        Role::NotForUs(reason) => Some(reason),
        Role::Stdin => Some("the source comes from standard input"),
        _ => None,
    });
    if let Some(reason) = reason {
        return Plan::PassThrough(reason.to_owned());
    }
    let reason = reason_against_transforming(line, force).map(str::to_owned).or_else(|| refused_flag(line));
    match reason {
        Some(reason) if line.links() => Plan::Link(reason),
        Some(reason) => Plan::PassThrough(reason),
        None => Plan::Transform,
    }
}

/// A flag that changes what C means, or what the program does beside computing, in a way that is not honoured.
fn refused_flag(line: &CommandLine) -> Option<String> {
    let flags: Vec<String> = dialect_words(line).iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let refusal = read_flags(&flags).err()?;
    Some(format!("nothing is transformed because of {}: {}", refusal.what, refusal.why))
}

/// The options that say what C means, and for which machine code is made.
pub fn dialect_words(line: &CommandLine) -> Vec<OsString> {
    let says = |role: &Role| {
        use Role::*;
        matches!(role, Optimize(_) | Reassociate(_) | Target | Standard(_) | Other)
    };
    line.items.iter().filter(|item| says(&item.role)).flat_map(|item| item.words.iter().cloned()).collect()
}

fn reason_against_transforming(line: &CommandLine, force: bool) -> Option<&'static str> {
    if line.sources().next().is_none() {
        return Some("there is no C source on the line");
    }
    if line.any(|role| *role == Role::ForeignSource) {
        return Some("sources in other languages are on the same line");
    }
    if line.any(|role| matches!(role, Role::Output(path) if path == Path::new("-"))) {
        return Some("the output goes to standard output");
    }
    if line.openmp() == Some(false) {
        return Some("-fno-openmp is on");
    }
    match line.optimize() {
        _ if force => None,
        Optimize::Debug => Some("the line does not ask for optimization (-O1 or more; --polymill-force insists)"),
        Optimize::Size => Some("the line asks for small code (--polymill-force insists)"),
        Optimize::Speed | Optimize::Fast => None,
    }
}

/// The words for preprocessing one source into `output`.
pub fn preprocess_words(line: &CommandLine, source: &Item, output: &Path) -> Vec<OsString> {
    let mut words = Vec::new();
    for item in &line.items {
        match item.role {
            Role::Source { .. } | Role::LinkInput(_) | Role::Language(_) | Role::Output(_) | Role::Stop(_) => {}
            Role::Link | Role::Library(_) | Role::LibraryDir(_) | Role::Dependencies => {}
            _ => words.extend_from_slice(&item.words),
        }
    }
    words.extend(["-E".into(), "-o".into(), output.into()]);
    if let Role::Source { explicit_language: true, .. } = source.role {
        words.extend(["-x".into(), "c".into()]);
    }
    words.extend_from_slice(&source.words);
    words
}

/// The words that check the original sources: all messages and dependency files of the real compilation, no code.
pub fn check_words(line: &CommandLine) -> Vec<OsString> {
    let mut words = Vec::new();
    for item in &line.items {
        match item.role {
            Role::LinkInput(_) | Role::Link | Role::Library(_) | Role::LibraryDir(_) => {}
            _ => words.extend_from_slice(&item.words),
        }
    }
    words.push("-fsyntax-only".into());
    words
}

/// The words that compile the transformed sources in place of the originals, in the order of the line.
///
/// Messages and dependency files are the business of [`check_words`]; here they are off. Transformed text is C99, so
/// older standards give way to it.
pub fn compile_words(line: &CommandLine, transformed: &[PathBuf], openmp: bool) -> Vec<OsString> {
    let mut transformed = transformed.iter();
    let mut words: Vec<OsString> = Vec::new();
    for item in &line.items {
        match &item.role {
            Role::Source { .. } => words.extend(transformed.next().map(OsString::from)),
            // Transformed files are named NAME.i, which says their language.
            Role::Language(_) | Role::Preprocess | Role::Dependencies | Role::Strict => {}
            Role::Standard(standard) => words.extend(modern_standard(standard, &item.words)),
            _ => words.extend_from_slice(&item.words),
        }
    }
    words.push("-w".into());
    if openmp {
        words.push("-fopenmp".into());
    }
    words
}

/// The options for a standard that has loops with declarations, with the older standard's meaning of `inline`.
fn modern_standard(standard: &str, words: &[OsString]) -> Vec<OsString> {
    let modern = match standard {
        "c89" | "c90" | "iso9899:1990" | "iso9899:199409" => "-std=c99",
        "gnu89" | "gnu90" => "-std=gnu99",
        _ => return words.to_vec(),
    };
    vec![modern.into(), "-fgnu89-inline".into()]
}

/// The options that choose the machine, for asking whether OpenMP works there.
pub fn target_words(line: &CommandLine) -> Vec<OsString> {
    let target = line.items.iter().filter(|item| item.role == Role::Target);
    target.flat_map(|item| item.words.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> CommandLine {
        CommandLine::parse(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    fn joined(words: Vec<OsString>) -> String {
        words.iter().filter_map(|word| word.to_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fast_code_from_c_sources_is_transformed() {
        for text in ["-O3 a.c", "-c -O a.c", "-Ofast a.i -o x", "-O2 -S a.c", "-O0 -O2 a.c b.c c.o -lm"] {
            assert_eq!(plan(&line(text), false), Plan::Transform, "{text}");
        }
    }

    #[test]
    fn everything_else_passes_through() {
        for text in [
            "--version",
            "-v",
            "-O2 -E a.c",
            "-O2 -M a.c",
            "-O2 -MM a.c",
            "-c a.c",
            "-c -O0 a.c",
            "-c -Og a.c",
            "-c -Os a.c",
            "-O2 -c a.cc",
            "-O2 -c a.c b.S",
            "-O2 -x c -",
            "-O2 -fsyntax-only a.c",
            "-O2 -### a.c",
            "-O2 -c -fsanitize=address a.c",
            "-O2 -c --coverage a.c",
            "-O2 -c -fwrapv a.c",
            "-O2 -ffreestanding -c a.c",
            "-O2 -c a.c -o -",
            "-O2 -save-temps a.c",
            "-O2 -fno-openmp -c a.c",
        ] {
            assert!(matches!(plan(&line(text), false), Plan::PassThrough(_)), "{text}");
        }
    }

    #[test]
    fn lines_that_only_link_are_looked_at_for_openmp() {
        for text in [
            "a.o -o a",
            "-shared a.o -o a.so",
            "-O0 main.c a.o",
            "a.cc b.o",
            "-x c-header a.h",
            "-O2 --coverage a.c",
            "",
        ] {
            assert!(matches!(plan(&line(text), false), Plan::Link(_)), "{text}");
        }
    }

    #[test]
    fn force_transforms_debug_builds() {
        assert_eq!(plan(&line("-g -c a.c"), true), Plan::Transform);
        assert_eq!(plan(&line("-E a.c"), true), Plan::PassThrough("the line only preprocesses".to_owned()));
    }

    #[test]
    fn preprocessing_takes_what_preprocessing_needs() {
        let line = line("-O3 -c -o a.o -MD -MF a.d -Idir -DX=1 -std=c99 a.c -lm -Wl,-O1 -fopenmp -march=native");
        let source = line.items.iter().find(|item| matches!(item.role, Role::Source { .. })).unwrap();
        assert_eq!(
            joined(preprocess_words(&line, source, Path::new("t.i"))),
            "-O3 -Idir -DX=1 -std=c99 -fopenmp -march=native -E -o t.i a.c"
        );
    }

    #[test]
    fn checking_keeps_the_names_of_outputs_and_dependencies() {
        let line = line("-O3 -Wall -c -o a.o -MD -MF a.d -DX=1 a.c b.o -L. -lm");
        assert_eq!(joined(check_words(&line)), "-O3 -Wall -c -o a.o -MD -MF a.d -DX=1 a.c -fsyntax-only");
    }

    #[test]
    fn compiling_puts_the_transformed_source_in_the_original_place() {
        let line = line("-O3 -DX=1 -MD -Werror a.c x.o b.c -lm -o prog");
        let transformed = ["t/0/a.i".into(), "t/1/b.i".into()];
        assert_eq!(joined(compile_words(&line, &transformed, true)), "-O3 t/0/a.i x.o t/1/b.i -lm -o prog -w -fopenmp");
    }

    #[test]
    fn explicit_languages_and_old_standards_give_way() {
        let line = line("-O3 -x c a.txt -x none b.o -ansi -pedantic-errors");
        assert_eq!(joined(compile_words(&line, &["t/a.i".into()], false)), "-O3 t/a.i b.o -std=c99 -fgnu89-inline -w");
    }
}
