//! Random schedules, legal or not: they test the lowering, and the tests that look for mistakes.

mod edits;
mod tree;

use polymill_gdg::{Dependences, Gdg};
use polymill_isl as isl;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::Result;
use edits::edit;
use tree::Tree;

/// The GDG with a schedule made from its current one by `n_edits` random changes: loops interchanged, reversed, skewed,
/// shifted, split, tiled, fused and distributed, sequences reordered, marks set. The same seed gives the same schedule.
///
/// # Errors
/// [`Error::Unsupported`](crate::Error::Unsupported) for schedules with extension or expansion nodes; isl's.
pub fn random_schedule(gdg: &Gdg, seed: u64, n_edits: usize) -> Result<Gdg> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tree = Tree::of(&gdg.schedule)?;
    for _ in 0..n_edits {
        edit(&mut tree, &mut rng)?;
    }
    Ok(Gdg { schedule: tree.schedule(&gdg.schedule.get_domain()?)?, ..gdg.clone() })
}

/// The GDG without any dependences, so that what is illegal can be lowered all the same.
///
/// # Errors
/// isl's.
pub fn forget_dependences(gdg: &Gdg) -> Result<Gdg> {
    let none = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    let dependences = Dependences::new(none.clone(), none.clone(), none.clone(), none);
    Ok(Gdg { dependences: Some(dependences), ..gdg.clone() })
}
