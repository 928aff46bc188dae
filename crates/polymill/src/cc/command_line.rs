//! A C compiler's command line, taken apart as gcc and clang take it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The arguments in their order, each with its part in the compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// What stands on the line.
    pub items: Vec<Item>,
}

/// One option with its argument, or one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The words as they stand on the line: one, or an option and its argument.
    pub words: Vec<OsString>,
    /// What they are for.
    pub role: Role,
}

/// What an item is for, as far as it matters for replacing a source by its transformed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A C source.
    Source {
        /// The file.
        path: PathBuf,
        /// Whether it is preprocessed already.
        preprocessed: bool,
        /// Whether `-x` says that it is C, rather than its name.
        explicit_language: bool,
    },
    /// A source in another language.
    ForeignSource,
    /// An object, a library, a linker script.
    LinkInput(PathBuf),
    /// `-`: the source comes from standard input.
    Stdin,
    /// `-c`, `-S`: where the compiler stops.
    Stop(Stop),
    /// A question to the compiler, or a mode in which there is nothing to transform; the reason as text.
    NotForUs(&'static str),
    /// `-o FILE`.
    Output(PathBuf),
    /// `-x LANGUAGE`.
    Language(String),
    /// Matters for preprocessing only.
    Preprocess,
    /// Asks for dependency files beside the output.
    Dependencies,
    /// `-O...`.
    Optimize(Optimize),
    /// Says which floating-point rewriting is allowed: whether it turns reassociation on or off.
    Reassociate(bool),
    /// `-fopenmp`, `-fno-openmp`: whether OpenMP is on.
    OpenMp(bool),
    /// `-fopenmp-simd`: OpenMP's simd pragmas are on.
    OpenMpSimd,
    /// `-std=...`, `-ansi`.
    Standard(String),
    /// Turns warnings into errors.
    Strict,
    /// `-l LIB`.
    Library(String),
    /// `-L DIR`.
    LibraryDir(PathBuf),
    /// Matters for linking only.
    Link,
    /// Chooses the machine that code is made for.
    Target,
    /// Anything else; it stays.
    Other,
}

/// The stage after which the compiler stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `-c`
    Object,
    /// `-S`
    Assembly,
}

/// The level of optimization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimize {
    /// `-O0`, `-Og`: the code is to be debugged.
    Debug,
    /// `-Os`, `-Oz`: the code is to be small.
    Size,
    /// `-O`, `-O1`, ...: the code is to be fast.
    Speed,
    /// `-Ofast`.
    Fast,
}

impl CommandLine {
    /// Takes `args` apart. Response files must be expanded already.
    pub fn parse(args: &[OsString]) -> CommandLine {
        let mut items = Vec::new();
        let mut language: Option<String> = None;
        let mut rest = args;
        while let Some((item, after)) = next_item(rest, language.as_deref()) {
            if let Role::Language(name) = &item.role {
                language = (name != "none").then(|| name.clone());
            }
            items.push(item);
            rest = after;
        }
        CommandLine { items }
    }

    /// The C sources, in order.
    pub fn sources(&self) -> impl Iterator<Item = &Path> {
        self.items.iter().filter_map(|item| match &item.role {
            Role::Source { path, .. } => Some(path.as_path()),
            _ => None,
        })
    }

    /// Whether an item has a role that `wanted` accepts.
    pub fn any(&self, wanted: impl Fn(&Role) -> bool) -> bool {
        self.items.iter().any(|item| wanted(&item.role))
    }

    /// Whether this line makes a program or a shared object.
    pub fn links(&self) -> bool {
        !self.any(|role| matches!(role, Role::Stop(_) | Role::NotForUs(_)))
    }

    /// The level of optimization: the last one counts.
    pub fn optimize(&self) -> Optimize {
        let mut levels = self.items.iter().filter_map(|item| match item.role {
            Role::Optimize(level) => Some(level),
            _ => None,
        });
        levels.next_back().unwrap_or(Optimize::Debug)
    }

    /// Whether the user allowed floating-point operations to be reassociated.
    pub fn reassociates(&self) -> bool {
        let start = self.optimize() == Optimize::Fast;
        self.items.iter().fold(start, |on, item| match item.role {
            Role::Reassociate(set) => set,
            _ => on,
        })
    }

    /// Whether OpenMP is on; `None` if the line does not say.
    pub fn openmp(&self) -> Option<bool> {
        self.items.iter().rev().find_map(|item| match item.role {
            Role::OpenMp(on) => Some(on),
            _ => None,
        })
    }
}

/// The first item of `args` and the words after it.
fn next_item<'a>(args: &'a [OsString], language: Option<&str>) -> Option<(Item, &'a [OsString])> {
    let (word, after) = args.split_first()?;
    let text = word.to_string_lossy();
    if let Some(option) = text.strip_prefix('-').filter(|option| !option.is_empty()) {
        if let Some((argument, after)) = after.split_first()
            && SEPARATE.contains(&option)
        {
            let value = argument.to_string_lossy();
            let item = Item { words: vec![word.clone(), argument.clone()], role: role_of_pair(option, &value) };
            return Some((item, after));
        }
        return Some((Item { words: vec![word.clone()], role: role_of_word(option) }, after));
    }
    let role = if text == "-" { Role::Stdin } else { role_of_input(Path::new(word), language) };
    Some((Item { words: vec![word.clone()], role }, after))
}

