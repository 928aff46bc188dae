//! Ways to run stages strip by strip, and what comes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{ArrayId, Gdg, Storage};

use super::inputs::n_bytes;
use crate::Error;
use crate::passes::contract;

/// What becomes of values that two neighbouring strips need (Jongen et al., "Optimization Through Recomputation in the Polyhedral
/// Model", IMPACT 2018, section 3.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Overlap {
    /// The first strip leaves them in memory for the next one.
    Global,
    /// The first strip leaves them in a local buffer for the next one.
    Local,
    /// Each strip computes them.
    Recompute,
}

impl Overlap {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Global, Self::Local, Self::Recompute];
}

/// Prints as `global`, `local` or `recompute`.
impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Global => "global",
            Self::Local => "local",
            Self::Recompute => "recompute",
        })
    }
}

impl FromStr for Overlap {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|overlap| overlap.to_string() == text);
        found.ok_or_else(|| Error::User {
            message: format!("`{text}` is not a strategy; expected `global`, `local` or `recompute`"),
        })
    }
}

/// A way to run stages strip by strip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Design {
    /// How many iterations of the second outer loop are in a strip.
    pub width: u32,
    /// What becomes of what strips have in common ...
    pub overlap: Overlap,
    /// ... but for these arrays.
    pub arrays: BTreeMap<String, Overlap>,
}

/// A GDG whose stages run strip by strip.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its original order is the new one.
    pub gdg: Gdg,
    /// Local arrays that stand for memory: what strips leave there for the next ones.
    pub in_memory: BTreeSet<ArrayId>,
}

impl Sweep {
    /// The region as it is written, with temporaries as small as its order lets them.
    ///
    /// # Errors
    /// isl's.
    pub fn as_written(gdg: &Gdg) -> Result<Self, Error> {
        let mut gdg = gdg.clone();
        contract(&mut gdg)?;
        Ok(Self { gdg, in_memory: BTreeSet::new() })
    }

    /// The bytes of all buffers; `None` if parameters decide.
    ///
    /// # Errors
    /// isl's.
    pub fn buffer_bytes(&self) -> Result<Option<i64>, Error> {
        let mut sum = 0;
        for id in self.buffers() {
            let Some(n_bytes) = n_bytes(&self.gdg, self.gdg.array(id))? else { return Ok(None) };
            sum += n_bytes;
        }
        Ok(Some(sum))
    }

    /// What is done, for people.
    pub(crate) fn remark(&self, width: u32) -> Result<Diagnostic, Error> {
        let buffers: Vec<_> = self.buffers().map(|id| format!("`{}`", self.gdg.array(id).name)).collect();
        let bytes = match self.buffer_bytes()? {
            Some(bytes) => format!("they take {bytes} bytes"),
            None => "parameters decide how large they are".to_owned(),
        };
        let message = format!("the stages run in strips of {width} iterations");
        Ok(Diagnostic::remark("strips", message)
            .at_opt(self.gdg.span, "")
            .note(format!("buffers are {}; {bytes}", buffers.join(", "))))
    }

    /// The local arrays that are buffers. Scalars are registers.
    pub fn buffers(&self) -> impl std::iter::Iterator<Item = ArrayId> {
        let accesses = self.gdg.statements.iter().flat_map(|statement| &statement.accesses);
        let used: BTreeSet<_> = accesses.map(|access| access.array).collect();
        let is_buffer = |id: &ArrayId| {
            let array = self.gdg.array(*id);
            array.storage == Storage::Local && !array.is_scalar() && !self.in_memory.contains(id)
        };
        used.into_iter().filter(is_buffer)
    }
}
