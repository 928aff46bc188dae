//! What was checked, for people and for tools.

use serde::Serialize;

/// All regions of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// The regions, in the order of the file.
    pub regions: Vec<RegionReport>,
}

/// One region.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RegionReport {
    /// Its name: the function's, with a number if it has several regions.
    pub name: String,
    /// Where it stands: file, line, column; empty if that is not known.
    pub place: String,
    /// Why it was left as it was; `None` if it was transformed.
    pub left: Option<String>,
    /// The proof that its schedule is legal.
    pub schedule: Outcome,
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
        text + &self.summary() + "\n"
    }

    fn summary(&self) -> String {
        let n = |keep: fn(&RegionReport) -> bool| self.regions.iter().filter(|region| keep(region)).count();
        let n_left = n(|region| region.left.is_some());
        let n_failed = n(|region| region.failure().is_some());
        let n_good = self.regions.len() - n_left - n_failed;
        let regions = if self.regions.len() == 1 { "region" } else { "regions" };
        format!("{} {regions}: {n_good} verified, {n_left} left as they were, {n_failed} wrong", self.regions.len())
    }
}

impl RegionReport {
    /// The checks by name.
    pub fn stages(&self) -> [(&'static str, &Outcome); 3] {
        [("proof", &self.schedule), ("replay", &self.replay), ("runs", &self.runs)]
    }

    /// The first check that failed, and the counterexample.
    pub fn failure(&self) -> Option<(&'static str, &str)> {
        self.stages().into_iter().find_map(|(stage, outcome)| match outcome {
            Outcome::Failed(text) => Some((stage, text.as_str())),
            _ => None,
        })
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
