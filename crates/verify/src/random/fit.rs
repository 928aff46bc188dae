//! Sizes for the arrays of a random program: as small as its subscripts allow.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::Flaw;
use super::program::{Extent, Form, ParamKind, Program};
use super::visit::for_each_access;
use super::walk::walk;

/// Moves all subscripts of an array together so that the smallest is not negative, and sets the arrays' extents so that
/// the largest fits in every run. Runs that take too long are made smaller.
pub(super) fn fit(program: &mut Program, rng: &mut ChaCha8Rng) -> Result<(), Flaw> {
    shorten_runs(program)?;
    let walks = program.runs.iter().map(|params| walk(program, params)).collect::<Result<Vec<_>, _>>()?;
    for array in 0..program.arrays.len() {
        let peers = arrays_of_same_shape(program, array);
        for dim in 0..program.arrays[array].extents.len() {
            let used = |run: usize| {
                let ranges = peers.iter().filter_map(|peer| walks[run].used[*peer][dim]);
                ranges.reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))
            };
            let low = (0..walks.len()).filter_map(used).map(|(low, _)| low).min().unwrap_or(0).min(0);
            let needed: Vec<_> = (0..walks.len()).map(|run| used(run).map_or(1, |(_, high)| high - low + 1)).collect();
            if array == peers[0] {
                let extent = choose_extent(program, array, &needed, rng);
                peers.iter().for_each(|peer| program.arrays[*peer].extents[dim] = extent.clone());
            }
            if low < 0 {
                shift_subscripts(program, array, dim, -low);
            }
        }
    }
    Ok(())
}

/// The fields of one array of structs have one shape; other arrays are alone.
fn arrays_of_same_shape(program: &Program, array: usize) -> Vec<usize> {
    match program.arrays[array].form {
        form @ Form::Field { .. } => (0..program.arrays.len()).filter(|i| program.arrays[*i].form == form).collect(),
        _ => vec![array],
    }
}

fn shorten_runs(program: &mut Program) -> Result<(), Flaw> {
    let macros: Vec<_> = program.params.iter().map(|param| param.kind == ParamKind::Macro).collect();
    for _ in 0..6 {
        let mut is_short = true;
        for run in 0..program.runs.len() {
            if matches!(walk(program, &program.runs[run]), Err(Flaw::TooLong)) {
                is_short = false;
                for (value, is_macro) in program.runs[run].iter_mut().zip(&macros) {
                    *value = if *is_macro { *value } else { *value / 2 };
                }
            }
        }
        if is_short {
            return Ok(());
        }
    }
    Err(Flaw::TooLong)
}

/// A size that is enough in every run: usually the tightest of a few forms, so that it is what a person would write.
fn choose_extent(program: &Program, array: usize, needed: &[i64], rng: &mut ChaCha8Rng) -> Extent {
    let n_params = program.params.len();
    let mut candidates = vec![vec![0; n_params]];
    for (position, param) in program.params.iter().enumerate() {
        if program.arrays[array].form.is_constant_size() && param.kind != ParamKind::Macro {
            continue;
        }
        for factor in 1..=2 {
            let mut factors = vec![0; n_params];
            factors[position] = factor;
            candidates.push(factors.clone());
            for other in position + 1..n_params {
                if program.params[other].kind == param.kind {
                    factors[other] = 1;
                    candidates.push(factors.clone());
                    factors[other] = 0;
                }
            }
        }
    }
    let extents: Vec<_> = candidates.into_iter().map(|factors| tightest(program, factors, needed)).collect();
    let slack = |extent: &Extent| program.runs.iter().map(|params| extent.value(params)).sum::<i64>();
    let tightest = extents.iter().min_by_key(|extent| (slack(extent), extent.constant.abs()));
    let chosen = if rng.random_bool(0.8) { tightest } else { extents.choose(rng) };
    chosen.cloned().unwrap_or_default()
}

fn tightest(program: &Program, factors: Vec<i64>, needed: &[i64]) -> Extent {
    let mut extent = Extent { factors, constant: 0 };
    let missing = program.runs.iter().zip(needed).map(|(params, needed)| needed.max(&1) - extent.value(params));
    extent.constant = missing.max().unwrap_or(1);
    extent
}

fn shift_subscripts(program: &mut Program, array: usize, dim: usize, by: i64) {
    for_each_access(program, &mut |access| {
        if access.array == array {
            access.indices[dim].offset += by;
        }
    });
}
