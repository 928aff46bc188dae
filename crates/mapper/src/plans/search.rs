//! Finds the plan for each band of a schedule tree that the model likes best.

use std::cell::RefCell;
use std::collections::HashMap;

use polymill_isl as isl;

use crate::model::{Cost, Leaf, Loop, MemberId, Nest, Node, Reference, predict};
use crate::plans::bands::{Band, bands, look_at_skewed};
use crate::plans::plan::{BandPlan, Slot, UNROLLS, VECTORS};
use crate::{Effort, Error, Machine, PlacementTest, Settings};

/// Plans that leave all bands of the tree as they are.
///
/// # Errors
/// isl's.
pub fn keep(schedule: &isl::Schedule) -> Result<Vec<BandPlan>, Error> {
    Ok(bands(schedule)?.iter().map(|band| BandPlan::keep(band.n_members)).collect())
}

/// The best plans that were found for the bands of the tree, in the order of a walk from the root, and the cost.
///
/// Coordinate descent: one band after the other; in a band, for each order of the loops, one member's tile size after
/// the other, then unrolling; parallel loops around the band, in it and below are chosen anew for each. Of many nests that
/// run one after the other, each is looked at for itself: what one leaves in the caches for the next is little then.
///
/// # Errors
/// isl's.
pub fn best_plans(
    schedule: &isl::Schedule,
    ordering: &isl::UnionMap,
    nest: &Nest,
    machine: &Machine,
    settings: &Settings,
) -> Result<(Vec<BandPlan>, Cost), Error> {
    let mut bands = bands(schedule)?;
    if !nest.skewed.is_empty() {
        look_at_skewed(&mut bands, schedule, ordering)?;
    }
    let mut plans = keep(schedule)?;
    let prediction = Prediction { bands, machine, settings };
    let time_before = prediction.cost(nest, &plans).total();
    let bands = &prediction.bands;
    for part in parts(nest) {
        let mut members = vec![];
        members_of(&part.root, &mut members);
        let own: Vec<usize> = (0..bands.len()).filter(|band| members.contains(&bands[*band].first)).collect();
        let mut search = Search { nest: &part, bands, machine, settings, time_before, predicted: RefCell::default() };
        let mut best = search.complete(plans, &own);
        for &band in own.iter().rev() {
            search.improve_band(band, &mut best);
        }
        // Nests side by side were looked at one after the other: which loops are worth threads may depend on all of them.
        let anew = search.complete(best.0.clone(), &own);
        if anew.1.total() < best.1.total() {
            best = anew;
        }
        plans = best.0;
    }
    let cost = prediction.cost(nest, &plans);
    Ok((plans, cost))
}

/// So many nests one after the other are looked at together.
const FEW_NESTS: usize = 12;

/// The nests that are looked at separately.
fn parts(nest: &Nest) -> Vec<Nest> {
    match &nest.root {
        Node::Sequence(children) if children.iter().filter(|child| has_loop(child)).count() > FEW_NESTS => {
            children.iter().map(|child| nest.with_root(child.clone())).collect()
        }
        _ => vec![nest.clone()],
    }
}

fn has_loop(node: &Node) -> bool {
    match node {
        Node::Leaf(_) => false,
        Node::Sequence(children) => children.iter().any(has_loop),
        Node::Loop(_) => true,
    }
}

fn members_of(node: &Node, found: &mut Vec<MemberId>) {
    match node {
        Node::Leaf(_) => {}
        Node::Sequence(children) => children.iter().for_each(|child| members_of(child, found)),
        Node::Loop(looped) => {
            found.push(looped.member);
            members_of(&looped.body, found);
        }
    }
}

/// Predicts the cost of plans for the bands of a schedule tree.
pub struct Prediction<'a> {
    bands: Vec<Band>,
    machine: &'a Machine,
    settings: &'a Settings,
}

impl<'a> Prediction<'a> {
    /// For this tree.
    ///
    /// # Errors
    /// isl's.
    pub fn of(schedule: &isl::Schedule, machine: &'a Machine, settings: &'a Settings) -> Result<Self, Error> {
        Ok(Self { bands: bands(schedule)?, machine, settings })
    }

    /// The cost of plans; `nest` is the model's view of the tree.
    pub fn cost(&self, nest: &Nest, plans: &[BandPlan]) -> Cost {
        self.search(nest).cost(plans)
    }

