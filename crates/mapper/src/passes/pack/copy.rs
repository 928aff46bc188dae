//! Copies of what blocks read.

use polymill_gdg::{
    Access, AccessId, AccessKind, Array, ArrayId, BinaryOp, Dependences, Expr, ExprKind, Gdg, Mark, QuasiAffine,
    ScalarType, Statement, StatementId,
};
use polymill_isl as isl;

use super::nest::{Around, Nest, Operand, Tiles};
use crate::passes::contract::without_determined;
use crate::plans::isolate::isolate_blocks;
use crate::plans::plan::insert_loop;
use crate::questions::moves::{counters, is_input, iterator, move_statement, order_of};
use crate::tree::{Insertion, insert_mark};
use crate::{Error, Machine};

/// A copy of an operand, which a nest reads in its place.
pub(super) struct Copy {
    /// The access of the operand.
    pub reader: (StatementId, AccessId),
    pub statement: Statement,
    /// The instance of it that an instance of the nest's statement reads the copy of.
    from_reader: isl::Map,
    /// All that is copied, each element in a place of its own, and how the nest reads it.
    pub whole: Array,
    pub read_of_whole: Access,
    /// The memory for a tile, and how it is written and read.
    pub tile: Array,
    pub write_of_tile: Access,
    pub read_of_tile: Access,
    /// The way to where it is made in the original order, and in the schedule.
    path_in_original: Vec<usize>,
    path: Vec<usize>,
    /// For each loop on the way, in which of its iterations the copy is made.
    places: Vec<isl::Aff>,
    /// What its own loops count: blocks, steps of the sum, and the iterations in a block.
    loops: [isl::Aff; 3],
    /// Whether its blocks run in parallel.
    runs_in_threads: bool,
    /// If the elements of a block are next to each other in the operand, too: how many a vector holds.
    lanes: Option<u32>,
}

impl Copy {
    /// A copy of an operand; `None` if that cannot be made.
    pub fn of(gdg: &Gdg, machine: &Machine, nest: &Nest, operand: &Operand) -> Result<Option<Self>, Error> {
        let reader = gdg.statement(nest.statement);
        let source = reader.access(operand.access);
        let Some(path_in_original) = path_in_original(gdg, reader, source.array)? else { return Ok(None) };
        let instances = Instances::of(gdg, nest, operand)?;
        let Some(layout) = Layout::of(nest, &nest.blocks[operand.block])? else { return Ok(None) };
        let Some(mut statement) = instances.statement(gdg, source)? else { return Ok(None) };

        let block = &nest.blocks[operand.block];
        let loops = [instances.of_copy(&block.function)?, instances.of_copy(&nest.summed.count)?];
        let [blocks, steps] = loops;
        let within = instances.of_copy(&instances.iterator(block.iterator)?)?;

        let (outer, inner) = nest.around.split_at(operand.depth);
        let mut places = vec![];
        for around in outer {
            places.push(instances.place(&around.function)?);
        }

        let name = gdg.fresh_name(WORD);
        let array = ArrayId::new(gdg.arrays.len());
        let access = |kind: AccessKind, functions: &[isl::Aff], subscripts: Vec<Expr>| -> Result<Access, Error> {
            Ok(Access { kind, array, relation: map_of(functions, &name)?, subscripts, span: None })
        };
        let Some(whole_at) = instances.subscripts(gdg)? else { return Ok(None) };
        let read_of_whole = access(AccessKind::Read, &instances.functions, whole_at)?;
        let Some(read_at) = layout.subscripts(gdg, reader, |function| Ok(function.clone()))? else { return Ok(None) };
        let read_of_tile = access(AccessKind::Read, &layout.element()?, read_at)?;
        let of_copy = |function: &isl::Aff| instances.of_copy(function);
        let Some(written_at) = layout.subscripts(gdg, &statement, of_copy)? else { return Ok(None) };
        let written = layout.element()?.iter().map(of_copy).collect::<Result<Vec<_>, _>>()?;
        let write_of_tile = access(AccessKind::MustWrite, &written, written_at)?;
        statement.accesses[0] = access(AccessKind::MustWrite, &instances.counters()?, instances.own_subscripts())?;

        let element = gdg.array(source.array).element;
        let span = gdg.array(source.array).span;
        let private = private(outer, &places, (reader, &statement))?;
        let whole = Array { span, ..Array::local(name.clone(), element, whole_extents(gdg, &statement)?) };
        let tile = Array { span, private, ..Array::local(name, element, layout.extents(gdg)?) };
        let count = machine.lanes(element.size());
        let is_in_lanes =
            is_adjacent(reader, source, block.iterator) && count > 1 && block.size % i64::from(count) == 0;
        let is_parallel = |each: &Around| each.is_parallel;
        Ok(Some(Self {
            reader: (nest.statement, operand.access),
            from_reader: instances.reader_to_copy()?.intersect_domain(&reader.domain)?,
            statement,
            whole,
            read_of_whole: Access { span: source.span, ..read_of_whole },
            tile,
            write_of_tile,
            read_of_tile: Access { span: source.span, ..read_of_tile },
            path_in_original,
            path: outer.last().map_or_else(|| nest.path.clone(), |each| each.inside.clone()),
            places,
            loops: [blocks, steps, within],
            runs_in_threads: !outer.iter().any(is_parallel) && inner.iter().any(is_parallel),
            lanes: is_in_lanes.then_some(count),
        }))
    }

