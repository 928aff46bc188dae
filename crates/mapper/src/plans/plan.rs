//! What is to be done to the bands of a schedule tree, and doing it.

use std::fmt;

use polymill_gdg::Mark;
use polymill_isl as isl;

use crate::Error;
use crate::orders::distribute::strips_by_iterations;
use crate::plans::isolate::isolate_blocks;
use crate::tree::{band_paths, descend, insert_band, insert_mark, members};

/// What is to be done to one band.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BandPlan {
    /// The members from the outermost loop to the innermost, as positions in the band.
    pub order: Vec<usize>,
    /// The member whose tile loop goes to the outside of the others, so that it can run in parallel as a whole.
    pub tile_first: Option<usize>,
    /// For each member its tile size; 0 where it is not tiled.
    pub tiles: Vec<u32>,
    /// For each member how often it is unrolled and jammed; 1 where it is not.
    pub unrolls: Vec<u32>,
    /// The member whose copies run in vector variables, and how many fill one: these take the place of its innermost loop, so that
    /// another one is innermost.
    pub lanes: Option<(usize, u32)>,
    /// Whether operands of sums are packed, a tile at a time. Tiles of what runs in lanes, of what is summed over and of what is copied
    /// then follow each other from the outside in.
    pub packed: bool,
    /// Whether vectors that are not full are computed as a whole, where operands are packed: what is computed in lanes that are not there
    /// goes nowhere, but may raise floating-point exceptions.
    pub pads_vectors: bool,
    /// Whether the two outermost tile loops run as wavefronts: the outer one counts the sum of both.
    pub wavefront: bool,
    /// Whether the tiles of wavefronts are diamonds: the outer tile loop then cuts along the inner one's member, mirrored. All diamonds of a
    /// wavefront run at once, where other tiles begin one after the other. (Bandishti, Pananilath and Bondhugula, "Tiling stencil
    /// computations to maximize parallelism", SC 2012.)
    pub diamonds: bool,
    /// The statements for which the innermost loop runs one after the other; none if it runs for all at once.
    pub apart: Vec<String>,
    /// Which loop runs in parallel.
    pub parallel: Option<Slot>,
}

/// A loop that a plan makes of a band: position among its tile loops, or among its point loops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// A loop over tiles.
    Tile(usize),
    /// A loop inside a tile, or of a member that is not tiled.
    Point(usize),
}

/// How often a member may be unrolled.
pub const UNROLLS: [u32; 4] = [1, 2, 4, 8];

/// How many vectors a member that runs in lanes may be unrolled to.
pub const VECTORS: [u32; 3] = [1, 2, 3];

impl BandPlan {
    /// Leaves a band of `n_members` as it is.
    pub fn keep(n_members: usize) -> Self {
        Self {
            order: (0..n_members).collect(),
            tile_first: None,
            tiles: vec![0; n_members],
            unrolls: vec![1; n_members],
            lanes: None,
            packed: false,
            pads_vectors: false,
            wavefront: false,
            diamonds: false,
            apart: vec![],
            parallel: None,
        }
    }

    /// Members of which there are copies, outermost first. Those that run in lanes are innermost. Those that carry a dependence come
    /// next: the copies that add to one element follow each other, and it is stored before the next element's. (gcc takes an
    /// operand from memory again for each use that no store comes before, as registers get scarce, so that copies that
    /// share it load it as often as if they did not. This made covariance 1.8 times slower.)
    pub fn unrolled(&self, coincident: &[bool]) -> Vec<usize> {
        let mut members: Vec<usize> = self.order.iter().copied().filter(|&member| self.unrolls[member] > 1).collect();
        let is_in_lanes = |member: usize| self.lanes.is_some_and(|(lanes, _)| lanes == member);
        members.sort_by_key(|&member| (is_in_lanes(member), !coincident[member]));
        members
    }

    /// The plan with these tiles that packs nothing.
    pub fn unpacked(&self, tiles: (u32, u32)) -> Self {
        let Some(((in_lanes, _), &summed)) = self.lanes.filter(|_| self.packed).zip(self.order.last()) else {
            return self.clone();
        };
        let mut plan = Self { packed: false, ..self.clone() };
        plan.tiles[in_lanes] = 0;
        for &copied in self.order.iter().filter(|&&member| member != in_lanes && member != summed) {
            (plan.tiles[copied], plan.tiles[summed]) = tiles;
            plan.order = vec![in_lanes, copied, summed];
            if plan.parallel.is_some() {
                (plan.tile_first, plan.parallel) = (Some(copied), Some(Slot::Tile(0)));
            }
        }
        plan
    }

