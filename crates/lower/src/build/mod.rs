//! From schedule tree to loop AST.

mod affine;
mod blocks;
pub(crate) mod convert;
mod counted;
mod exits;
mod facts;
mod family;
mod inside;
mod instances;
mod limits;
mod locals;
mod nodes;
mod reductions;
mod sets;

use std::cell::RefCell;

pub use family::generate_family;
use polymill_gdg::{Gdg, Mark, Param, ParamId};
use polymill_isl as isl;

use crate::{Condition, Error, LoopNest, Result};
use blocks::BlockSizes;
use convert::Names;
use facts::Facts;

/// Generates the loops of a GDG's schedule: isl makes the AST, in the context of the GDG and its assumptions; loops get
/// the kinds that the marks of the schedule ask for, provided that the dependences allow them; local arrays are declared
/// where their values live. Nothing is simplified beyond what isl does; variables have no good names yet.
///
/// A loop that carries updates of an array whose order a pass has set free (see
/// [`Relaxation`](polymill_gdg::Relaxation)) becomes an OpenMP reduction, if it does nothing else with the array and the
/// array is a variable of known size.
///
/// Statements whose body is empty (kills) leave no trace. A mark above a band that needs no loop has no effect.
///
/// Loops whose bounds are computed from data end where these say, if all that is in them does.
///
/// The loops are proven to run each instance of the domains exactly once: what isl made is read back and compared, while
/// loops over blocks still count blocks, as isl does.
///
/// # Errors
/// isl's; [`Unsupported`](crate::Error::Unsupported), if a loop to be run in parallel carries updates that OpenMP cannot
/// combine; a bug, if the proof fails, if a mark asks for a loop to be run in parallel or in vector lanes that carries a dependence, or if
/// there are such marks and no dependences.
pub fn generate(gdg: &Gdg) -> Result<LoopNest> {
    if gdg.is_conditional() {
        return Err(Error::Unsupported(
            "it is the source's code only if some of its memory does not overlap".to_owned(),
        ));
    }
    let options = Options::set(gdg.schedule.ctx())?;
    let generated = Generated::from_schedule(gdg);
    options.restore()?;
    let Generated { mut nest, facts, leaves, block_sizes } = generated?;
    instances::prove(gdg, &facts, &leaves, &nest)?;
    blocks::count_iterations(&block_sizes, &facts, &mut nest)?;
    locals::declare(gdg, &facts, &leaves, &mut nest)?;
    exits::end_loops(gdg, &mut nest)?;
    Ok(nest)
}

/// The loops with what the context, the assumptions and the promise of the GDG say of the parameters.
///
/// # Errors
/// isl's.
pub(crate) fn for_params_of(gdg: &Gdg, nest: LoopNest) -> Result<LoopNest> {
    let names = Names::of_params(gdg);
    let (assumptions, promise) = (assumptions(gdg, &names)?, promise(gdg, &names)?);
    Ok(LoopNest { assumptions, promise, known: affine::known(gdg)?, ..nest })
}

/// Loops as isl made them.
struct Generated {
    nest: LoopNest,
    facts: Facts,
    /// The notes of the nest's instances, in textual order.
    leaves: Vec<usize>,
    /// Of the loops, which count blocks.
    block_sizes: BlockSizes,
}

impl Generated {
    fn from_schedule(gdg: &Gdg) -> Result<Self> {
        let valid = gdg.sizes()?;
        let (schedule, block_sizes) = blocks::count_blocks(&gdg.schedule)?;
        let facts = RefCell::new(Facts::default());
        let hooks = isl::Hooks::new()
            .before_each_for(|build| facts.borrow_mut().open_loop(build))
            .after_each_for(|node, _| {
                facts.borrow_mut().close_loop();
                Ok(node)
            })
            .at_each_domain(|node, build| node.set_annotation(&facts.borrow_mut().add_leaf(build)?));
        let build = isl::AstBuild::from_context(&valid)?.set_iterators(&iterator_names(gdg)?)?;
        let schedule = inside::keep_inside(gdg, marks_with_depth(&schedule)?.with_wavefronts_joined()?)?;
        let root = build.node_from_schedule_with(&schedule, hooks)?;
        let facts = facts.into_inner();

        let names = Names::of_params(gdg);
        let mut nest = LoopNest {
            assumptions: assumptions(gdg, &names)?,
            promise: promise(gdg, &names)?,
            threads_if: Condition::Constant(true),
            body: vec![],
            vars: vec![],
            registers: vec![],
            pointers: vec![],
            elements: affine::elements(gdg)?,
            extents: extents(gdg, &build, &names)?,
            known: affine::known(gdg)?,
        };
        let leaves = nodes::convert(gdg, &root, &facts, names, &mut nest)?;
        Ok(Self { nest, facts, leaves, block_sizes })
    }
}

