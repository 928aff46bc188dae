//! `disambiguate`: a version for arrays that may overlap and do not.

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Definition, Gdg, Param};

use crate::{Changed, Error, Pass, PassContext, Specialization};

/// Where arrays may overlap for all that the source says, asks for a version in which they do not: the generated code
/// compares addresses and then chooses. In that version no two arrays may overlap any more. The version for arrays that do
/// overlap stays as it is written.
pub struct Disambiguate;

impl Pass for Disambiguate {
    fn name(&self) -> &'static str {
        "disambiguate"
    }

    fn description(&self) -> &'static str {
        "Where arrays may overlap for all that the source says, asks for a version in which they do not, which runs if \
         a comparison of addresses says so."
    }

    fn knows_conditions(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        if gdg.aliases.is_empty() {
            return Ok(Changed::No);
        }
        if is_disjoint(gdg)? {
            gdg.disjoint.append(&mut gdg.aliases);
            gdg.dependences = None;
            return Ok(Changed::Yes);
        }
        if cx.settings.max_versions < 2 {
            return Ok(Changed::No);
        }
        match polymill_analysis::disjoint(gdg)? {
            Some(test) => {
                cx.specializations.push(Specialization::for_passed(gdg, "disjoint", Definition::Disjoint(test))?)
            }
            None => cx.remarks.push(untestable(gdg)),
        }
        Ok(Changed::No)
    }
}

/// Whether the GDG is valid only where a test has said that no arrays overlap. There is one test, and it is of all pairs.
fn is_disjoint(gdg: &Gdg) -> Result<bool, Error> {
    for param in tests(gdg) {
        if gdg.passes(param)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether this is what runs where arrays overlap.
pub(crate) fn is_for_overlaps(gdg: &Gdg) -> bool {
    !gdg.aliases.is_empty() && tests(gdg).next().is_some()
}

fn tests(gdg: &Gdg) -> impl Iterator<Item = &Param> {
    gdg.params.iter().filter(|param| matches!(param.definition(), Some(Definition::Disjoint(_))))
}

fn untestable(gdg: &Gdg) -> Diagnostic {
    let message = format!("no version of `{}` for arrays that do not overlap", gdg.name);
    Diagnostic::remark("no-overlap-test", message)
        .at_opt(gdg.span, "")
        .note("where the loops begin and end in memory is not known beforehand, or only by following a pointer")
        .help("if arrays never overlap, declare them `restrict`, or put the loops between `#pragma scop` and `#pragma endscop`")
}
