//! Passes over the loop AST that make it shorter, faster or easier to read, and never change what it does.

mod balance;
mod bounds;
mod collapse;
mod dead;
mod guards;
pub(crate) mod lanes;
mod names;
mod peel;
mod pointers;
mod prefetch;
mod remainders;
mod scalars;
mod shift;
mod simplify;
mod unroll;
mod walk;

use polymill_gdg::Gdg;

use crate::LoopNest;

/// Which passes [`tidy`] runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tidying {
    /// Whether array elements that are used several times are kept in scalars.
    pub scalar_replacement: bool,
    /// Whether compound bounds that several loops have get a name.
    pub named_bounds: bool,
}

impl Tidying {
    /// The passes that printing needs, and no others.
    pub fn none() -> Self {
        Self { scalar_replacement: false, named_bounds: false }
    }
}

impl Default for Tidying {
    fn default() -> Self {
        Self { scalar_replacement: true, named_bounds: true }
    }
}

/// Drops tests of a specializer GDG that always come out the same.
pub(crate) fn tidy_family(nest: &mut LoopNest) {
    let known = nest.known.clone();
    simplify::simplify(&mut nest.body, &known);
}

/// Improves a loop nest, and names its variables.
pub fn tidy(gdg: &Gdg, tidying: &Tidying, nest: &mut LoopNest) {
    let mut known = nest.known.clone();
    known.assume(&nest.assumptions);
    simplify::simplify(&mut nest.body, &known);
    shift::shift_loops(&mut nest.body);
    guards::tidy_guards(&mut nest.body);
    peel::peel_first_iterations(nest);
    remainders::drop_remainders(&mut nest.body, &known);
    remainders::find_remainders(nest);
    unroll::unroll(gdg, nest);
    guards::tidy_guards(&mut nest.body);
    // Copies of statements tell what a loop over blocks counts.
    shift::shift_loops(&mut nest.body);
    remainders::find_remainders(nest);
    if tidying.scalar_replacement {
        scalars::replace_scalars(gdg, nest);
        dead::drop_dead_stores(gdg, nest);
        guards::tidy_guards(&mut nest.body);
        simplify::simplify(&mut nest.body, &known);
    }
    lanes::unroll_partly_filled(gdg, nest);
    simplify::drop_unused(&mut nest.body);
    prefetch::fetch_ahead(nest, gdg);
    if tidying.named_bounds {
        bounds::name_bounds(nest);
    }
    collapse::collapse_loops(&mut nest.body);
    balance::balance_threads(gdg, nest);
    remainders::find_remainders(nest);
    pointers::load_pointers(gdg, nest, &known);
    names::assign_names(gdg, nest);
}
