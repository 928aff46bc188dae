//! `privatize`: gives temporaries a place of their own in each iteration.

mod copy_out;

use std::collections::{BTreeMap, BTreeSet};

use copy_out::{expand_and_copy, extents_by_accesses, frees_outermost_loop, sizes_to_copy};
use polymill_gdg::{Affine, Array, ArrayId, BinaryOp, Expr, ExprKind, Gdg, ScalarType, StatementId};
use polymill_isl as isl;

use crate::{Changed, Effort, Error, Pass, PassContext, Specialization, tree};

/// Splits temporaries into webs of values that belong together, and expands each web by the loops whose iterations do
/// not pass values through it, so that anti and output dependences on it do not serialize them.
///
/// A web is a set of statements connected by value flow through an array (a live range of register allocation). It is one
/// of a temporary if it neither uses values from before the region nor leaves values in the array that are used after it.
/// Other webs of a scalar may. A small array that is used after the region, as work arrays are that are declared outside of
/// functions, may leave values in it: the iteration that wrote an element last copies it there (array privatization with
/// copy-out: Tu and Padua, "Automatic Array Privatization", LCPC 1993). The `contract` pass takes back the dimensions that the
/// chosen order does not need.
pub struct Privatize;

impl Pass for Privatize {
    fn name(&self) -> &'static str {
        "privatize"
    }

    fn description(&self) -> &'static str {
        "Gives each live range of a temporary a place of its own in every iteration of the loops that pass no value through \
         it, so that reusing the name does not serialize them."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        if cx.settings.effort == Effort::Little {
            return Ok(changed);
        }
        let mut wanted: Option<isl::Set> = None;
        for index in 0..gdg.arrays.len() {
            let array = Sized::of(gdg, ArrayId::new(index))?;
            let Webs { temporaries, others } = webs(gdg, &array)?;
            for web in temporaries {
                if expand_if_used_again(gdg, &array, &web)? {
                    changed = Changed::Yes;
                }
            }
            for (web, sizes) in others {
                if let Some(sizes) = sizes_of_temporary(gdg, &array, &web, sizes)? {
                    wanted = Some(wanted.map_or(Ok(sizes.clone()), |others| others.intersect(&sizes))?);
                }
            }
        }
        if let Some(wanted) = wanted
            && !wanted.is_empty()?
            && cx.settings.max_versions > 1
        {
            cx.specializations.push(Specialization { is_usual: true, ..wanted.into() });
        }
        if changed == Changed::Yes {
            gdg.dependences = None;
        }
        Ok(changed)
    }
}

/// An array with its extents, as far as they are known: those of memory that a pointer leads to may be known by what is accessed.
struct Sized {
    id: ArrayId,
    extents: Vec<Option<isl::PwAff>>,
}

impl Sized {
    fn of(gdg: &Gdg, id: ArrayId) -> Result<Self, Error> {
        let extents = extents_by_accesses(gdg, id)?.unwrap_or_else(|| gdg.array(id).extents.clone());
        Ok(Self { id, extents })
    }
}

/// Expands a web of a temporary by the loops whose iterations share elements; false if there are none, or it cannot be done.
fn expand_if_used_again(gdg: &mut Gdg, array: &Sized, web: &Web) -> Result<bool, Error> {
    let loops = private_loops(gdg, array.id, web)?;
    if loops.is_empty() {
        return Ok(false);
    }
    if !web.left.is_empty()? {
        return expand_and_copy(gdg, array, web, loops);
    }
    expand(gdg, array, web, &loops)?;
    Ok(true)
}

/// Statements connected by value flow through one array, and that flow.
#[derive(Clone)]
struct Web {
    statements: BTreeSet<StatementId>,
    flow: isl::UnionMap,
    /// Instances and elements that they read the values from before the region of.
    from_before: isl::UnionMap,
    /// Instances and the elements of the array in which their values are in the end, if anybody needs these.
    left: isl::UnionMap,
}

impl Web {
    /// The web where parameters have these values.
    fn at(&self, sizes: &isl::Set) -> Result<Self, Error> {
        Ok(Self {
            statements: self.statements.clone(),
            flow: self.flow.intersect_params(sizes)?,
            from_before: self.from_before.intersect_params(sizes)?,
            left: self.left.intersect_params(sizes)?,
        })
    }

