//! Loops over blocks of iterations: isl counts blocks, the loop nest counts iterations.
//!
//! A schedule says where a block begins: `i - i mod 16`, which is `16 floor(i/16)`. In these numbers isl would have to
//! find out again and again that only every sixteenth is possible. [`count_blocks`] gives it `floor(i/16)` instead, and
//! [`count_iterations`] turns the loops that come out into what people write: `for (ii = 0; ii < n; ii += 16)`.

use std::collections::BTreeMap;

use polymill_isl as isl;

use super::facts::{Facts, LoopNotes};
use crate::int_expr::gcd;
use crate::{Atom, Condition, Division, For, IntExpr, LoopNest, Node, Result, VarId};

/// How many iterations are in a block, for statements and dimensions of their schedules. Parts of a statement may have blocks of
/// different sizes.
#[derive(Default)]
pub(crate) struct BlockSizes(BTreeMap<(String, usize), Vec<Band>>);

/// A member of a band.
struct Band {
    size: i64,
    /// The instances in it.
    domain: isl::UnionSet,
}

impl BlockSizes {
    /// How many iterations are in a block of a loop at this depth of the schedule.
    fn of(&self, notes: &LoopNotes, depth: usize) -> Result<i64> {
        let mut size = 1;
        for name in notes.statements()? {
            let Some(bands) = self.0.get(&(name, depth)) else { continue };
            let is_clear = bands.iter().all(|band| band.size == bands[0].size);
            for band in bands {
                if is_clear || !notes.instances()?.is_disjoint(&band.domain)? {
                    size = size.max(band.size);
                }
            }
        }
        Ok(size)
    }

    fn insert(&mut self, band: &isl::ScheduleNode, depth: usize, size: i64) -> Result<()> {
        let domain = band.get_domain()?;
        for set in band.get_universe_domain()?.get_set_list()?.to_vec()? {
            let name = set.get_tuple_name()?.unwrap_or_default();
            self.0.entry((name, depth)).or_default().push(Band { size, domain: domain.clone() });
        }
        Ok(())
    }
}

/// The schedule with blocks counted in place of iterations. AST generation options that talk about loops outside are
/// translated; a schedule with other ones stays as it is.
///
/// # Errors
/// isl's.
pub(crate) fn count_blocks(schedule: &isl::Schedule) -> Result<(isl::Schedule, BlockSizes)> {
    let mut counting = Counting { sizes: BlockSizes::default(), around: vec![], is_understood: true };
    let root = schedule.get_root()?;
    let root = counting.below(&without_options(&root)?, &root)?;
    match counting.is_understood {
        true => Ok((root.get_schedule()?, counting.sizes)),
        false => Ok((schedule.clone(), BlockSizes::default())),
    }
}

struct Counting {
    sizes: BlockSizes,
    /// Of the dimensions of the bands around.
    around: Vec<i64>,
    /// Whether all options were translated.
    is_understood: bool,
}

impl Counting {
    /// The node with blocks counted in the bands from it on. Without options, since isl does not scale bands of which
    /// options below talk; those of `original` are put back afterwards.
    fn below(&mut self, node: &isl::ScheduleNode, original: &isl::ScheduleNode) -> Result<isl::ScheduleNode> {
        let n_around = self.around.len();
        let is_band = node.get_type()? == isl::ScheduleNodeType::Band;
        let mut node = if is_band { node.band_scale_down(&self.sizes(node)?)? } else { node.clone() };
        let options = if is_band { Some(self.options(original)?) } else { None };
        for position in 0..node.n_children()? {
            node = self.below(&node.child(position)?, &original.child(position)?)?.parent()?;
        }
        self.around.truncate(n_around);
        match options {
            Some(options) => Ok(node.band_set_ast_build_options(&options)?),
            None => Ok(node),
        }
    }

    /// How many iterations are in a block, for each member of a band.
    fn sizes(&mut self, band: &isl::ScheduleNode) -> Result<isl::MultiVal> {
        let members = band.band_get_partial_schedule()?;
        let mut sizes = isl::MultiVal::zero(&band.band_get_space()?)?;
        for position in 0..band.band_n_member()? {
            let size = block_size(&members.get_at(position)?)?;
            sizes = sizes.set_at(position, &isl::Val::int_from_si(band.ctx(), size)?)?;
            self.sizes.insert(band, self.around.len(), size)?;
            self.around.push(size);
        }
        Ok(sizes)
    }

    /// The options of a band, in numbers of blocks.
    fn options(&mut self, band: &isl::ScheduleNode) -> Result<isl::UnionSet> {
        let options = band.band_get_ast_build_options()?;
        let mut all = isl::UnionSet::empty(&options.get_space()?)?;
        for option in options.get_set_list()?.to_vec()? {
            match self.translated(&option)? {
                Some(translated) => all = all.union(&translated.to_union_set()?)?,
                None => self.is_understood = false,
            }
        }
        Ok(all)
    }

