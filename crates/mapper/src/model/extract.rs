//! From a schedule tree to the model's view of it.

use std::collections::BTreeSet;

use polymill_analysis::Accumulation;
use polymill_gdg::{
    Access, AccessId, AliasPair, ArrayId, BinaryOp, Dependences, Exit, Expr, ExprKind, Gdg, Side, Statement,
    StatementId, USUAL_ITERATIONS, UnaryOp,
};
use polymill_isl as isl;

use super::nest::{Leaf, Loop, MemberId, Node, PerMember, Reference, Rows};
use super::operations::{operations, products};
use super::shape::{LeafShape, dim_range};
use crate::questions::moves::is_input;
use crate::{Error, tree};

/// The shape of an untiled schedule tree of the GDG; what depends on the sizes is as for the parameter values given, where
/// it is not left out.
pub(super) fn extract(
    gdg: &Gdg,
    schedule: &isl::Schedule,
    parameters: &isl::Set,
    dependences: &Dependences,
    reassociate: bool,
) -> Result<(Node, Extracted), Error> {
    let ordering = dependences.ordering()?.intersect_params(parameters)?;
    let mut extraction = Extraction {
        gdg,
        parameters,
        ordering,
        flow: dependences.flow().intersect_params(parameters)?,
        reassociate,
        found: Extracted { leaves: Vec::new(), skewed: BTreeSet::new(), diagonal: BTreeSet::new() },
        n_members: 0,
    };
    let root = extraction.node(&schedule.get_root()?, &mut Vec::new())?;
    Ok((root, extraction.found))
}

/// What is found on a walk through a schedule tree.
#[derive(Debug)]
pub(super) struct Extracted {
    pub(super) leaves: Vec<LeafShape>,
    pub(super) skewed: BTreeSet<MemberId>,
    pub(super) diagonal: BTreeSet<MemberId>,
}

struct Extraction<'a> {
    gdg: &'a Gdg,
    parameters: &'a isl::Set,
    ordering: isl::UnionMap,
    flow: isl::UnionMap,
    reassociate: bool,
    found: Extracted,
    n_members: u32,
}