    /// The instances of its statements.
    fn instances(&self, gdg: &Gdg) -> Result<isl::UnionSet, Error> {
        let mut instances = isl::UnionSet::empty(&gdg.context.get_space()?)?;
        for statement in &self.statements {
            instances = instances.union(&gdg.statement(*statement).domain.to_union_set()?)?;
        }
        Ok(instances)
    }
}

/// The webs of an array.
#[derive(Default)]
struct Webs {
    /// Those of temporaries.
    temporaries: Vec<Web>,
    /// Those that may be of temporaries for some sizes, with these.
    others: Vec<(Web, isl::Set)>,
}

/// The webs of an array; none if it may overlap another, or nothing is written.
fn webs(gdg: &Gdg, Sized { id, extents }: &Sized) -> Result<Webs, Error> {
    let id = *id;
    let array = gdg.array(id);
    let overlaps = gdg.aliases.iter().any(|pair| pair.first == id || pair.second == id);
    let has_size = extents.iter().all(Option::is_some);
    if !gdg.stores_to(id) || overlaps || !has_size {
        return Ok(Webs::default());
    }
    let all = gdg.sizes()?;
    let sizes = if array.live_out && !array.is_scalar() { sizes_to_copy(gdg, id, extents)? } else { Some(all.clone()) };
    let Some(sizes) = sizes else { return Ok(Webs::default()) };
    let is_certain = all.is_subset(&sizes)?;
    let (mut temporaries, others): (Vec<_>, Vec<_>) =
        connected(gdg, id)?.into_iter().partition(|web| is_certain && web.from_before.is_empty().unwrap_or(false));
    if array.live_out && !temporaries.is_empty() {
        let left = polymill_analysis::last_writes(gdg, id)?;
        for web in &mut temporaries {
            web.left = left.intersect_domain(&web.instances(gdg)?)?;
        }
    }
    if array.is_scalar() {
        // That is not worth a version or a copy.
        temporaries.retain(|web| web.left.is_empty().unwrap_or(false));
        return Ok(Webs { temporaries, others: vec![] });
    }
    let others = others.into_iter().map(|web| (web, sizes.clone())).collect();
    Ok(Webs { temporaries, others })
}

/// The webs of an array, without what they leave in it.
fn connected(gdg: &Gdg, id: ArrayId) -> Result<Vec<Web>, Error> {
    let values = polymill_analysis::array_flow(gdg, id)?;
    let mut web_of: BTreeMap<StatementId, usize> = BTreeMap::new();
    for (index, statement) in gdg.statements.iter().enumerate() {
        if statement.accesses.iter().any(|access| access.array == id) {
            web_of.insert(StatementId::new(index), index);
        }
    }
    let maps = values.flow.get_map_list()?.to_vec()?;
    for map in &maps {
        let (Some(from), Some(to)) = (end(gdg, map, isl::Dim::In)?, end(gdg, map, isl::Dim::Out)?) else { continue };
        let (old, new) = (web_of[&from], web_of[&to]);
        web_of.values_mut().filter(|web| **web == old).for_each(|web| *web = new);
    }
    let mut statements: BTreeMap<usize, BTreeSet<StatementId>> = BTreeMap::new();
    for (statement, web) in web_of {
        statements.entry(web).or_default().insert(statement);
    }
    let nothing = isl::UnionMap::empty(&values.flow.get_space()?)?;
    let mut webs = vec![];
    for statements in statements.into_values() {
        let mut web = Web { statements, flow: nothing.clone(), from_before: nothing.clone(), left: nothing.clone() };
        for map in &maps {
            if end(gdg, map, isl::Dim::In)?.is_some_and(|from| web.statements.contains(&from)) {
                web.flow = web.flow.add_map(map)?;
            }
        }
        web.from_before = values.from_before.intersect_domain(&web.instances(gdg)?)?;
        webs.push(web);
    }
    Ok(webs)
}

/// Those of the `sizes` for which no instance of a web reads values from before the region, where one of them reads anything,
/// if that can be said in few words, and the web can be expanded then.
fn sizes_of_temporary(gdg: &Gdg, array: &Sized, web: &Web, mut sizes: isl::Set) -> Result<Option<isl::Set>, Error> {
    for readers in web.from_before.domain()?.get_set_list()?.to_vec()? {
        let Some(reader) = readers.get_tuple_name()?.and_then(|name| gdg.statement_named(&name)) else { continue };
        sizes = sizes.intersect(&gdg.statement(reader).domain.params()?)?;
    }
    // Where these take many words, what is left hardly takes few, and finding that out may take minutes.
    let reading = web.from_before.params()?;
    if reading.involves_locals()? || reading.n_basic_set()? > MAX_PIECES {
        return Ok(None);
    }
    let sizes = sizes.subtract(&reading)?.coalesce()?;
    if sizes.n_basic_set()? != 1 || sizes.involves_locals()? {
        return Ok(None);
    }
    let loops = private_loops(gdg, array.id, &web.at(&sizes)?)?;
    let is_worthwhile =
        !loops.is_empty() && (!gdg.array(array.id).live_out || frees_outermost_loop(gdg, array.id, web)?);
    Ok(is_worthwhile.then_some(sizes))
}