    /// An option `isolate[[outer] -> [this]]` in numbers of blocks.
    fn translated(&self, option: &isl::Set) -> Result<Option<isl::Set>> {
        let is_isolate = option.get_tuple_name()?.as_deref() == Some("isolate") && option.is_wrapping()?;
        if !is_isolate {
            return Ok(None);
        }
        let map = option.unwrap()?;
        let (outer, this) = (map.domain()?.get_space()?, map.range()?.get_space()?);
        let n_outer = outer.dim(isl::Dim::Set)?;
        let (outer_sizes, sizes) = self.around.split_at(n_outer.min(self.around.len()));
        let map = map
            .preimage_domain_multi_aff(&times(&outer, outer_sizes)?)?
            .preimage_range_multi_aff(&times(&this, sizes)?)?;
        Ok(Some(map.wrap()?.set_tuple_name("isolate")?))
    }
}

/// The tree without options for AST generation.
fn without_options(root: &isl::ScheduleNode) -> Result<isl::ScheduleNode> {
    Ok(root.map_descendant_bottom_up(|node| match node.get_type()? {
        isl::ScheduleNodeType::Band => {
            let none = isl::UnionSet::empty(&node.band_get_ast_build_options()?.get_space()?)?;
            node.band_set_ast_build_options(&none)
        }
        _ => Ok(node),
    })?)
}

/// Each dimension, times its block size.
fn times(space: &isl::Space, sizes: &[i64]) -> Result<isl::MultiAff> {
    let mut factors = isl::MultiVal::zero(space)?;
    for (position, size) in sizes.iter().enumerate() {
        factors = factors.set_at(position, &isl::Val::int_from_si(space.ctx(), *size)?)?;
    }
    Ok(isl::MultiAff::identity_on_domain_space(space)?.scale_multi_val(&factors)?)
}

/// The largest number that divides all values of a function that is rounded down to multiples; 1 for other functions.
fn block_size(member: &isl::UnionPwAff) -> Result<i64> {
    let mut divisor = isl::Val::zero(member.ctx())?;
    let mut is_rounded = false;
    for function in member.get_pw_aff_list()?.to_vec()? {
        function.foreach_piece(|_, affine| {
            let mut include = |value: isl::Val| {
                divisor = if value.is_int()? { divisor.gcd(&value)? } else { isl::Val::one(value.ctx())? };
                Ok::<(), isl::Error>(())
            };
            include(affine.get_constant_val()?)?;
            for kind in [isl::Dim::Param, isl::Dim::In, isl::Dim::Div] {
                for position in 0..affine.dim(kind)? {
                    include(affine.get_coefficient_val(kind, position)?)?;
                }
            }
            is_rounded |= affine.dim(isl::Dim::Div)? > 0;
            Ok(())
        })?;
    }
    let size = if is_rounded && divisor.is_pos()? { divisor.get_num_si()? } else { 1 };
    Ok(size)
}

/// Turns loops that count blocks into loops that count iterations, and step over a block.
pub(crate) fn count_iterations(sizes: &BlockSizes, facts: &Facts, nest: &mut LoopNest) -> Result<()> {
    let mut loops = BTreeMap::new();
    for inner in nest.loops() {
        if let Some(notes) = inner.facts.note.and_then(|note| facts.loops.get(note)) {
            loops.insert(inner.var, i128::from(sizes.of(notes, inner.depth)?));
        }
    }
    Iterations { sizes: loops }.block(&mut nest.body);
    Ok(())
}

/// Rewrites expressions in which variables stand for blocks: from then on they stand for the block's first iteration,
/// which is a multiple of its size.
struct Iterations {
    sizes: BTreeMap<VarId, i128>,
}

impl Iterations {
    fn block(&self, block: &mut [Node]) {
        for node in block {
            match node {
                Node::For(inner) => self.bounds(inner),
                Node::If(inner) => inner.condition = self.condition(&inner.condition),
                Node::Instance(instance) => {
                    instance.iterators.iter_mut().for_each(|each| *each = self.times(each, 1));
                }
                Node::Declare(_)
                | Node::Let { .. }
                | Node::Evaluate { .. }
                | Node::LoadPointer { .. }
                | Node::Load { .. }
                | Node::Store { .. }
                | Node::Zero { .. }
                | Node::AddSum { .. }
                | Node::Prefetch { .. }
                | Node::Call { .. } => {}
            }
            node.blocks_mut().into_iter().for_each(|inner| self.block(inner));
        }
    }