    /// The plans, with operands packed only if this pays for the loops of `nest`: all of them or none, since products that run in two ways
    /// are long code, for more versions.
    pub fn packed_if_it_pays(&self, nest: &Nest, plans: &[BandPlan]) -> Vec<BandPlan> {
        let search = self.search(nest);
        let packed: Vec<usize> = (0..plans.len()).filter(|&band| plans[band].packed).collect();
        if packed.is_empty() || !packed.iter().all(|&band| search.may_be_unpacked(band, &plans[band])) {
            return plans.to_vec();
        }
        let unpacked: Vec<_> = plans.iter().map(|plan| plan.unpacked(SHORT_BLOCK_TILES)).collect();
        let time =
            |plans: &[BandPlan]| -> f64 { packed.iter().map(|&band| search.cost_in_one_thread(band, plans)).sum() };
        let n_copied: f64 = packed.iter().map(|&band| search.n_packed(band, &plans[band])).sum();
        if time(&unpacked) < WORTH_UNPACKING * (time(plans) + n_copied * PACKED_ELEMENT_NS) {
            unpacked
        } else {
            plans.to_vec()
        }
    }

    fn search<'b>(&'b self, nest: &'b Nest) -> Search<'b> {
        let (machine, settings) = (self.machine, self.settings);
        Search { nest, bands: &self.bands, machine, settings, time_before: 0.0, predicted: RefCell::default() }
    }
}

struct Search<'a> {
    nest: &'a Nest,
    bands: &'a [Band],
    machine: &'a Machine,
    settings: &'a Settings,
    /// The predicted time of the whole tree as it is.
    time_before: f64,
    /// What has been asked before: coordinate descent comes by the same plans again and again.
    predicted: RefCell<HashMap<Vec<BandPlan>, Cost>>,
}

type Scored = (Vec<BandPlan>, Cost);

pub const TILE_SIZES: [u32; 8] = [0, 8, 16, 32, 64, 128, 256, 512];
/// Size of the tiles that a search for wavefronts starts from. Wavefronts of smaller ones are not considered: a tile runs on
/// another processor than most of those whose values it uses.
const SQUARE_TILE: u32 = 32;
/// More copies in a loop body do not fit into the instruction caches and the registers.
const MAX_COPIES: u32 = 16;
/// An instruction that multiplies and adds takes 4 cycles, and two start in each.
const MIN_SUMS: u32 = 8;
/// Nests that take less of the time, before all changes, have no blocks of sums in registers, such as the borders of a stencil: nobody would
/// notice, and they are long code.
const LEAST_SHARE: f64 = 0.05;
/// Tiles for blocks of sums in registers: of the member that is copied, and of the one that is summed over. So much of the operands is in
/// the second cache, on few pages, whatever the sizes are, and there is enough for all threads (products of 500 to 2000 rows: 128 as
/// 64, 32 a tenth less; all that is summed over at once 15 to 40% less; Intel Xeon, 2 MiB).
const USUAL_BLOCK_TILES: (u32, u32) = (64, 256);
/// The same for operands that are small: all that is summed over at once.
const SHORT_BLOCK_TILES: (u32, u32) = (64, 0);

/// In rows of so many blocks, few are partial.
const LONG_ROW: f64 = 8.0;
/// Loops of sums whose operands are packed have so many iterations: with 128 rows, packing takes as long as it saves (Zen 4).
const LEAST_PACKED: f64 = 128.0;
/// Nanoseconds to copy an element to where it is packed, with all that this disturbs: products of 80 to 124 rows take 0.9 to 1.4 longer for
/// each (Zen 3, gcc 12; the loops that copy, alone, take 0.2 to 0.5).
const PACKED_ELEMENT_NS: f64 = 1.0;
/// Operands are left where they are if this takes less than this part of the time, since it is more code.
const WORTH_UNPACKING: f64 = 0.9;
/// What part of the predicted time blocks take, against loops whose sums C compilers are left to keep in registers: such loops are predicted to
/// take 1.2 to 1.5 times as long for products of 60 to 120 rows, and take 1.5 to 2.1 times as long (Zen 3, gcc 12).
const IN_VECTORS: f64 = 0.8;
/// What part of the time of a block over operands as they are one over packed operands takes at most: 0.92 for products of 1000 rows, 0.81
/// for 1512 (`double`, Zen 4, one thread).
const PACKED: f64 = 0.92;

