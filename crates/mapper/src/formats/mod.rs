//! Other formats for sparse matrices: loops over rows whose elements lie one behind the other in memory (CSR) become loops
//! over a matrix that is stored in another way.
//!
//! After Venkat, Hall and Strout, _Loop and data transformations for sparse matrix code_ (PLDI 2015). Their
//! transformations are compositions here, since what stands between two steps never runs:
//!
//! - [`CompressedRows::diagonals`] (DIA) is _make-dense_ (the loop over the elements of a row becomes one over all columns),
//!   a shift by the row (columns become diagonals), and _compact-and-pad_ of the loop over diagonals: those that have no
//!   element are left out, and what others lack is filled up.
//! - [`CompressedRows::padded_rows`] (ELL) is _compact-and-pad_ of the loop over the elements of a row, shifted to start
//!   with zero: all rows are made as long as the longest one.
//! - [`CompressedRows::blocks`] (BCSR) is _make-dense_, tiling of rows and columns, and _compact-and-pad_ of the loop over the
//!   blocks of a row of blocks.
//!
//! For the first two, the loop over rows is cut into strips before: elements lie strip by strip.
//!
//! Their padding is zeros, which changes results where the other factor is not finite, and the sign of zeros. Here, padding
//! is a NaN in one of the arrays, and an element with a NaN there is skipped: this is exact, as long as the matrix itself
//! has none, which is for the inspector to check. The order of the elements of a row stays, so that sums are bit for bit
//! the same; for diagonals and blocks, the columns of a row must ascend, which is for the inspector to check, too.
//!
//! What is made is an executor: a GDG of its own, to be mapped as any other.

mod executor;

pub use executor::{BLOCK_SIZES, Executor, Input, STRIP};

use std::collections::BTreeSet;

use polymill_gdg::{
    AccessId, Action, Affine, ArrayId, BinaryOp, Expr, ExprKind, Gdg, ScalarType, Statement, StatementId,
};
use polymill_isl as isl;

use crate::Error;

/// A loop nest over the rows of one sparse matrix that could read it in another format.
#[derive(Debug)]
pub struct CompressedRows<'a> {
    gdg: &'a Gdg,
    /// What is done with each element.
    statement: StatementId,
    /// How many rows there are; the first one is row 0.
    n_rows: Affine,
    row: ArrayId,
    /// What there is of each element of the matrix, in order of the arrays.
    entries: Vec<ArrayId>,
    /// The array that padding is a NaN in.
    marker: ArrayId,
    /// The column of each element, if the elements have one.
    columns: Option<ArrayId>,
    /// Names that executors must not use.
    taken: BTreeSet<String>,
}

impl<'a> CompressedRows<'a> {
    /// The loops of a GDG, if they are such a nest: all in one loop over rows from row 0 on, with one statement in a loop over
    /// the elements of a row, which updates an element of an array, and reads one of a few arrays that nothing writes and
    /// that have one element for each of the matrix, at least one of them of floating-point numbers. It can do so for padding, too:
    /// it calls, chooses and divides nothing that might fail, and what an element leads to does not depend on the row.
    ///
    /// # Errors
    /// isl's.
    pub fn of(gdg: &'a Gdg) -> Result<Option<Self>, Error> {
        if !gdg.aliases.is_empty() || !has_outer_loop(gdg)? {
            return Ok(None);
        }
        let mut found = None;
        for (position, statement) in gdg.statements.iter().enumerate() {
            let loops = polymill_analysis::row_loops(gdg, statement)?;
            match (loops.into_iter().next(), statement.exits()?.is_empty()) {
                (Some(loops), _) if found.is_none() => found = Some((StatementId::new(position), loops)),
                (None, true) => {}
                _ => return Ok(None),
            }
        }
        let Some((id, loops)) = found else { return Ok(None) };
        let statement = gdg.statement(id);
        let ([first], [n_rows]) = (loops.bounds.elements.first.as_slice(), loops.bounds.elements.last.as_slice())
        else {
            return Ok(None);
        };
        let starts_at_zero = first.terms.is_empty() && first.constant == 0;
        let is_plain = (statement.depth(), loops.row, loops.element) == (2, 0, 1) && statement.tests().0.len() == 2;
        let (Some(row), Some(entries)) = (row_array(statement), entries(gdg, statement)) else { return Ok(None) };
        if !starts_at_zero || !is_plain || update(statement).is_none() {
            return Ok(None);
        }
        let is_marker = |array: &ArrayId| gdg.array(*array).element.is_float();
        let Some(marker) = entries.iter().copied().find(is_marker) else { return Ok(None) };
        let n_rows = n_rows.clone();
        let has_sign = |array: &ArrayId| matches!(gdg.array(*array).element, ScalarType::I32 | ScalarType::I64);
        let columns = columns(statement, &entries).filter(has_sign);
        Ok(Some(Self { gdg, statement: id, n_rows, row, entries, marker, columns, taken: BTreeSet::new() }))
    }

    /// The same, with executors that call nothing of their own by these names.
    #[must_use]
    pub fn avoiding(self, names: impl IntoIterator<Item = String>) -> Self {
        Self { taken: names.into_iter().collect(), ..self }
    }

    /// How many rows there are.
    pub fn n_rows(&self) -> &Affine {
        &self.n_rows
    }

    /// The array that says where rows begin.
    pub fn row(&self) -> ArrayId {
        self.row
    }

    /// The arrays that have one element for each of the matrix.
    pub fn entries(&self) -> &[ArrayId] {
        &self.entries
    }

