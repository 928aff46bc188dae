//! `privatize`: gives temporaries a place of their own in each iteration.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Array, ArrayId, Expr, ExprKind, Gdg, PathPart, StatementId, Storage};
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

/// The webs of an array that are those of temporaries; none if it may overlap another.
fn webs(gdg: &Gdg, id: ArrayId) -> Result<Vec<Web>, Error> {
    let array = gdg.array(id);
    let overlaps = gdg.aliases.iter().any(|pair| pair.first == id || pair.second == id);
    if overlaps || array.live_out && !array.extents.is_empty() {
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

/// Positions of the loops around all statements of the web whose iterations use the same elements, but pass no value through
/// them.
fn private_loops(gdg: &Gdg, array: ArrayId, web: &Web) -> Result<Vec<usize>, Error> {
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
                        && starts_at_zero(gdg, web, depth)?
                    {
                        found.push(depth);
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

/// Whether the iterator is never negative in the statements of the web, so that it can be a subscript.
fn starts_at_zero(gdg: &Gdg, web: &Web, depth: usize) -> Result<bool, Error> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    for statement in &web.statements {
        let domain = gdg.statement(*statement).domain.intersect_params(&valid)?;
        let negative = domain.upper_bound_si(isl::Dim::Set, depth, -1)?;
        if !negative.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Gives the web an array of its own, with the iterators of these loops as additional outer subscripts.
fn expand(gdg: &mut Gdg, id: ArrayId, web: &Web, loops: &[usize]) -> Result<(), Error> {
    let old = gdg.array(id).clone();
    let name = gdg.fresh_name(&old.name);
    let mut extents = Vec::new();
    for &position in loops {
        extents.push(Some(extent(gdg, web, position)?));
    }
    extents.extend(old.extents.iter().cloned());
    let mut path = vec![PathPart::Text(name.clone())];
    path.extend(extents.iter().map(|_| PathPart::Subscript));
    let new = ArrayId::new(gdg.arrays.len());
    gdg.arrays.push(Array {
        name: name.clone(),
        element: old.element,
        extents,
        path,
        storage: Storage::Local,
        live_in: false,
        live_out: false,
        span: old.span,
    });
    for statement in &web.statements {
        let statement = &mut gdg.statements[statement.index()];
        let iterators: Vec<Expr> = loops
            .iter()
            .map(|&position| Expr { ty: statement.iterators[position].ty, kind: ExprKind::Iterator(position) })
            .collect();
        let outer = iterator_map(&statement.domain, loops)?;
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

/// `{ S[i] -> [i at these positions] }`.
fn iterator_map(domain: &isl::Set, positions: &[usize]) -> Result<isl::Map, Error> {
    let n = domain.dim(isl::Dim::Set)?;
    let mut map = isl::Map::identity(&domain.get_space()?.map_from_set()?)?.reset_tuple_id(isl::Dim::Out)?;
    for position in (0..n).rev().filter(|position| !positions.contains(position)) {
        map = map.project_out(isl::Dim::Out, position, 1)?;
    }
    Ok(map)
}

/// One more than the largest value of the iterator in the web, which has instances.
fn extent(gdg: &Gdg, web: &Web, position: usize) -> Result<isl::PwAff, Error> {
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
    let one = isl::Val::one(values.ctx())?;
    Ok(values.coalesce()?.dim_max(0)?.add_constant_val(&one)?.coalesce()?.gist_params(&valid)?)
}
