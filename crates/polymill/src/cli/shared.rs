//! Flags that several commands share.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use polymill_mapper::{Occupancy, Recompute};

/// A C file and how it is to be read.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// The C file; NAME.i is preprocessed already
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub c: CArgs,
}

/// How C is to be read and built.
#[derive(Debug, Args)]
pub struct CArgs {
    /// Look for headers in DIR
    #[arg(short = 'I', value_name = "DIR", help_heading = "Preprocessor")]
    include_dirs: Vec<String>,
    /// Look for system headers in DIR
    #[arg(long, value_name = "DIR", help_heading = "Preprocessor")]
    isystem: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Preprocessor")]
    defines: Vec<String>,
    /// Undefine a macro
    #[arg(short = 'U', value_name = "NAME", help_heading = "Preprocessor")]
    undefines: Vec<String>,
    /// Take the language standard STD
    #[arg(long, value_name = "STD", help_heading = "Preprocessor")]
    std: Option<String>,
    /// Read a header before the file
    #[arg(long, value_name = "HEADER", help_heading = "Preprocessor")]
    include: Vec<String>,
    /// The C compiler that preprocesses, checks and builds; otherwise $POLYMILL_CC, otherwise cc
    #[arg(long, value_name = "COMMAND", help_heading = "Preprocessor")]
    pub cc: Option<String>,
    /// More flags for the C compiler, after `--`
    #[arg(last = true, value_name = "FLAGS", help_heading = "Preprocessor")]
    more_flags: Vec<String>,
}

impl CArgs {
    /// The flags for the C compiler.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        flags.extend(self.std.iter().map(|std| format!("-std={std}")));
        flags.extend(self.include_dirs.iter().map(|dir| format!("-I{dir}")));
        flags.extend(self.isystem.iter().flat_map(|dir| ["-isystem".to_owned(), dir.clone()]));
        flags.extend(self.defines.iter().map(|define| format!("-D{define}")));
        flags.extend(self.undefines.iter().map(|undefine| format!("-U{undefine}")));
        flags.extend(self.include.iter().flat_map(|header| ["-include".to_owned(), header.clone()]));
        flags.extend(self.more_flags.iter().cloned());
        flags
    }

    /// The flags for the C compiler that have a meaning for preprocessed text.
    pub fn flags_when_preprocessed(&self) -> Vec<String> {
        let is_for_preprocessor = |flag: &&String| ["-D", "-U", "-I"].iter().any(|prefix| flag.starts_with(prefix));
        let std = self.std.iter().map(|std| format!("-std={std}"));
        std.chain(self.more_flags.iter().filter(|flag| !is_for_preprocessor(flag)).cloned()).collect()
    }
}

/// How loop nests are transformed.
#[derive(Clone, Debug, Args)]
pub struct PipelineArgs {
    /// Allow floating-point additions and multiplications to be reordered, as -ffast-math does
    #[arg(long, help_heading = "Transformation")]
    pub reassociate: bool,
    /// Make no parallel loops
    #[arg(long, help_heading = "Transformation")]
    pub sequential: bool,
    /// The machine to optimize for, as `polymill machine` prints it; otherwise this one
    #[arg(long, value_name = "FILE", help_heading = "Transformation")]
    pub machine: Option<PathBuf>,
    /// Which passes run
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StrategyName::Openmp, help_heading = "Transformation")]
    pub strategy: StrategyName,
    /// Tile sizes by hand, outermost loop first; otherwise the machine's caches decide
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', help_heading = "Transformation")]
    pub tile_sizes: Vec<u32>,
    /// Whether tiles may compute again what other tiles compute too: `auto` (where that is predicted to be faster), `never`,
    /// `always`, `local` (strips leave it in local buffers), and for single arrays `ARRAY=recompute`, `ARRAY=local` or
    /// `ARRAY=global`, which stays in memory
    #[arg(long, value_name = "WHEN,ARRAY=STRATEGY,...", default_value = "auto", help_heading = "Transformation")]
    pub recompute: Recompute,
    /// Run stages that follow each other in strips of N iterations, as `polymill explore` counts them; --recompute says what
    /// becomes of values that two strips need (`never`: they stay in memory)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Transformation")]
    pub strips: Option<u32>,
    /// What a loop bound is taken to be where nothing is known of it
    #[arg(long, value_name = "N", help_heading = "Transformation")]
    pub typical_size: Option<i64>,
    /// What parameters usually are: the order is chosen for these values, and right for all
    #[arg(long, value_name = "NAME=N,...", value_delimiter = ',', value_parser = parse_usual, help_heading = "Transformation")]
    pub usual: Vec<(String, i64)>,
    /// Take the new order with the N-th lowest predicted time, 0 being the lowest, whether or not it is worth it; after the last
    /// of them, the order as written
    #[arg(long, value_name = "N", help_heading = "Transformation")]
    pub rank: Option<usize>,
    /// Operations that one pass may spend before it gives up
    #[arg(long, value_name = "N", help_heading = "Transformation")]
    pub budget: Option<u64>,
    /// Let the program stop where a promise about parameters (`#pragma polymill context(...)`) does not hold
    #[arg(long, help_heading = "Versions")]
    pub check_contexts: bool,
    /// How many versions for different sizes a loop nest may have; 1: no versions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Versions")]
    pub max_versions: Option<u32>,
    /// What the code does beside finding the version to run
    #[arg(long, value_enum, default_value_t = Dispatch::Plain, help_heading = "Versions")]
    pub dispatch: Dispatch,
    /// How often versions ran, as `polymill profile` writes it: those that never did are left out
    #[arg(long, value_name = "FILE", help_heading = "Versions")]
    pub profile: Option<PathBuf>,
    /// Where the mapping of a version starts
    #[arg(long, value_enum, default_value_t = Restart::Partial, help_heading = "Versions")]
    pub versioning: Restart,
    /// The test that a loop must pass to run in parallel
    #[arg(long, value_enum, default_value_t = PlacementTest::Work, help_heading = "Versions")]
    pub placement_test: PlacementTest,
    /// How many iterations a processor must have to pass the occupation test, for each dimension of the grid
    #[arg(long, value_name = "C,...", value_delimiter = ',', default_value = "1", help_heading = "Versions")]
    pub occupancy: Vec<Occupancy>,
    /// Which trip count must fill the grid, where it depends on outer loops
    #[arg(long, value_enum, default_value_t = TripCount::Maximum, help_heading = "Versions")]
    pub trip_count: TripCount,
}

