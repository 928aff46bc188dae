//! `privatize`: gives temporaries a place of their own in each iteration.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Affine, Array, ArrayId, BinaryOp, Expr, ExprKind, Gdg, ScalarType, StatementId};
use polymill_isl as isl;

use crate::{Changed, Error, Pass, PassContext, tree};

/// Splits temporaries into webs of values that belong together, and expands each web by the loops whose iterations do
/// not pass values through it, so that anti and output dependences on it do not serialize them.
///
/// A web is a set of statements connected by value flow through an array (a live range of register allocation). It is one
/// of a temporary if it neither uses values from before the region nor leaves values in the array that are used behind it.
/// Other webs of a scalar may; those of larger arrays not, since a second array of their size is rarely worth it. The
/// `contract` pass takes back the dimensions that the chosen order does not need.
pub struct Privatize;

impl Pass for Privatize {
    fn name(&self) -> &'static str {
        "privatize"
    }

    fn description(&self) -> &'static str {
        "Gives each live range of a temporary a place of its own in every iteration of the loops that pass no value through \
         it, so that reusing the name does not serialize them."
    }

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        for index in 0..gdg.arrays.len() {
            let array = ArrayId::new(index);
            for web in webs(gdg, array)? {
                let loops = private_loops(gdg, array, &web)?;
                if !loops.is_empty() {
                    expand(gdg, array, &web, &loops)?;
                    changed = Changed::Yes;
                }
            }
        }
        if changed == Changed::Yes {
            gdg.dependences = None;
        }
        Ok(changed)
    }
}

/// Statements connected by value flow through one array, and that flow.
struct Web {
    statements: BTreeSet<StatementId>,
    flow: isl::UnionMap,
}

/// The webs of an array that are those of temporaries; none if it may overlap another, or nothing is written.
fn webs(gdg: &Gdg, id: ArrayId) -> Result<Vec<Web>, Error> {
    let array = gdg.array(id);
    if !gdg.stores_to(id) {
        return Ok(vec![]);
    }
    let overlaps = gdg.aliases.iter().any(|pair| pair.first == id || pair.second == id);
    // Of memory that a pointer leads to, the size is not known.
    let has_size = array.extents.iter().all(Option::is_some);
    if overlaps || !has_size || array.live_out && !array.extents.is_empty() {
        return Ok(vec![]);
    }
    let values = polymill_analysis::array_flow(gdg, id)?;
    let mut shared = values.from_before.domain()?;
    if array.live_out {
        shared = shared.union(&polymill_analysis::last_writes(gdg, id)?.domain()?)?;
    }
    let shared: BTreeSet<_> = shared
        .get_set_list()?
        .to_vec()?
        .iter()
        .map(|instances| Ok(instances.get_tuple_name()?.and_then(|name| gdg.statement_named(&name))))
        .collect::<Result<_, Error>>()?;
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
    statements
        .into_values()
        .filter(|statements| !statements.iter().any(|statement| shared.contains(&Some(*statement))))
        .map(|statements| {
            let mut flow = isl::UnionMap::empty(&values.flow.get_space()?)?;
            for map in &maps {
                if end(gdg, map, isl::Dim::In)?.is_some_and(|from| statements.contains(&from)) {
                    flow = flow.add_map(map)?;
                }
            }
            Ok(Web { statements, flow })
        })
        .collect()
}

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
    let mut instances = isl::UnionSet::empty(&gdg.context.get_space()?)?;
    for statement in &web.statements {
        instances = instances.union(&gdg.statement(*statement).domain.to_union_set()?)?;
    }
    let mut found = Vec::new();
    let mut depth = 0;
    let mut node = gdg.original.get_root()?;
    loop {
        match node.get_type()? {
            isl::ScheduleNodeType::Band => {
                for member in tree::members(&node)? {
                    if tree::differing(&web.flow, &member)?.is_empty()?
                        && !tree::differing(&sharing, &member)?.is_empty()?
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
    let valid = gdg.context.intersect(&gdg.assumptions)?;
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
fn expand(gdg: &mut Gdg, id: ArrayId, web: &Web, loops: &[PrivateLoop]) -> Result<(), Error> {
    let old = gdg.array(id).clone();
    let name = gdg.fresh_name(&old.name);
    let mut extents = Vec::new();
    let mut shifts = Vec::new();
    for PrivateLoop { position, start } in loops {
        let start = start.describe(&gdg.params);
        let shift = gdg.read_function(&format!("{{ [x] -> [(x - ({start}))] }}"))?;
        extents.push(Some(extent(gdg, web, *position, &gdg.read_function(&format!("{{ [({start})] }}"))?)?));
        shifts.push(shift.as_map()?);
    }
    extents.extend(old.extents.iter().cloned());
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
        for access in statement.accesses.iter_mut().filter(|access| access.array == id) {
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
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let values = values(gdg, web, position)?;
    let one = isl::Val::one(values.ctx())?;
    Ok(values.dim_max(0)?.sub(start)?.add_constant_val(&one)?.coalesce()?.gist_params(&valid)?)
}

/// All values of the iterator in the web.
fn values(gdg: &Gdg, web: &Web, position: usize) -> Result<isl::Set, Error> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
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
