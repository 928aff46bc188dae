//! `pack`: copies what sums in register blocks multiply, a tile at a time, into the order in which the blocks read it.

mod copy;
mod nest;
mod scale;

use polymill_gdg::{Access, AccessId, Gdg, Mark, StatementId};
use polymill_isl as isl;

use crate::{Changed, Error, Machine, Pass, PassContext, tree};
use copy::Copy;
use nest::{Nest, Operand};
use scale::scale;

/// Where sums run in register blocks, `C[i][j] += A[i][k] * B[k][j]` with `i` and `j` in blocks inside of a loop over `k`, a tile of each
/// operand is copied before it is read again and again: block after block, and in a block the elements of one step of `k` after those of
/// the step before. Blocks then read one stream of whole cache lines on few pages, whatever the layout of the operand is (Goto and van
/// de Geijn, "Anatomy of high-performance matrix multiplication", TOMS 2008). The innermost tile loop that an operand moves with says
/// where the copy is made: what all threads read is copied by all of them together.
///
/// The nests are those that [`Mark::Packed`] is on. The mark goes, whether or not something is packed.
pub struct Pack;

impl Pass for Pack {
    fn name(&self) -> &'static str {
        "pack"
    }

    fn description(&self) -> &'static str {
        "Copies what sums in register blocks multiply, a tile at a time, into the order in which the blocks read it."
    }

    fn completes(&self) -> bool {
        true
    }

    /// Before tiles of a copy share memory: what that changes is known.
    fn compares_values(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut paths = vec![];
        find_marked(&gdg.schedule.get_root()?, &mut vec![], &mut paths)?;
        if paths.is_empty() {
            return Ok(Changed::No);
        }
        gdg.schedule = tree::flattened(&gdg.schedule)?;
        paths.clear();
        find_marked(&gdg.schedule.get_root()?, &mut vec![], &mut paths)?;
        let mut packing = Packing { whole: gdg.clone(), copies: vec![] };
        for path in &paths {
            packing.add_nest(path, cx.machine)?;
        }
        packing.apply(gdg)?;
        gdg.schedule = Mark::Packed.removed_from(&gdg.schedule)?;
        Ok(Changed::Yes)
    }
}

/// The paths to the marks below a node.
fn find_marked(node: &isl::ScheduleNode, here: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) -> Result<(), Error> {
    if Mark::of(node)? == Some(Mark::Packed) {
        found.push(here.clone());
        return Ok(());
    }
    for position in 0..node.n_children()? {
        here.push(position);
        find_marked(&node.child(position)?, here, found)?;
        here.pop();
    }
    Ok(())
}

/// Operands that are to be packed.
struct Packing {
    /// The GDG with copies, each as a whole.
    whole: Gdg,
    copies: Vec<Copy>,
}

impl Packing {
    /// Adds the operands of the nest that a mark is on.
    fn add_nest(&mut self, path: &[usize], machine: &Machine) -> Result<(), Error> {
        let Some(nest) = Nest::at(&self.whole, path)? else { return Ok(()) };
        for access in (0..self.whole.statement(nest.statement).accesses.len()).map(AccessId::new) {
            let Some(operand) = Operand::of(&self.whole, &nest, access) else { continue };
            let Some(copy) = Copy::of(&self.whole, machine, &nest, &operand)? else { continue };
            self.whole.statements.push(copy.statement.clone());
            self.whole.arrays.push(copy.whole.clone());
            *access_mut(&mut self.whole, copy.reader) = copy.read_of_whole.clone();
            self.copies.push(copy);
        }
        Ok(())
    }

    /// Copies the operands.
    fn apply(self, gdg: &mut Gdg) -> Result<(), Error> {
        let in_original = self.copies.iter().map(Copy::in_original).collect::<Result<Vec<_>, _>>()?;
        let in_schedule = self.copies.iter().map(Copy::in_schedule).collect::<Result<Vec<_>, _>>()?;
        let original = tree::with_insertions(&gdg.original, &in_original)?;
        let mut packed = Gdg { original, dependences: None, ..self.whole };
        let before = Gdg { dependences: None, ..gdg.clone() };
        if let Some(difference) = polymill_analysis::same_values(&before, &packed)? {
            return Err(Error::Bug(format!("packed tiles of `{}` have other values: {difference}", gdg.name)));
        }
        packed.schedule = tree::with_insertions(&gdg.schedule, &in_schedule)?;
        packed.dependences = gdg.dependences.clone();
        for copy in self.copies {
            if let Some(dependences) = &mut packed.dependences {
                copy.add_dependences(gdg, dependences)?;
            }
            let tile = copy.read_of_tile.array;
            if let Some(own) = packed.statement_named(&copy.statement.name) {
                *access_mut(&mut packed, (own, AccessId::new(0))) = copy.write_of_tile;
            }
            *access_mut(&mut packed, copy.reader) = copy.read_of_tile;
            packed.arrays[tile.index()] = copy.tile;
            scale(&mut packed, tile)?;
        }
        *gdg = packed;
        Ok(())
    }
}

fn access_mut(gdg: &mut Gdg, (statement, access): (StatementId, AccessId)) -> &mut Access {
    &mut gdg.statements[statement.index()].accesses[access.index()]
}
