//! `pack`: copies what sums in register blocks multiply, a tile at a time, into the order in which the blocks read it.

mod scale;

use polymill_gdg::{
    Access, AccessId, AccessKind, Array, ArrayId, BinaryOp, Body, Dependences, Expr, ExprKind, Gdg, Mark, QuasiAffine,
    ScalarType, Statement, StatementId,
};
use polymill_isl as isl;

use super::contract::without_determined;
use crate::plans::isolate::isolate_blocks;
use crate::plans::plan::insert_loop;
use crate::questions::moves::{counters, is_input, iterator, order_of};
use crate::tree::{Insertion, insert_mark, members};
use crate::{Changed, Error, Machine, Pass, PassContext, tree};

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
    copies: Vec<(AccessOf, Copy)>,
}

/// An access, and its statement.
type AccessOf = (StatementId, AccessId);

impl Packing {
    /// Adds the operands of the nest that a mark is on.
    fn add_nest(&mut self, path: &[usize], machine: &Machine) -> Result<(), Error> {
        let Some(statement) = only_statement(&self.whole, path)? else { return Ok(()) };
        let Some(nest) = Nest::at(&self.whole, path, statement)? else { return Ok(()) };
        for access in (0..self.whole.statement(statement).accesses.len()).map(AccessId::new) {
            let Some(operand) = Operand::of(&self.whole, &nest, access)? else { continue };
            let Some(copy) = Copy::of(&self.whole, machine, &nest, &operand)? else { continue };
            self.whole.statements.push(copy.statement.clone());
            self.whole.arrays.push(copy.whole.clone());
            self.whole.statements[statement.index()].accesses[access.index()] = copy.read_of_whole.clone();
            self.copies.push(((statement, access), copy));
        }
        Ok(())
    }

    /// Copies the operands.
    fn apply(self, gdg: &mut Gdg) -> Result<(), Error> {
        let (mut in_original, mut in_schedule) = (vec![], vec![]);
        let mut dependences = gdg.dependences.clone();
        for ((statement, access), copy) in &self.copies {
            in_original.push(copy.in_original()?);
            in_schedule.push(copy.in_schedule()?);
            if let Some(dependences) = &mut dependences {
                copy.add_dependences(gdg, (*statement, *access), dependences)?;
            }
        }
        let original = tree::with_insertions(&gdg.original, &in_original)?;
        let mut packed = Gdg { original, dependences: None, ..self.whole };
        let before = Gdg { dependences: None, ..gdg.clone() };
        if let Some(difference) = polymill_analysis::same_values(&before, &packed)? {
            return Err(Error::Bug(format!("packed tiles of `{}` have other values: {difference}", gdg.name)));
        }
        packed.schedule = tree::with_insertions(&gdg.schedule, &in_schedule)?;
        packed.dependences = dependences;
        let mut tiles = vec![];
        for ((statement, access), copy) in self.copies {
            tiles.push(copy.read_of_tile.array);
            let own = copy.statement.name.clone();
            packed.arrays[copy.read_of_tile.array.index()] = copy.tile;
            packed.statements[statement.index()].accesses[access.index()] = copy.read_of_tile;
            if let Some(own) = packed.statement_named(&own) {
                packed.statements[own.index()].accesses[0] = copy.write_of_tile;
            }
        }
        *gdg = packed;
        tiles.into_iter().try_for_each(|tile| scale::scale(gdg, tile))
    }
}

/// The statement below a mark, if there is one only.
fn only_statement(gdg: &Gdg, path: &[usize]) -> Result<Option<StatementId>, Error> {
    let marked = tree::descend(&gdg.schedule, path)?;
    let statements = tree::statements_in(gdg, &marked.get_domain()?)?;
    let [only] = statements.as_slice() else { return Ok(None) };
    Ok(gdg.statement_named(&only.name))
}

/// A loop around the blocks.
struct Around {
    /// The path to the node inside of it.
    inside: Vec<usize>,
    /// What it counts, of the statement.
    function: isl::Aff,
    /// Whether it is one over tiles of the nest.
    is_tile: bool,
    is_parallel: bool,
}

/// A nest of register blocks.
struct Nest {
    statement: StatementId,
    /// The way to its mark.
    path: Vec<usize>,
    /// The loops around the blocks, outermost first; those over tiles come last.
    around: Vec<Around>,
    /// The blocks of what is copied and of what runs in lanes.
    blocks: Vec<Block>,
    /// The iterator that is summed over, and the loop over tiles of it.
    summed: (usize, isl::Aff),
}

