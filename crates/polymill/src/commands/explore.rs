//! `polymill explore`

use std::path::Path;
use std::process::ExitCode;

use polymill::bench::Sweep;
use polymill::explore::{self, Axes, Report, Settings};
use polymill::{Error, output_file};
use polymill_gdg::{Gdg, Program};
use polymill_isl as isl;
use polymill_mapper::{Machine, Strategy};
use polymill_native::CCompiler;

use crate::cli::{ExploreArgs, Format, output};

/// isl operations that one way to run a region may take.
const BUDGET: u64 = 20_000_000;

pub fn run(args: &ExploreArgs) -> Result<ExitCode, Error> {
    let input = args.input.file.as_path();
    for path in [&args.csv, &args.svg].into_iter().flatten() {
        output_file::check(path, &[input])?;
    }
    let settings = settings(args)?;
    let variants = variants(args)?;
    let bar = super::progress::bar(0);
    let mut report = Report::default();
    for (position, variant) in variants.iter().enumerate() {
        let program = read(args, variant.as_deref())?;
        let gdg = region(&program, args)?;
        let name = variant.as_deref().unwrap_or_default();
        let explored = explore::explore(gdg, name, &settings, &mut report, &mut |progress| {
            bar.set_length((progress.n_points * variants.len()) as u64);
            bar.set_position((progress.n_points * position + progress.n_done) as u64);
            bar.set_message(progress.doing.clone());
        });
        explored.inspect_err(|_| bar.finish_and_clear())?;
    }
    bar.finish_and_clear();
    write(args, &report, &variants)?;
    match args.format {
        Format::Text => output::result(report.to_text().trim_end()),
        Format::Json => {
            let text = serde_json::to_string_pretty(&report).map_err(|error| Error::Bug(error.to_string()))?;
            output::result(text);
        }
    }
    if args.formulas {
        output::result(report.formulas().trim_end());
    }
    let is_found = report.points.iter().any(|point| point.width > 0);
    Ok(if report.is_good() && is_found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn settings(args: &ExploreArgs) -> Result<Settings, Error> {
    let values = format!("tiles={}", args.tiles).parse::<Sweep>().map(|sweep| sweep.values);
    let widths: Option<Vec<u32>> = values
        .ok()
        .and_then(|values| values.into_iter().map(|value| u32::try_from(value).ok().filter(|n| *n > 0)).collect());
    let wrong = || Error::User(format!("--tiles={} is no list of sizes, such as 1..512*2 or 8,16,32", args.tiles));
    let compiler = match args.no_run {
        true => None,
        false => {
            let real = super::cc::real_compiler(args.input.c.cc.as_deref())?;
            let flags: Vec<_> = real.flags().iter().cloned().chain(["-O2".into(), "-w".into()]).collect();
            Some(CCompiler::new(real.program(), &flags))
        }
    };
    Ok(Settings {
        sizes: args.sizes.iter().cloned().collect(),
        widths: widths.ok_or_else(wrong)?,
        overlaps: args.strategies.clone(),
        max_buffer: args.buffer,
        compiler,
        instructions: args.instructions,
        formulas: args.formulas,
        budget: BUDGET,
    })
}

/// `K=3`, `K=5`, ... for `--each=K=3,5`; otherwise one that defines nothing.
fn variants(args: &ExploreArgs) -> Result<Vec<Option<String>>, Error> {
    let Some(each) = &args.each else { return Ok(vec![None]) };
    let Some((name, values)) = each.split_once('=').filter(|(name, values)| !name.is_empty() && !values.is_empty())
    else {
        return Err(Error::User(format!("--each={each} has no values; expected MACRO=N,N,..., such as K=3,5")));
    };
    Ok(values.split(',').map(|value| Some(format!("{name}={value}"))).collect())
}

/// The program, as far as temporaries and arrays that may overlap do not stand in the way.
fn read(args: &ExploreArgs, variant: Option<&str>) -> Result<Program, Error> {
    let input = args.input.file.as_path();
    let mut program = if input.extension().is_some_and(|extension| extension == "gdg") {
        polymill::Compiler::default().read_gdg(&isl::Context::new()?, &output_file::read(input)?)?
    } else {
        let raised = super::raise_c_with(input, &args.input.c, variant, output_file::read_bytes(input)?)?;
        for diagnostic in raised.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()) {
            output::diagnostic(diagnostic, &raised.sources, args.format);
        }
        raised.program
    };
    polymill_mapper::map(&mut program, &Strategy::separate(), &Machine::host(), &polymill_mapper::Settings::default())?;
    Ok(program)
}

/// The region to explore, where no arrays overlap.
fn region<'a>(program: &'a Program, args: &ExploreArgs) -> Result<&'a Gdg, Error> {
    let is_asked_for =
        |gdg: &Gdg, entry: &Gdg| args.region.as_ref().is_none_or(|name| *name == gdg.name || *name == entry.name);
    let mut reasons = vec![];
    for id in program.ids() {
        let (gdg, entry) = (program.gdg(id), program.gdg(program.entry(id)));
        if gdg.specialize_op.is_some() || !gdg.aliases.is_empty() || !is_asked_for(gdg, entry) {
            continue;
        }
        let design = polymill_mapper::Design {
            width: 32,
            overlap: polymill_mapper::Overlap::Recompute,
            arrays: Default::default(),
        };
        match gdg.context.ctx().with_budget(BUDGET, || polymill_mapper::sweep(gdg, &design)) {
            Ok(_) => return Ok(gdg),
            Err(error) => reasons.push(format!("`{}`: {error}", gdg.name)),
        }
    }
    let file = args.input.file.display();
    Err(Error::User(match reasons.as_slice() {
        [] => match &args.region {
            Some(name) => format!("{file} has no region `{name}`; `polymill opt --print=gdg` prints them all"),
            None => format!("{file} has no region that can be taken; `polymill explain` says why"),
        },
        reasons => format!("no region of {file} can run in strips\n  {}", reasons.join("\n  ")),
    }))
}

fn write(args: &ExploreArgs, report: &Report, variants: &[Option<String>]) -> Result<(), Error> {
    if let Some(path) = &args.csv {
        output_file::write(path, report.to_csv().as_bytes(), &[])?;
    }
    if let Some(path) = &args.svg {
        output_file::write(path, report.to_svg(Axes::Buffers, None)?.as_bytes(), &[])?;
    }
    let Some(dir) = &args.report else { return Ok(()) };
    std::fs::create_dir_all(dir).map_err(Error::file("make", dir))?;
    let file = |name: &str, text: &str| output_file::write(&dir.join(name), text.as_bytes(), &[]);
    file("explore.csv", &report.to_csv())?;
    draw(report, dir, "", None, args.instructions)?;
    for variant in variants.iter().flatten() {
        draw(report, dir, &format!("-{variant}"), Some(variant), args.instructions)?;
    }
    Ok(())
}

fn draw(report: &Report, dir: &Path, name: &str, variant: Option<&str>, instructions: bool) -> Result<(), Error> {
    let mut kinds = vec![(Axes::Buffers, "accesses")];
    kinds.extend(instructions.then_some((Axes::Instructions, "instructions")));
    for (axes, kind) in kinds {
        let path = dir.join(format!("{kind}{name}.svg"));
        output_file::write(&path, report.to_svg(axes, variant)?.as_bytes(), &[])?;
    }
    Ok(())
}