impl Extraction<'_> {
    fn node(
        &mut self,
        node: &isl::ScheduleNode,
        members: &mut Vec<(MemberId, isl::UnionPwAff)>,
    ) -> Result<Node, Error> {
        match node.get_type()? {
            isl::ScheduleNodeType::Band => self.band(node, members),
            isl::ScheduleNodeType::Leaf => self.leaf(node, members),
            isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
                let children = (0..node.n_children()?)
                    .map(|position| self.node(&node.child(position)?, members))
                    .collect::<Result<Vec<_>, Error>>()?;
                Ok(Node::Sequence(children))
            }
            _ => self.node(&node.child(0)?, members),
        }
    }

    fn band(
        &mut self,
        node: &isl::ScheduleNode,
        members: &mut Vec<(MemberId, isl::UnionPwAff)>,
    ) -> Result<Node, Error> {
        let partial = node.band_get_partial_schedule()?;
        let n = node.band_n_member()?;
        let first = self.n_members;
        for position in 0..n {
            members.push((MemberId(self.n_members), partial.get_at(position)?));
            self.n_members += 1;
        }
        let constants = (0..n).map(|position| constant_trip(node, &partial.get_at(position)?));
        let constants = constants.collect::<Result<Vec<_>, Error>>()?;
        let mut body = self.node(&node.child(0)?, members)?;
        self.relate(&body)?;
        self.find_common_recurrences(&leaves_inside(&body), members, n)?;
        members.truncate(members.len() - n);
        for position in (0..n).rev() {
            body = Node::Loop(Box::new(Loop {
                member: MemberId(first + position as u32),
                step: 1.0,
                span: f64::INFINITY,
                parallel: false,
                coincident: node.band_member_get_coincident(position)?,
                unrolled: false,
                in_lanes: false,
                is_apart: false,
                constant: constants[position],
                wavefront: false,
                body,
            }));
        }
        Ok(body)
    }

    /// Finds out which statements directly inside one band share iterations. Those that run at different times get loops of
    /// their own.
    fn relate(&mut self, body: &Node) -> Result<(), Error> {
        let leaves = leaves_inside(body);
        for (position, &first) in leaves.iter().enumerate() {
            for &second in &leaves[position + 1..] {
                let shapes = &mut self.found.leaves;
                let typical = shapes[first].times.intersect_params(self.parameters)?;
                if typical.is_disjoint(&shapes[second].times)? {
                    continue;
                }
                shapes[first].leaf.beside.push(second);
                shapes[second].leaf.beside.push(first);
            }
        }
        Ok(())
    }

    /// Finds the recurrences that go through several statements directly inside a band, whose members are the last `n` of these:
    /// each of the statements waits for the one before, and the first for the last of an earlier iteration. Finds those, too, that wait for
    /// an earlier iteration of a statement that stands after them.
    fn find_common_recurrences(
        &mut self,
        leaves: &[usize],
        members: &[(MemberId, isl::UnionPwAff)],
        n: usize,
    ) -> Result<(), Error> {
        let leaves: Vec<_> =
            leaves.iter().copied().filter(|leaf| !self.found.leaves[*leaf].leaf.beside.is_empty()).collect();
        let mut instances = isl::UnionSet::empty(&self.parameters.get_space()?)?;
        for leaf in &leaves {
            let statement = self.gdg.statement(self.found.leaves[*leaf].leaf.statement);
            instances = instances.union(&statement.domain.to_union_set()?)?;
        }
        let own = |pairs: &isl::UnionMap| pairs.intersect_domain(&instances)?.intersect_range(&instances);
        let (flow, ordering) = (own(&self.flow)?, own(&self.ordering)?);
        if ordering.is_empty()? {
            return Ok(());
        }
        let order: Vec<StatementId> = leaves.iter().map(|leaf| self.found.leaves[*leaf].leaf.statement).collect();
        for (member, function) in &members[members.len() - n..] {
            let mut left = flow.clone();
            let mut ordered = ordering.clone();
            for (_, other) in members.iter().filter(|(other, _)| other != member) {
                left = tree::together(&left, other)?;
                ordered = tree::together(&ordered, other)?;
            }
            let in_cycle = statements_in_cycles(self.gdg, &left, function)?;
            let waiting = waiting_for_later(self.gdg, &ordered, function, &order)?;
            for leaf in &leaves {
                let leaf = &mut self.found.leaves[*leaf].leaf;
                if waiting.contains(&leaf.statement) {
                    leaf.after_later.insert(*member);
                }
                if in_cycle.contains(&leaf.statement) && leaf.recurrences.get(*member).is_none() {
                    leaf.recurrences = leaf.recurrences.iter().chain([(*member, false)]).collect();
                }
            }
        }
        Ok(())
    }

    fn leaf(&mut self, node: &isl::ScheduleNode, members: &[(MemberId, isl::UnionPwAff)]) -> Result<Node, Error> {
        let mut found = Vec::new();
        for set in node.get_domain()?.get_set_list()?.to_vec()? {
            let name = set.get_tuple_name()?.unwrap_or_default();
            let Some(id) = self.gdg.statement_named(&name) else { continue };
            let leaf = self.statement(id, &set.intersect_params(self.parameters)?, members)?;
            let members_around = members.iter().map(|(member, _)| *member).collect();
            let (n_quotients, times) = (n_quotients(&set, members)?, times(&set, members)?);
            self.found.leaves.push(LeafShape { leaf, members: members_around, n_quotients, times });
            found.push(Node::Leaf(self.found.leaves.len() - 1));
        }
        Ok(if found.len() == 1 { found.remove(0) } else { Node::Sequence(found) })
    }

    fn statement(
        &mut self,
        id: StatementId,
        domain: &isl::Set,
        members: &[(MemberId, isl::UnionPwAff)],
    ) -> Result<Leaf, Error> {
        let statement = self.gdg.statement(id);
        let rows = members.iter().map(|(_, member)| linear_row(member, domain)).collect::<Result<Vec<_>, Error>>()?;
        for (row, (member, _)) in rows.iter().zip(members) {
            let moved: Vec<usize> = (0..row.len()).filter(|&iterator| row[iterator] != 0.0).collect();
            let shared = |iterator: &usize| rows.iter().filter(|other| other[*iterator] != 0.0).count() > 1;
            if moved.len() > 1 {
                self.found.skewed.insert(*member);
            }
            if moved.iter().any(shared) {
                self.found.diagonal.insert(*member);
            }
        }
        let inverse = with_starts(self.gdg, statement, invert(&rows, statement.depth()))?;
        let mut references: Vec<Reference> = Vec::new();
        let mut moved: Vec<Option<BTreeSet<MemberId>>> = vec![None; statement.accesses.len()];
        for (position, access) in statement.accesses.iter().enumerate() {
            // What is read twice is loaded once.
            let is_same = |other: &Access| other.array == access.array && other.subscripts == access.subscripts;
            let first = statement.accesses[..position].iter().position(|other| other.kind.is_read() && is_same(other));
            if !access.kind.is_write() && (!access.kind.is_read() || first.is_some()) {
                moved[position] = first.and_then(|first| moved[first].clone());
                continue;
            }
            let array = self.gdg.array(access.array);
            // What an iteration has for itself is in a register.
            if array.is_scalar() && array.private.is_some() {
                continue;
            }
            let element = array.element;
            let affine = strides(&access.relation, members, &inverse)?;
            // What it writes itself may change.
            if !statement.accesses.iter().any(|other| other.array == access.array && other.kind.is_write()) {
                let members = |strides: Vec<PerMember<f64>>| {
                    strides.iter().flat_map(PerMember::iter).map(|(member, _)| member).collect()
                };
                moved[position] = affine.clone().map(members);
            }
            let is_indirect = affine.is_none();
            let strides = match affine {
                None => indirect_strides(statement, access, members, &inverse)?,
                affine => affine,
            };
            let array = access.array.index();
            references.push(Reference {
                array,
                is_indirect,
                chosen_by: chosen_by(access, strides.as_deref()),
                is_input: is_input(self.gdg, access.array),
                element_bytes: f64::from(element.size()),
                write: access.kind.is_write(),
                follows: references.iter().any(|other| other.array == array && other.strides == strides),
                strides,
            });
        }
        let is_fixed = |access: AccessId| {
            let does_not_move = moved[access.index()].as_ref().is_some_and(BTreeSet::is_empty);
            does_not_move && is_input(self.gdg, statement.access(access).array)
        };
        Ok(Leaf {
            statement: id,
            density: 0.0,
            has_plain_borders: has_plain_borders(&statement.domain)?,
            extents: PerMember::default(),
            usual_extents: PerMember::default(),
            references,
            operations: operations(statement, &is_fixed)?,
            products: products(statement, &moved),
            recurrences: self.recurrences(statement, domain, members)?,
            after_later: BTreeSet::new(),
            in_remainders: in_remainders(statement, members, &inverse),
            ended_by_data: ended_by_data(statement, &rows, members)?,
            rows: rows_of(statement, &rows, members)?,
            seems_to_overlap: self.seems_to_overlap(statement),
            is_in_panels: false,
            guarded: false,
            parted_by: BTreeSet::new(),
            reloads: false,
            beside: Vec::new(),
        })
    }
}

