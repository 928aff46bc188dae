//! `transpose`: copies what sums read again and again, so that they read it along rows, in whole cache lines.

use std::collections::BTreeSet;

use polymill_gdg::{Access, AccessId, AccessKind, Array, ArrayId, Expr, Gdg, Origin, Statement, StatementId, Storage};
use polymill_isl as isl;

use crate::questions::moves::{copy_statement, is_input, lay_out, order_of, reorder, reordering, whole_box};
use crate::{Changed, Error, Pass, PassContext, Specialization};

/// Before a sum that reads each element of an array again and again, the array is copied: into rows that lie along the rows of the sum's
/// result, so that it runs in vector lanes without another order (`C[i][j] += A[i][k] * B[j][k]`), or else along what is summed over
/// (`A[k][i]`: each step would be on another page), and that start at the start of a
/// cache line and are an odd number of lines long, so that vectors lie in one line and rows do not compete for places in the caches. A
/// temporary of the region is laid out so from the start.
///
/// The array is packed as a whole; tuned matrix products pack a tile at a time (Goto and van de Geijn, "Anatomy of high-performance
/// matrix multiplication", TOMS 2008). It takes a version for sums that read each element often enough.
///
/// Only for what was built: a copy takes memory that nobody planned for in a source.
pub struct Transpose;

/// How often elements have to be read for a copy with another order of dimensions to pay, and how many there have to be along rows: making
/// it takes about as long as reading each element across rows, without lanes, a few times.
const MANY: i64 = 16;

/// The same for a copy that only has its rows in whole lines. It takes 2 ns for each element of 8 bytes that comes from memory, and then
/// saves about 0.007 ns for each time that the element is read (a quarter of the time of a product of 1000 x 1000 `double`s, Xeon with
/// AVX-512, 2 threads): about 256 reads. From here to there it costs up to a tenth, but what is left for sizes below may be short code,
/// which halves the time that compiling takes.
const VERY_MANY: i64 = 32;

/// Rows are a multiple of so many bytes long: a cache line and the widest vector.
const LINE_BYTES: u32 = 64;

impl Pass for Transpose {
    fn name(&self) -> &'static str {
        "transpose"
    }

    fn description(&self) -> &'static str {
        "Copies arrays that sums read again and again, so that rows lie along those of their results, in whole cache lines; lays \
         temporaries out so."
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        if gdg.origin != Origin::Built {
            return Ok(Changed::No);
        }
        let mut changed = Changed::No;
        // Another layout of a temporary costs nothing. It may ask for another one of what it is computed from: last ones first.
        for id in (0..gdg.arrays.len()).rev().map(ArrayId::new) {
            if gdg.array(id).storage == Storage::Local
                && let Some(wish) = wishes(gdg, id).pop()
            {
                let extents = in_whole_lines(gdg.array(id), &wish.order)?;
                lay_out(gdg, id, &wish.order, extents)?;
                changed = Changed::Yes;
            }
        }
        let wishes = copies(gdg);
        let sizes = sizes_with_many(gdg, &wishes)?;
        if gdg.context.is_subset(&sizes)? {
            for (id, wish) in wishes {
                copy(gdg, id, &wish)?;
                changed = Changed::Yes;
            }
        } else if cx.settings.max_versions >= 2 && !sizes.is_empty()? && !sizes.involves_locals()? {
            cx.specializations.push(Specialization { is_usual: true, ..sizes.into() });
        }
        if changed == Changed::Yes {
            gdg.dependences = None;
        }
        Ok(changed)
    }
}

/// What to copy. What the pass `pack` copies, a tile at a time, is left to it.
fn copies(gdg: &Gdg) -> Vec<(ArrayId, Wish)> {
    let is_packed = |&(statement, _): &(StatementId, AccessId)| is_matrix_product(gdg.statement(statement));
    let ids = (0..gdg.arrays.len()).map(ArrayId::new).filter(|id| may_be_copied(gdg, *id));
    let all = ids.flat_map(|id| wishes(gdg, id).into_iter().map(move |wish| (id, wish)));
    all.filter(|(_, wish)| !wish.accesses.iter().all(is_packed)).collect()
}