impl Search<'_> {
    /// The predicted cost of the plans.
    fn cost(&self, plans: &[BandPlan]) -> Cost {
        if let Some(cost) = self.predicted.borrow().get(plans) {
            return *cost;
        }
        let cost = predict(&self.build(plans), self.machine);
        self.predicted.borrow_mut().insert(plans.to_vec(), cost);
        cost
    }

    /// The predicted time of a band's nest, without those that run before and after it.
    fn cost_alone(&self, band: usize, plans: &[BandPlan]) -> f64 {
        let outermost = self.bands[self.outermost(band)].first;
        let is_its = |node: &&Node| {
            let mut members = vec![];
            members_of(node, &mut members);
            members.contains(&outermost)
        };
        let mut nest = &self.nest.root;
        while let Node::Sequence(children) = nest {
            let Some(child) = children.iter().find(is_its) else { break };
            nest = child;
        }
        predict(&self.build_below(nest, plans), self.machine).total()
    }

    fn improve_band(&mut self, band: usize, best: &mut Scored) {
        let shape = &self.bands[band];
        if !shape.permutable {
            return;
        }
        let n = shape.n_members;
        let is_usual = self.settings.effort == Effort::Usual;
        let by_model = is_usual && self.settings.tile_sizes.is_empty();
        for (order, tiles) in orders(n)
            .into_iter()
            .filter(|order| order.is_sorted() || order.last().is_none_or(|last| self.may_go_inside(band, *last)))
            .flat_map(|order| self.first_tiles(band).into_iter().map(move |tiles| (order.clone(), tiles)))
        {
            let mut plans = best.0.clone();
            let apart = order.last().map(|&last| shape.apart[last].clone()).unwrap_or_default();
            plans[band] = BandPlan { order, tiles, apart, ..BandPlan::keep(n) };
            let mut local = self.complete(plans, &self.in_threads_with(band));
            for _ in 0..2 {
                let before = local.1.total();
                for member in (0..n).filter(|_| by_model) {
                    let sizes = self.no_more_than(band, member, &TILE_SIZES);
                    self.try_values(band, &mut local, sizes, |plan, size| plan.tiles[member] = size);
                }
                if is_usual && self.is_straight(band) && !local.0[band].runs_apart() {
                    for member in (0..n).filter(|&member| self.may_pay_to_unroll(band, member)) {
                        let factors = self.no_more_than(band, member, &UNROLLS);
                        self.try_values(band, &mut local, factors, |plan, factor| plan.unrolls[member] = factor);
                    }
                }
                if local.1.total() >= before {
                    break;
                }
            }
            let is_by_hand = best.0[band].tiles == self.tiles_by_hand(n);
            if local.1.total() < best.1.total() || is_usual && !by_model && !is_by_hand {
                *best = local;
            }
        }
        if by_model && self.is_straight(band) {
            self.try_register_blocks(band, best);
        }
    }

    /// Tries blocks of sums that stay in vector registers over the whole innermost loop, which is one over what is summed up. Of the
    /// blocks that fit the registers, the best one for usual tiles is taken; then those of other members are chosen.
    fn try_register_blocks(&self, band: usize, best: &mut Scored) {
        let before: Vec<BandPlan> = self.bands.iter().map(|band| BandPlan::keep(band.n_members)).collect();
        if self.cost_alone(band, &before) < LEAST_SHARE * self.time_before {
            return;
        }
        let concerned = self.in_threads_with(band);
        let start = |plan| {
            let mut plans = best.0.clone();
            plans[band] = plan;
            self.complete(plans, &concerned)
        };
        let starts = self.register_blocks(band).into_iter().map(start);
        // What they fetch hardly depends on the block.
        let time = |(_, cost): &Scored| cost.instructions / cost.speedup.max(1.0);
        let Some(mut local) = starts.min_by(|a, b| time(a).total_cmp(&time(b))) else { return };
        let is_free: Vec<bool> = local.0[band].tiles.iter().map(|&tile| tile == 0).collect();
        for member in (0..self.bands[band].n_members).filter(|&member| is_free[member]) {
            self.try_values(band, &mut local, &TILE_SIZES, |plan, size| {
                plan.tiles[member] = size / plan.unrolls[member] * plan.unrolls[member];
            });
        }
        let mut gain = IN_VECTORS;
        if let Some(packed) = self.packed(band, &local.0[band]) {
            (local, gain) = (start(packed), IN_VECTORS * PACKED);
        }
        if gain * local.1.total() < best.1.total() {
            *best = local;
        }
    }

    /// The plan with what is multiplied in packed tiles: so that what one block reads of what is copied stays in the first cache while
    /// other blocks of its rows are computed, and what all rows read stays in the last one (Low, Igual, Smith and Quintana-Orti,
    /// "Analytical modeling is enough for high-performance BLIS", TOMS 2016; the two operands have changed places here, as vectors go
    /// along rows).
    fn packed(&self, band: usize, plan: &BandPlan) -> Option<BandPlan> {
        let n = self.bands[band].n_members;
        let ((in_lanes, _), &summed) = plan.lanes.zip(plan.order.last())?;
        let copied = (0..n).find(|&member| member != in_lanes && plan.unrolls[member] > 1)?;
        let mut inside = self.leaves_of(band);
        let (leaf, None, 3) = (inside.next()?, inside.next(), n) else { return None };
        let id = |member: usize| self.id(band, member);
        // Loops around would have it packed again in each iteration.
        let is_outermost = self.bands[band].around.is_empty();
        let is_long = is_outermost && self.is_long_enough_to_pack(band, leaf);
        let is_free = self.settings.pack
            && self.settings.tile_sizes.is_empty()
            && self.settings.placement.test == PlacementTest::Work;
        if !is_long || !is_free || self.settings.effort != Effort::Usual {
            return None;
        }
        leaf.packed(id(in_lanes), id(copied), id(summed))?;
        let (first, last) = (self.machine.caches.first()?, self.machine.caches.last()?);
        let bytes = leaf.operations.width as u64;
        let [rows, columns] = [copied, in_lanes].map(|member| u64::from(plan.unrolls[member]));
        let n_summed = (first.bytes / 2 / (rows * bytes)).clamp(64, 1024) / 8 * 8;
        let n_columns = (last.bytes / 2 / (n_summed * bytes)).clamp(256, 8192) / columns * columns;
        let mut packed = BandPlan {
            order: vec![copied, in_lanes, summed],
            packed: true,
            pads_vectors: self.settings.reassociate,
            tile_first: None,
            parallel: None,
            ..plan.clone()
        };
        packed.tiles[copied] = USUAL_BLOCK_TILES.0;
        (packed.tiles[in_lanes], packed.tiles[summed]) = (n_columns as u32, n_summed as u32);
        Some(packed)
    }

    /// A member of a band.
    fn id(&self, band: usize, member: usize) -> MemberId {
        MemberId(self.bands[band].first.0 + member as u32)
    }

    fn is_long_enough_to_pack(&self, band: usize, leaf: &Leaf) -> bool {
        (0..self.bands[band].n_members).all(|member| leaf.extent(self.id(band, member)) >= LEAST_PACKED)
    }

    /// Whether a band's loops are too short to pack by all means, and its blocks can read operands as they are.
    fn may_be_unpacked(&self, band: usize, plan: &BandPlan) -> bool {
        let in_lanes = plan.lanes.map(|(member, _)| self.id(band, member));
        let runs_unpacked = |leaf: &Leaf| leaf.is_box() && in_lanes.is_some_and(|member| leaf.fills_lanes(member));
        self.leaves_of(band).all(|leaf| runs_unpacked(leaf) && !self.is_long_enough_to_pack(band, leaf))
    }

    /// How many elements are copied where a band's plan packs: rows of both operands, along what is summed over.
    fn n_packed(&self, band: usize, plan: &BandPlan) -> f64 {
        let Some((summed, rows)) = plan.order.split_last() else { return 0.0 };
        let extent = |leaf: &Leaf, member: usize| leaf.extent(self.id(band, member));
        let in_leaf = |leaf: &Leaf| rows.iter().map(|row| extent(leaf, *row)).sum::<f64>() * extent(leaf, *summed);
        self.leaves_of(band).map(in_leaf).sum()
    }

    /// The predicted time of a band's nest; whether loops run in threads is decided later.
    fn cost_in_one_thread(&self, band: usize, plans: &[BandPlan]) -> f64 {
        let mut plans = plans.to_vec();
        plans[band].parallel = None;
        self.cost_alone(band, &plans)
    }

    /// The plans that keep sums in registers, with usual tiles.
    fn register_blocks(&self, band: usize) -> Vec<BandPlan> {
        let n = self.bands[band].n_members;
        let mut inside = self.leaves_of(band);
        let (Some(leaf), None) = (inside.next(), inside.next()) else { return vec![] };
        // Along the border of a triangle, many blocks are not full, and these take about ten times as long if they are not padded.
        let (is_box, are_padded) = (leaf.is_box(), self.settings.reassociate);
        if !is_box && !leaf.has_plain_borders {
            return vec![];
        }
        let id = |member: usize| self.id(band, member);
        let count = self.machine.lanes(leaf.operations.width as u32);
        let coincident = &self.bands[band].coincident;
        let may_be_in_lanes = |&member: &usize| coincident[member] && count > 1;
        let mut plans = vec![];
        for in_lanes in (0..n).filter(may_be_in_lanes) {
            let fills_lanes = leaf.fills_lanes(id(in_lanes));
            // What is read elsewhere in the array is not what other iterations write then.
            let is_apart = |summed| (0..n).all(|member| member == summed || coincident[member]);
            let sums_over =
                |&member: &usize| leaf.sums_over(id(member)) || is_apart(member) && leaf.sums_over_in_place(id(member));
            for summed in (0..n).filter(sums_over) {
                let others: Vec<usize> = (0..n).filter(|member| ![in_lanes, summed].contains(member)).collect();
                for &copied in others.iter().filter(|&&member| leaf.writes_along(id(member))) {
                    let packed = || leaf.packed(id(in_lanes), id(copied), id(summed));
                    if !fills_lanes && !packed().is_some_and(|packed| packed.fills_lanes(id(in_lanes))) {
                        continue;
                    }
                    for (copies, vectors) in blocks_in_registers(self.machine.vector_registers) {
                        let outer = others.iter().copied().filter(|member| *member != copied);
                        let mut plan = BandPlan {
                            order: outer.chain([in_lanes, copied, summed]).collect(),
                            lanes: Some((in_lanes, count)),
                            ..BandPlan::keep(n)
                        };
                        plan.unrolls[copied] = copies;
                        plan.unrolls[in_lanes] = vectors * count;
                        (plan.tiles[copied], plan.tiles[summed]) = USUAL_BLOCK_TILES;
                        if leaf.is_in_one_tile(id(summed), plan.tiles[summed]) {
                            plan.tiles[summed] = 0;
                        }
                        let has_long_rows = leaf.usual_extent(id(in_lanes)) >= LONG_ROW * f64::from(vectors * count);
                        // Without other plans in lanes, a few slow blocks are worth it.
                        let is_worth_it = is_box || are_padded || !fills_lanes && has_long_rows;
                        match is_box && fills_lanes {
                            true => plans.push(plan),
                            false => plans.extend(self.packed(band, &plan).filter(|_| is_worth_it)),
                        }
                    }
                }
            }
        }
        plans
    }

    /// Whether no member of a band is a sum of others.
    fn is_straight(&self, band: usize) -> bool {
        let shape = &self.bands[band];
        let mut members = (shape.first.0..shape.first.0 + shape.n_members as u32).map(MemberId);
        shape.innermost
            && members.all(|member| !self.nest.skewed.contains(&member) && !self.nest.diagonal.contains(&member))
    }

    /// The statements in a band.
    fn leaves_of(&self, band: usize) -> impl Iterator<Item = &Leaf> {
        let first = self.bands[band].first;
        self.nest.leaves.iter().filter(move |leaf| leaf.extents.get(first).is_some())
    }

    /// Whether copies of the loop body for several iterations of a member could share loads and stores, or have something to do
    /// while others wait for a value. Otherwise they only compete for registers: four rows of a stencil at once are slower
    /// than one after the other. (Register reuse as the aim of unroll and jam: Carr and Kennedy, "Improving the ratio of
    /// memory operations to floating-point operations in loops", TOPLAS 1994.)
    fn may_pay_to_unroll(&self, band: usize, member: usize) -> bool {
        let shape = &self.bands[band];
        let in_band = |id: MemberId| (shape.first.0..shape.first.0 + shape.n_members as u32).contains(&id.0);
        let member = MemberId(shape.first.0 + member as u32);
        let mut leaves = self.nest.leaves.iter().filter(|leaf| leaf.extents.get(member).is_some());
        if leaves.clone().any(|leaf| leaf.ended_by_data.contains(&member)) {
            return false;
        }
        leaves.any(|leaf| {
            let is_shared = |reference: &Reference| reference.is_invariant(member) && !reference.is_fixed();
            leaf.references.iter().any(is_shared) || leaf.recurrences.iter().any(|(id, _)| in_band(id))
        })
    }

    /// Whether a member may become the innermost loop. A short one would have to be unrolled for the one around it to run in vector
    /// lanes: C compilers do not always do that, and where copies share nothing, there is nothing to gain.
    fn may_go_inside(&self, band: usize, member: usize) -> bool {
        let id = MemberId(self.bands[band].first.0 + member as u32);
        !self.nest.root.has_short_loop(id) || self.may_pay_to_unroll(band, member)
    }

    /// The values, which ascend, that are no more than a member has iterations; the first in any case.
    fn no_more_than<'v>(&self, band: usize, member: usize, values: &'v [u32]) -> &'v [u32] {
        let longest = self.leaves_of(band).map(|leaf| leaf.extent(self.id(band, member))).fold(0.0, f64::max);
        let n_useful = values.iter().filter(|&&value| f64::from(value) <= longest).count();
        &values[..n_useful.max(1)]
    }

    /// Tile sizes to start from: none, or those that the user gave. Where no member is coincident, also square tiles: they
    /// may run in wavefronts, which no search would find that tiles one member at a time.
    fn first_tiles(&self, band: usize) -> Vec<Vec<u32>> {
        let n = self.bands[band].n_members;
        let mut starts = vec![self.tiles_by_hand(n)];
        let is_tiled = self.settings.effort == Effort::Usual && self.settings.tile_sizes.is_empty();
        if is_tiled && n > 1 && !self.bands[band].coincident.contains(&true) {
            starts.push(vec![SQUARE_TILE; n]);
        }
        starts
    }

    /// The sizes that the user gave, for a band of `n` members; a single loop is not worth tiling.
    fn tiles_by_hand(&self, n: usize) -> Vec<u32> {
        let sizes = &self.settings.tile_sizes;
        (0..n).map(|member| sizes.get(member).copied().filter(|_| n > 1).unwrap_or(0)).collect()
    }

    fn try_values(&self, band: usize, best: &mut Scored, values: &[u32], set: impl Fn(&mut BandPlan, u32)) {
        // A more complicated plan must be worth it, for its own nest: what runs before and after does not count.
        let margin = 0.05 * self.cost_alone(band, &best.0).min(best.1.total());
        let concerned = self.in_threads_with(band);
        for &value in values {
            let mut plans = best.0.clone();
            set(&mut plans[band], value);
            if !is_sensible(&plans[band]) {
                continue;
            }
            let scored = self.complete(plans, &concerned);
            if scored.1.total() < best.1.total() - margin {
                *best = scored;
            }
        }
    }

    /// The outermost band around a band, or itself.
    fn outermost(&self, band: usize) -> usize {
        self.bands[band].around.first().copied().unwrap_or(band)
    }

    /// The bands whose parallel loops have to be chosen anew with the plan of this one: those inside the outermost loop around it that
    /// may be parallel. Others stay as they are.
    fn in_threads_with(&self, band: usize) -> Vec<usize> {
        let may_be = |&&around: &&usize| self.bands[around].may_run_in_threads();
        let outermost = self.bands[band].around.iter().find(may_be).copied().unwrap_or(band);
        let is_inside = |other: &usize| *other == outermost || self.bands[*other].around.contains(&outermost);
        (0..self.bands.len()).filter(is_inside).collect()
    }

    /// Chooses the parallel loops of some bands for the plans and predicts the cost.
    fn complete(&self, mut plans: Vec<BandPlan>, concerned: &[usize]) -> Scored {
        for &band in concerned {
            plans[band] = BandPlan { tile_first: None, ..plans[band].in_one_thread() };
        }
        let cost = self.cost(&plans);
        let is_too_little = cost.total() < self.machine.parallel_region_ns + self.nest.start_ns(self.machine);
        if !self.settings.parallel || self.machine.n_processors() < 2 || is_too_little {
            return (plans, cost);
        }
        let sequential = (plans, cost);
        let (one_by_one, some_are_left) = self.run_in_threads(sequential.clone(), concerned, Cost::total);
        if !some_are_left {
            return one_by_one;
        }
        // The first of several loops in threads may not pay, as threads take from one another what other loops read or write, and
        // all of them may.
        let (all, _) = self.run_in_threads(sequential, concerned, |cost| cost.total() - cost.synchronization);
        let all = self.without_idle_threads(all, concerned);
        if all.1.total() < one_by_one.1.total() { all } else { one_by_one }
    }

    /// From the root: makes the outermost loop parallel that may be and pays, in each part of the nest. Beside it, whether there were
    /// others that may.
    fn run_in_threads(&self, start: Scored, concerned: &[usize], time: impl Fn(&Cost) -> f64) -> (Scored, bool) {
        let (mut plans, mut best_cost) = start;
        let mut covered = vec![false; self.bands.len()];
        let mut some_are_left = false;
        for &band in concerned {
            if covered[band] {
                continue;
            }
            let mut chosen: Option<(Vec<BandPlan>, Cost)> = None;
            let choices = self.parallel_choices(band, &plans[band]);
            let may_run = !choices.is_empty();
            for parallel in choices {
                let mut with = plans.clone();
                with[band] = parallel;
                let cost = self.cost(&with);
                if time(&cost) < chosen.as_ref().map_or(time(&best_cost), |(_, cost)| time(cost)) {
                    chosen = Some((with, cost));
                }
            }
            match chosen {
                Some((with, cost)) => {
                    (plans, best_cost) = (with, cost);
                    self.cover(band, &mut covered);
                }
                None => some_are_left |= may_run,
            }
        }
        ((plans, best_cost), some_are_left)
    }

    /// Takes threads away from loops in which they do not pay.
    fn without_idle_threads(&self, (mut plans, mut best_cost): Scored, concerned: &[usize]) -> Scored {
        for &band in concerned {
            if plans[band].parallel.is_some() {
                let mut without = plans.clone();
                without[band] = BandPlan { tile_first: None, ..plans[band].in_one_thread() };
                let cost = self.cost(&without);
                if cost.total() < best_cost.total() {
                    (plans, best_cost) = (without, cost);
                }
            }
        }
        (plans, best_cost)
    }

    /// Marks the bands below: they are inside a parallel loop.
    fn cover(&self, band: usize, covered: &mut [bool]) {
        fn walk(node: &Node, inside: bool, first: MemberId, found: &mut Vec<MemberId>) {
            match node {
                Node::Leaf(_) => {}
                Node::Sequence(children) => children.iter().for_each(|child| walk(child, inside, first, found)),
                Node::Loop(looped) => {
                    if inside {
                        found.push(looped.member);
                    }
                    walk(&looped.body, inside || looped.member == first, first, found);
                }
            }
        }
        let mut found = Vec::new();
        walk(&self.nest.root, false, self.bands[band].first, &mut found);
        for (other, covered) in self.bands.iter().zip(covered) {
            *covered |= found.contains(&other.first);
        }
    }

    /// The plan with one of its loops in parallel, in all ways that may pay: the tile loop of a coincident member, which
    /// then goes to the outside, wavefronts of tiles if there is none, or the outermost coincident point loop.
    fn parallel_choices(&self, band: usize, plan: &BandPlan) -> Vec<BandPlan> {
        let coincident = &self.bands[band].coincident;
        let tiled = plan.tiled();
        if plan.packed {
            let copied = tiled.iter().position(|&member| member == plan.order[0]);
            let copied = copied.filter(|_| coincident[plan.order[0]]);
            return copied.map(|at| BandPlan { parallel: Some(Slot::Tile(at)), ..plan.clone() }).into_iter().collect();
        }
        let mut choices = Vec::new();
        for &member in tiled.iter().filter(|&&member| coincident[member]) {
            choices.push(BandPlan { tile_first: Some(member), parallel: Some(Slot::Tile(0)), ..plan.clone() });
        }
        let is_coarse = |member: &usize| plan.tiles[*member] >= SQUARE_TILE || !self.settings.tile_sizes.is_empty();
        let is_coarse = tiled.iter().take(2).all(is_coarse);
        if choices.is_empty()
            && let Some(diamonds) = self.diamonds(band, plan)
        {
            choices.push(diamonds);
        } else if choices.is_empty() && tiled.len() >= 2 && is_coarse && self.bands[band].permutable {
            choices.push(BandPlan { wavefront: true, parallel: Some(Slot::Tile(1)), ..plan.clone() });
        }
        let n = plan.order.len();
        let point = plan.order.iter().position(|&member| coincident[member] && plan.unrolls[member] == 1);
        // The innermost loop of all is for vector lanes.
        if let Some(position) = point.filter(|&position| !self.bands[band].innermost || position + 1 < n || n == 1) {
            choices.push(BandPlan { parallel: Some(Slot::Point(position)), ..plan.clone() });
        }
        choices
    }

    /// The plan with its two outermost tile loops in wavefronts of diamonds, if they may be that, and are large enough.
    fn diamonds(&self, band: usize, plan: &BandPlan) -> Option<BandPlan> {
        let (&outer, &inner) = (plan.tiled().first()?, plan.tiled().get(1)?);
        let is_pair = |pair: &&(usize, usize, u32)| (pair.0, pair.1) == (outer, inner);
        let &(.., slope) = self.bands[band].diamonds.iter().find(is_pair)?;
        if plan.tiles[inner] < SQUARE_TILE && self.settings.tile_sizes.is_empty() {
            return None;
        }
        let mut diamonds = BandPlan { wavefront: true, diamonds: true, parallel: Some(Slot::Tile(1)), ..plan.clone() };
        // As large as a diamond, which is half as wide in the mean.
        diamonds.tiles[outer] = (plan.tiles[inner] / (2 * slope)).max(1);
        Some(diamonds)
    }

    /// The nest as it will be once the plans are carried out.
    fn build(&self, plans: &[BandPlan]) -> Nest {
        self.build_below(&self.nest.root, plans)
    }

    /// A part of the nest as it will be.
    fn build_below(&self, root: &Node, plans: &[BandPlan]) -> Nest {
        if !plans.iter().any(|plan| plan.packed) {
            return self.nest.with_root(self.build_node(root, plans));
        }
        // The model does not know that packed operands are streams, which are there before they are used: they are taken to be as good
        // as usual tiles of operands in a good layout.
        let unpacked: Vec<_> = plans.iter().map(|plan| plan.unpacked(USUAL_BLOCK_TILES)).collect();
        let nest = self.nest.with_root(self.build_node(root, &unpacked));
        let mut leaves = self.nest.leaves.to_vec();
        for (band, plan) in self.bands.iter().zip(plans).filter(|(_, plan)| plan.packed) {
            let id = |member: usize| MemberId(band.first.0 + member as u32);
            let [copied, in_lanes, summed] = [plan.order[0], plan.order[1], plan.order[2]].map(id);
            for leaf in &mut leaves {
                if let Some(packed) = leaf.packed(in_lanes, copied, summed) {
                    *leaf = packed;
                }
            }
        }
        Nest { leaves: leaves.into(), ..nest }
    }

    fn build_node(&self, node: &Node, plans: &[BandPlan]) -> Node {
        match node {
            Node::Leaf(leaf) => Node::Leaf(*leaf),
            Node::Sequence(children) => {
                Node::Sequence(children.iter().map(|child| self.build_node(child, plans)).collect())
            }
            Node::Loop(looped) => {
                let band = self.bands.iter().position(|band| band.first == looped.member).unwrap_or(0);
                self.build_band(looped, &self.bands[band], &plans[band], plans)
            }
        }
    }

    fn build_band(&self, outermost: &Loop, band: &Band, plan: &BandPlan, plans: &[BandPlan]) -> Node {
        let mut loops = vec![outermost];
        while loops.len() < band.n_members {
            match &loops[loops.len() - 1].body {
                Node::Loop(inner) => loops.push(inner),
                _ => break,
            }
        }
        let mut body = self.build_node(&loops[loops.len() - 1].body, plans);
        let wrap = |member: usize, step: f64, span: f64, parallel: bool, unrolled: bool, body: Node| {
            let base = Loop { body: Node::Sequence(vec![]), ..loops[member].clone() };
            let in_lanes = unrolled && plan.lanes.is_some_and(|(lanes, _)| lanes == member);
            Node::Loop(Box::new(Loop { step, span, parallel, unrolled, in_lanes, body, ..base }))
        };
        for &member in plan.unrolled(&band.coincident).iter().rev() {
            body = wrap(member, 1.0, f64::from(plan.unrolls[member]), false, true, body);
        }
        for (position, &member) in plan.order.iter().enumerate().rev() {
            let span = if plan.tiles[member] > 0 { f64::from(plan.tiles[member]) } else { f64::INFINITY };
            let parallel = plan.parallel == Some(Slot::Point(position));
            body = wrap(member, f64::from(plan.unrolls[member]), span, parallel, false, body);
            if let Node::Loop(point) = &mut body {
                point.is_apart = plan.runs_apart() && position + 1 == plan.order.len();
            }
        }
        for (position, &member) in plan.tiled().iter().enumerate().rev() {
            let parallel = plan.parallel == Some(Slot::Tile(position));
            body = wrap(member, f64::from(plan.tiles[member]), f64::INFINITY, parallel, false, body);
            if let Node::Loop(tiles) = &mut body {
                // All diamonds of a wavefront run at once.
                tiles.wavefront = plan.wavefront && !plan.diamonds && position == 1;
            }
        }
        body
    }
}