/// The members that move iterators of which subscripts of what is written are remainders; `inverse` tells how far each member moves each iterator.
fn in_remainders(
    statement: &Statement,
    members: &[(MemberId, isl::UnionPwAff)],
    inverse: &[Vec<f64>],
) -> BTreeSet<MemberId> {
    let mut divided = BTreeSet::new();
    let written = statement.accesses.iter().filter(|access| access.kind.is_write());
    written.flat_map(|access| &access.subscripts).for_each(|subscript| {
        subscript.for_each(&mut |part| {
            if let ExprKind::Binary(BinaryOp::Rem, dividend, _) = &part.kind {
                dividend.for_each(&mut |inner| {
                    if let ExprKind::Iterator(iterator) = inner.kind {
                        divided.insert(iterator);
                    }
                });
            }
        });
    });
    let moves = |position: usize| {
        let by =
            |iterator: &usize| inverse.get(*iterator).and_then(|row| row.get(position)).is_some_and(|by| *by != 0.0);
        divided.iter().any(by)
    };
    (0..members.len()).filter(|position| moves(*position)).map(|position| members[position].0).collect()
}

/// The members that subscripts with conditions in them move with.
fn chosen_by(access: &Access, strides: Option<&[PerMember<f64>]>) -> BTreeSet<MemberId> {
    let is_choice = |subscript: &Expr| {
        let mut found = false;
        subscript.for_each(&mut |e| found |= matches!(e.kind, ExprKind::Select(..)));
        found
    };
    let dimensions = access.subscripts.iter().zip(strides.unwrap_or_default());
    let chosen = dimensions.filter(|(subscript, _)| is_choice(subscript));
    chosen.flat_map(|(_, moves)| moves.iter()).map(|(member, _)| member).collect()
}

