//! Scalar replacement: array elements kept in scalars, so that the C compiler need not prove that arrays do not overlap.

mod around;
mod factors;
mod uses;
mod within;

use polymill_gdg::{ArrayId, Gdg, Storage};

use super::walk::for_each_block_known;
use crate::{IntExpr, LoopNest, Node};

/// Keeps elements in registers:
///
/// - Around an innermost loop, elements that are the same in each iteration: loaded before it and, if they are written,
///   stored after it.
/// - In a block, elements that several of its parts use: loaded before the first one that reads, stored after the last
///   one.
///
/// Where sums may be reassociated, a factor that all that a loop adds has in common is multiplied with after the loop.
///
/// This is done where it is certain that no other access in between uses the same memory, by what is known of
/// subscripts and by the pairs of arrays that may overlap, and only for elements that are certainly accessed.
pub(crate) fn replace_scalars(gdg: &Gdg, nest: &mut LoopNest) {
    let mut body = std::mem::take(&mut nest.body);
    let known = nest.known.clone();
    for_each_block_known(&mut body, &known, &mut |block, known| {
        let mut result = vec![];
        for node in std::mem::take(block) {
            match node {
                Node::For(inner) => result.extend(around::keep_around_loop(gdg, nest, *inner, known)),
                node => result.push(node),
            }
        }
        *block = result;
    });
    for_each_block_known(&mut body, &known, &mut |block, known| within::keep_within_block(gdg, nest, block, known));
    nest.body = body;
}

/// Arrays of more elements are in no registers.
const SMALL: i128 = 64;

/// Whether an array is a variable or a small array of the generated code or a variable of the source, which C compilers
/// keep in registers themselves.
fn is_left_to_the_compiler(gdg: &Gdg, nest: &LoopNest, id: ArrayId) -> bool {
    let array = gdg.array(id);
    match array.storage {
        Storage::Local => {
            let sizes = nest.extents.get(id.index()).into_iter().flatten();
            let n_elements = sizes.map(|size| size.as_ref().and_then(IntExpr::as_constant)).product::<Option<i128>>();
            n_elements.is_some_and(|n_elements| n_elements <= SMALL)
        }
        Storage::External => array.place.is_variable(),
        Storage::Parameter => false,
    }
}
