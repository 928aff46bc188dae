//! How often the versions of a program's regions ran.

use std::collections::BTreeMap;
use std::path::Path;

use polymill_gdg::{Program, SpecializeOp};
use serde::{Deserialize, Serialize};

use crate::{Error, output_file};

/// How often each version of each region ran: the sum over the traces that programs write whose code was made with
/// `--dispatch=trace`.
///
/// ```
/// use polymill::Profile;
///
/// let mut profile = Profile::default();
/// profile.add_trace("polymill-trace 3 mm mm_default n=1000\npolymill-trace 40 mm mm_n_le_48 n=4\n")?;
/// profile.add_trace("polymill-trace 2 mm mm_n_le_48 n=8\n")?;
/// assert_eq!(profile.to_toml(), "[mm]\nmm_default = 3\nmm_n_le_48 = 42\n");
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Profile {
    regions: BTreeMap<String, BTreeMap<String, u64>>,
}

/// What each line of a trace begins with.
const MARKER: &str = "polymill-trace ";

impl Profile {
    /// Adds what a trace counted. Lines that are not a trace's do not count: a trace may stand among other messages.
    ///
    /// # Errors
    /// [`Error::User`] for a line that begins as a trace's and is none.
    pub fn add_trace(&mut self, text: &str) -> Result<(), Error> {
        for (number, line) in text.lines().enumerate() {
            let Some(rest) = line.strip_prefix(MARKER) else { continue };
            let mut words = rest.split(' ');
            let count = words.next().and_then(|word| word.parse::<u64>().ok());
            let (Some(count), Some(region), Some(version)) = (count, words.next(), words.next()) else {
                return Err(Error::User(format!("line {}: this is not how a trace counts: {line}", number + 1)));
            };
            let versions = self.regions.entry(region.to_owned()).or_default();
            let sum = versions.entry(version.to_owned()).or_default();
            *sum = sum.saturating_add(count);
        }
        Ok(())
    }

    /// Whether nothing is known of any region.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }

    /// Reads what [`Profile::to_toml`] wrote.
    ///
    /// # Errors
    /// When the file cannot be read, or has another form.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = output_file::read(path)?;
        toml::from_str(&text).map_err(|error| Error::User(format!("{}: {error}", path.display())))
    }

    /// As text: a table for each region, with a number for each version that ran.
    pub fn to_toml(&self) -> String {
        // Maps of maps of numbers can always be written.
        toml::to_string(self).unwrap_or_default()
    }

    /// How often each version ran; `None` if nothing is known of this region, or what is known is of other versions.
    pub(crate) fn weights(&self, region: &str, program: &Program, op: &SpecializeOp) -> Option<Vec<f64>> {
        let counts = self.regions.get(region)?;
        let names: Vec<&String> = op.versions.iter().map(|version| &program.gdg(version.gdg).name).collect();
        let is_known = counts.keys().all(|name| names.contains(&name));
        // A version may have run more often than a float can count exactly, which does not matter here.
        let weight = |name: &String| counts.get(name).copied().unwrap_or(0) as f64;
        is_known.then(|| names.into_iter().map(weight).collect())
    }

    /// Whether there are numbers for versions of this region that it does not have.
    pub(crate) fn is_outdated(&self, region: &str, program: &Program, op: &SpecializeOp) -> bool {
        self.regions.contains_key(region) && self.weights(region, program, op).is_none()
    }
}