/// Sizes for which something is read from before the region are looked at if they are a union of no more pieces.
const MAX_PIECES: usize = 8;

fn end(gdg: &Gdg, map: &isl::Map, side: isl::Dim) -> Result<Option<StatementId>, Error> {
    Ok(map.get_tuple_name(side)?.and_then(|name| gdg.statement_named(&name)))
}

/// A loop that a web is expanded by.
struct PrivateLoop {
    /// Its position among the iterators.
    position: usize,
    /// What is subtracted from the iterator to make a subscript.
    start: Affine,
}

/// The loops around all statements of the web whose iterations use the same elements, but pass no value through them.
fn private_loops(gdg: &Gdg, array: ArrayId, web: &Web) -> Result<Vec<PrivateLoop>, Error> {
    let sharing = sharing_elements(gdg, array, web)?;
    let instances = web.instances(gdg)?;
    let mut found = Vec::new();
    let mut depth = 0;
    let mut node = gdg.original.get_root()?;
    loop {
        match node.get_type()? {
            isl::ScheduleNodeType::Band => {
                for member in tree::members(&node)? {
                    if !tree::has_differing(&web.flow, &member)?
                        && tree::has_differing(&sharing, &member)?
                        && let Some(start) = start(gdg, web, depth)?
                    {
                        found.push(PrivateLoop { position: depth, start });
                    }
                    depth += 1;
                }
                node = node.child(0)?;
            }
            isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
                let mut inside = None;
                for position in 0..node.n_children()? {
                    let child = node.child(position)?;
                    if instances.is_subset(&child.filter_get_filter()?)? {
                        inside = Some(child);
                    }
                }
                match inside {
                    Some(child) => node = child,
                    None => return Ok(found),
                }
            }
            isl::ScheduleNodeType::Leaf => return Ok(found),
            _ => node = node.child(0)?,
        }
    }
}

/// Pairs of instances of the web that access the same element.
fn sharing_elements(gdg: &Gdg, array: ArrayId, web: &Web) -> Result<isl::UnionMap, Error> {
    let valid = gdg.sizes()?;
    let mut accesses = isl::UnionMap::empty(&valid.get_space()?)?;
    for statement in &web.statements {
        let statement = gdg.statement(*statement);
        let domain = statement.domain.intersect_params(&valid)?;
        for access in statement.accesses.iter().filter(|access| access.array == array) {
            accesses = accesses.add_map(&access.relation.intersect_domain(&domain)?)?;
        }
    }
    Ok(accesses.apply_range(&accesses.reverse()?)?)
}

/// What to subtract from the iterator so that it can be a subscript in the statements of the web: nothing if it is never
/// negative, else its least value. `None` if that is not a function of the parameters.
fn start(gdg: &Gdg, web: &Web, position: usize) -> Result<Option<Affine>, Error> {
    let values = values(gdg, web, position)?;
    if values.upper_bound_si(isl::Dim::Set, 0, -1)?.is_empty()? {
        return Ok(Some(Affine { terms: vec![], constant: 0 }));
    }
    if !values.dim_has_lower_bound(isl::Dim::Set, 0)? {
        return Ok(None);
    }
    let least = values.dim_min(0)?;
    let least = least.gist(&least.domain()?)?;
    let start = if least.isa_aff()? { Affine::of(&least.as_aff()?, &gdg.params)? } else { None };
    let is_known = |start: &Affine| start.terms.iter().all(|(_, param)| !gdg.params[param.index()].is_static_bound());
    Ok(start.filter(is_known))
}

