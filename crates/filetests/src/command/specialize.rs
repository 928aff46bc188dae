//! Commands that make versions, and that find the one to call.

use clap::{Args, ValueEnum};
use polymill_gdg::Program;
use polymill_isl as isl;
use polymill_lower::dispatch::{Dispatch, Family};
use polymill_mapper::specialize;

use super::Outcome;
use super::input::Input;

#[derive(Debug, Args)]
pub struct SpecializeArgs {
    /// What to specialize and to what, as in `f={ : n < 16 }`
    requests: Vec<String>,
}

#[derive(Debug, Args)]
pub struct DispatchArgs {
    /// The shape of the tests; that of the paper's rule, if left out
    #[arg(long)]
    shape: Option<Shape>,
    /// How often each version runs, compared with the others
    #[arg(long, value_delimiter = ',')]
    weights: Vec<f64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Shape {
    Tree,
    Chain,
}

/// Specializes GDGs and prints the program.
pub(super) fn run(mut input: Input, args: &SpecializeArgs) -> Result<Outcome, String> {
    let mut text = String::new();
    for request in &args.requests {
        let is_good = specialize_one(&mut input.program, request)?;
        text += &if is_good { String::new() } else { format!("bad specialization: {request}\n") };
    }
    input.program.validate().map_err(|error| error.to_string())?;
    Ok(input.outcome(text + &input.program.to_string()))
}

fn specialize_one(program: &mut Program, request: &str) -> Result<bool, String> {
    let (name, constraints) = request.split_once('=').ok_or("expected NAME={ CONSTRAINTS }")?;
    let id = program.ids().find(|id| program.gdg(*id).name == name);
    let id = id.ok_or_else(|| format!("there is no GDG `{name}`"))?;
    let template = program.gdg(id).clone();
    let params: Vec<_> = template.params.iter().map(|param| param.name.as_str()).collect();
    let constraints = isl::Set::read(template.context.ctx(), &format!("[{}] -> {constraints}", params.join(", ")));
    let constraints = constraints.map_err(|error| error.to_string())?;
    Ok(specialize(program, id, &constraints.into(), template).map_err(|error| error.to_string())?.is_some())
}

/// Prints the tests of each specializer GDG.
pub(super) fn dispatch(input: &Input, args: &DispatchArgs) -> Result<Outcome, String> {
    let mut text = String::new();
    for gdg in input.program.gdgs() {
        let Some(op) = &gdg.specialize_op else { continue };
        let equal = vec![1.0; op.versions.len()];
        let weights = if args.weights.is_empty() { &equal } else { &args.weights };
        let family = Family::new(op, weights).map_err(|error| error.to_string())?;
        let dispatch = match args.shape {
            None => family.dispatch(),
            Some(Shape::Chain) => Ok(family.chain()),
            Some(Shape::Tree) => family.tree().map(|tree| tree.unwrap_or_else(|| family.chain())),
        };
        text += &format!("{}: {:?}\n", gdg.name, family.shape()).to_lowercase();
        let names: Vec<_> = op.versions.iter().map(|version| &input.program.gdg(version.gdg).name).collect();
        print(&names, &dispatch.map_err(|error| error.to_string())?, 1, &mut text);
    }
    Ok(input.outcome(text))
}

fn print(names: &[&String], dispatch: &Dispatch, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    match dispatch {
        Dispatch::Call(version) => *text += &format!("{indent}call {}\n", names[*version]),
        Dispatch::Test { constraints, then, otherwise } => {
            let constraints: Vec<_> = constraints.iter().map(ToString::to_string).collect();
            *text += &format!("{indent}if {}\n", constraints.join(" and "));
            print(names, then, depth + 1, text);
            *text += &format!("{indent}else\n");
            print(names, otherwise, depth + 1, text);
        }
    }
}