    /// Where all of it is copied in the original order.
    pub fn in_original(&self) -> Result<Insertion, Error> {
        Ok(Insertion { path: self.path_in_original.clone(), functions: vec![], order: order_of(&self.statement)? })
    }

    /// Where a tile is copied in the schedule.
    pub fn in_schedule(&self) -> Result<Insertion, Error> {
        let functions = self.places.iter().map(isl::UnionPwAff::from_aff).collect::<Result<Vec<_>, _>>()?;
        Ok(Insertion { path: self.path.clone(), functions, order: self.order_in_tile()? })
    }

    /// Adds what the nest reads of the copy, and the copy of others.
    pub fn add_dependences(&self, gdg: &Gdg, dependences: &mut Dependences) -> Result<(), Error> {
        let (reader, access) = self.reader;
        let from_reader = self.from_reader.to_union_map()?;
        dependences.add_flow(&from_reader.reverse()?)?;
        if let Some(flow) = polymill_analysis::recorded_flow(gdg, gdg.statement(reader).access(access).array)? {
            dependences.add_flow(&flow.apply_range(&from_reader)?)?;
        }
        Ok(())
    }

    /// The order in a tile.
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
        isolate_blocks(&node.get_schedule()?, false)
    }
}

/// What copies are called.
const WORD: &str = "pack";

/// The way to where an operand is copied in the original order, before the nest that reads it; `None` if somebody writes it there or
/// later.
fn path_in_original(gdg: &Gdg, reader: &Statement, source: ArrayId) -> Result<Option<Vec<usize>>, Error> {
    if is_input(gdg, source) {
        return Ok(Some(vec![0]));
    }
    let is_aliased = gdg.aliases.iter().any(|pair| pair.first == source || pair.second == source);
    let top = gdg.original.get_root()?.child(0)?;
    if is_aliased || top.get_type()? != isl::ScheduleNodeType::Sequence {
        return Ok(None);
    }
    let readers = reader.domain.to_union_set()?;
    let writers = gdg.accesses(|access| access.array == source && access.kind.is_write())?.domain()?;
    let mut before = isl::UnionSet::empty(&writers.get_space()?)?;
    for position in 0..top.n_children()? {
        let child = top.child(position)?.filter_get_filter()?;
        if !child.is_disjoint(&readers)? {
            return Ok(writers.is_subset(&before)?.then(|| vec![0, position, 0]));
        }
        before = before.union(&child)?;
    }
    Ok(None)
}

/// The instances of the statement that makes a copy: `P[tile, i, k]` for those of `S[i, k, j]` whose element depends on `i` and `k` alone.
/// If it is copied again for each of some tiles, these come first.
struct Instances<'a> {
    reader: &'a Statement,
    name: String,
    /// What the iterators are, for the reader.
    functions: Vec<isl::Aff>,
    /// How many of them tell the tile.
    n_tiles: usize,
    /// The reader's iterators that the others are.
    kept: Vec<usize>,
    /// From an instance to one of the reader's that reads the same; iterators that do not matter are 0.
    to_reader: isl::MultiAff,
}

impl<'a> Instances<'a> {
    fn of(gdg: &'a Gdg, nest: &Nest, operand: &Operand) -> Result<Self, Error> {
        let reader = gdg.statement(nest.statement);
        let block = nest.blocks[operand.block].iterator;
        let is_kept = |each: &usize| !nest.counts(*each) || *each == nest.summed.iterator || *each == block;
        let kept: Vec<usize> = (0..reader.depth()).filter(is_kept).collect();
        let mut functions = vec![];
        for around in &nest.around[..operand.depth] {
            if depends_on_others(&around.function, reader, &kept)? {
                functions.push(around.function.clone());
            }
        }
        let n_tiles = functions.len();
        for position in &kept {
            functions.push(iterator_of(reader, *position)?);
        }
        let name = gdg.fresh_name(&format!("{WORD}_of_{}", gdg.array(reader.access(operand.access).array).name));
        let to_reader = to_reader(reader, &name, n_tiles, &kept)?;
        Ok(Self { reader, name, functions, n_tiles, kept, to_reader })
    }

