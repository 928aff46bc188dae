//! What was checked, for people and for tools.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// All regions of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The regions, in the order of the file.
    pub regions: Vec<RegionReport>,
}

/// What came out for a region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// All checks were made, and all is well.
    Verified,
    /// All checks that were made say that all is well, but some were not made.
    VerifiedInPart,
    /// No check could be made.
    NotChecked,
    /// The region is as it was; there is nothing to check.
    Left,
    /// A check found something wrong.
    Wrong,
}

/// How many regions came out in which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Summary {
    /// All of them.
    pub n_regions: usize,
    /// See [`Verdict::Verified`].
    pub n_verified: usize,
    /// See [`Verdict::VerifiedInPart`].
    pub n_verified_in_part: usize,
    /// See [`Verdict::NotChecked`].
    pub n_not_checked: usize,
    /// See [`Verdict::Left`].
    pub n_left: usize,
    /// See [`Verdict::Wrong`].
    pub n_wrong: usize,
}

/// One region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegionReport {
    /// Its name: the function's, with a number if it has several regions.
    pub name: String,
    /// Where it stands: file, line, column; empty if that is not known.
    pub place: String,
    /// Why it was left as it was; `None` if it was transformed.
    pub left: Option<String>,
    /// The proof that its schedule is legal.
    pub schedule: Outcome,
    /// The same proof of the loops that are printed.
    pub printed: Outcome,
    /// The replay of its loops.
    pub replay: Outcome,
    /// Whether iterations were replayed of loops that had ended.
    pub runs_empty: bool,
    /// The runs of its function.
    pub runs: Outcome,
}

/// What came out of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome", content = "text")]
pub enum Outcome {
    /// All is well; what was checked.
    Passed(String),
    /// Something is wrong: the smallest counterexample.
    Failed(String),
    /// It could not be checked, and why.
    Skipped(String),
}

impl Report {
    /// Whether all that could be checked agrees.
    pub fn is_good(&self) -> bool {
        self.regions.iter().all(|region| region.failure().is_none())
    }

    /// A few lines for each region, and one that sums up.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for region in &self.regions {
            let place = if region.place.is_empty() { String::new() } else { format!(" ({})", region.place) };
            text += &format!("{}{place}\n", region.name);
            match &region.left {
                Some(reason) => text += &format!("  left as it was: {reason}\n"),
                None => {
                    for (stage, outcome) in region.stages() {
                        text += &format!("  {stage:<9}{outcome}\n");
                    }
                }
            }
        }
        text + &self.last_line() + "\n"
    }

    /// The regions, counted.
    pub fn summary(&self) -> Summary {
        let n = |verdict| self.regions.iter().filter(|region| region.verdict() == verdict).count();
        Summary {
            n_regions: self.regions.len(),
            n_verified: n(Verdict::Verified),
            n_verified_in_part: n(Verdict::VerifiedInPart),
            n_not_checked: n(Verdict::NotChecked),
            n_left: n(Verdict::Left),
            n_wrong: n(Verdict::Wrong),
        }
    }

    /// `3 regions: 1 verified, 1 verified in part (runs skipped), 1 left as they were, 0 wrong`.
    fn last_line(&self) -> String {
        let Summary { n_regions, n_verified, n_verified_in_part, n_not_checked, n_left, n_wrong } = self.summary();
        let mut parts = vec![format!("{n_verified} verified")];
        if n_verified_in_part > 0 {
            let of_part = self.regions.iter().filter(|region| region.verdict() == Verdict::VerifiedInPart);
            let gaps: Vec<_> = of_part.flat_map(RegionReport::gaps).collect();
            let stages = ["proof", "printed", "replay", "runs"].into_iter().filter(|stage| gaps.contains(stage));
            let stages: Vec<_> = stages.collect();
            parts.push(format!("{n_verified_in_part} verified in part ({} skipped)", stages.join(", ")));
        }
        if n_not_checked > 0 {
            parts.push(format!("{n_not_checked} not checked"));
        }
        let regions = if n_regions == 1 { "region" } else { "regions" };
        format!("{n_regions} {regions}: {}, {n_left} left as they were, {n_wrong} wrong", parts.join(", "))
    }
}

impl RegionReport {
    /// The checks by name.
    pub fn stages(&self) -> [(&'static str, &Outcome); 4] {
        [("proof", &self.schedule), ("printed", &self.printed), ("replay", &self.replay), ("runs", &self.runs)]
    }

    /// What came out.
    pub fn verdict(&self) -> Verdict {
        if self.failure().is_some() {
            return Verdict::Wrong;
        }
        match (self.left.is_some(), self.gaps().as_slice()) {
            (true, _) => Verdict::Left,
            (false, []) => Verdict::Verified,
            (false, gaps) if gaps.len() == self.stages().len() => Verdict::NotChecked,
            (false, _) => Verdict::VerifiedInPart,
        }
    }

    /// The checks that were not made.
    fn gaps(&self) -> Vec<&'static str> {
        let skipped = self.stages().into_iter().filter(|(_, outcome)| matches!(outcome, Outcome::Skipped(_)));
        skipped.map(|(stage, _)| stage).collect()
    }

    /// The first check that failed, and the counterexample.
    pub fn failure(&self) -> Option<(&'static str, &str)> {
        self.stages().into_iter().find_map(|(stage, outcome)| match outcome {
            Outcome::Failed(text) => Some((stage, text.as_str())),
            _ => None,
        })
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("Report", 2)?;
        report.serialize_field("regions", &self.regions)?;
        report.serialize_field("summary", &self.summary())?;
        report.end()
    }
}

impl Serialize for RegionReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut region = serializer.serialize_struct("RegionReport", 9)?;
        region.serialize_field("name", &self.name)?;
        region.serialize_field("place", &self.place)?;
        region.serialize_field("verdict", &self.verdict())?;
        region.serialize_field("left", &self.left)?;
        region.serialize_field("schedule", &self.schedule)?;
        region.serialize_field("printed", &self.printed)?;
        region.serialize_field("replay", &self.replay)?;
        region.serialize_field("runs_empty", &self.runs_empty)?;
        region.serialize_field("runs", &self.runs)?;
        region.end()
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Passed(text) => write!(f, "good: {text}"),
            Self::Failed(text) => write!(f, "WRONG: {text}"),
            Self::Skipped(text) => write!(f, "skipped: {text}"),
        }
    }
}
