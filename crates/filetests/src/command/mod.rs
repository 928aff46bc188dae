//! The commands of filetests: each runs a part of the compiler on a file and gives text and messages.

mod gdg;
mod input;
mod lower;
mod map;
mod opt;
mod reschedule;
mod specialize;
mod verify;

use clap::Parser;

use crate::test_file::{Message, TestFile};

/// What a command gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Its output.
    pub text: String,
    /// Errors, remarks and the like, with the lines that they are about.
    pub messages: Vec<Message>,
}

/// The command in a filetest's first line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_subcommand = true)]
pub enum Command {
    /// The GDGs of a C file
    Raise,
    /// The text form of a GDG, read, validated and printed
    GdgRoundtrip,
    /// The GDG after passes of the mapper, in the order given
    Pass(map::PassArgs),
    /// A program after GDGs were specialized, one after the other
    Specialize(specialize::SpecializeArgs),
    /// The GDGs that work on a sparse matrix in other formats
    Executors,
    /// The tests that find the version to call, for each specializer GDG
    Dispatch(specialize::DispatchArgs),
    /// The candidate schedules that the mapper considers
    ScheduleCandidates(map::SettingsArgs),
    /// The loops of a GDG's schedule as C, after passes of the mapper
    Lower(lower::LowerArgs),
    /// The proof that a GDG's schedule is legal, after passes of the mapper, and a replay of its loops
    Verify(map::PassArgs),
    /// A GDG in the order of a schedule from outside, and its loops
    Reschedule(reschedule::RescheduleArgs),
    /// The program at a stage of `polymill opt`
    Opt(opt::OptArgs),
    /// What `polymill explain` says
    Explain(opt::ExplainArgs),
}

impl Command {
    /// Runs the command of a file.
    ///
    /// # Errors
    /// A command that does not exist, or an error that is not about a line of the input.
    pub fn run(file: &TestFile) -> Result<Outcome, String> {
        let command = Self::try_parse_from(&file.words).map_err(|error| error.to_string())?;
        let input = match input::read(file) {
            Ok(input) => input,
            Err(outcome) => return Ok(outcome),
        };
        match command {
            Self::Raise | Self::GdgRoundtrip => gdg::roundtrip(&input),
            Self::Pass(args) => map::passes(input, &args),
            Self::Executors => map::executors(&input),
            Self::Specialize(args) => specialize::run(input, &args),
            Self::Dispatch(args) => specialize::dispatch(&input, &args),
            Self::ScheduleCandidates(args) => map::candidates(input, &args),
            Self::Lower(args) => lower::run(input, &args),
            Self::Verify(args) => verify::run(input, &args),
            Self::Reschedule(args) => reschedule::run(input, &args),
            Self::Opt(args) => opt::run(input, &args),
            Self::Explain(args) => opt::explain(input, &args),
        }
    }
}

impl Outcome {
    /// A single message, on the line given or on the first.
    pub fn error(line: Option<u32>, text: impl Into<String>) -> Self {
        let line = line.map_or(1, |line| line as usize);
        Self { text: String::new(), messages: vec![Message { line, severity: "error", text: text.into() }] }
    }
}