/// The options of the AST generator that make for good code; the context's own ones are put back afterwards.
struct Options<'a> {
    ctx: &'a isl::Context,
    atomic_upper_bound: bool,
    prefer_pdiv: bool,
    detect_min_max: bool,
    exploit_nested_bounds: bool,
    scale_strides: bool,
}

impl<'a> Options<'a> {
    fn set(ctx: &'a isl::Context) -> Result<Self> {
        let before = Self {
            ctx,
            atomic_upper_bound: ctx.ast_build_atomic_upper_bound()?,
            prefer_pdiv: ctx.ast_build_prefer_pdiv()?,
            detect_min_max: ctx.ast_build_detect_min_max()?,
            exploit_nested_bounds: ctx.ast_build_exploit_nested_bounds()?,
            scale_strides: ctx.ast_build_scale_strides()?,
        };
        let ours = Self {
            ctx,
            atomic_upper_bound: true,
            prefer_pdiv: true,
            detect_min_max: true,
            exploit_nested_bounds: true,
            scale_strides: false,
        };
        ours.restore()?;
        Ok(before)
    }

    fn restore(&self) -> Result<()> {
        self.ctx.set_ast_build_atomic_upper_bound(self.atomic_upper_bound)?;
        self.ctx.set_ast_build_prefer_pdiv(self.prefer_pdiv)?;
        self.ctx.set_ast_build_detect_min_max(self.detect_min_max)?;
        self.ctx.set_ast_build_exploit_nested_bounds(self.exploit_nested_bounds)?;
        self.ctx.set_ast_build_scale_strides(self.scale_strides)?;
        Ok(())
    }
}

/// Names for iterators that say at which depth of the schedule they are, and that no parameter has.
fn iterator_names(gdg: &Gdg) -> Result<isl::IdList> {
    let ctx = gdg.schedule.ctx();
    let mut ids = isl::IdList::alloc(ctx, MAX_DEPTH)?;
    for depth in 0..MAX_DEPTH {
        ids = ids.add(&isl::Id::new(ctx, &format!("{ITERATOR_PREFIX}{depth}"))?)?;
    }
    Ok(ids)
}

const ITERATOR_PREFIX: &str = "depth ";

/// More dimensions than any schedule has; isl names iterators beyond itself.
const MAX_DEPTH: usize = 64;

/// The schedule with the depth of the band below added to each mark's name, so that the AST says which loop is meant.
fn marks_with_depth(schedule: &isl::Schedule) -> Result<isl::Schedule> {
    let root = schedule.get_root()?;
    let renamed = root.map_descendant_bottom_up(|node| {
        if node.get_type()? != isl::ScheduleNodeType::Mark {
            return Ok(node);
        }
        let name = node.mark_get_id()?.get_name()?.unwrap_or_default();
        let depth = node.get_schedule_depth()?;
        let id = isl::Id::new(node.ctx(), &format!("{name}@{depth}"))?;
        node.delete()?.insert_mark(&id)
    })?;
    Ok(renamed.get_schedule()?)
}

/// A mark's name, and the depth that [`marks_with_depth`] added.
fn parse_mark(name: &str) -> Option<(Mark, usize)> {
    let (mark, depth) = name.rsplit_once('@')?;
    Some((mark.parse().ok()?, depth.parse().ok()?))
}

/// The depth that an iterator's name says.
fn parse_iterator(name: &str) -> Option<usize> {
    name.strip_prefix(ITERATOR_PREFIX)?.parse().ok()
}