    fn bounds(&self, inner: &mut For) {
        let size = self.size(inner.var);
        inner.lower = self.times(&inner.lower, size);
        inner.upper = if size > 1 { self.last_iteration(&inner.upper, size) } else { self.times(&inner.upper, 1) };
        inner.step = inner.step.saturating_mul(i64::try_from(size).unwrap_or(i64::MAX));
    }

    /// The last iteration of block `last`, or one before it that is not before the block's first iteration.
    fn last_iteration(&self, last: &IntExpr, size: i128) -> IntExpr {
        if let Some(Atom::Min(parts)) = last.as_atom() {
            return IntExpr::min(parts.iter().map(|part| self.last_iteration(part, size)).collect());
        }
        let quotient = last.terms().iter().find_map(|(atom, coefficient)| match atom {
            Atom::Div(division) if *coefficient == 1 && division.divisor == size => Some((atom, division)),
            _ => None,
        });
        match quotient {
            // The first iteration is a multiple of the size, so that rounding down makes no difference.
            Some((atom, division)) if self.multiplier(&division.numerator) == 1 => {
                let rest = last.clone() - IntExpr::atom(atom.clone());
                self.times(&rest, size) + self.times(&division.numerator, 1)
            }
            _ => self.times(last, size) + (size - 1),
        }
    }

    fn condition(&self, condition: &Condition) -> Condition {
        let all = |parts: &[Condition]| parts.iter().map(|part| self.condition(part)).collect();
        match condition {
            Condition::Constant(value) => Condition::Constant(*value),
            Condition::NonNegative(value) => Condition::non_negative(self.times(value, self.multiplier(value))),
            Condition::Zero(value) => Condition::eq(self.times(value, self.multiplier(value)), IntExpr::default()),
            Condition::Multiple(value, divisor) => {
                let factor = self.multiplier(value);
                Condition::multiple(self.times(value, factor), divisor * factor)
            }
            Condition::And(parts) => Condition::and(all(parts)),
            Condition::Or(parts) => Condition::or(all(parts)),
            Condition::Not(inner) => self.condition(inner).negated(),
        }
    }

    /// The value times a factor.
    fn times(&self, value: &IntExpr, factor: i128) -> IntExpr {
        let mut sum = IntExpr::constant(value.constant_part() * factor);
        for (atom, coefficient) in value.terms() {
            sum = sum + self.atom_times(atom, coefficient * factor);
        }
        sum
    }

    fn atom_times(&self, atom: &Atom, factor: i128) -> IntExpr {
        let (sign, positive) = (factor.signum(), factor.abs());
        match atom {
            Atom::Var(var) => {
                let size = self.size(*var);
                match factor % size == 0 {
                    true => IntExpr::var(*var) * (factor / size),
                    false => IntExpr::div(IntExpr::var(*var), size, true) * factor,
                }
            }
            Atom::Param(param) => IntExpr::param(*param) * factor,
            Atom::Div(division) => {
                let Division { numerator, divisor, truncating } = self.division(division);
                match positive % divisor == 0 {
                    true => {
                        let rest = IntExpr::modulo(numerator.clone(), divisor, truncating);
                        (numerator - rest) * (factor / divisor)
                    }
                    false => IntExpr::div(numerator, divisor, truncating) * factor,
                }
            }
            Atom::Mod(division) => {
                let multiplier = self.multiplier(&division.numerator);
                let Division { numerator, divisor, truncating } = self.division(division);
                let rest = IntExpr::modulo(numerator, divisor, truncating);
                match factor % multiplier == 0 {
                    true => rest * (factor / multiplier),
                    false => IntExpr::div(rest, multiplier, true) * factor,
                }
            }
            Atom::Min(values) => IntExpr::min(values.iter().map(|each| self.times(each, positive)).collect()) * sign,
            Atom::Max(values) => IntExpr::max(values.iter().map(|each| self.times(each, positive)).collect()) * sign,
            Atom::Select(parts) => {
                let (condition, then, otherwise) = &**parts;
                let condition = self.condition(condition);
                IntExpr::select(condition, self.times(then, positive), self.times(otherwise, positive)) * sign
            }
        }
    }

    /// The same division, of multiples.
    fn division(&self, division: &Division) -> Division {
        let factor = self.multiplier(&division.numerator);
        Division {
            numerator: self.times(&division.numerator, factor),
            divisor: division.divisor * factor,
            truncating: division.truncating,
        }
    }

    /// The smallest factor with which no variable in the sum has to be divided by its block size.
    fn multiplier(&self, value: &IntExpr) -> i128 {
        let needs = value.terms().iter().filter_map(|(atom, coefficient)| match atom {
            Atom::Var(var) => Some(self.size(*var) / gcd(self.size(*var), *coefficient)),
            _ => None,
        });
        needs.fold(1, |all, each| all / gcd(all, each) * each)
    }

    fn size(&self, var: VarId) -> i128 {
        self.sizes.get(&var).copied().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests;