/// Options (without their `-`) whose argument is the next word. `-Ifoo` and `-I foo` both exist: only the bare
/// spelling takes the next word.
const SEPARATE: &[&str] = &[
    "-define-macro",
    "-for-assembler",
    "-for-linker",
    "-imacros",
    "-include",
    "-include-directory",
    "-language",
    "-library-directory",
    "-output",
    "-param",
    "-prefix",
    "-print-file-name",
    "-print-prog-name",
    "-std",
    "-sysroot",
    "-target",
    "-undefine-macro",
    "A",
    "B",
    "D",
    "F",
    "G",
    "I",
    "L",
    "MF",
    "MJ",
    "MQ",
    "MT",
    "R",
    "T",
    "Tbss",
    "Tdata",
    "Ttext",
    "U",
    "Xarch_device",
    "Xarch_host",
    "Xassembler",
    "Xclang",
    "Xlinker",
    "Xopenmp-target",
    "Xpreprocessor",
    "allowable_client",
    "arch",
    "aux-info",
    "bundle_loader",
    "client_name",
    "compatibility_version",
    "current_version",
    "dependency-dot",
    "dependency-file",
    "dumpbase",
    "dumpbase-ext",
    "dumpdir",
    "dylib_file",
    "e",
    "exported_symbols_list",
    "filelist",
    "framework",
    "gcc-toolchain",
    "idirafter",
    "iframework",
    "imacros",
    "imultiarch",
    "imultilib",
    "include",
    "include-pch",
    "install_name",
    "iprefix",
    "iquote",
    "isysroot",
    "isystem",
    "isystem-after",
    "ivfsoverlay",
    "iwithprefix",
    "iwithprefixbefore",
    "iwithsysroot",
    "l",
    "mllvm",
    "o",
    "rpath",
    "serialize-diagnostics",
    "specs",
    "target",
    "u",
    "undefined",
    "unexported_symbols_list",
    "weak_framework",
    "weak_library",
    "wrapper",
    "x",
    "z",
];

/// The role of an option that stands with its argument in the next word.
fn role_of_pair(option: &str, value: &str) -> Role {
    match option {
        "o" | "-output" => Role::Output(PathBuf::from(value)),
        "x" | "-language" => Role::Language(value.to_owned()),
        "l" => Role::Library(value.to_owned()),
        "L" | "-library-directory" => Role::LibraryDir(PathBuf::from(value)),
        "MF" | "MT" | "MQ" | "MJ" => Role::Dependencies,
        "-std" => Role::Standard(value.to_owned()),
        "D" | "U" | "A" | "I" | "F" | "-define-macro" | "-undefine-macro" | "-include-directory" => Role::Preprocess,
        "Xpreprocessor" if value.starts_with("-M") => Role::Dependencies,
        "Xpreprocessor" | "-include" | "-imacros" | "ivfsoverlay" => Role::Preprocess,
        "Xlinker" | "-for-linker" | "T" | "Tbss" | "Tdata" | "Ttext" | "u" | "z" | "e" | "R" | "rpath" => Role::Link,
        "framework" | "weak_framework" | "weak_library" | "install_name" | "filelist" => Role::Link,
        "-print-file-name" | "-print-prog-name" => Role::NotForUs("the compiler is asked a question"),
        "arch" | "target" | "-target" | "-sysroot" | "isysroot" | "B" | "gcc-toolchain" => Role::Target,
        "imultiarch" | "imultilib" => Role::Preprocess,
        _ if option.starts_with("include") || option.starts_with('i') => Role::Preprocess,
        _ => Role::Other,
    }
}

/// The role of an option of one word (without its `-`).
fn role_of_word(option: &str) -> Role {
    if let Some(role) = role_of_exact_word(option) {
        return role;
    }
    let after = |prefix: &str| option.strip_prefix(prefix).filter(|rest| !rest.is_empty());
    if let Some(path) = after("o").or_else(|| after("-output=")) {
        return Role::Output(PathBuf::from(path));
    }
    if let Some(language) = after("x").or_else(|| after("-language=")) {
        return Role::Language(language.to_owned());
    }
    if let Some(standard) = after("std=").or_else(|| after("-std=")) {
        return Role::Standard(standard.to_owned());
    }
    if let Some(library) = after("l") {
        return Role::Library(library.to_owned());
    }
    if let Some(dir) = after("L") {
        return Role::LibraryDir(PathBuf::from(dir));
    }
    role_of_prefix(option)
}

