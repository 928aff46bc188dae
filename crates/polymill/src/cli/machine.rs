//! `polymill machine`

use clap::Args;

/// Print the model of this machine, for `--machine`
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct MachineArgs {
    /// Measure the clock, what parallel regions cost, how fast data come from caches and memory for one processor and for all,
    /// and whether fetching ahead pays, which takes some seconds, and keep the model for all commands
    #[arg(long)]
    pub calibrate: bool,
    /// The C compiler that builds what measures; otherwise $POLYMILL_CC, otherwise cc
    #[arg(long, value_name = "COMMAND")]
    pub cc: Option<String>,
}

const AFTER_HELP: &str = "\
Examples:
  polymill machine --calibrate
  polymill machine > here.toml
  polymill opt kernel.c --machine=here.toml -o kernel.opt.c";