/// Whether a statement is a sum over one of three loops, and reads for each step of it something along the rows of the result, and something
/// along its columns.
fn is_matrix_product(statement: &Statement) -> bool {
    let Some(result) = sum(statement).filter(|_| statement.depth() == 3) else { return false };
    let Some(summed) = (0..3).find(|each| !depends(statement, &result.subscripts, *each)) else { return false };
    let is_operand = |access: &Access, own: usize| {
        let moves = |each| depends(statement, &access.subscripts, each);
        access.kind == AccessKind::Read && (0..3).all(|each| moves(each) == (each == summed || each == own))
    };
    let has_operand = |own| statement.accesses.iter().any(|access| is_operand(access, own));
    (0..3).filter(|each| *each != summed).all(has_operand)
}

/// For which values of the parameters sums read all elements that want copies often enough, and rows are long enough.
fn sizes_with_many(gdg: &Gdg, wishes: &[(ArrayId, Wish)]) -> Result<isl::Set, Error> {
    // One version for all copies: where there are some for lanes, those that are not matter less.
    let is_for_lanes = |(_, wish): &(ArrayId, Wish)| !wish.order.is_sorted();
    let least = if wishes.iter().any(is_for_lanes) { MANY } else { VERY_MANY };
    let mut sizes = gdg.context.clone();
    for (statement, access) in wishes.iter().flat_map(|(_, wish)| &wish.accesses) {
        let statement = gdg.statement(*statement);
        let result = sum(statement).map_or([].as_slice(), |result| result.subscripts.as_slice());
        let subscripts = &statement.access(*access).subscripts;
        // Not how long each sum is.
        let counts = |each: &usize| depends(statement, result, *each) || !depends(statement, subscripts, *each);
        for iterator in (0..statement.depth()).filter(counts) {
            sizes = sizes.intersect(&sizes_with_long_loop(gdg, statement, iterator, least)?)?;
        }
    }
    Ok(sizes.coalesce()?)
}

/// For which values of the parameters a loop around a statement has so many iterations.
fn sizes_with_long_loop(gdg: &Gdg, statement: &Statement, iterator: usize, least: i64) -> Result<isl::Set, Error> {
    let (valid, after) = (statement.domain.intersect_params(&gdg.context)?, iterator + 1);
    let values = valid.project_out(isl::Dim::Set, after, statement.depth() - after)?;
    let values = values.project_out(isl::Dim::Set, 0, iterator)?;
    let n_iterations = values.dim_max(0)?.sub(&values.dim_min(0)?)?;
    let least = isl::Val::int_from_si(valid.ctx(), least - 1)?;
    let many = isl::PwAff::val_on_domain(&n_iterations.domain()?, &least)?;
    Ok(n_iterations.ge_set(&many)?)
}

/// Accesses that want the dimensions of an array in an order: dimension `k` of the copy is `order[k]` of the array.
struct Wish {
    accesses: BTreeSet<(StatementId, AccessId)>,
    order: Vec<usize>,
}

/// Whether an array can be copied before everything else.
fn may_be_copied(gdg: &Gdg, id: ArrayId) -> bool {
    let array = gdg.array(id);
    array.storage == Storage::External && array.extents.iter().all(Option::is_some) && is_input(gdg, id)
}

/// The orders in which accesses want the dimensions of an array.
fn wishes(gdg: &Gdg, id: ArrayId) -> Vec<Wish> {
    let mut wishes: Vec<Wish> = vec![];
    for (index, statement) in gdg.statements.iter().enumerate() {
        for (position, access) in statement.accesses.iter().enumerate().filter(|(_, access)| access.array == id) {
            let Some(order) = wanted_order(statement, access) else { continue };
            let user = (StatementId::new(index), AccessId::new(position));
            match wishes.iter_mut().find(|wish| wish.order == order) {
                Some(wish) => _ = wish.accesses.insert(user),
                None => wishes.push(Wish { accesses: BTreeSet::from([user]), order }),
            }
        }
    }
    wishes
}