/// Blocks of one iterator.
struct Block {
    iterator: usize,
    /// How many iterations are in one.
    size: i64,
    /// The iterations, from 0.
    count: isl::Aff,
    /// What a loop over the blocks counts.
    function: isl::Aff,
}

/// Three loops over tiles, then two over blocks.
const N_TILE_LOOPS: usize = 3;
const N_BLOCK_LOOPS: usize = 2;

impl Nest {
    /// The nest of a statement that a mark is on, if each of its loops counts one iterator of it.
    fn at(gdg: &Gdg, path: &[usize], id: StatementId) -> Result<Option<Self>, Error> {
        let statement = gdg.statement(id);
        let (mut around, mut blocks) = (vec![], vec![]);
        let (mut node, mut here) = (gdg.schedule.get_root()?, vec![]);
        let mut is_parallel = false;
        let mut n_inside = 0;
        while n_inside < N_TILE_LOOPS + N_BLOCK_LOOPS {
            let mut step = 0;
            match node.get_type()? {
                isl::ScheduleNodeType::Band => {
                    let members = members(&node)?;
                    here.push(0);
                    for member in &members {
                        let Some(function) = function_of(member, statement)? else { return Ok(None) };
                        n_inside += usize::from(here.len() > path.len());
                        if n_inside > N_TILE_LOOPS {
                            let Some(block) = Block::of(gdg, statement, function)? else { return Ok(None) };
                            blocks.push(block);
                        } else {
                            let is_tile = n_inside > 0;
                            around.push(Around { inside: here.clone(), function, is_tile, is_parallel });
                        }
                        is_parallel = false;
                    }
                    node = node.child(0)?;
                    continue;
                }
                isl::ScheduleNodeType::Mark => is_parallel |= Mark::of(&node)? == Some(Mark::Parallel),
                isl::ScheduleNodeType::Leaf => return Ok(None),
                isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
                    let holds = |position: &usize| -> Result<bool, Error> {
                        let own =
                            node.child(*position)?.filter_get_filter()?.intersect(&statement.domain.to_union_set()?)?;
                        Ok(!own.is_empty()?)
                    };
                    let children: Vec<usize> = (0..node.n_children()?).collect();
                    let mut holding = vec![];
                    for position in children {
                        if holds(&position)? {
                            holding.push(position);
                        }
                    }
                    let [only] = holding.as_slice() else { return Ok(None) };
                    step = *only;
                }
                _ => {}
            }
            here.push(step);
            node = node.child(step)?;
        }
        let is_in_block = |iterator: &usize| blocks.iter().any(|block| block.iterator == *iterator);
        let tiled = around.iter().filter(|each| each.is_tile).map(|each| counted(&each.function, statement));
        let tiled = tiled.collect::<Result<Vec<_>, _>>()?;
        let mut summed = around.iter().filter(|each| each.is_tile).zip(tiled);
        let summed = summed.find_map(|(each, iterator)| {
            let iterator = iterator.filter(|iterator| !is_in_block(iterator))?;
            Some((iterator, each.function.clone()))
        });
        Ok(summed.map(|summed| Self { statement: id, path: path.to_vec(), around, blocks, summed }))
    }
}

/// What packed tiles are called.
const WORD: &str = "pack";

impl Block {
    fn of(gdg: &Gdg, statement: &Statement, function: isl::Aff) -> Result<Option<Self>, Error> {
        let Some(iterator) = counted(&function, statement)? else { return Ok(None) };
        let Some((count, size)) = blocks_of(gdg, statement, &function)? else { return Ok(None) };
        Ok(Some(Self { iterator, size, count, function }))
    }
}

/// What a function counts in blocks or tiles, and their size: `(i, 64)` for `64 * floor(i / 64)`. It is never negative.
fn blocks_of(gdg: &Gdg, statement: &Statement, function: &isl::Aff) -> Result<Option<(isl::Aff, i64)>, Error> {
    let Some(parts) = QuasiAffine::of(gdg, statement, function)? else { return Ok(None) };
    let [(factor, count, size)] = parts.quotients.as_slice() else { return Ok(None) };
    let is_zero = matches!(parts.linear.kind, ExprKind::Int(0));
    Ok((factor == size && is_zero).then(|| (count.clone(), *size)))
}

