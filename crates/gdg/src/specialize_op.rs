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
    /// For each version the parameters for which it is valid.
    ///
    /// # Errors
    /// A bug, if a version does not stand behind what it was specialized from; isl's.
    pub fn contexts(&self) -> Result<Vec<isl::Set>> {
        let mut contexts: Vec<isl::Set> = vec![];
        for (position, version) in self.versions.iter().enumerate() {
            contexts.push(match version.specializes {
                None if position == 0 => version.added.clone(),
                Some(origin) if origin < position => contexts[origin].intersect(&version.added)?,
                _ => {
                    let text = format!("version {position} does not stand behind what it was specialized from");
                    return Err(Error::Bug(text));
                }
            });
        }
        Ok(contexts)
    }

    /// The order in which versions go before each other where several are valid: what is valid only where another is goes
    /// before that one; else what was specialized from a version goes before it, and what was made first before the rest.
    ///
    /// # Errors
    /// A bug, if a version does not stand behind what it was specialized from; isl's.
    pub fn precedence(&self) -> Result<Vec<usize>> {
        let contexts = self.contexts()?;
        let mut left = vec![];
        if !self.versions.is_empty() {
            self.visit(0, &mut left);
        }
        let mut order = vec![];
        while !left.is_empty() {
            let next = self.most_special(&left, &contexts)?;
            order.push(left.remove(next));
        }
        Ok(order)
    }

    /// A version and all that come from it, what comes from another before it.
    fn visit(&self, version: usize, order: &mut Vec<usize>) {
        for (other, each) in self.versions.iter().enumerate() {
            if each.specializes == Some(version) {
                self.visit(other, order);
            }
        }
        order.push(version);
    }

    /// Where the first of `versions` stands that none of the others is a special case of.
    fn most_special(&self, versions: &[usize], contexts: &[isl::Set]) -> Result<usize> {
        for (position, &version) in versions.iter().enumerate() {
            let mut has_special_case = false;
            for &other in &versions[position + 1..] {
                has_special_case |= contexts[other].is_strict_subset(&contexts[version])?;
            }
            if !has_special_case {
                return Ok(position);
            }
        }
        Err(Error::Bug("each version is a special case of another".into()))
    }

    /// The position of a GDG among the versions.
    pub fn position(&self, gdg: GdgId) -> Option<usize> {
        self.versions.iter().position(|version| version.gdg == gdg)
    }
}
