//! Nests of register blocks, and what they read again and again.

use polymill_gdg::{AccessId, AccessKind, ExprKind, Gdg, Mark, QuasiAffine, Statement, StatementId};
use polymill_isl as isl;

use crate::tree::members;
use crate::{Error, tree};

/// A nest of register blocks, of one statement.
pub(super) struct Nest {
    pub statement: StatementId,
    /// The way from the root to its mark.
    pub path: Vec<usize>,
    /// The loops around the blocks, outermost first; those over tiles come last.
    pub around: Vec<Around>,
    /// The blocks of what is copied and of what runs in lanes.
    pub blocks: Vec<Tiles>,
    /// The tiles of what is summed over.
    pub summed: Tiles,
}

/// A loop around blocks.
pub(super) struct Around {
    /// The way from the root to the node inside of it.
    pub inside: Vec<usize>,
    /// What it counts.
    pub function: isl::Aff,
    /// If it is one over tiles of the nest: these.
    pub tiles: Option<Tiles>,
    pub is_parallel: bool,
}

/// Tiles, or blocks, of one iterator.
#[derive(Clone)]
pub(super) struct Tiles {
    pub iterator: usize,
    /// How many iterations are in one.
    pub size: i64,
    /// The iterations, from 0.
    pub count: isl::Aff,
    /// What a loop over them counts: `size * floor(count / size)`.
    pub function: isl::Aff,
}

/// Three loops over tiles, then two over blocks.
const N_TILE_LOOPS: usize = 3;
const N_BLOCK_LOOPS: usize = 2;

impl Nest {
    /// The nest that a mark is on, if it has one statement, of which each of its loops counts one iterator.
    pub fn at(gdg: &Gdg, path: &[usize]) -> Result<Option<Self>, Error> {
        let Some(id) = only_statement(gdg, path)? else { return Ok(None) };
        let statement = gdg.statement(id);
        let (mut around, mut loops) = (vec![], vec![]);
        let (mut node, mut here, mut is_parallel) = (gdg.schedule.get_root()?, vec![], false);
        while loops.len() < N_TILE_LOOPS + N_BLOCK_LOOPS {
            let mut step = 0;
            match node.get_type()? {
                isl::ScheduleNodeType::Band => {
                    let is_inside = here.len() >= path.len();
                    for member in members(&node)? {
                        let Some(function) = function_of(&member, statement)? else { return Ok(None) };
                        let tiles = if is_inside { Tiles::of(gdg, statement, &function)? } else { None };
                        if is_inside && tiles.is_none() {
                            return Ok(None);
                        }
                        if loops.len() < N_TILE_LOOPS {
                            let inside = [here.as_slice(), &[0]].concat();
                            around.push(Around { inside, function, tiles: tiles.clone(), is_parallel });
                        }
                        loops.extend(tiles);
                        is_parallel = false;
                    }
                }
                isl::ScheduleNodeType::Mark => is_parallel |= Mark::of(&node)? == Some(Mark::Parallel),
                isl::ScheduleNodeType::Leaf => return Ok(None),
                isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
                    match only_child_of(&node, statement)? {
                        Some(position) => step = position,
                        None => return Ok(None),
                    }
                }
                _ => {}
            }
            here.push(step);
            node = node.child(step)?;
        }
        let blocks = loops.split_off(N_TILE_LOOPS);
        let is_summed = |tiles: &Tiles| blocks.iter().all(|block| block.iterator != tiles.iterator);
        let summed = loops.into_iter().find(is_summed);
        Ok(summed.map(|summed| Self { statement: id, path: path.to_vec(), around, blocks, summed }))
    }

    /// Whether an iterator is one of those that the nest has tiles of.
    pub fn counts(&self, iterator: usize) -> bool {
        iterator == self.summed.iterator || self.blocks.iter().any(|block| block.iterator == iterator)
    }

    /// The tiles of an iterator.
    pub fn tiles_of(&self, iterator: usize) -> Option<&Tiles> {
        self.around.iter().filter_map(|around| around.tiles.as_ref()).find(|tiles| tiles.iterator == iterator)
    }
}