/// The function that a member of a band is on a statement.
fn function_of(member: &isl::UnionPwAff, statement: &Statement) -> Result<Option<isl::Aff>, Error> {
    for function in member.get_pw_aff_list()?.to_vec()? {
        if function.get_domain_space()?.get_tuple_name(isl::Dim::Set)?.as_deref() == Some(&statement.name) {
            let function = function.gist(&statement.domain)?;
            return Ok(if function.isa_aff()? { Some(function.as_aff()?) } else { None });
        }
    }
    Ok(None)
}

/// The only iterator that a function depends on.
fn counted(function: &isl::Aff, statement: &Statement) -> Result<Option<usize>, Error> {
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
struct Operand {
    access: AccessId,
    /// The position of its blocks.
    block: usize,
    /// How many of the loops around have to be entered before its tile is known.
    depth: usize,
}

impl Operand {
    /// A read that moves with the sum and with the blocks of one iterator, of what nobody writes meanwhile.
    fn of(gdg: &Gdg, nest: &Nest, access: AccessId) -> Result<Option<Self>, Error> {
        let statement = gdg.statement(nest.statement);
        let read = statement.access(access);
        let moves = |iterator: usize| read.subscripts.iter().any(|each| statement.depends_on(each, iterator));
        let has_data = read.subscripts.iter().any(|each| !statement.arrays_in(each).is_empty());
        let blocks: Vec<usize> = (0..nest.blocks.len()).filter(|&block| moves(nest.blocks[block].iterator)).collect();
        let [block] = blocks.as_slice() else { return Ok(None) };
        if read.kind != AccessKind::Read || has_data || !moves(nest.summed.0) {
            return Ok(None);
        }
        let mut depth = 0;
        for (position, around) in nest.around.iter().enumerate() {
            let counted = counted(&around.function, statement)?;
            if !around.is_tile || counted.is_some_and(moves) {
                depth = position + 1;
            }
        }
        Ok(Some(Self { access, block: *block, depth }))
    }
}

/// The way to where an operand is copied in the original order, before the nest that reads it; `None` if somebody writes it there or
/// later.
fn path_in_original(gdg: &Gdg, statement: &Statement, source: ArrayId) -> Result<Option<Vec<usize>>, Error> {
    if is_input(gdg, source) {
        return Ok(Some(vec![0]));
    }
    let is_aliased = gdg.aliases.iter().any(|pair| pair.first == source || pair.second == source);
    let top = gdg.original.get_root()?.child(0)?;
    if is_aliased || top.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(None);
    }
    let readers = statement.domain.to_union_set()?;
    let writers = gdg.accesses(|access| access.array == source && access.kind.is_write())?.domain()?;
    let mut written_before = isl::UnionSet::empty(&writers.get_space()?)?;
    for position in 0..top.n_children()? {
        let child = top.child(position)?.filter_get_filter()?;
        if !child.is_disjoint(&readers)? {
            return Ok(writers.is_subset(&written_before)?.then(|| vec![0, position, 0]));
        }
        written_before = written_before.union(&child)?;
    }
    Ok(None)
}

/// A copy of an operand's tiles.
struct Copy {
    statement: Statement,
    /// The instance of it that an instance of the nest's statement reads the copy of.
    from_statement: isl::Map,
    /// All that is copied, each element in a place of its own, and how the blocks read it.
    whole: Array,
    read_of_whole: Access,
    /// The memory for a tile, and how it is written and read.
    tile: Array,
    write_of_tile: Access,
    read_of_tile: Access,
    /// The way to where it is made in the original order, and in the schedule.
    path_in_original: Vec<usize>,
    path: Vec<usize>,
    /// Whether its blocks run in parallel.
    runs_in_threads: bool,
    /// For each loop around that has to be entered, in which of its iterations the copy is made.
    places: Vec<isl::Aff>,
    /// What the loops of the copy count: blocks, steps of the sum, and the iterations in a block.
    loops: [isl::Aff; 3],
    /// If the elements of a block are next to each other in the operand, too: how many a vector holds.
    lanes: Option<u32>,
}