/// Gives the web an array of its own, with the iterators of these loops, from zero, as additional outer subscripts.
fn expand(gdg: &mut Gdg, array: &Sized, web: &Web, loops: &[PrivateLoop]) -> Result<(), Error> {
    let old = gdg.array(array.id).clone();
    let name = gdg.fresh_name(&old.name);
    let mut extents = Vec::new();
    let mut shifts = Vec::new();
    for PrivateLoop { position, start } in loops {
        let start = start.describe(&gdg.params);
        let shift = gdg.read_function(&format!("{{ [x] -> [(x - ({start}))] }}"))?;
        extents.push(Some(extent(gdg, web, *position, &gdg.read_function(&format!("{{ [({start})] }}"))?)?));
        shifts.push(shift.as_map()?);
    }
    extents.extend(array.extents.iter().cloned());
    let new = ArrayId::new(gdg.arrays.len());
    gdg.arrays.push(Array { span: old.span, ..Array::local(name.clone(), old.element, extents) });
    for statement in &web.statements {
        let statement = &mut gdg.statements[statement.index()];
        let iterators: Vec<Expr> =
            loops.iter().map(|each| subscript(each, statement.iterators[each.position].ty)).collect();
        let mut outer = isl::Map::from_domain(&isl::Set::universe(&statement.domain.get_space()?)?)?;
        for (PrivateLoop { position, .. }, shift) in loops.iter().zip(&shifts) {
            let iterator = iterator_map(&statement.domain, *position)?;
            outer = outer.flat_range_product(&iterator.apply_range(shift)?)?;
        }
        for access in statement.accesses.iter_mut().filter(|access| access.array == array.id) {
            access.array = new;
            access.relation = outer.flat_range_product(&access.relation.reset_tuple_id(isl::Dim::Out)?)?;
            access.relation = access.relation.set_tuple_name(isl::Dim::Out, &name)?;
            if access.kind.is_read() || access.kind.is_write() {
                access.subscripts.splice(0..0, iterators.iter().cloned());
            }
        }
    }
    Ok(())
}

/// The subscript that a loop adds.
fn subscript(PrivateLoop { position, start }: &PrivateLoop, ty: ScalarType) -> Expr {
    let iterator = |ty| Expr { ty, kind: ExprKind::Iterator(*position) };
    if start.terms.is_empty() && start.constant == 0 {
        return iterator(ty);
    }
    let ty = ScalarType::I64;
    let mut shifted = iterator(ty);
    for (factor, param) in &start.terms {
        let param = Expr { ty, kind: ExprKind::Param(*param) };
        let term = Expr::binary(ty, BinaryOp::Mul, Expr::int(ty, i128::from(*factor)), param);
        shifted = Expr::binary(ty, BinaryOp::Sub, shifted, term);
    }
    Expr::binary(ty, BinaryOp::Sub, shifted, Expr::int(ty, i128::from(start.constant)))
}

/// `{ S[i] -> [i at this position] }`.
fn iterator_map(domain: &isl::Set, position: usize) -> Result<isl::Map, Error> {
    let n = domain.dim(isl::Dim::Set)?;
    let map = isl::Map::identity(&domain.get_space()?.map_from_set()?)?.reset_tuple_id(isl::Dim::Out)?;
    let map = map.project_out(isl::Dim::Out, position + 1, n - position - 1)?;
    Ok(map.project_out(isl::Dim::Out, 0, position)?)
}

/// The number of values of the iterator in the web, which has instances, from the first one on that is a subscript.
fn extent(gdg: &Gdg, web: &Web, position: usize, start: &isl::PwAff) -> Result<isl::PwAff, Error> {
    let valid = gdg.sizes()?;
    let values = values(gdg, web, position)?;
    let one = isl::Val::one(values.ctx())?;
    Ok(values.dim_max(0)?.sub(start)?.add_constant_val(&one)?.coalesce()?.gist_params(&valid)?)
}

/// All values of the iterator in the web.
fn values(gdg: &Gdg, web: &Web, position: usize) -> Result<isl::Set, Error> {
    let valid = gdg.sizes()?;
    let mut values: Option<isl::Set> = None;
    for statement in &web.statements {
        let domain = gdg.statement(*statement).domain.intersect_params(&valid)?.reset_tuple_id()?;
        let n = domain.dim(isl::Dim::Set)?;
        let own = domain.project_out(isl::Dim::Set, position + 1, n - position - 1)?;
        let own = own.project_out(isl::Dim::Set, 0, position)?;
        values = Some(match values {
            None => own,
            Some(values) => values.union(&own)?,
        });
    }
    let values = values.ok_or_else(|| Error::Bug("a web without statements".to_owned()))?;
    Ok(values.coalesce()?)
}