    /// The same loops, in one thread.
    pub fn in_one_thread(&self) -> Self {
        Self { parallel: None, wavefront: false, diamonds: false, ..self.clone() }
    }

    /// Whether the innermost loop runs for one statement after the other, inside of tiles that these share.
    pub fn runs_apart(&self) -> bool {
        !self.apart.is_empty()
    }

    /// Unrolls nothing.
    pub fn roll(&mut self) {
        self.unrolls.fill(1);
        (self.lanes, self.packed) = (None, false);
    }

    /// Members that are tiled, in the order of their tile loops.
    pub fn tiled(&self) -> Vec<usize> {
        let mut members: Vec<usize> = self.order.iter().copied().filter(|&member| self.tiles[member] > 0).collect();
        members.sort_by_key(|member| Some(*member) != self.tile_first);
        if self.packed {
            let is_in_lanes = |member: usize| self.lanes.is_some_and(|(lanes, _)| lanes == member);
            members.sort_by_key(|&member| (!is_in_lanes(member), self.unrolls[member] > 1));
        }
        members
    }
}

/// For people: `interchanged 0 2 1, tiled 32x64x0, unrolled 4x1x4, parallel`.
impl fmt::Display for BandPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = |values: &[u32]| values.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        let mut parts = Vec::new();
        if !self.order.is_sorted() {
            let order: Vec<_> = self.order.iter().map(usize::to_string).collect();
            parts.push(format!("interchanged to {}", order.join(",")));
        }
        if self.tiles.iter().any(|&tile| tile > 0) {
            parts.push(format!("tiled {}", times(&self.tiles)));
        }
        if self.unrolls.iter().any(|&unroll| unroll > 1) {
            parts.push(format!("unrolled {}", times(&self.unrolls)));
        }
        if let Some((member, count)) = self.lanes {
            parts.push(format!("{member} in {count} lanes"));
        }
        if self.packed {
            parts.push("packed".to_owned());
        }
        if self.wavefront {
            parts.push(if self.diamonds { "diamonds" } else { "wavefront" }.to_owned());
        }
        if self.runs_apart() {
            parts.push("one statement after the other".to_owned());
        }
        match self.parallel {
            Some(Slot::Tile(position)) => parts.push(format!("tile loop {position} parallel")),
            Some(Slot::Point(position)) => parts.push(format!("loop {position} parallel")),
            None => {}
        }
        f.write_str(&parts.join(", "))
    }
}

/// Carries the plans for all bands of a schedule out; they are in the order of a walk from the root.
///
/// # Errors
/// isl's, or a bug if a plan does not fit its band.
pub fn apply_all(schedule: &isl::Schedule, plans: &[BandPlan]) -> Result<isl::Schedule, Error> {
    let mut planned = schedule.clone();
    // Innermost bands first, so that the paths of the others stay true.
    for (path, plan) in band_paths(schedule)?.iter().zip(plans).rev() {
        let band = descend(&planned, path)?;
        planned = apply(&band, plan)?.get_schedule()?;
    }
    isolate_blocks(&planned, plans.iter().any(|plan| plan.packed && plan.pads_vectors))
}

