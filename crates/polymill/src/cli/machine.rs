//! `polymill machine`

use clap::Args;

/// Print the model of this machine, for `--machine`
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct MachineArgs {}

const AFTER_HELP: &str = "\
Example:
  polymill machine > here.toml
  polymill opt kernel.c --machine=here.toml -o kernel.opt.c";