fn role_of_exact_word(option: &str) -> Option<Role> {
    Some(match option {
        "c" => Role::Stop(Stop::Object),
        "S" => Role::Stop(Stop::Assembly),
        "E" | "M" | "MM" => Role::NotForUs("the line only preprocesses"),
        "fsyntax-only" | "fpreprocessed" | "fdirectives-only" => Role::NotForUs("the line asks for no code"),
        "MD" | "MMD" | "MP" | "MG" | "MV" | "H" => Role::Dependencies,
        "v" | "###" | "cc1" | "cc1as" | "dumpversion" | "dumpfullversion" | "dumpmachine" | "dumpspecs" => {
            Role::NotForUs("the compiler is asked a question")
        }
        "C" | "CC" | "P" => Role::NotForUs("the line only preprocesses"),
        "save-temps" => Role::NotForUs("-save-temps keeps the original's intermediate files"),
        "O0" | "Og" => Role::Optimize(Optimize::Debug),
        "Os" | "Oz" => Role::Optimize(Optimize::Size),
        "Ofast" => Role::Optimize(Optimize::Fast),
        "ffast-math"
        | "fassociative-math"
        | "funsafe-math-optimizations"
        | "ffp-model=fast"
        | "ffp-model=aggressive" => Role::Reassociate(true),
        "fno-fast-math" | "fno-associative-math" | "fno-unsafe-math-optimizations" | "ffp-model=precise" => {
            Role::Reassociate(false)
        }
        "fopenmp" => Role::OpenMp(true),
        "fno-openmp" => Role::OpenMp(false),
        "fopenmp-simd" => Role::OpenMpSimd,
        "ansi" | "-ansi" => Role::Standard("c89".to_owned()),
        "pedantic-errors" | "-pedantic-errors" | "Werror" => Role::Strict,
        "ffreestanding" | "fno-hosted" | "nostdlib" | "nodefaultlibs" | "nolibc" => {
            Role::NotForUs("there is no OpenMP runtime without the standard libraries")
        }
        "-coverage" => Role::Other,
        "r" => Role::NotForUs("the line makes one object of several"),
        "nostdinc" | "undef" => Role::Preprocess,
        "shared" | "static" | "pie" | "no-pie" | "static-pie" | "rdynamic" | "s" | "symbolic" => Role::Link,
        "static-libgcc" | "shared-libgcc" | "nostartfiles" | "-static" | "-shared" => Role::Link,
        _ => return None,
    })
}

fn role_of_prefix(option: &str) -> Role {
    let starts = |prefix: &str| option.starts_with(prefix);
    if starts("O") {
        return Role::Optimize(Optimize::Speed);
    }
    if ["D", "U", "I", "A", "i", "F", "-define-macro=", "-undefine-macro=", "-include-directory=", "-include="]
        .iter()
        .any(|prefix| starts(prefix))
    {
        return Role::Preprocess;
    }
    if ["MF", "MT", "MQ", "MJ", "Wp,-M"].iter().any(|prefix| starts(prefix)) {
        return Role::Dependencies;
    }
    if ["-version", "-help", "print-", "-print-", "-target-help", "help"].iter().any(|prefix| starts(prefix)) {
        return Role::NotForUs("the compiler is asked a question");
    }
    if starts("save-temps=") || starts("-save-temps") {
        return Role::NotForUs("-save-temps keeps the original's intermediate files");
    }
    if starts("Werror=") {
        return Role::Strict;
    }
    if starts("fopenmp=") {
        return Role::OpenMp(true);
    }
    if starts("Wl,") || starts("T") || starts("u") || starts("z") {
        return Role::Link;
    }
    if starts("Wp,") {
        return Role::Preprocess;
    }
    if ["m", "B", "-target=", "-sysroot=", "isysroot", "-gcc-toolchain="].iter().any(|prefix| starts(prefix)) {
        return Role::Target;
    }
    // A long option without `=` might take the next word, which would then be misread as an input.
    if starts("-") && !option.contains('=') {
        return Role::NotForUs("an option on the line is not known");
    }
    Role::Other
}

/// The role of an input, by the language in force or else by the file's name.
fn role_of_input(path: &Path, language: Option<&str>) -> Role {
    let source =
        |preprocessed, explicit_language| Role::Source { path: path.to_owned(), preprocessed, explicit_language };
    match language {
        Some("c") => return source(false, true),
        Some("cpp-output") => return source(true, true),
        Some(_) => return Role::ForeignSource,
        None => {}
    }
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension {
        "c" => source(false, false),
        "i" => source(true, false),
        _ if FOREIGN.contains(&extension) => Role::ForeignSource,
        _ => Role::LinkInput(path.to_owned()),
    }
}

/// Extensions that gcc or clang compile as something other than C.
const FOREIGN: &[&str] = &[
    "C", "CC", "CPP", "F", "F03", "F08", "F90", "F95", "FOR", "FPP", "FTN", "H", "HPP", "M", "S", "ads", "adb", "bc",
    "c++", "cc", "cl", "clcpp", "cp", "cpp", "cppm", "cu", "cui", "cxx", "d", "f", "f03", "f08", "f90", "f95", "for",
    "fpp", "ftn", "go", "h", "h++", "hh", "hip", "hp", "hpp", "hxx", "ii", "ixx", "ll", "m", "mi", "mii", "mm", "s",
    "sx", "tcc",
];

#[cfg(test)]
mod tests;