    fn reader_to_copy(&self) -> Result<isl::Map, Error> {
        map_of(&self.functions, &self.name)
    }

    /// What an iterator of the reader is, for the reader.
    fn iterator(&self, position: usize) -> Result<isl::Aff, Error> {
        iterator_of(self.reader, position)
    }

    /// A function of the reader's instances that depends on no other iterators, as one of these.
    fn of_copy(&self, function: &isl::Aff) -> Result<isl::Aff, Error> {
        let function = function.align_params(&self.to_reader.get_space()?)?;
        let to_reader = self.to_reader.align_params(&function.get_domain_space()?)?;
        Ok(function.pullback_multi_aff(&to_reader)?)
    }

    /// In which iteration of a loop around the reader the copy is made.
    fn place(&self, function: &isl::Aff) -> Result<isl::Aff, Error> {
        for position in 0..self.n_tiles {
            if self.functions[position].plain_is_equal(function)? {
                return Ok(self.counters()?.swap_remove(position));
            }
        }
        self.of_copy(function)
    }

    /// The own iterators.
    fn counters(&self) -> Result<Vec<isl::Aff>, Error> {
        let space = isl::LocalSpace::from_space(&self.to_reader.get_domain_space()?)?;
        let counters =
            (0..self.functions.len()).map(|position| isl::Aff::var_on_domain(&space, isl::Dim::Set, position));
        Ok(counters.collect::<Result<_, _>>()?)
    }

    fn own_subscripts(&self) -> Vec<Expr> {
        (0..self.functions.len()).map(iterator).collect()
    }

    /// What the iterators are, as expressions of the reader.
    fn subscripts(&self, gdg: &Gdg) -> Result<Option<Vec<Expr>>, Error> {
        let mut subscripts = vec![];
        for function in &self.functions {
            let Some(sum) = QuasiAffine::of(gdg, self.reader, function)? else { return Ok(None) };
            let Some(value) = sum.to_expr(gdg, self.reader)? else { return Ok(None) };
            subscripts.push(value);
        }
        Ok(Some(subscripts))
    }

    /// The statement that copies what the reader reads; where to is not said yet.
    fn statement(&self, gdg: &Gdg, source: &Access) -> Result<Option<Statement>, Error> {
        let domain = self.reader.domain.apply(&self.reader_to_copy()?)?.coalesce()?;
        let relation = source.relation.intersect_domain(&self.reader.domain)?.as_pw_multi_aff()?;
        let relation = relation.gist(&self.reader.domain)?;
        if !relation.isa_multi_aff()? {
            return Ok(None);
        }
        let relation = isl::Map::from_multi_aff(&relation.as_multi_aff()?.pullback_multi_aff(&self.to_reader)?)?;
        let mut subscripts = source.subscripts.clone();
        subscripts.iter_mut().for_each(|subscript| subscript.for_each_mut(&mut |each| self.renumber(each)));
        let mut iterators = counters(gdg, self.n_tiles);
        iterators.extend(self.kept.iter().map(|position| self.reader.iterators[*position].clone()));
        let read = Access { kind: AccessKind::Read, relation, subscripts, span: None, ..source.clone() };
        let element = gdg.array(source.array).element;
        move_statement(domain, iterators, read.clone(), read, element).map(Some)
    }

    fn renumber(&self, expr: &mut Expr) {
        if let ExprKind::Iterator(position) = &mut expr.kind
            && let Some(own) = self.kept.iter().position(|kept| kept == position)
        {
            *position = self.n_tiles + own;
        }
    }
}

fn to_reader(reader: &Statement, name: &str, n_tiles: usize, kept: &[usize]) -> Result<isl::MultiAff, Error> {
    let own: Vec<String> = (0..n_tiles + kept.len()).map(|position| format!("c{position}")).collect();
    let value = |each| match kept.iter().position(|kept| *kept == each) {
        Some(position) => format!("({})", own[n_tiles + position]),
        None => "(0)".to_owned(),
    };
    let values: Vec<String> = (0..reader.depth()).map(value).collect();
    let text = format!("{{ {name}[{}] -> {}[{}] }}", own.join(", "), reader.name, values.join(", "));
    // No band may have parameters that are not in the domain.
    let to_reader = isl::MultiAff::read(reader.domain.ctx(), &text)?;
    Ok(to_reader.align_params(&reader.domain.get_space()?)?)
}