    /// The array in which padding is a NaN, so that the matrix must have none there.
    pub fn marker(&self) -> ArrayId {
        self.marker
    }

    /// The array that has the column of each element; without it, there are no diagonals.
    pub fn columns(&self) -> Option<ArrayId> {
        self.columns
    }
}

/// Whether one loop is around all statements: that over the rows.
fn has_outer_loop(gdg: &Gdg) -> Result<bool, Error> {
    let is_band = gdg.original.get_root()?.child(0)?.get_type()? == isl::ScheduleNodeType::Band;
    Ok(is_band && gdg.statements.iter().all(|statement| statement.depth() > 0))
}

/// The array that the tests of a statement look at.
fn row_array(statement: &Statement) -> Option<ArrayId> {
    let arrays: BTreeSet<_> = statement.tests().0.into_iter().flat_map(|test| statement.arrays_in(test)).collect();
    arrays.first().copied().filter(|_| arrays.len() == 1)
}

/// What a statement does if its tests hold: it sets an element of an array, and reads that element to do so.
fn update(statement: &Statement) -> Option<(AccessId, &Expr, AccessId)> {
    let (_, [Action::Store { access: write, value }]) = statement.tests() else { return None };
    let written = statement.access(*write);
    let is_element = |id: &AccessId| {
        let access = statement.access(*id);
        access.kind.is_read() && access.array == written.array && access.subscripts == written.subscripts
    };
    let read = (0..statement.accesses.len()).map(AccessId::new).find(is_element)?;
    Some((*write, value, read))
}

/// The arrays whose subscript is the counter of the inner loop, if it is used for nothing else; nothing writes them, and no other
/// statement reads them.
fn entries(gdg: &Gdg, statement: &Statement) -> Option<Vec<ArrayId>> {
    let (_, value, _) = update(statement)?;
    if counts(value) {
        return None;
    }
    let mut found = BTreeSet::new();
    for access in statement.accesses.iter().filter(|access| access.subscripts.iter().any(counts)) {
        let [subscript] = access.subscripts.as_slice() else { return None };
        if !is_counter(subscript) || access.kind.is_write() {
            return None;
        }
        found.insert(access.array);
    }
    let users = |array: ArrayId| {
        gdg.statements.iter().flat_map(|each| &each.accesses).filter(move |access| access.array == array)
    };
    let own = |array: ArrayId| statement.accesses.iter().filter(move |access| access.array == array);
    let are_all_ours = found.iter().all(|&array| {
        users(array).count() == own(array).count() && own(array).all(|access| access.subscripts.iter().all(is_counter))
    });
    let may_be_padded = is_total(value) && reaches_alike_in_all_rows(statement, &found);
    (are_all_ours && may_be_padded).then(|| found.into_iter().collect())
}

/// Whether a value can be computed whatever the elements are, so that it can be for padding, and reads the same elements
/// always.
fn is_total(value: &Expr) -> bool {
    use BinaryOp::{And, Div, Or, Rem};
    let mut is_total = true;
    value.for_each(&mut |each| {
        is_total &= match &each.kind {
            ExprKind::Select(..) | ExprKind::Call(..) | ExprKind::Binary(And | Or, ..) => false,
            ExprKind::Binary(Div | Rem, ..) => each.ty.is_float(),
            _ => true,
        }
    });
    is_total
}

/// Whether what an element of the matrix leads to is there for each row: padding has the subscripts of another row's element.
fn reaches_alike_in_all_rows(statement: &Statement, entries: &BTreeSet<ArrayId>) -> bool {
    statement.accesses.iter().all(|access| {
        let leads_on = |subscript: &Expr| !statement.arrays_in(subscript).is_disjoint(entries);
        let is_of_row = |subscript: &Expr| statement.depends_on(subscript, 0);
        !access.subscripts.iter().any(leads_on) || !access.subscripts.iter().any(is_of_row)
    })
}

/// Whether the counter of the inner loop stands in an expression, other than in the subscript of what is loaded.
fn counts(expr: &Expr) -> bool {
    let mut found = false;
    expr.for_each(&mut |each| found |= each.kind == ExprKind::Iterator(1));
    found
}

fn is_counter(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Iterator(1) => true,
        ExprKind::Cast(inner) => is_counter(inner) && expr.ty.includes(inner.ty),
        _ => false,
    }
}

/// The one of these arrays that subscripts are read from, if each such subscript is an element of it but for what does not
/// count, and no other subscript is read from there: then elements between two that are accessed are there, too.
fn columns(statement: &Statement, entries: &[ArrayId]) -> Option<ArrayId> {
    let mut found = BTreeSet::new();
    for access in &statement.accesses {
        for subscript in &access.subscripts {
            let arrays = statement.arrays_in(subscript);
            if arrays.is_empty() {
                continue;
            }
            let is_plain = arrays.len() == 1 && arrays.iter().all(|array| entries.contains(array));
            if !is_plain || !is_shifted_load(subscript) {
                return None;
            }
            found.extend(arrays);
        }
    }
    found.first().copied().filter(|_| found.len() == 1)
}

/// Whether an expression is what is loaded, but for an integer constant or a parameter.
fn is_shifted_load(expr: &Expr) -> bool {
    let is_fixed = |expr: &Expr| matches!(expr.kind, ExprKind::Int(_) | ExprKind::Param(_));
    match &expr.kind {
        ExprKind::Load(_) => true,
        ExprKind::Cast(inner) => expr.ty.includes(inner.ty) && is_shifted_load(inner),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => is_shifted_load(left) && is_fixed(right),
        _ => false,
    }
}
