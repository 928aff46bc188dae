//! Random programs through all rooms.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::GdgId;
use polymill_isl as isl;
use polymill_lower::{LoopKind, Node, for_each_node};
use polymill_raise::{RaiseOptions, Raised, Region, SourceInput, raise};
use polymill_verify::fuzz::Transformed;

use super::region::check_region;
use crate::{Compiler, Error, Optimized, Rewritten, rewrite};

/// Transforms a C file as `polymill opt` does, and checks each region by proof and replay. To be given to
/// [`fuzz`](polymill_verify::fuzz::fuzz), which runs the result.
///
/// # Errors
/// What went wrong, as text: a random program that cannot be raised, a bug that a room reports, a check that fails.
pub fn transform(compiler: &Compiler, cc: &polymill_raise::Compiler, text: &str) -> Result<Transformed, String> {
    let context = isl::Context::new().map_err(|error| error.to_string())?;
    let options = RaiseOptions { compiler: cc.clone(), ..RaiseOptions::default() };
    let raised = raise(&context, &SourceInput::text("random.c", text), &options);
    let regions = raised.regions.clone();
    refuse_errors(&raised)?;
    let rewritten = rewrite(compiler, raised, text.as_bytes(), false).map_err(|error| error.to_string())?;
    refuse_bugs(&rewritten)?;
    let mut counts = Counted::default();
    for region in &regions {
        counts.note(region, &["raised"]);
        let before = rewritten.raised.gdg(region.gdg);
        let versions = rewritten.optimized.program.versions(region.gdg);
        if versions.len() > 1 {
            counts.note(region, &["versioned"]);
        }
        for version in versions {
            let checked = check_region(compiler, before, &rewritten.optimized, version);
            if let Some((stage, counterexample)) = checked.failure() {
                return Err(format!("the {stage} of `{}` fails: {counterexample}", checked.name));
            }
            if checked.left.is_none() {
                let done = what_was_done(&rewritten.optimized, version).map_err(|error| error.to_string())?;
                counts.note(region, &done);
                counts.note(region, if checked.runs_empty { &["with empty iterations"] } else { &[] });
            }
        }
    }
    let text = String::from_utf8(rewritten.text).map_err(|error| error.to_string())?;
    Ok(Transformed { text, counts: counts.counts() })
}

fn refuse_errors(raised: &Raised) -> Result<(), String> {
    match raised.diagnostics.iter().find(|diagnostic| diagnostic.is_error()) {
        Some(error) => Err(format!("it cannot be raised: {}", error.message)),
        None => Ok(()),
    }
}

/// The rooms go on after a bug, with a remark.
fn refuse_bugs(rewritten: &Rewritten) -> Result<(), String> {
    for diagnostic in &rewritten.diagnostics {
        let labels = diagnostic.primary.iter().chain(&diagnostic.secondary).map(|label| label.text.as_str());
        let mut texts = labels.chain([diagnostic.message.as_str()]).chain(diagnostic.notes.iter().map(String::as_str));
        if let Some(text) = texts.find(|text| text.contains("bug in polymill")) {
            return Err(text.to_owned());
        }
    }
    Ok(())
}

/// The functions that something was done to.
#[derive(Default)]
struct Counted {
    functions: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Counted {
    fn note(&mut self, region: &Region, done: &[&'static str]) {
        for what in done {
            self.functions.entry(what).or_default().insert(region.function.clone());
        }
    }

    fn counts(self) -> polymill_verify::fuzz::Counts {
        self.functions.into_iter().map(|(what, functions)| (what.to_owned(), functions.len() as u64)).collect()
    }
}

/// What was done to a region, in words.
fn what_was_done(optimized: &Optimized, id: GdgId) -> Result<Vec<&'static str>, Error> {
    let mut done = vec!["transformed"];
    let candidates = optimized.mapped.considered.iter().filter(|(gdg, _)| *gdg == id).flat_map(|(_, all)| all);
    for chosen in candidates.filter(|candidate| candidate.chosen) {
        let words = ["interchanged", "tiled", "unrolled", "wavefront"];
        done.extend(words.into_iter().filter(|word| chosen.plan.contains(word)));
        done.extend((!chosen.origin.starts_with("original")).then_some("rescheduled"));
    }
    for_each_node(&optimized.nest(id)?.body, &mut |node| {
        if let Node::For(inner) = node {
            match &inner.kind {
                LoopKind::Sequential | LoopKind::Independent => {}
                LoopKind::Parallel { simd, reductions } => {
                    done.push("parallel");
                    done.extend(simd.then_some("vectorized"));
                    done.extend((!reductions.is_empty()).then_some("reduced"));
                }
                LoopKind::Simd { .. } => done.push("vectorized"),
            }
        }
    });
    let gdg = optimized.program.gdg(id);
    done.extend(is_skewed(&gdg.schedule.get_root()?)?.then_some("skewed"));
    Ok(done)
}

/// Whether a loop of the schedule counts a sum of iterators.
fn is_skewed(node: &isl::ScheduleNode) -> Result<bool, Error> {
    if node.get_type()? == isl::ScheduleNodeType::Band {
        let functions = node.band_get_partial_schedule()?;
        for member in 0..node.band_n_member()? {
            for function in functions.get_at(member)?.get_pw_aff_list()?.to_vec()? {
                if n_iterators(&function)? > 1 {
                    return Ok(true);
                }
            }
        }
    }
    for child in 0..node.n_children()? {
        if is_skewed(&node.child(child)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn n_iterators(function: &isl::PwAff) -> Result<usize, Error> {
    let mut most = 0;
    let n_dims = function.dim(isl::Dim::In)?;
    function.foreach_piece(|_, affine| -> isl::Result<()> {
        let mut here = 0;
        for dim in 0..n_dims {
            here += usize::from(!affine.get_coefficient_val(isl::Dim::In, dim)?.is_zero()?);
        }
        most = most.max(here);
        Ok(())
    })?;
    Ok(most)
}
