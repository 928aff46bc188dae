//! Versions of a GDG, each for a range of its parameters.

use polymill_isl as isl;

use crate::{Error, GdgId, Result};

/// The family of GDGs that a specializer GDG chooses from, by the values of its parameters, each time it runs
/// (_Static versioning_, section 4.1).
#[derive(Clone, Debug)]
pub struct SpecializeOp {
    /// The versions, in the order in which they were made. The first is the one that all others come from; it is valid
    /// wherever the specializer is.
    pub versions: Vec<Version>,
}

/// A version in the family of a [`SpecializeOp`].
#[derive(Clone, Debug)]
pub struct Version {
    /// What runs.
    pub gdg: GdgId,
    /// The position of the version that it was specialized from, which stands before it; only the first has none.
    pub specializes: Option<usize>,
    /// What it asks of the parameters beyond what it was specialized from; for the first version, its context.
    pub added: isl::Set,
}

impl SpecializeOp {
    /// The order in which versions go before each other where several are valid: what was specialized from a version
    /// goes before it, and else what was made first.
    ///
    /// # Errors
    /// A bug, if a version does not stand behind what it was specialized from.
    pub fn precedence(&self) -> Result<Vec<usize>> {
        fn visit(version: usize, versions: &[Version], order: &mut Vec<usize>) {
            for (other, each) in versions.iter().enumerate() {
                if each.specializes == Some(version) {
                    visit(other, versions, order);
                }
            }
            order.push(version);
        }
        for (position, version) in self.versions.iter().enumerate() {
            let stands_behind = version.specializes.map_or(position == 0, |origin| origin < position);
            if !stands_behind {
                return Err(Error::Bug(format!(
                    "version {position} does not stand behind what it was specialized from"
                )));
            }
        }
        let mut order = vec![];
        if !self.versions.is_empty() {
            visit(0, &self.versions, &mut order);
        }
        Ok(order)
    }

    /// The position of a GDG among the versions.
    pub fn position(&self, gdg: GdgId) -> Option<usize> {
        self.versions.iter().position(|version| version.gdg == gdg)
    }
}
