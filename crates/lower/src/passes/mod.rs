//! Passes over the loop AST that make it shorter, faster or easier to read, and never change what it does.

mod names;

use polymill_gdg::Gdg;

use crate::LoopNest;

/// Which passes [`tidy`] runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tidying {
    /// Whether array elements that are used several times are kept in scalars.
    pub scalar_replacement: bool,
}

impl Default for Tidying {
    fn default() -> Self {
        Self { scalar_replacement: true }
    }
}

/// Improves a loop nest, and names its variables.
pub fn tidy(gdg: &Gdg, _tidying: &Tidying, nest: &mut LoopNest) {
    names::assign_names(gdg, nest);
}