impl PipelineArgs {
    /// The words that say what these options say and others do not.
    pub fn words_beyond(&self, others: &Self) -> Vec<String> {
        let others = others.to_words();
        let own = self.to_words().into_iter().filter(|word| !others.contains(word));
        own.map(|word| word.to_string_lossy().into_owned()).collect()
    }

    /// The words that say the same on another command line of ours.
    pub fn to_words(&self) -> Vec<OsString> {
        let mut words = vec![format!("--strategy={}", self.strategy.name()).into()];
        words.extend(self.reassociate.then(|| "--reassociate".into()));
        words.extend(self.sequential.then(|| "--sequential".into()));
        if let Some(machine) = &self.machine {
            words.extend(["--machine".into(), machine.into()]);
        }
        if !self.tile_sizes.is_empty() {
            let sizes: Vec<String> = self.tile_sizes.iter().map(u32::to_string).collect();
            words.push(format!("--tile-sizes={}", sizes.join(",")).into());
        }
        words.push(format!("--recompute={}", self.recompute).into());
        words.extend(self.strips.map(|width| format!("--strips={width}").into()));
        words.extend(self.typical_size.map(|size| format!("--typical-size={size}").into()));
        words.extend(self.usual.iter().map(|(name, value)| format!("--usual={name}={value}").into()));
        words.extend(self.rank.map(|rank| format!("--rank={rank}").into()));
        words.extend(self.budget.map(|budget| format!("--budget={budget}").into()));
        words.extend(self.check_contexts.then(|| "--check-contexts".into()));
        words.extend(self.max_versions.map(|n| format!("--max-versions={n}").into()));
        words.push(format!("--dispatch={}", word(self.dispatch)).into());
        if let Some(profile) = &self.profile {
            words.extend(["--profile".into(), profile.into()]);
        }
        words.push(format!("--versioning={}", word(self.versioning)).into());
        words.push(format!("--placement-test={}", word(self.placement_test)).into());
        let occupancy: Vec<String> = self.occupancy.iter().map(ToString::to_string).collect();
        words.push(format!("--occupancy={}", occupancy.join(",")).into());
        words.push(format!("--trip-count={}", word(self.trip_count)).into());
        words
    }
}

fn parse_usual(text: &str) -> Result<(String, i64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    parsed.ok_or_else(|| format!("`{text}` is not a name and a number, such as n=2000"))
}

/// The word on the command line for a value.
fn word(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// What the code does beside finding the version to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Dispatch {
    /// Nothing
    Plain,
    /// It counts which versions run, for `polymill profile`
    Trace,
}

/// Where the mapping of a version starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Restart {
    /// At the pass that asked for it
    Partial,
    /// At the first pass: better code for small sizes, for up to twice the work
    Full,
}

/// The test that a loop must pass to run in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlacementTest {
    /// It is predicted to take less time
    Work,
    /// It has enough iterations for the processors
    Occupation,
}

/// Which trip count must fill the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TripCount {
    /// The largest
    Maximum,
    /// The mean of the largest and the smallest
    Average,
    /// The smallest
    Minimum,
}

/// A list of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StrategyName {
    /// Tiled and parallel C with OpenMP
    Openmp,
    /// The source's own order
    Original,
}

impl StrategyName {
    fn name(self) -> &'static str {
        match self {
            StrategyName::Openmp => "openmp",
            StrategyName::Original => "original",
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For tools
    Json,
}

/// Spells `-std=c99`, `-include` and `-isystem`, which C compilers take with one dash, as clap wants them.
pub fn accept_compiler_spelling(word: OsString) -> OsString {
    let Some(text) = word.to_str() else { return word };
    match text {
        "-include" | "-isystem" => format!("-{text}").into(),
        _ if text.starts_with("-std=") => format!("-{text}").into(),
        _ => word,
    }
}
