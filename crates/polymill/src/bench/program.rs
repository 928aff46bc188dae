//! The kinds of programs that can be timed, and how each is told its size, run and read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use polymill_native::Program;
use serde::Serialize;

use crate::Error;

/// How a program takes its size and says its time and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Built on `harness.h`: options at run time, `time_s:`, `checksum:` and `check:` lines.
    Harness,
    /// Built on PolyBench's `polybench.h`: size as a macro, the time on stdout, arrays on stderr.
    PolyBench,
    /// Anything else: the time is the process's, the result is its standard output.
    Plain,
}

/// A problem size, by the names that PolyBench and the harness share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Size {
    Mini,
    Small,
    Medium,
    Large,
    ExtraLarge,
}

/// A program's results, to be compared between compilers.
#[derive(Clone, Debug, PartialEq)]
pub enum Results {
    /// A checksum of all bits, and a text of numbers that shows how far apart two results are.
    Digest {
        /// Of all bits of the results.
        checksum: String,
        /// Numbers that change little when the results do.
        numbers: String,
    },
    /// All there is, as text.
    Text(String),
}

impl Kind {
    /// The kind of the program in `source`, by the header that it includes.
    pub fn of(source: &str) -> Kind {
        let includes = |header: &str| {
            source.lines().any(|line| {
                let line = line.trim_start();
                line.starts_with('#') && line.contains("include") && line.contains(header)
            })
        };
        match () {
            () if includes("harness.h\"") => Kind::Harness,
            () if includes("polybench.h") => Kind::PolyBench,
            () => Kind::Plain,
        }
    }

    /// The compiler flags that this kind needs for `size`.
    pub fn flags(self, size: Option<Size>) -> Vec<String> {
        match (self, size) {
            (Kind::PolyBench, None) => vec!["-DPOLYBENCH_TIME".to_owned()],
            (Kind::PolyBench, Some(size)) => {
                vec!["-DPOLYBENCH_TIME".to_owned(), format!("-D{}_DATASET", size.name().to_uppercase())]
            }
            (Kind::Harness | Kind::Plain, _) => Vec::new(),
        }
    }

    /// The program at `path`, set up for one timed run.
    pub fn timed(self, path: &Path, size: Option<Size>) -> Program {
        let program = Program::new(path);
        match (self, size) {
            (Kind::Harness, None) => program.arg("--trials=1"),
            (Kind::Harness, Some(size)) => program.arg("--trials=1").arg(format!("--size={}", size.name())),
            (Kind::PolyBench | Kind::Plain, _) => program,
        }
    }

    /// The program at `path`, set up to print its results, where a timed run does not.
    ///
    /// PolyBench programs keep a branch that prints their arrays when they have no name and more than 42 arguments (it is
    /// there so that compilers cannot drop the computation); so the very program that is timed shows its results.
    pub fn printing(self, path: &Path) -> Option<Program> {
        (self == Kind::PolyBench).then(|| Program::new(path).arg0("").args(std::iter::repeat_n("x", 43)))
    }

    /// The seconds that one timed run took.
    ///
    /// # Errors
    /// A text that says which line is missing.
    pub fn seconds(self, stdout: &str, wall: Duration) -> Result<f64, String> {
        match self {
            Kind::Harness => {
                let time = value_of(stdout, "time_s:").ok_or("the program prints no line `time_s: SECONDS`")?;
                time.parse().map_err(|_| format!("`time_s: {time}` is no number"))
            }
            Kind::PolyBench => {
                let time = stdout.lines().rev().find_map(|line| line.trim().parse().ok());
                time.ok_or_else(|| "the program prints no time (is it built with polybench.c?)".to_owned())
            }
            Kind::Plain => Ok(wall.as_secs_f64()),
        }
    }

    /// What the program itself found wrong with its results.
    pub fn failed_check(self, stdout: &str) -> Option<String> {
        let check = value_of(stdout, "check:").filter(|_| self == Kind::Harness)?;
        (check != "ok").then(|| format!("the program's own check: {check}"))
    }