/// Replaces the band by the loops of the plan, each a band of its own, and returns the outermost node that it made.
/// Unrolled loops are innermost and have the AST loop type `unroll`; `isolate_blocks` must follow once the whole tree
/// stands.
///
/// # Errors
/// isl's, or a bug if the plan does not fit the band.
fn apply(band: &isl::ScheduleNode, plan: &BandPlan) -> Result<isl::ScheduleNode, Error> {
    let mut loops = members(band)?;
    for (member, &unroll) in loops.iter_mut().zip(&plan.unrolls) {
        if unroll > 1 {
            *member = from_zero(member, &band.get_domain()?)?;
        }
    }
    let coincident = (0..loops.len())
        .map(|member| Ok(band.band_member_get_coincident(member)?))
        .collect::<Result<Vec<_>, Error>>()?;
    let mut node = band.delete()?;

    // From the inside out: unrolled copies, point loops, tile loops.
    for &member in plan.unrolled(&coincident).iter().rev() {
        let mark = match plan.lanes {
            Some((lanes, count)) if lanes == member => Mark::Lanes(count),
            _ => Mark::Unroll,
        };
        node = insert_loop(&node, &loops[member], coincident[member])?;
        node = insert_mark(&node, mark)?;
    }
    for (position, &member) in plan.order.iter().enumerate().rev() {
        let is_apart = plan.runs_apart() && position + 1 == plan.order.len();
        let point = match plan.unrolls[member] {
            _ if is_apart => without_others(&loops, member)?,
            0 | 1 => strips_by_iterations(&loops[member])?,
            factor => blocks(&loops[member], factor)?,
        };
        node = match is_apart {
            true => insert_loop(&sequence_of(&node, &plan.apart)?, &point, coincident[member])?.band_sink()?,
            false => insert_loop(&node, &point, coincident[member])?,
        };
        node = match plan.runs_apart() && !is_apart {
            true => node.band_member_set_ast_loop_type(0, isl::AstLoopType::Atomic)?,
            false => node,
        };
        if plan.parallel == Some(Slot::Point(position)) {
            node = insert_mark(&node, Mark::Parallel)?;
        }
    }
    let tiled = plan.tiled();
    let mut sizes: Vec<u32> = tiled.iter().map(|&member| plan.tiles[member]).collect();
    let mut cut = tiled.iter().map(|&member| loops[member].clone()).collect::<Vec<_>>();
    if let (true, [outer, inner, ..]) = (plan.diamonds, tiled.as_slice())
        && let Some((mirrored, _)) = mirrored(&loops, *outer, *inner)?
    {
        (cut[0], sizes[0]) = (mirrored, sizes[1]);
    }
    let tile_loops =
        cut.iter().zip(&sizes).map(|(member, &size)| blocks(member, size)).collect::<Result<Vec<_>, Error>>()?;
    for (position, &member) in tiled.iter().enumerate().rev() {
        let mut tile = tile_loops[position].clone();
        let mut independent = coincident[member];
        // Those of wavefronts count in units of tiles, so that the sum counts diagonals.
        let unit = |position: usize| scale_down(&tile_loops[position], sizes[position]);
        if plan.wavefront && position == 0 {
            tile = unit(0)?.add(&unit(1)?)?;
            independent = false;
        } else if plan.wavefront {
            tile = unit(position)?;
            independent = position == 1 || independent;
        }
        node = insert_loop(&node, &tile, independent)?;
        if plan.runs_apart() {
            node = node.band_member_set_ast_loop_type(0, isl::AstLoopType::Atomic)?;
        }
        if plan.parallel == Some(Slot::Tile(position)) {
            node = insert_mark(&node, Mark::Parallel)?;
        }
    }
    if plan.packed { insert_mark(&node, Mark::Packed) } else { Ok(node) }
}

/// Inserts a band of one member above the node.
pub(crate) fn insert_loop(
    node: &isl::ScheduleNode,
    member: &isl::UnionPwAff,
    coincident: bool,
) -> Result<isl::ScheduleNode, Error> {
    let band = insert_band(node, std::slice::from_ref(member))?;
    Ok(band.band_set_permutable(true)?.band_member_set_coincident(0, coincident)?)
}

/// The statements below a node, one after the other.
fn sequence_of(node: &isl::ScheduleNode, statements: &[String]) -> Result<isl::ScheduleNode, Error> {
    let mut filters = isl::UnionSetList::alloc(node.ctx(), statements.len())?;
    let all = node.get_domain()?.get_set_list()?.to_vec()?;
    for name in statements {
        for own in &all {
            if own.get_tuple_name()?.as_ref() == Some(name) {
                filters = filters.add(&own.to_union_set()?)?;
            }
        }
    }
    Ok(node.cut()?.insert_sequence(&filters)?)
}

/// A member as statements run it in loops of their own, inside those of the other members: without multiples of these, which are constant
/// there. `2t + j` inside of `t` is `j`.
fn without_others(loops: &[isl::UnionPwAff], member: usize) -> Result<isl::UnionPwAff, Error> {
    let zero = isl::Val::zero(loops[member].ctx())?;
    let mut all = isl::UnionPwAff::empty(&loops[member].get_space()?)?;
    for own in loops[member].get_pw_aff_list()?.to_vec()? {
        let space = own.get_space()?;
        let mut rest = own;
        if let Some(mut function) = only_piece(&rest)? {
            for (_, other) in loops.iter().enumerate().filter(|(other, _)| *other != member) {
                let Some(by) = only_piece(&other.extract_pw_aff(&space)?)? else { continue };
                if let Some(factor) = factor_of(&by, &function)? {
                    function = function.sub(&by.scale_val(&factor)?)?;
                }
            }
            rest = isl::PwAff::from_aff(&function.set_constant_val(&zero)?)?;
        }
        all = all.union_add(&rest.to_union_pw_aff()?)?;
    }
    Ok(all)
}