impl Copy {
    fn of(gdg: &Gdg, machine: &Machine, nest: &Nest, operand: &Operand) -> Result<Option<Self>, Error> {
        let statement = gdg.statement(nest.statement);
        let block = &nest.blocks[operand.block];
        let source = statement.access(operand.access);
        let Some(path_in_original) = path_in_original(gdg, statement, source.array)? else { return Ok(None) };
        // The iterators that the copy has, too: those of the operand, and those of loops around the tiles.
        let is_of_nest = |each: usize| each == nest.summed.0 || nest.blocks.iter().any(|block| block.iterator == each);
        let kept: Vec<usize> = (0..statement.depth())
            .filter(|&each| !is_of_nest(each) || each == nest.summed.0 || each == block.iterator)
            .collect();
        let is_kept = |function: &isl::Aff| -> Result<bool, Error> {
            for position in (0..statement.depth()).filter(|position| !kept.contains(position)) {
                if function.involves_dims(isl::Dim::In, position, 1)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        // Tiles that it is copied for again and again, although it is the same in all.
        let mut again = vec![];
        for (position, around) in nest.around[..operand.depth].iter().enumerate() {
            if !is_kept(&around.function)? {
                again.push(position);
            }
        }
        let name = gdg.fresh_name(WORD);
        let own_name = gdg.fresh_name(&format!("{WORD}_of_{}", gdg.array(statement.access(operand.access).array).name));
        let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
        let var = |position: usize| isl::Aff::var_on_domain(&space, isl::Dim::Set, position);
        let mut own = vec![];
        for &position in &again {
            own.push(nest.around[position].function.clone());
        }
        for &position in &kept {
            own.push(var(position)?);
        }
        let from_statement = map_of(&own, &own_name)?;
        let domain = statement.domain.apply(&from_statement)?.coalesce()?;
        // From the copy's iterators to the statement's, of which those that do not matter are 0.
        let names: Vec<String> = (0..own.len()).map(|position| format!("c{position}")).collect();
        let values: Vec<String> = (0..statement.depth())
            .map(|each| match kept.iter().position(|kept| *kept == each) {
                Some(position) => names[again.len() + position].clone(),
                None => "0".to_owned(),
            })
            .collect();
        let back = format!(
            "{{ {own_name}[{}] -> {}[{}] }}",
            names.join(", "),
            statement.name,
            values.iter().map(|value| format!("({value})")).collect::<Vec<_>>().join(", ")
        );
        // No band may have parameters that are not in the domain.
        let back = isl::MultiAff::read(gdg.context.ctx(), &back)?;
        let back = back.align_params(&statement.domain.get_space()?)?;
        let pulled_back = |function: &isl::Aff| -> Result<isl::Aff, Error> {
            let space = function.get_domain_space()?;
            let function = function.align_params(&back.get_space()?)?;
            Ok(function.pullback_multi_aff(&back.align_params(&space)?)?)
        };

        let Some((steps, n_steps)) = blocks_of(gdg, statement, &nest.summed.1)? else { return Ok(None) };
        let tiles_of_block = nest.around.iter().filter(|each| each.is_tile);
        let mut n_iterations = None;
        for around in tiles_of_block {
            if counted(&around.function, statement)? == Some(block.iterator) {
                n_iterations = blocks_of(gdg, statement, &around.function)?.map(|(_, size)| size);
            }
        }
        let Some(n_iterations) = n_iterations else { return Ok(None) };
        let value = |number: i64| isl::Val::int_from_si(back.ctx(), number);
        let number = block.count.mod_val(&value(n_iterations)?)?.scale_down_val(&value(block.size)?)?.floor()?;
        let within = block.count.mod_val(&value(block.size)?)?;
        let element = [number, steps.mod_val(&value(n_steps)?)?, within];
        let sizes = [n_iterations / block.size, n_steps, block.size];
        let own_space = isl::LocalSpace::from_space(&domain.get_space()?)?;
        let own_element = element.iter().map(&pulled_back).collect::<Result<Vec<_>, Error>>()?;
        let relation =
            source.relation.intersect_domain(&statement.domain)?.as_pw_multi_aff()?.gist(&statement.domain)?;
        if !relation.isa_multi_aff()? {
            return Ok(None);
        }
        let relation = isl::Map::from_multi_aff(&relation.as_multi_aff()?.pullback_multi_aff(&back)?)?;
        let mut subscripts = source.subscripts.clone();
        for subscript in &mut subscripts {
            subscript.for_each_mut(&mut |each| {
                if let ExprKind::Iterator(position) = &mut each.kind
                    && let Some(own) = kept.iter().position(|kept| kept == position)
                {
                    *position = again.len() + own;
                }
            });
        }
        let array = ArrayId::new(gdg.arrays.len());
        let mut iterators = counters(gdg, again.len());
        iterators.extend(kept.iter().map(|position| statement.iterators[*position].clone()));
        let value = Expr { ty: gdg.array(source.array).element, kind: ExprKind::Load(AccessId::new(1)) };
        let mut copy = Statement {
            name: own_name,
            origin: Statement::own_origin(&domain)?,
            domain,
            iterators,
            accesses: vec![],
            body: Body::store(AccessId::new(0), value),
            span: None,
        };
        let read_at = subscripts_of(gdg, statement, [&block.count, &steps], sizes)?;
        let written_at = subscripts_of(gdg, &copy, [&pulled_back(&block.count)?, &pulled_back(&steps)?], sizes)?;
        let (Some(read_at), Some(written_at)) = (read_at, written_at) else { return Ok(None) };
        let counters = (0..own.len()).map(|position| isl::Aff::var_on_domain(&own_space, isl::Dim::Set, position));
        let whole_element = counters.collect::<Result<Vec<_>, _>>()?;
        let access = |kind: AccessKind, functions: &[isl::Aff], subscripts: Vec<Expr>| -> Result<Access, Error> {
            Ok(Access { kind, array, relation: map_of(functions, &name)?, subscripts, span: None })
        };
        copy.accesses = vec![
            access(AccessKind::MustWrite, &whole_element, (0..own.len()).map(iterator).collect())?,
            Access { kind: AccessKind::Read, array: source.array, relation, subscripts, span: None },
        ];
        let mut whole_at = vec![];
        for function in &own {
            let value =
                QuasiAffine::of(gdg, statement, function)?.map(|sum| sum.to_expr(gdg, statement)).transpose()?;
            let Some(value) = value.flatten() else { return Ok(None) };
            whole_at.push(value);
        }
        let read_of_whole = Access { span: source.span, ..access(AccessKind::Read, &own, whole_at)? };
        let read_of_tile = Access { span: source.span, ..access(AccessKind::Read, &element, read_at)? };
        let write_of_tile = access(AccessKind::MustWrite, &own_element, written_at)?;
        let one = isl::Val::one(back.ctx())?;
        let last =
            |dimension: usize| copy.domain.intersect_params(&gdg.context)?.dim_max(dimension)?.add_constant_val(&one);
        let whole_extents = (0..own.len()).map(|dimension| last(dimension).map(Some)).collect::<Result<Vec<_>, _>>()?;
        let extents = sizes.iter().map(|size| gdg.read_function(&format!("{{ [({size})] }}")).map(Some));
        let extents = extents.collect::<Result<Vec<_>, _>>()?;
        let mut places = vec![];
        for (position, around) in nest.around[..operand.depth].iter().enumerate() {
            places.push(match again.iter().position(|each| *each == position) {
                Some(own) => isl::Aff::var_on_domain(&own_space, isl::Dim::Set, own)?,
                None => pulled_back(&around.function)?,
            });
        }
        let within = var(block.iterator)?;
        let loops = [&block.function, &steps, &within];
        let loops = [pulled_back(loops[0])?, pulled_back(loops[1])?, pulled_back(loops[2])?];
        let outer: Vec<isl::Aff> = nest.around[..operand.depth].iter().map(|around| around.function.clone()).collect();
        let private = match outer.is_empty() {
            true => None,
            false => {
                let of_statement = loops_of(&outer)?.intersect_domain(&statement.domain)?.to_union_map()?;
                let of_copy = loops_of(&places)?.intersect_domain(&copy.domain)?.to_union_map()?;
                let iterations = without_determined(&of_statement.union(&of_copy)?)?;
                let domain = statement.domain.to_union_set()?.union(&copy.domain.to_union_set()?)?;
                Some(iterations.gist_domain(&domain)?)
            }
        };
        let element = gdg.array(source.array).element;
        let whole = Array { span: gdg.array(source.array).span, ..Array::local(name.clone(), element, whole_extents) };
        let tile = Array { private, ..Array::local(name, element, extents) };
        let tile = Array { span: whole.span, ..tile };
        let is_adjacent = is_adjacent(statement, source, block.iterator);
        let count = machine.lanes(element.size());
        let lanes = Some(count).filter(|&count| is_adjacent && count > 1 && block.size % i64::from(count) == 0);
        let (outer, inner) = nest.around.split_at(operand.depth);
        let is_parallel = |each: &Around| each.is_parallel;
        Ok(Some(Self {
            path_in_original,
            path: outer.last().map_or_else(|| nest.path.clone(), |each| each.inside.clone()),
            runs_in_threads: !outer.iter().any(is_parallel) && inner.iter().any(is_parallel),
            statement: copy,
            from_statement: from_statement.intersect_domain(&statement.domain)?,
            whole,
            read_of_whole,
            tile,
            write_of_tile,
            read_of_tile,
            places,
            loops,
            lanes,
        }))
    }

    /// Where all of it is copied in the original order.
    fn in_original(&self) -> Result<Insertion, Error> {
        Ok(Insertion { path: self.path_in_original.clone(), functions: vec![], order: order_of(&self.statement)? })
    }

    /// Where a tile is copied in the schedule.
    fn in_schedule(&self) -> Result<Insertion, Error> {
        let functions = self.places.iter().map(isl::UnionPwAff::from_aff).collect::<Result<Vec<_>, _>>()?;
        Ok(Insertion { path: self.path.clone(), functions, order: self.order_in_tile()? })
    }

    /// Adds what the nest's statement reads of the copy, and the copy of others.
    fn add_dependences(
        &self,
        gdg: &Gdg,
        (statement, access): AccessOf,
        dependences: &mut Dependences,
    ) -> Result<(), Error> {
        let from_statement = self.from_statement.to_union_map()?;
        dependences.add_flow(&from_statement.reverse()?)?;
        if let Some(flow) = polymill_analysis::recorded_flow(gdg, gdg.statement(statement).access(access).array)? {
            dependences.add_flow(&flow.apply_range(&from_statement)?)?;
        }
        Ok(())
    }

    /// The order of the copy in a tile.
    fn order_in_tile(&self) -> Result<isl::Schedule, Error> {
        let top = isl::Schedule::from_domain(&self.statement.domain.to_union_set()?)?.get_root()?.child(0)?;
        let [blocks, steps, within] = &self.loops;
        let function = |function: &isl::Aff| isl::UnionPwAff::from_aff(function);
        let mut node = insert_loop(&top, &function(within)?, true)?;
        if let Some(count) = self.lanes {
            node = insert_mark(&node, Mark::Lanes(count))?;
        }
        node = insert_loop(&node, &function(steps)?, true)?;
        node = insert_loop(&node, &function(blocks)?, true)?;
        if self.runs_in_threads {
            node = insert_mark(&node, Mark::Parallel)?;
        }
        isolate_blocks(&node.get_schedule()?)
    }
}

/// Whether the next iteration of a loop reads the next element in memory.
fn is_adjacent(statement: &Statement, access: &Access, iterator: usize) -> bool {
    let moving = access.subscripts.iter().enumerate().filter(|(_, each)| statement.depends_on(each, iterator));
    let moving: Vec<_> = moving.collect();
    let [(position, subscript)] = moving.as_slice() else { return false };
    *position + 1 == access.subscripts.len()
        && matches!(subscript.unconverted().kind, ExprKind::Iterator(own) if own == iterator)
}

/// The subscripts of an element that is so far in the range of the blocks and of the sum, in an array of these sizes.
fn subscripts_of(
    gdg: &Gdg,
    statement: &Statement,
    [count, steps]: [&isl::Aff; 2],
    [n_blocks, n_steps, size]: [i64; 3],
) -> Result<Option<Vec<Expr>>, Error> {
    let linear = |function: &isl::Aff| QuasiAffine::of(gdg, statement, function);
    let (Some(count), Some(steps)) = (linear(count)?, linear(steps)?) else { return Ok(None) };
    let by = |op: BinaryOp, value: Expr, number: i64| {
        Expr::binary(ScalarType::I64, op, value, Expr::int(ScalarType::I64, number.into()))
    };
    let number = by(BinaryOp::Div, by(BinaryOp::Rem, count.linear.clone(), n_blocks * size), size);
    Ok(Some(vec![number, by(BinaryOp::Rem, steps.linear, n_steps), by(BinaryOp::Rem, count.linear, size)]))
}

/// The relation to the element that functions of the same space name together.
fn map_of(functions: &[isl::Aff], name: &str) -> Result<isl::Map, Error> {
    Ok(loops_of(functions)?.set_tuple_name(isl::Dim::Out, name)?)
}

/// The relation to what functions of the same space give together.
fn loops_of(functions: &[isl::Aff]) -> Result<isl::Map, Error> {
    let mut map: Option<isl::Map> = None;
    for function in functions {
        let own = isl::Map::from_aff(function)?;
        map = Some(match map {
            Some(map) => map.flat_range_product(&own)?,
            None => own,
        });
    }
    map.ok_or_else(|| Error::Bug("an element without subscripts".to_owned()))
}