/// Whether each border of a domain is along dimensions or at 45 degrees to them.
fn has_plain_borders(domain: &isl::Set) -> Result<bool, Error> {
    if domain.involves_locals()? {
        return Ok(false);
    }
    for convex in domain.get_basic_set_list()?.to_vec()? {
        for constraint in convex.get_constraint_list()?.to_vec()? {
            let border = constraint.get_aff()?;
            for dimension in 0..domain.dim(isl::Dim::Set)? {
                if !border.get_coefficient_val(isl::Dim::In, dimension)?.abs()?.le(&isl::Val::one(domain.ctx())?)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

impl Extraction<'_> {
    /// Whether the statement reads an array that overlaps with one that it writes for all that the C compiler knows.
    fn seems_to_overlap(&self, statement: &Statement) -> bool {
        let reads = |array: ArrayId| statement.accesses.iter().any(|each| each.array == array && each.kind.is_read());
        let writes = |array: ArrayId| statement.accesses.iter().any(|each| each.array == array && each.kind.is_write());
        let meets =
            |pair: &AliasPair| reads(pair.first) && writes(pair.second) || reads(pair.second) && writes(pair.first);
        self.gdg.disjoint.iter().any(|pair| !pair.is_of_rows() && meets(pair))
    }

    /// Members that alone keep dependent instances of the statement apart.
    fn recurrences(
        &self,
        statement: &Statement,
        domain: &isl::Set,
        members: &[(MemberId, isl::UnionPwAff)],
    ) -> Result<PerMember<bool>, Error> {
        // Compilers put sums of integers into lanes themselves: these are the same in any order.
        let is_reassociable = |sum: Accumulation| {
            let array = self.gdg.array(statement.access(sum.write).array);
            self.reassociate || array.element.is_integer()
        };
        let reassociable = polymill_analysis::accumulation(statement)?.is_some_and(is_reassociable);
        let instances = domain.to_union_set()?;
        let own = self.flow.intersect_domain(&instances)?.intersect_range(&instances)?;
        let mut found = vec![];
        if own.is_empty()? {
            return Ok(PerMember::default());
        }
        for (member, function) in members {
            let mut left = own.clone();
            for (_, other) in members.iter().filter(|(other, _)| other != member) {
                left = tree::together(&left, other)?;
            }
            if tree::has_differing(&left, function)? {
                found.push((*member, reassociable));
            }
        }
        Ok(found.into_iter().collect())
    }
}

/// The statements that come after an earlier iteration, as the function keeps these apart, of one that stands after them in `order`.
fn waiting_for_later(
    gdg: &Gdg,
    ordering: &isl::UnionMap,
    function: &isl::UnionPwAff,
    order: &[StatementId],
) -> Result<BTreeSet<StatementId>, Error> {
    let mut found = BTreeSet::new();
    for map in ordering.get_map_list()?.to_vec()? {
        let position = |side| -> isl::Result<Option<usize>> {
            let statement = map.get_tuple_name(side)?.and_then(|name| gdg.statement_named(&name));
            Ok(order.iter().position(|other| Some(*other) == statement))
        };
        if let (Some(from), Some(to)) = (position(isl::Dim::In)?, position(isl::Dim::Out)?)
            && from > to
            && tree::has_differing(&map.to_union_map()?, function)?
        {
            found.insert(order[to]);
        }
    }
    Ok(found)
}

/// The statements that wait for each other, directly or through others, in iterations that the function keeps apart.
fn statements_in_cycles(
    gdg: &Gdg,
    flow: &isl::UnionMap,
    function: &isl::UnionPwAff,
) -> Result<BTreeSet<StatementId>, Error> {
    let mut edges = vec![];
    for map in flow.get_map_list()?.to_vec()? {
        let end = |side| -> isl::Result<Option<StatementId>> {
            Ok(map.get_tuple_name(side)?.and_then(|name| gdg.statement_named(&name)))
        };
        let (Some(from), Some(to)) = (end(isl::Dim::In)?, end(isl::Dim::Out)?) else { continue };
        edges.push((from, to, tree::has_differing(&map.to_union_map()?, function)?));
    }
    let mut found = BTreeSet::new();
    for &(from, to, is_carried) in &edges {
        if is_carried {
            let (after, before) = (reachable(to, &edges, false), reachable(from, &edges, true));
            if after.contains(&from) {
                found.extend(after.intersection(&before).copied());
            }
        }
    }
    Ok(found)
}

/// The statements that edges lead to from one, or, if they are followed backwards, that lead to it.
fn reachable(start: StatementId, edges: &[(StatementId, StatementId, bool)], backwards: bool) -> BTreeSet<StatementId> {
    let mut found = BTreeSet::from([start]);
    loop {
        let n_before = found.len();
        for &(from, to, _) in edges {
            let (from, to) = if backwards { (to, from) } else { (from, to) };
            if found.contains(&from) {
                found.insert(to);
            }
        }
        if found.len() == n_before {
            return found;
        }
    }
}

/// How each array subscript of the statement moves when the innermost of these loops advances by one, the others staying;
/// far for subscripts that are data, `None` if they are not known. Loops over tiles are left out of `loops`, or have no effect.
///
/// # Errors
/// isl's.
pub fn innermost_strides(
    gdg: &Gdg,
    statement: StatementId,
    loops: &[isl::UnionPwAff],
) -> Result<Vec<Option<Vec<f64>>>, Error> {
    let statement = gdg.statement(statement);
    let mut members = Vec::new();
    let mut rows = Vec::new();
    for (index, function) in loops.iter().enumerate() {
        let function_here = piece(function, &statement.domain)?;
        if !has_floors(&function_here)? {
            rows.push(coefficients(&function_here, statement.depth())?);
            members.push((MemberId(index as u32), function.clone()));
        }
    }
    let Some((innermost, _)) = members.last().cloned() else { return Ok(vec![]) };
    let inverse = invert(&rows, statement.depth());
    statement
        .accesses
        .iter()
        .filter(|access| access.kind.is_read() || access.kind.is_write())
        .map(|access| {
            let known = match strides(&access.relation, &members, &inverse)? {
                None => indirect_strides(statement, access, &members, &inverse)?,
                known => known,
            };
            let moved = known
                .map(|dimensions| dimensions.iter().map(|dimension| dimension.get(innermost).unwrap_or(0.0)).collect());
            Ok(moved)
        })
        .collect()
}

/// The members that move an iterator which data bound, or which such a bound depends on.
fn ended_by_data(
    statement: &Statement,
    rows: &[Vec<f64>],
    members: &[(MemberId, isl::UnionPwAff)],
) -> Result<BTreeSet<MemberId>, Error> {
    let exits = statement.exits()?;
    let is_involved = |iterator: usize| {
        exits.iter().any(|exit| exit.iterator == iterator || statement.depends_on(exit.bound, iterator))
    };
    let moves = |row: &[f64]| (0..row.len()).any(|iterator| row[iterator] != 0.0 && is_involved(iterator));
    let found = members.iter().zip(rows).filter(|(_, row)| moves(row));
    Ok(found.map(|((member, _), _)| *member).collect())
}

/// The loops that begin and end where data say.
fn rows_of(
    statement: &Statement,
    rows: &[Vec<f64>],
    members: &[(MemberId, isl::UnionPwAff)],
) -> Result<Vec<Rows>, Error> {
    let moving = |iterators: &dyn Fn(usize) -> bool| {
        let moves = |row: &[f64]| (0..row.len()).any(|iterator| row[iterator] != 0.0 && iterators(iterator));
        members.iter().zip(rows).filter(|(_, row)| moves(row)).map(|((member, _), _)| *member).collect()
    };
    let exits = statement.exits()?;
    let begins = |end: &&Exit<'_>| {
        end.side == Side::Upper && exits.iter().any(|begin| begin.side == Side::Lower && begin.iterator == end.iterator)
    };
    let row = |end: &Exit<'_>| Rows {
        along: moving(&|iterator| iterator == end.iterator),
        from_row_to_row: moving(&|iterator| statement.depends_on(end.bound, iterator)),
    };
    Ok(exits.iter().filter(begins).map(row).collect())
}

fn has_floors(function: &isl::PwAff) -> Result<bool, Error> {
    let mut found = false;
    function.foreach_piece(|_, affine| -> isl::Result<()> {
        found |= affine.dim(isl::Dim::Div)? > 0;
        Ok(())
    })?;
    Ok(found)
}

/// How many values a member of a band takes in each iteration of the loops around the band, whatever the parameters are; `None`
/// if that differs.
///
/// # Errors
/// isl's.
pub fn constant_trip(band: &isl::ScheduleNode, member: &isl::UnionPwAff) -> Result<Option<f64>, Error> {
    let iterations = isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(&band.get_domain()?)?;
    let values = isl::Set::from_union_set(&iterations.range()?)?;
    let Some((low, high)) = dim_range(&values, 0)? else { return Ok(None) };
    if band.get_schedule_depth()? > 0 {
        let around = isl::UnionMap::from_multi_union_pw_aff(&band.get_prefix_schedule_multi_union_pw_aff()?)?;
        let found = around.reverse()?.apply_range(&iterations)?;
        let all =
            isl::UnionMap::from_domain_and_range(&found.domain()?, &values.simple_hull()?.to_set()?.to_union_set()?)?;
        if !all.is_subset(&found)? {
            return Ok(None);
        }
    }
    Ok(Some(high - low + 1.0))
}

/// How many members, from the outermost on, are quotients.
fn n_quotients(domain: &isl::Set, members: &[(MemberId, isl::UnionPwAff)]) -> Result<usize, Error> {
    for (position, (_, member)) in members.iter().enumerate() {
        if !has_floors(&piece(member, domain)?)? {
            return Ok(position);
        }
    }
    Ok(members.len())
}

/// The domain in the coordinates of the members.
fn times(domain: &isl::Set, members: &[(MemberId, isl::UnionPwAff)]) -> Result<isl::Set, Error> {
    let mut map: Option<isl::Map> = None;
    for (_, member) in members {
        let row = piece(member, domain)?.as_map()?;
        map = Some(match map {
            None => row,
            Some(map) => map.flat_range_product(&row)?,
        });
    }
    match map {
        Some(map) => Ok(map.intersect_domain(domain)?.range()?),
        None => Ok(domain.project_out(isl::Dim::Set, 0, domain.dim(isl::Dim::Set)?)?),
    }
}

/// The statements that have no further loops around them. Sequences may stand in sequences.
fn leaves_inside(body: &Node) -> Vec<usize> {
    match body {
        Node::Leaf(leaf) => vec![*leaf],
        Node::Sequence(children) => children.iter().flat_map(leaves_inside).collect(),
        Node::Loop(_) => vec![],
    }
}

/// The member's function on the statement of `domain`.
fn piece(member: &isl::UnionPwAff, domain: &isl::Set) -> Result<isl::PwAff, Error> {
    let space = domain.get_space()?;
    let single = member.intersect_domain_space(&space)?;
    let pieces = single.get_pw_aff_list()?.to_vec()?;
    pieces.into_iter().next().ok_or_else(|| Error::Bug(format!("a band does not schedule `{space}`")))
}

/// Coefficients of the statement's iterators in the member.
fn linear_row(member: &isl::UnionPwAff, domain: &isl::Set) -> Result<Vec<f64>, Error> {
    let function = piece(member, domain)?;
    let n = domain.dim(isl::Dim::Set)?;
    coefficients(&function, n)
}

/// Coefficients of the input dimensions in the first piece of the function.
fn coefficients(function: &isl::PwAff, n: usize) -> Result<Vec<f64>, Error> {
    Ok(coefficients_of_pieces(function, n)?.into_iter().next().unwrap_or_else(|| vec![0.0; n]))
}

/// The same in the piece of a subscript that moves with most of them: other pieces are its borders.
fn subscript_coefficients(subscript: &isl::PwAff, n: usize) -> Result<Vec<f64>, Error> {
    let n_still = |row: &Vec<f64>| row.iter().filter(|value| **value == 0.0).count();
    Ok(coefficients_of_pieces(subscript, n)?.into_iter().min_by_key(n_still).unwrap_or_else(|| vec![0.0; n]))
}

fn coefficients_of_pieces(function: &isl::PwAff, n: usize) -> Result<Vec<Vec<f64>>, Error> {
    let mut rows = vec![];
    function.foreach_piece(|_, affine| -> isl::Result<()> {
        let of_dimension = |dimension| affine.get_coefficient_val(isl::Dim::In, dimension)?.get_d();
        rows.push((0..n).map(of_dimension).collect::<isl::Result<Vec<f64>>>()?);
        Ok(())
    })?;
    Ok(rows)
}

/// For each iterator, how far it moves when a member advances by one: the inverse of the independent rows.
fn invert(rows: &[Vec<f64>], n_iterators: usize) -> Vec<Vec<f64>> {
    // Gaussian elimination on [rows | identity], picking rows from the outermost on.
    let n_rows = rows.len();
    let mut inverse = vec![vec![0.0; n_rows]; n_iterators];
    let mut reduced: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut left = row.clone();
        let mut right = vec![0.0; n_rows];
        right[index] = 1.0;
        for ((other_left, other_right), &pivot) in reduced.iter().zip(&pivots) {
            let factor = left[pivot];
            subtract(&mut left, other_left, factor);
            subtract(&mut right, other_right, factor);
        }
        let Some(pivot) = left.iter().position(|value| value.abs() > 1e-9) else { continue };
        let scale = left[pivot];
        left.iter_mut().chain(&mut right).for_each(|value| *value /= scale);
        for (other_left, other_right) in &mut reduced {
            let factor = other_left[pivot];
            subtract(other_left, &left, factor);
            subtract(other_right, &right, factor);
        }
        reduced.push((left, right));
        pivots.push(pivot);
    }
    for ((_, right), pivot) in reduced.into_iter().zip(pivots) {
        inverse[pivot] = right;
    }
    inverse
}