/// The order in which an access of a sum wants the dimensions: the one of which the subscript moves with the lanes comes last; if none
/// does, the one that moves with what is summed over, so that not each step is in another row, and page.
fn wanted_order(statement: &Statement, access: &Access) -> Option<Vec<usize>> {
    let result = sum(statement)?;
    let (along, across) = result.subscripts.split_last()?;
    // The loop that runs in lanes: over the row of the result.
    let lanes = (0..statement.depth())
        .find(|each| statement.depends_on(along, *each))
        .filter(|lanes| !depends(statement, across, *lanes))?;
    let is_used_again = (0..statement.depth()).any(|each| !depends(statement, &access.subscripts, each));
    let n_dims = access.subscripts.len();
    if access.kind != AccessKind::Read || access.array == result.array || !is_used_again || n_dims < 2 {
        return None;
    }
    let with_last = |place: usize| (0..n_dims).filter(|dimension| *dimension != place).chain([place]).collect();
    let moving: Vec<usize> = moving_with(statement, access, |each| each == lanes);
    match moving.as_slice() {
        [place] => Some(with_last(*place)),
        [] => match moving_with(statement, access, |each| !depends(statement, &result.subscripts, each)).as_slice() {
            [place] if *place + 1 < n_dims => Some(with_last(*place)),
            _ => None,
        },
        _ => None,
    }
}

/// The dimensions of which the subscripts depend on some of the iterators.
fn moving_with(statement: &Statement, access: &Access, is_asked: impl Fn(usize) -> bool) -> Vec<usize> {
    let moves = |dimension: &usize| {
        let subscript = &access.subscripts[*dimension];
        (0..statement.depth()).any(|each| is_asked(each) && statement.depends_on(subscript, each))
    };
    (0..access.subscripts.len()).filter(moves).collect()
}

/// Whether some subscripts depend on an iterator.
fn depends(statement: &Statement, subscripts: &[Expr], iterator: usize) -> bool {
    subscripts.iter().any(|subscript| statement.depends_on(subscript, iterator))
}

/// The element that a statement updates, if it updates one again and again.
fn sum(statement: &Statement) -> Option<&Access> {
    let write = statement.accesses.iter().find(|access| access.kind == AccessKind::MustWrite)?;
    let is_old_value = |access: &Access| {
        access.kind == AccessKind::Read && access.array == write.array && access.subscripts == write.subscripts
    };
    statement.accesses.iter().any(is_old_value).then_some(write)
}

/// The sizes of an array with its dimensions in another order, and rows that are an odd number of cache lines long.
fn in_whole_lines(array: &Array, order: &[usize]) -> Result<Vec<Option<isl::PwAff>>, Error> {
    let mut extents: Vec<_> = order.iter().map(|dimension| array.extents[*dimension].clone()).collect();
    if let Some(Some(row)) = extents.last_mut() {
        *row = in_odd_lines(row, i64::from(LINE_BYTES / array.element.size().max(1)))?;
    }
    Ok(extents)
}

/// The least number that is not less, and that an odd number of lines of `n` elements have.
fn in_odd_lines(row: &isl::PwAff, n: i64) -> Result<isl::PwAff, Error> {
    let number = |value: i64| -> Result<isl::PwAff, Error> {
        Ok(isl::PwAff::val_on_domain(&row.domain()?, &isl::Val::int_from_si(row.ctx(), value)?)?)
    };
    let pairs = row.add(&number(n - 1)?)?.div(&number(2 * n)?)?.floor()?;
    Ok(pairs.mul(&number(2 * n)?)?.add(&number(n)?)?)
}

/// Copies what some accesses read, before everything else, and lets them read the copy.
fn copy(gdg: &mut Gdg, id: ArrayId, Wish { accesses, order }: &Wish) -> Result<(), Error> {
    let old = gdg.array(id);
    let extents = in_whole_lines(old, order)?;
    let array = Array { span: old.span, ..Array::local(gdg.fresh_name(&old.name), old.element, extents) };
    let new = ArrayId::new(gdg.arrays.len());
    let to_new = reordering(gdg, id, &array.name, order)?;
    let mut elements = isl::Set::empty(&to_new.get_space()?.domain()?)?;
    for (statement, access) in accesses {
        let statement = &mut gdg.statements[statement.index()];
        let access = &mut statement.accesses[access.index()];
        elements = elements.union(&access.relation.intersect_domain(&statement.domain)?.range()?)?;
        access.array = new;
        reorder(access, order, &to_new)?;
    }
    let statement = copy_statement(gdg, (id, &whole_box(&elements)?), (&array, order), "transpose")?;
    gdg.original = order_of(&statement)?.sequence(&gdg.original)?;
    gdg.schedule = gdg.original.clone();
    gdg.arrays.push(array);
    gdg.statements.push(statement);
    Ok(())
}
