//! `polymill machine`

use std::process::ExitCode;

use polymill::{Error, machine_model, output_file};
use polymill_mapper::Machine;

use crate::cli::{MachineArgs, output};

/// Prints the model of this machine; measures it before, if that is asked for.
pub fn run(args: &MachineArgs) -> Result<ExitCode, Error> {
    let machine = if args.calibrate { calibrate(args)? } else { machine_model::this_machine()? };
    output::result(machine.to_toml().trim_end());
    Ok(ExitCode::SUCCESS)
}

fn calibrate(args: &MachineArgs) -> Result<Machine, Error> {
    let machine = machine_model::calibrate(Machine::host(), &super::cc::real_compiler(args.cc.as_deref())?)?;
    let no_place = || Error::User("there is no folder for settings; set HOME or XDG_CONFIG_HOME".to_owned());
    let path = machine_model::calibrated_path().ok_or_else(no_place)?;
    let folder = path.parent().unwrap_or(&path);
    std::fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
    output_file::write(&path, machine.to_toml().as_bytes(), &[])?;
    output::message(format_args!("kept in {}; it is the machine to optimize for from now on", path.display()));
    Ok(machine)
}