/// What the code has to check of the parameters.
///
/// Parameters without sign of 64 bits come first: that they are below a number that 64 bits with sign have is all that can
/// be asked of them before that is known, because what is printed computes with sign. Parameters in memory are looked at only after
/// what can be asked of those before them: whether there is such memory may depend on these.
fn assumptions(gdg: &Gdg, names: &Names) -> Result<Condition> {
    let mut valid = gdg.context.params()?;
    let assumed = gdg.assumptions.params()?;
    let mut conditions = vec![];
    for (index, param) in gdg.params.iter().enumerate() {
        if param.follows_pointers() {
            let before = of_first_params(&assumed.align_params(&valid.get_space()?)?, &gdg.params[..index])?;
            conditions.extend(to_check(&before, &valid, names)?);
            valid = valid.intersect(&before)?;
        }
        if param.ty.range().is_none_or(|(_, high)| high <= i128::from(i64::MAX)) {
            continue;
        }
        if !is_at_most(&valid, param, i64::MAX)? {
            let most = largest(&valid.intersect(&assumed)?, param)?;
            valid = valid.intersect(&isl::Set::read(valid.ctx(), &at_most(param, most))?)?;
            let value = crate::IntExpr::param(ParamId::new(index));
            conditions.push(Condition::le(value, crate::IntExpr::constant(i128::from(most))));
        }
    }
    conditions.extend(to_check(&assumed, &valid, names)?);
    Ok(Condition::and(conditions))
}

/// The condition that parameters are in a set, where it is known already that they are in `valid`.
fn to_check(assumed: &isl::Set, valid: &isl::Set, names: &Names) -> Result<Option<Condition>> {
    let to_check = assumed.gist_params(valid)?.coalesce()?;
    if to_check.plain_is_universe()? {
        return Ok(None);
    }
    let build = isl::AstBuild::from_context(valid)?;
    Ok(Some(convert::condition(&build.expr_from_set(&to_check)?, names)?))
}

/// What a set says of the given parameters alone.
fn of_first_params(set: &isl::Set, params: &[Param]) -> Result<isl::Set> {
    let mut set = set.params()?;
    for position in (0..set.dim(isl::Dim::Param)?).rev() {
        let name = set.get_dim_name(isl::Dim::Param, position)?;
        if !params.iter().any(|param| Some(&param.name) == name.as_ref()) {
            set = set.project_out(isl::Dim::Param, position, 1)?;
        }
    }
    Ok(set.remove_redundancies()?)
}

/// The largest value of a parameter that 64 bits with sign have.
fn largest(values: &isl::Set, param: &Param) -> Result<i64> {
    let Some(position) = values.find_dim_by_name(isl::Dim::Param, &param.name)? else { return Ok(i64::MAX) };
    let n_params = values.dim(isl::Dim::Param)?;
    let points = isl::Set::from_params(values)?.move_dims(isl::Dim::Set, 0, isl::Dim::Param, 0, n_params)?;
    let most = points.dim_max_val(position)?;
    Ok(if most.is_int()? { most.to_string().parse().unwrap_or(i64::MAX) } else { i64::MAX })
}

fn is_at_most(values: &isl::Set, param: &Param, most: i64) -> Result<bool> {
    Ok(values.is_subset(&isl::Set::read(values.ctx(), &at_most(param, most))?)?)
}

fn at_most(param: &Param, most: i64) -> String {
    format!("[{}] -> {{ : {0} <= {most} }}", param.name)
}

/// What the user promised, in full.
fn promise(gdg: &Gdg, names: &Names) -> Result<Condition> {
    if gdg.promise.plain_is_universe()? {
        return Ok(Condition::Constant(true));
    }
    let promise = gdg.promise.params()?;
    let build = isl::AstBuild::from_context(&isl::Set::universe(&promise.get_space()?)?)?;
    convert::condition(&build.expr_from_set(&promise)?, names)
}

/// The sizes of all arrays, where they are known.
fn extents(gdg: &Gdg, build: &isl::AstBuild, names: &Names) -> Result<Vec<Vec<Option<crate::IntExpr>>>> {
    let mut all = vec![];
    for array in &gdg.arrays {
        let mut sizes = vec![];
        for extent in &array.extents {
            let size = match extent {
                Some(extent) => Some(convert::integer(&build.expr_from_pw_aff(extent)?, names)?),
                None => None,
            };
            sizes.push(size);
        }
        all.push(sizes);
    }
    Ok(all)
}
