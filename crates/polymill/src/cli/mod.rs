//! The command line: every flag is defined in this folder, and nowhere else.

mod bench;
mod cc;
mod explain;
mod explore;
mod fit;
mod machine;
mod matrix;
mod opt;
pub mod output;
mod profile;
mod shared;
mod verify;

pub use bench::BenchArgs;
pub use cc::CcArgs;
pub use explain::ExplainArgs;
pub use explore::ExploreArgs;
pub use fit::FitArgs;
pub use machine::MachineArgs;
pub use matrix::MatrixArgs;
pub use opt::{OptArgs, Stage};
pub use profile::ProfileArgs;
pub use shared::{CArgs, Dispatch, Format, InputArgs, PipelineArgs, PlacementTest, Restart, StrategyName, TripCount};
pub use verify::VerifyArgs;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

/// A polyhedral compiler: C loop nests in, proven, tiled, parallel C out
#[derive(Debug, Parser)]
#[command(name = "polymill", version, max_term_width = 100, propagate_version = true, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  polymill cc -O3 -march=native kernel.c -o kernel -lm    build a program, as with cc
  make CC=\"polymill cc\"                                   build a project
  polymill opt kernel.c -o kernel.opt.c                   write the transformed C
  polymill explain kernel.c                               say what was done, and what stands in the way
  polymill bench kernels/*.c --against \"gcc -O3\"          compare with another compiler

`polymill help COMMAND` tells more.";

#[derive(Debug, Subcommand)]
pub enum Command {
    Cc(CcArgs),
    Opt(OptArgs),
    Explain(ExplainArgs),
    Verify(VerifyArgs),
    Bench(BenchArgs),
    Explore(ExploreArgs),
    Fit(FitArgs),
    Machine(MachineArgs),
    Profile(ProfileArgs),
    Matrix(MatrixArgs),
    /// Print a script that completes polymill's options in a shell
    #[command(
        after_help = "Example:\n  polymill completions bash > ~/.local/share/bash-completion/completions/polymill"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write manual pages into a folder
    #[command(after_help = "Example:\n  polymill man ~/.local/share/man/man1")]
    Man {
        /// The folder
        dir: PathBuf,
    },
}

/// Parses the words of a command line, the program's name first.
///
/// `polymill cc ARGS...` is a C compiler's command line: clap sees only the options that are ours.
pub fn parse(words: Vec<OsString>) -> Result<Cli, clap::Error> {
    let is_cc = words.get(1).is_some_and(|word| word == "cc");
    if is_cc {
        return CcArgs::parse(words).map(|args| Cli { command: Command::Cc(args) });
    }
    let words = words.into_iter().map(shared::accept_compiler_spelling);
    Cli::from_arg_matches(&command().try_get_matches_from(words)?)
}

/// The whole command line, for help, manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command().mut_subcommand("cc", cc::as_compiler)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_words(line: &str) -> Result<Cli, clap::Error> {
        parse(line.split(' ').map(OsString::from).collect())
    }

    #[test]
    fn the_definitions_hold_together() {
        command().debug_assert();
    }

    #[test]
    fn the_compiler_line_is_not_parsed_as_ours() {
        let Command::Cc(args) = parse_words("polymill cc --version -O3 -h --help -o x").unwrap().command else {
            panic!("not cc");
        };
        assert_eq!(args.args, ["--version", "-O3", "-h", "--help", "-o", "x"]);
    }

    #[test]
    fn our_options_on_the_compiler_line_begin_with_polymill() {
        let line = "polymill cc -O3 --polymill-cc=gcc --polymill-force --polymill-keep=dir --polymill-reassociate a.c";
        let Command::Cc(args) = parse_words(line).unwrap().command else { panic!("not cc") };
        assert_eq!(args.args, ["-O3", "a.c"]);
        assert_eq!((args.cc.as_deref(), args.force, args.pipeline.reassociate), (Some("gcc"), true, true));
        assert_eq!(args.keep, Some(PathBuf::from("dir")));
    }

    #[test]
    fn wrong_options_of_ours_are_refused() {
        assert!(parse_words("polymill cc --polymill-frobnicate a.c").is_err());
        assert!(parse_words("polymill opt a.c --frobnicate").is_err());
    }

    #[test]
    fn preprocessor_flags_are_taken_as_compilers_spell_them() {
        let line = "polymill opt a.c -o b.c -Iinc -D X=1 -UY -std=c99 -include pre.h -isystem sys -- -funroll-loops";
        let Command::Opt(args) = parse_words(line).unwrap().command else { panic!("not opt") };
        let flags = args.input.c.flags();
        let expected = ["-std=c99", "-Iinc", "-isystem", "sys", "-DX=1", "-UY", "-include", "pre.h", "-funroll-loops"];
        assert_eq!(flags, expected);
    }

    #[test]
    fn pipeline_options_travel_to_another_line() {
        let given = "--reassociate --sequential --machine m.toml --tile-sizes 4,5 --typical-size 9 --budget 7 --usual n=5,m=6 --rank 2 \
                     --dispatch trace --profile p.toml";
        let line = format!("polymill opt a.c --strategy original {given}");
        let Command::Opt(first) = parse_words(&line).unwrap().command else { panic!("not opt") };
        let words = ["polymill", "opt", "a.c"].iter().map(OsString::from).chain(first.pipeline.to_words());
        let Command::Opt(second) = parse(words.collect()).unwrap().command else { panic!("not opt") };
        assert_eq!(format!("{:?}", first.pipeline), format!("{:?}", second.pipeline));
    }

    #[test]
    fn every_command_teaches_by_example() {
        for sub in command().get_subcommands() {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "{} has no example", sub.get_name());
            assert!(sub.get_about().is_some(), "{} says nothing about itself", sub.get_name());
        }
    }
}