/// Whether a function depends on iterators other than these.
fn depends_on_others(function: &isl::Aff, statement: &Statement, kept: &[usize]) -> Result<bool, Error> {
    for position in (0..statement.depth()).filter(|position| !kept.contains(position)) {
        if function.involves_dims(isl::Dim::In, position, 1)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn iterator_of(statement: &Statement, position: usize) -> Result<isl::Aff, Error> {
    let space = isl::LocalSpace::from_space(&statement.domain.get_space()?)?;
    Ok(isl::Aff::var_on_domain(&space, isl::Dim::Set, position)?)
}

/// Where elements are in a tile: block after block, and in a block the iterations of one step of the sum after those of the step before.
struct Layout<'a> {
    block: &'a Tiles,
    summed: &'a Tiles,
    /// How many iterations of the block's iterator are in a tile.
    n_iterations: i64,
}

impl<'a> Layout<'a> {
    fn of(nest: &'a Nest, block: &'a Tiles) -> Result<Option<Self>, Error> {
        let tiles = nest.tiles_of(block.iterator);
        Ok(tiles.map(|tiles| Self { block, summed: &nest.summed, n_iterations: tiles.size }))
    }

    /// `(i % 64) / 8`, `k % 256` and `i % 8`, as functions of the nest's statement.
    fn element(&self) -> Result<[isl::Aff; 3], Error> {
        let (count, size) = (&self.block.count, self.value(self.block.size)?);
        let number = count.mod_val(&self.value(self.n_iterations)?)?.scale_down_val(&size)?.floor()?;
        let step = self.summed.count.mod_val(&self.value(self.summed.size)?)?;
        Ok([number, step, count.mod_val(&size)?])
    }

    /// The same as expressions of a statement, whose instances `of` gives functions of.
    fn subscripts(
        &self,
        gdg: &Gdg,
        statement: &Statement,
        of: impl Fn(&isl::Aff) -> Result<isl::Aff, Error>,
    ) -> Result<Option<Vec<Expr>>, Error> {
        let [count, step] = [of(&self.block.count)?, of(&self.summed.count)?];
        let (Some(count), Some(step)) =
            (QuasiAffine::of(gdg, statement, &count)?, QuasiAffine::of(gdg, statement, &step)?)
        else {
            return Ok(None);
        };
        let by = |op: BinaryOp, value: Expr, number: i64| {
            Expr::binary(ScalarType::I64, op, value, Expr::int(ScalarType::I64, number.into()))
        };
        let in_tile = by(BinaryOp::Rem, count.linear.clone(), self.n_iterations);
        Ok(Some(vec![
            by(BinaryOp::Div, in_tile, self.block.size),
            by(BinaryOp::Rem, step.linear, self.summed.size),
            by(BinaryOp::Rem, count.linear, self.block.size),
        ]))
    }

    fn extents(&self, gdg: &Gdg) -> Result<Vec<Option<isl::PwAff>>, Error> {
        let sizes = [self.n_iterations / self.block.size, self.summed.size, self.block.size];
        let extents = sizes.iter().map(|size| gdg.read_function(&format!("{{ [({size})] }}")).map(Some));
        Ok(extents.collect::<Result<_, _>>()?)
    }

    fn value(&self, number: i64) -> Result<isl::Val, Error> {
        Ok(isl::Val::int_from_si(self.block.count.ctx(), number)?)
    }
}

/// The sizes of an array with an element for each instance of a statement.
fn whole_extents(gdg: &Gdg, statement: &Statement) -> Result<Vec<Option<isl::PwAff>>, Error> {
    let instances = statement.domain.intersect_params(&gdg.context)?;
    let one = isl::Val::one(instances.ctx())?;
    let extent = |dimension: usize| instances.dim_max(dimension)?.add_constant_val(&one).map(Some);
    Ok((0..statement.depth()).map(extent).collect::<Result<_, _>>()?)
}

/// The iterations of the loops that have been entered, in which each tile has memory of its own.
fn private(
    outer: &[Around],
    places: &[isl::Aff],
    (reader, copy): (&Statement, &Statement),
) -> Result<Option<isl::UnionMap>, Error> {
    if outer.is_empty() {
        return Ok(None);
    }
    let functions: Vec<isl::Aff> = outer.iter().map(|around| around.function.clone()).collect();
    let of_reader = loops_of(&functions)?.intersect_domain(&reader.domain)?.to_union_map()?;
    let of_copy = loops_of(places)?.intersect_domain(&copy.domain)?.to_union_map()?;
    let iterations = without_determined(&of_reader.union(&of_copy)?)?;
    let domain = reader.domain.to_union_set()?.union(&copy.domain.to_union_set()?)?;
    Ok(Some(iterations.gist_domain(&domain)?))
}

/// Whether the next iteration of a loop reads the next element in memory.
fn is_adjacent(statement: &Statement, access: &Access, iterator: usize) -> bool {
    let mut moving =
        access.subscripts.iter().enumerate().filter(|(_, subscript)| statement.depends_on(subscript, iterator));
    let (Some((position, subscript)), None) = (moving.next(), moving.next()) else { return false };
    position + 1 == access.subscripts.len()
        && matches!(subscript.unconverted().kind, ExprKind::Iterator(own) if own == iterator)
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
