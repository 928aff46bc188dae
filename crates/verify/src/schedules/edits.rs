//! Random changes of schedule trees.

use polymill_gdg::Mark;
use polymill_isl as isl;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::tree::{Part, Tree};
use crate::Result;

/// Makes a random change at a random node; may leave the tree as it is.
pub(super) fn edit(tree: &mut Tree, rng: &mut ChaCha8Rng) -> Result<()> {
    let paths = tree.paths();
    let path = &paths[rng.random_range(0..paths.len())];
    let node = tree.at_mut(path);
    let before = std::mem::replace(node, Tree::Leaf);
    *node = match before {
        Tree::Leaf => Tree::Leaf,
        Tree::Band { member, mark, below } => edit_band(member, mark, *below, rng)?,
        Tree::Sequence(parts) => edit_sequence(parts, rng)?,
    };
    Ok(())
}

fn edit_band(member: isl::UnionPwAff, mark: Option<Mark>, below: Tree, rng: &mut ChaCha8Rng) -> Result<Tree> {
    let band = |member, mark, below| Tree::Band { member, mark, below: Box::new(below) };
    Ok(match (rng.random_range(0..16), below) {
        (0, below) => band(member.neg()?, mark, below),
        (1, below) => {
            let tiles = blocks(&member, rng)?;
            band(tiles, None, band(member, mark, below))
        }
        (2 | 3, below) => band(shifted(&member, rng)?, mark, below),
        (4..=6, below) => {
            let marks = [Mark::Parallel, Mark::Simd, Mark::UnrollJam(2), Mark::UnrollJam(3), Mark::Lanes(4)];
            band(member, Some(marks[rng.random_range(0..marks.len())]), below)
        }
        (7..=9, Tree::Band { member: inner, below, .. }) => band(inner, None, band(member, None, *below)),
        (10, Tree::Band { member: inner, mark: inner_mark, below }) => {
            let factor = isl::Val::int_from_si(member.ctx(), *pick(&[-1, 1, 1, 2], rng))?;
            band(member.clone(), mark, band(inner.add(&member.scale_val(&factor)?)?, inner_mark, *below))
        }
        (11, Tree::Band { member: inner, below, .. }) => band(member.add(&inner)?, None, band(inner, None, *below)),
        (12 | 13, Tree::Band { member: inner, below, .. }) => {
            let (tiles, inner_tiles) = (blocks(&member, rng)?, blocks(&inner, rng)?);
            let points = band(member, None, band(inner, None, *below));
            band(tiles, mark, band(inner_tiles, None, points))
        }
        (12.., Tree::Sequence(parts)) => distributed(&member, mark, parts)?,
        (_, below) => band(member, mark, below),
    })
}

fn edit_sequence(mut parts: Vec<Part>, rng: &mut ChaCha8Rng) -> Result<Tree> {
    let first = rng.random_range(0..parts.len().saturating_sub(1).max(1));
    if first + 1 >= parts.len() {
        return Ok(Tree::Sequence(parts));
    }
    if rng.random_bool(0.4) {
        parts.swap(first, first + 1);
        return Ok(Tree::Sequence(parts));
    }
    let (Tree::Band { member, below, .. }, Tree::Band { member: other, below: other_below, .. }) =
        (&parts[first].tree, &parts[first + 1].tree)
    else {
        return Ok(Tree::Sequence(parts));
    };
    let inside = vec![
        Part { filter: parts[first].filter.clone(), tree: (**below).clone() },
        Part { filter: parts[first + 1].filter.clone(), tree: (**other_below).clone() },
    ];
    let filter = parts[first].filter.union(&parts[first + 1].filter)?;
    let tree = Tree::Band { member: member.union_add(other)?, mark: None, below: Box::new(Tree::Sequence(inside)) };
    if parts.len() == 2 {
        return Ok(tree);
    }
    parts.splice(first..first + 2, [Part { filter, tree }]);
    Ok(Tree::Sequence(parts))
}

/// A loop of its own for each part.
fn distributed(member: &isl::UnionPwAff, mark: Option<Mark>, parts: Vec<Part>) -> Result<Tree> {
    let part = |Part { filter, tree }: Part| -> Result<Part> {
        let member = member.intersect_domain_union_set(&filter)?;
        Ok(Part { filter, tree: Tree::Band { member, mark, below: Box::new(tree) } })
    };
    Ok(Tree::Sequence(parts.into_iter().map(part).collect::<Result<_>>()?))
}

/// For each value the number of the block that it is in; blocks are of a random size.
fn blocks(member: &isl::UnionPwAff, rng: &mut ChaCha8Rng) -> Result<isl::UnionPwAff> {
    let size = rng.random_range(2..=4);
    Ok(member.scale_down_val(&isl::Val::int_from_si(member.ctx(), size)?)?.floor()?)
}

/// One statement moved by a small number of iterations.
fn shifted(member: &isl::UnionPwAff, rng: &mut ChaCha8Rng) -> Result<isl::UnionPwAff> {
    let pieces = member.get_pw_aff_list()?.to_vec()?;
    let moved = rng.random_range(0..pieces.len().max(1));
    let by = isl::Val::int_from_si(member.ctx(), *pick(&[-2, -1, 1, 2], rng))?;
    let mut all = isl::UnionPwAff::empty(&member.get_space()?)?;
    for (position, piece) in pieces.iter().enumerate() {
        let piece = if position == moved { piece.add_constant_val(&by)? } else { piece.clone() };
        all = all.union_add(&isl::UnionPwAff::from_pw_aff(&piece)?)?;
    }
    Ok(all)
}

fn pick<'a, T>(choices: &'a [T], rng: &mut ChaCha8Rng) -> &'a T {
    &choices[rng.random_range(0..choices.len())]
}