/// Blocks of so many copies and vectors that fit the registers, with a row of operands, one for what they are multiplied by, and one that
/// is free: gcc 12 puts a sum on the stack where all are used.
fn blocks_in_registers(n_registers: u32) -> Vec<(u32, u32)> {
    let pairs = UNROLLS.into_iter().flat_map(|copies| VECTORS.map(|vectors| (copies, vectors)));
    let fits = |&(copies, vectors): &(u32, u32)| copies * vectors + vectors + 1 < n_registers;
    // Smaller ones wait for the sums.
    let is_large = |&(copies, vectors): &(u32, u32)| copies > 1 && copies * vectors >= MIN_SUMS;
    pairs.filter(fits).filter(is_large).collect()
}

/// A member is unrolled within its tile, and never the innermost one, which runs in vector lanes.
fn is_sensible(plan: &BandPlan) -> bool {
    let whole = plan.tiles.iter().zip(&plan.unrolls).all(|(&tile, &unroll)| tile == 0 || tile % unroll == 0);
    let innermost = plan.order.last().is_none_or(|&member| plan.unrolls[member] == 1);
    whole && innermost && (plan.lanes.is_some() || plan.unrolls.iter().product::<u32>() <= MAX_COPIES)
}

/// Orders of `n` members: each of them innermost, the others as they are. What runs innermost decides about vector lanes
/// and unit strides; tiling takes care of the rest.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for innermost in (0..n).rev() {
        let mut order: Vec<usize> = (0..n).filter(|&member| member != innermost).collect();
        order.push(innermost);
        all.push(order);
    }
    all
}