/// The statement below a mark, if there is one only.
fn only_statement(gdg: &Gdg, path: &[usize]) -> Result<Option<StatementId>, Error> {
    let marked = tree::descend(&gdg.schedule, path)?;
    let statements = tree::statements_in(gdg, &marked.get_domain()?)?;
    let [only] = statements.as_slice() else { return Ok(None) };
    Ok(gdg.statement_named(&only.name))
}

/// The position of the child of a sequence that has all instances of a statement.
fn only_child_of(sequence: &isl::ScheduleNode, statement: &Statement) -> Result<Option<usize>, Error> {
    let instances = statement.domain.to_union_set()?;
    let mut found = None;
    for position in 0..sequence.n_children()? {
        if !sequence.child(position)?.filter_get_filter()?.is_disjoint(&instances)? {
            if found.is_some() {
                return Ok(None);
            }
            found = Some(position);
        }
    }
    Ok(found)
}

/// The function that a member of a band is on a statement.
fn function_of(member: &isl::UnionPwAff, statement: &Statement) -> Result<Option<isl::Aff>, Error> {
    for function in member.get_pw_aff_list()?.to_vec()? {
        if function.get_domain_space()?.get_tuple_name(isl::Dim::Set)?.as_deref() == Some(&statement.name) {
            // On small domains, nothing would be left of tiles.
            let function = if function.isa_aff()? { function } else { function.gist(&statement.domain)? };
            return Ok(if function.isa_aff()? { Some(function.as_aff()?) } else { None });
        }
    }
    Ok(None)
}

impl Tiles {
    /// What a function counts the tiles of, if it does: `64 * floor(i / 64)`, where `i` is never negative, or the same less a multiple of
    /// 64: `8 * floor((i + 3) / 8) - 8` counts tiles of `i - 5`.
    fn of(gdg: &Gdg, statement: &Statement, function: &isl::Aff) -> Result<Option<Self>, Error> {
        let Some(parts) = QuasiAffine::of(gdg, statement, function)? else { return Ok(None) };
        let [(factor, count, size)] = parts.quotients.as_slice() else { return Ok(None) };
        let ExprKind::Int(shift) = parts.linear.kind else { return Ok(None) };
        let is_whole = factor == size && shift % i128::from(*size) == 0;
        let Some(iterator) = only_iterator(count, statement)?.filter(|_| is_whole) else { return Ok(None) };
        let shift = i64::try_from(shift).map_err(|_| Error::Bug("a large tile".to_owned()))?;
        let count = count.add_constant_val(&isl::Val::int_from_si(count.ctx(), shift)?)?;
        Ok(Some(Self { iterator, size: *size, count, function: function.clone() }))
    }
}

/// The only iterator that a function depends on.
fn only_iterator(function: &isl::Aff, statement: &Statement) -> Result<Option<usize>, Error> {
    let mut found = None;
    for position in 0..statement.depth() {
        if function.involves_dims(isl::Dim::In, position, 1)? {
            if found.is_some() {
                return Ok(None);
            }
            found = Some(position);
        }
    }
    Ok(found)
}

/// What blocks read again and again.
pub(super) struct Operand {
    pub access: AccessId,
    /// The position of its blocks.
    pub block: usize,
    /// How many of the loops around have to be entered before its tile is known.
    pub depth: usize,
}

impl Operand {
    /// A read that moves with the sum and with the blocks of one iterator.
    pub fn of(gdg: &Gdg, nest: &Nest, access: AccessId) -> Option<Self> {
        let statement = gdg.statement(nest.statement);
        let read = statement.access(access);
        let moves = |iterator: usize| read.subscripts.iter().any(|each| statement.depends_on(each, iterator));
        let has_data = read.subscripts.iter().any(|each| !statement.arrays_in(each).is_empty());
        if read.kind != AccessKind::Read || has_data || !moves(nest.summed.iterator) {
            return None;
        }
        let mut blocks = (0..nest.blocks.len()).filter(|&block| moves(nest.blocks[block].iterator));
        let (Some(block), None) = (blocks.next(), blocks.next()) else { return None };
        let is_needed = |around: &Around| around.tiles.as_ref().is_none_or(|tiles| moves(tiles.iterator));
        let depth = nest.around.iter().rposition(is_needed).map_or(0, |position| position + 1);
        Some(Self { access, block, depth })
    }
}
