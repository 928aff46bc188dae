//! Which intermediate values may be computed again.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use polymill_gdg::Gdg;

use crate::{Design, Error, Overlap};

/// What becomes of the values that a stage leaves for others, where tiles share them. Reads and prints as `auto`, `never`, `always`,
/// `local`, `blurred=global`, or several of these, joined by commas.
///
/// ```
/// use polymill_mapper::Recompute;
/// let recompute: Recompute = "never,blurred=recompute".parse()?;
/// assert_eq!(recompute.to_string(), "never,blurred=recompute");
/// assert!("sometimes".parse::<Recompute>().is_err());
/// # Ok::<(), polymill_mapper::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recompute {
    /// For all arrays ...
    usual: Usual,
    /// ... but for these.
    arrays: BTreeMap<String, Sharing>,
}

/// What becomes of arrays of which nothing is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Usual {
    /// What is predicted to be faster.
    #[default]
    Auto,
    /// No instance runs twice.
    Never,
    /// Stages are tiled together with those that use their values wherever that is possible.
    Always,
    /// Stages run in strips, and what strips share stays in local buffers.
    Local,
}

/// What becomes of an array's values that several tiles need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// What is predicted to be faster.
    Any,
    /// The array stays in memory as a whole ("global": Jongen et al., IMPACT 2018, section 3.2).
    Global,
    /// Each tile computes its own, which may not overlap.
    Once,
    /// Stages run in strips, and a strip leaves it in a local buffer for the next one.
    Local,
    /// Each tile computes what it needs.
    Recompute,
}

impl Recompute {
    /// For an array of a GDG.
    pub(crate) fn sharing(&self, name: &str) -> Sharing {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('_');
        let said = self.arrays.get(name).or_else(|| self.arrays.get(stem?));
        match (said, self.usual) {
            (Some(sharing), _) => *sharing,
            (None, Usual::Auto) => Sharing::Any,
            (None, Usual::Never) => Sharing::Once,
            (None, Usual::Always) => Sharing::Recompute,
            (None, Usual::Local) => Sharing::Local,
        }
    }

    /// Whether stages have to run in strips for it.
    pub(crate) fn needs_strips(&self) -> bool {
        self.usual == Usual::Local || self.arrays.values().any(|sharing| *sharing == Sharing::Local)
    }

    /// What it says of stages in strips of so many iterations.
    pub(crate) fn design(&self, width: u32) -> Design {
        let overlap = match self.usual {
            Usual::Never => Overlap::Global,
            Usual::Local => Overlap::Local,
            Usual::Auto | Usual::Always => Overlap::Recompute,
        };
        let of_array = |(name, sharing): (&String, &Sharing)| {
            let overlap = match sharing {
                Sharing::Global | Sharing::Once => Overlap::Global,
                Sharing::Local => Overlap::Local,
                Sharing::Any | Sharing::Recompute => Overlap::Recompute,
            };
            (name.clone(), overlap)
        };
        Design { width, overlap, arrays: self.arrays.iter().map(of_array).collect() }
    }

    /// The first array that is spoken of and that no GDG has.
    ///
    /// # Errors
    /// [`Error::User`] with the arrays that there are.
    pub fn check_arrays<'a>(&self, gdgs: impl IntoIterator<Item = &'a Gdg>) -> Result<(), Error> {
        let mut known: Vec<&str> = vec![];
        known.extend(gdgs.into_iter().flat_map(|gdg| &gdg.arrays).map(|array| array.name.as_str()));
        let Some(unknown) = self.arrays.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
        known.sort_unstable();
        known.dedup();
        let known: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
        let known =
            if known.is_empty() { "there are none".to_owned() } else { format!("there are {}", known.join(", ")) };
        Err(Error::User { message: format!("--recompute speaks of `{unknown}`, which is no array here; {known}") })
    }
}

impl fmt::Display for Recompute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.usual {
            Usual::Auto => "auto",
            Usual::Never => "never",
            Usual::Always => "always",
            Usual::Local => "local",
        })?;
        for (array, overlap) in self.design(0).arrays {
            write!(f, ",{array}={overlap}")?;
        }
        Ok(())
    }
}

impl FromStr for Recompute {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let user = |message: String| Error::User { message };
        let (mut usual, mut arrays) = (None, BTreeMap::new());
        for word in text.split(',') {
            if let Some((array, sharing)) = word.split_once('=') {
                let sharing = match sharing.parse()? {
                    Overlap::Global => Sharing::Global,
                    Overlap::Local => Sharing::Local,
                    Overlap::Recompute => Sharing::Recompute,
                };
                if arrays.insert(array.to_owned(), sharing).is_some_and(|other| other != sharing) {
                    return Err(user(format!("several strategies for `{array}`")));
                }
                continue;
            }
            let value = match word {
                "auto" => Usual::Auto,
                "never" => Usual::Never,
                "always" => Usual::Always,
                "local" => Usual::Local,
                _ => {
                    return Err(user(format!(
                        "`{word}` is none of `auto`, `never`, `always`, `local`, `ARRAY=STRATEGY`"
                    )));
                }
            };
            if usual.replace(value).is_some_and(|other| other != value) {
                return Err(user(format!("`{word}` contradicts what stands before it")));
            }
        }
        Ok(Self { usual: usual.unwrap_or_default(), arrays })
    }
}