    /// The results of a run: of a timed one, or for PolyBench of a printing one.
    ///
    /// # Errors
    /// A text that says what is missing.
    pub fn results(self, stdout: &str, stderr: &str) -> Result<Results, String> {
        match self {
            Kind::Harness => {
                let checksum = value_of(stdout, "checksum:").ok_or("the program prints no line `checksum: ...`")?;
                let digests: Vec<&str> = stdout.lines().filter(|line| line.starts_with("digest:")).collect();
                Ok(Results::Digest { checksum: checksum.to_owned(), numbers: digests.join("\n") })
            }
            Kind::PolyBench => Ok(Results::Text(stderr.to_owned())),
            Kind::Plain => Ok(Results::Text(stdout.to_owned())),
        }
    }
}

impl Size {
    /// All sizes, from the smallest.
    pub const ALL: [Size; 5] = [Size::Mini, Size::Small, Size::Medium, Size::Large, Size::ExtraLarge];

    /// The size's name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Size::Mini => "mini",
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
            Size::ExtraLarge => "extralarge",
        }
    }
}

/// What PolyBench programs are built with beside their own file: `utilities/polybench.c` of the nearest folder above.
///
/// # Errors
/// [`Error::User`] when there is no such file.
pub fn polybench_utilities(source: &Path) -> Result<PathBuf, Error> {
    let source = std::fs::canonicalize(source).map_err(Error::file("read", source))?;
    let mut candidates = source.ancestors().map(|folder| folder.join("utilities").join("polybench.c"));
    candidates.find(|path| path.is_file()).ok_or_else(|| {
        Error::User(format!(
            "{} is a PolyBench program, but no folder above it has utilities/polybench.c; name it: --with polybench.c",
            source.display()
        ))
    })
}

/// What follows the last `key` at the beginning of a line.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().rev().find_map(|line| line.strip_prefix(key)).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARNESS: &str = "size: n=40\ntrial: 1 0.5 0x01\ntime_s: 0.500000000\ndigest: A 1.5e+00 -2.0e-01\n\
                           checksum: 0x01\ncheck: ok\n";

    #[test]
    fn the_kind_follows_from_the_header() {
        assert_eq!(Kind::of("#include \"harness.h\"\n"), Kind::Harness);
        assert_eq!(Kind::of("  # include <polybench.h>\n"), Kind::PolyBench);
        assert_eq!(Kind::of("// see polybench.h\n#include <math.h>\n"), Kind::Plain);
    }

    #[test]
    fn harness_programs_are_read_line_by_line() {
        assert_eq!(Kind::Harness.seconds(HARNESS, Duration::ZERO), Ok(0.5));
        let results = Kind::Harness.results(HARNESS, "").unwrap();
        let numbers = "digest: A 1.5e+00 -2.0e-01".to_owned();
        assert_eq!(results, Results::Digest { checksum: "0x01".to_owned(), numbers });
    }

    #[test]
    fn a_failed_check_is_a_wrong_result() {
        let text = HARNESS.replace("check: ok", "check: FAILED: y[3] is 1, not 2");
        let reason = Kind::Harness.failed_check(&text).unwrap();
        assert_eq!(reason, "the program's own check: FAILED: y[3] is 1, not 2");
        assert_eq!(Kind::Harness.failed_check(HARNESS), None);
        assert!(Kind::Harness.results("", "").is_err());
        assert!(Kind::Harness.seconds("", Duration::ZERO).is_err());
    }

    #[test]
    fn polybench_programs_print_their_time_alone() {
        assert_eq!(Kind::PolyBench.seconds("0.123456\n", Duration::ZERO), Ok(0.123456));
        assert!(Kind::PolyBench.seconds("", Duration::ZERO).is_err());
        assert_eq!(Kind::PolyBench.flags(Some(Size::ExtraLarge)), ["-DPOLYBENCH_TIME", "-DEXTRALARGE_DATASET"]);
    }

    #[test]
    fn polybench_utilities_are_found_above_the_program() {
        let dir = tempfile::tempdir().unwrap();
        let kernel = dir.path().join("a/b/k.c");
        std::fs::create_dir_all(kernel.parent().unwrap()).unwrap();
        std::fs::write(&kernel, "").unwrap();
        assert!(polybench_utilities(&kernel).unwrap_err().to_string().contains("--with polybench.c"));
        std::fs::create_dir(dir.path().join("utilities")).unwrap();
        std::fs::write(dir.path().join("utilities/polybench.c"), "").unwrap();
        assert!(polybench_utilities(&kernel).unwrap().ends_with("utilities/polybench.c"));
    }
}