/// The inner member mirrored, and how far it moves in one iteration of the outer one: `2t + i` becomes `2t - i`, and moves by 2. `None` if it
/// is no such function.
pub(crate) fn mirrored(
    loops: &[isl::UnionPwAff],
    outer: usize,
    inner: usize,
) -> Result<Option<(isl::UnionPwAff, u32)>, Error> {
    let mut all = isl::UnionPwAff::empty(&loops[inner].get_space()?)?;
    let mut slope: Option<isl::Val> = None;
    for own in loops[inner].get_pw_aff_list()?.to_vec()? {
        let space = own.get_space()?;
        let outer = loops[outer].extract_pw_aff(&space)?;
        let (Some(function), Some(by)) = (only_piece(&own)?, only_piece(&outer)?) else { return Ok(None) };
        let Some(factor) = factor_of(&by, &function)? else { return Ok(None) };
        let is_same = slope.as_ref().map_or(Ok(true), |slope| slope.eq(&factor))?;
        if !is_same {
            return Ok(None);
        }
        let moved = function.sub(&by.scale_val(&factor)?)?.set_constant_val(&isl::Val::zero(function.ctx())?)?;
        let mirrored = function.sub(&moved)?.sub(&moved)?;
        all = all.union_add(&isl::PwAff::from_aff(&mirrored)?.to_union_pw_aff()?)?;
        slope = Some(factor);
    }
    let Some(slope) = slope.filter(|slope| slope.is_pos().unwrap_or(false)) else { return Ok(None) };
    Ok(u32::try_from(slope.get_num_si()?).ok().map(|slope| (all, slope)))
}

/// How many times `by` an affine function of iterators contains, if `by` has an iterator once.
fn factor_of(by: &isl::Aff, function: &isl::Aff) -> Result<Option<isl::Val>, Error> {
    for iterator in 0..by.dim(isl::Dim::In)? {
        let (unit, factor) =
            (by.get_coefficient_val(isl::Dim::In, iterator)?, function.get_coefficient_val(isl::Dim::In, iterator)?);
        if unit.is_one()? && !factor.is_zero()? {
            return Ok(Some(factor));
        }
    }
    Ok(None)
}

fn only_piece(function: &isl::PwAff) -> Result<Option<isl::Aff>, Error> {
    let mut pieces = vec![];
    function.foreach_piece(|_, piece| {
        pieces.push(piece);
        Ok(())
    })?;
    let piece = pieces.pop().filter(|_| pieces.is_empty());
    Ok(match piece {
        Some(piece) if piece.dim(isl::Dim::Div)? == 0 => Some(piece),
        _ => None,
    })
}

/// The member less its least value on the domain, if that is known: blocks then begin where the loop does.
fn from_zero(member: &isl::UnionPwAff, domain: &isl::UnionSet) -> Result<isl::UnionPwAff, Error> {
    let values = isl::UnionMap::from_union_pw_aff(member)?.intersect_domain(domain)?.range()?;
    let least = isl::Set::from_union_set(&values)?.dim_min_val(0)?;
    if !least.is_int()? || least.is_zero()? {
        return Ok(member.clone());
    }
    let least = isl::UnionPwAff::val_on_domain(domain, &least)?;
    Ok(member.sub(&least)?)
}

/// `size * floor(member / size)`.
pub fn blocks(member: &isl::UnionPwAff, size: u32) -> Result<isl::UnionPwAff, Error> {
    let value = isl::Val::int_from_si(member.ctx(), i64::from(size))?;
    Ok(scale_down(member, size)?.floor()?.scale_val(&value)?)
}

fn scale_down(member: &isl::UnionPwAff, by: u32) -> Result<isl::UnionPwAff, Error> {
    let value = isl::Val::int_from_si(member.ctx(), i64::from(by))?;
    Ok(member.scale_down_val(&value)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_that_add_to_one_element_follow_each_other() {
        let plan = |lanes| BandPlan { unrolls: vec![8, 2, 16, 1], lanes, ..BandPlan::keep(4) };
        let coincident = [false, true, true, false];
        assert_eq!(plan(None).unrolled(&coincident), [1, 2, 0]);
        assert_eq!(plan(Some((1, 8))).unrolled(&coincident), [2, 0, 1]);
    }

    #[test]
    fn what_is_packed_is_shared_by_the_tiles_inside() {
        let mut packed = BandPlan { order: vec![0, 2, 1], lanes: Some((2, 8)), packed: true, ..BandPlan::keep(3) };
        (packed.unrolls, packed.tiles) = (vec![8, 1, 24], vec![64, 256, 2040]);
        packed.parallel = Some(Slot::Tile(2));
        assert_eq!(packed.tiled(), [2, 1, 0]);
        let unpacked = packed.unpacked((64, 128));
        assert_eq!((unpacked.tiled(), unpacked.order), (vec![0, 1], vec![2, 0, 1]));
        assert_eq!((unpacked.tiles, unpacked.parallel), (vec![64, 128, 0], Some(Slot::Tile(0))));
    }
}
