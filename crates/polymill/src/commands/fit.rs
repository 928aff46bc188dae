//! `polymill fit`

use std::process::ExitCode;
use std::time::Duration;

use polymill::bench::{self, Ask, Fit, Point, points_to_csv, read_points};
use polymill::{Error, cc, machine_model, output_file};
use polymill_native::CCompiler;

use super::transform::InProcess;
use crate::cli::{FitArgs, PipelineArgs, output};

/// So many orders are never considered: the order as written is left.
const ALL_RANKS: usize = 1000;

pub fn run(args: &FitArgs) -> Result<ExitCode, Error> {
    let inputs: Vec<_> = args.files.iter().map(std::path::PathBuf::as_path).collect();
    output_file::check(&args.table, &inputs)?;
    let mut points = if args.table.exists() { read_points(&args.table)? } else { vec![] };
    if !args.files.is_empty() {
        let new = measure(args)?;
        points.retain(|old| !new.iter().any(|new| is_of_same_run(old, new)));
        points.extend(new);
        output_file::write(&args.table, points_to_csv(&points)?.as_bytes(), &inputs)?;
    }
    output::result(Fit::to_text(&Fit::of(&points)).trim_end());
    Ok(ExitCode::SUCCESS)
}

fn is_of_same_run(one: &Point, other: &Point) -> bool {
    let key = |point: &Point| (point.program.clone(), point.sizes.clone(), point.machine.clone(), point.n_threads);
    key(one) == key(other)
}

fn measure(args: &FitArgs) -> Result<Vec<Point>, Error> {
    let settings = bench::Settings {
        files: args.files.clone(),
        with: vec![],
        flags: vec![],
        against: vec![CCompiler::parse(&args.cc)?],
        polymill: super::bench::in_front_of(CCompiler::parse(&args.cc)?, &args.pipeline),
        size: args.run.size,
        n_trials: args.trials as usize,
        n_threads: args.run.n_threads(),
        time_limit: Duration::from_secs(args.run.timeout),
        tolerance: 1e-3,
    };
    let machine = match &args.pipeline.machine {
        Some(path) => machine_model::read(path)?,
        None => machine_model::this_machine()?,
    };
    let make = |ask: Ask, sizes: &[(String, i64)]| -> Box<cc::Transform<'static>> {
        let pipeline = asking(&args.pipeline, ask, sizes);
        let process = InProcess { pipeline, time_limit: Duration::from_secs(100), verbose: false };
        Box::new(move |request| process.transform(request))
    };
    let bar = super::progress::bar(0);
    let points = bench::fit(&settings, &machine.name, &make, &mut |progress| super::progress::show(&bar, progress));
    bar.finish_and_clear();
    points
}

/// The options that ask for an order, for these sizes only.
fn asking(pipeline: &PipelineArgs, ask: Ask, sizes: &[(String, i64)]) -> PipelineArgs {
    let at_sizes = PipelineArgs { max_versions: Some(1), usual: sizes.to_vec(), ..pipeline.clone() };
    match ask {
        Ask::Best => at_sizes,
        Ask::Rank(rank) => PipelineArgs { rank: Some(rank), ..at_sizes },
        Ask::Tiles(size) => PipelineArgs { tile_sizes: vec![size; 3], ..at_sizes },
        Ask::Sequential => PipelineArgs { sequential: true, ..at_sizes },
        Ask::AsWritten => PipelineArgs { rank: Some(ALL_RANKS), ..at_sizes },
    }
}