/// The same, for loops that start where data say: usually, that is where the iteration before of the loop around has ended, as
/// in the rows of a sparse matrix.
fn with_starts(gdg: &Gdg, statement: &Statement, mut inverse: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, Error> {
    for exit in statement.exits()?.iter().filter(|exit| exit.side == Side::Lower) {
        let bound = statement.static_bound(&gdg.params, exit.iterator, Side::Lower)?;
        let bound = bound.and_then(|param| gdg.params[param.index()].static_bound());
        if bound.is_none_or(|bound| bound.value.is_some()) {
            continue;
        }
        for outer in (0..statement.depth()).filter(|outer| statement.depends_on(exit.bound, *outer)) {
            let moved: Vec<_> = inverse[outer].iter().map(|by| by * USUAL_ITERATIONS as f64).collect();
            inverse[exit.iterator].iter_mut().zip(moved).for_each(|(own, moved)| *own += moved);
        }
    }
    Ok(inverse)
}

fn subtract(row: &mut [f64], other: &[f64], factor: f64) {
    for (value, subtrahend) in row.iter_mut().zip(other) {
        *value -= factor * subtrahend;
    }
}

/// How far each subscript moves with each member; `None` where a subscript is not affine.
fn strides(
    relation: &isl::Map,
    members: &[(MemberId, isl::UnionPwAff)],
    inverse: &[Vec<f64>],
) -> Result<Option<Vec<PerMember<f64>>>, Error> {
    if !relation.is_single_valued()? {
        return Ok(None);
    }
    let subscripts = relation.as_pw_multi_aff()?;
    let n = relation.dim(isl::Dim::Out)?;
    let mut all = Vec::with_capacity(n);
    for dimension in 0..n {
        let by_iterator = subscript_coefficients(&subscripts.get_at(dimension)?, inverse.len())?;
        all.push(by_members(&by_iterator, members, inverse));
    }
    Ok(Some(all))
}

/// How far a subscript moves with each member that moves like this with the iterators.
fn by_members(by_iterator: &[f64], members: &[(MemberId, isl::UnionPwAff)], inverse: &[Vec<f64>]) -> PerMember<f64> {
    let by_member = members.iter().enumerate().map(|(position, (member, _))| {
        let stride: f64 = by_iterator.iter().zip(inverse).map(|(a, row)| a * row[position]).sum();
        (*member, stride)
    });
    by_member.filter(|(_, stride)| stride.abs() > 1e-9).collect()
}

/// Elements between what two iterations access of an array that is accessed where data say.
const FAR: f64 = 1000.0;

/// The same, where some subscripts are data: these move far with each iterator that data depend on. `None` if the
/// subscripts are not known.
fn indirect_strides(
    statement: &Statement,
    access: &Access,
    members: &[(MemberId, isl::UnionPwAff)],
    inverse: &[Vec<f64>],
) -> Result<Option<Vec<PerMember<f64>>>, Error> {
    let n = access.relation.dim(isl::Dim::Out)?;
    if access.subscripts.len() != n {
        return Ok(None);
    }
    let mut all = Vec::with_capacity(n);
    for (dimension, subscript) in access.subscripts.iter().enumerate() {
        let relation = access.relation.project_out(isl::Dim::Out, dimension + 1, n - dimension - 1)?;
        let relation = relation.project_out(isl::Dim::Out, 0, dimension)?;
        if let Some(affine) = strides(&relation, members, inverse)? {
            all.extend(affine);
            continue;
        }
        let is_known = (0..inverse.len()).any(|iterator| statement.depends_on(subscript, iterator));
        let moved = |iterator| if is_known { moved_by(statement, subscript, iterator) } else { FAR };
        let by_iterator: Vec<_> = (0..inverse.len()).map(moved).collect();
        all.push(by_members(&by_iterator, members, inverse));
    }
    Ok(Some(all))
}

/// How far a subscript moves when the iterator advances by one: as far as it counts, and far if data say.
fn moved_by(statement: &Statement, subscript: &Expr, iterator: usize) -> f64 {
    let moved = |operand: &Expr| moved_by(statement, operand, iterator);
    match &subscript.kind {
        ExprKind::Iterator(position) => f64::from(u8::from(*position == iterator)),
        ExprKind::Cast(operand) => moved(operand),
        ExprKind::Unary(UnaryOp::Neg, operand) => -moved(operand),
        ExprKind::Binary(BinaryOp::Add, left, right) => moved(left) + moved(right),
        ExprKind::Binary(BinaryOp::Sub, left, right) => moved(left) - moved(right),
        _ if statement.depends_on(subscript, iterator) => FAR,
        _ => 0.0,
    }
}
