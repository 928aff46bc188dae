//! `forward`: computes temporaries in the place that they are copied to.

use polymill_gdg::{Access, AccessId, Action, ArrayId, Expr, ExprKind, Gdg, Statement, StatementId, Storage};
use polymill_isl as isl;

use crate::{Changed, Effort, Error, Pass, PassContext, tree};

/// Maps a temporary to the array element that its final value is written to, where nobody else needs that element in the
/// meantime. `w = A[i][j]; for (k ...) w -= ...; A[i][j] = w;` becomes `for (k ...) A[i][j] -= ...;`, whose loops can be
/// interchanged and tiled.
///
/// This is the idea of DeLICM (Doerfert, Grosser: "DeLICM: scalar dependence removal at zero memory cost", CGO 2018). It
/// is proven by comparison: the mapping is kept if [`same_values`](polymill_analysis::same_values) sees no difference.
pub struct Forward;

impl Pass for Forward {
    fn name(&self) -> &'static str {
        "forward"
    }

    fn description(&self) -> &'static str {
        "Computes a temporary in the array element that its value is copied to in the end, where nobody else needs that \
         element in the meantime."
    }

    fn compares_values(&self) -> bool {
        true
    }

    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        if cx.settings.effort == Effort::Little {
            return Ok(changed);
        }
        let context = gdg.context.ctx().clone();
        let all_mapped = context.with_budget(cx.budget / BUDGET_PART, || map_temporaries(gdg, &mut changed));
        if changed == Changed::Yes {
            gdg.dependences = None;
        }
        match all_mapped {
            // Each that was mapped is proven.
            Err(error) if error.is_quota() && changed == Changed::Yes => Ok(changed),
            all_mapped => all_mapped.map(|()| changed),
        }
    }
}

/// Maps each temporary that can be, one after the other.
fn map_temporaries(gdg: &mut Gdg, changed: &mut Changed) -> Result<(), Error> {
    for index in 0..gdg.arrays.len() {
        let temporary = ArrayId::new(index);
        if gdg.array(temporary).storage != Storage::Local {
            continue;
        }
        let is_of_one_iteration = is_of_one_iteration(gdg, temporary)?;
        for target in targets(gdg, temporary) {
            let n_users = gdg.statements.iter().filter(|statement| uses(statement, target.array)).count();
            if is_of_one_iteration && n_users > FEW_STATEMENTS {
                continue;
            }
            let Some(mut mapped) = substitute(gdg, temporary, &target)? else { continue };
            remove_identities(&mut mapped)?;
            // Where nothing is left, nothing is gained.
            if !mapped.statements.is_empty() && polymill_analysis::same_values(gdg, &mapped)?.is_none() {
                *gdg = mapped;
                *changed = Changed::Yes;
                break;
            }
        }
    }
    Ok(())
}

/// It may take such a part of the budget of a pass: most regions gain nothing, and what comes after needs the rest.
const BUDGET_PART: u64 = 3;

/// What is no more than a variable in a body of loops is mapped to arrays that no more statements use: it only matters if the
/// statements of the body come into different loops, and where the values in an array come from takes long to find if it has many
/// users.
const FEW_STATEMENTS: usize = 6;

/// Whether all uses of an array stand in one body of loops, and each of its elements is used in only one iteration: it will be
/// a variable in the body, and no loop is in the way of others because of it.
fn is_of_one_iteration(gdg: &Gdg, array: ArrayId) -> Result<bool, Error> {
    let mut users = gdg.statements.iter().filter(|statement| uses(statement, array)).peekable();
    let Some(first) = users.peek() else { return Ok(false) };
    let Some(element) = first.accesses.iter().find(|access| access.array == array) else { return Ok(false) };
    let is_iterator =
        |position: usize| element.subscripts.iter().any(|subscript| subscript.kind == ExprKind::Iterator(position));
    let depth = first.depth();
    let is_same = |statement: &Statement| {
        let mut own = statement.accesses.iter().filter(|access| access.array == array);
        statement.depth() == depth && own.all(|access| access.subscripts == element.subscripts)
    };
    if !(0..depth).all(is_iterator) || !users.all(is_same) {
        return Ok(false);
    }
    Ok(n_common_loops(gdg, array)? == depth)
}

fn uses(statement: &Statement, array: ArrayId) -> bool {
    statement.accesses.iter().any(|access| access.array == array)
}

/// How many loops stand around all uses of an array.
fn n_common_loops(gdg: &Gdg, array: ArrayId) -> Result<usize, Error> {
    let mut n_loops = 0;
    let mut node = gdg.original.get_root()?;
    loop {
        match node.get_type()? {
            isl::ScheduleNodeType::Sequence | isl::ScheduleNodeType::Set => {
                let mut with_uses = vec![];
                for position in 0..node.n_children()? {
                    let child = node.child(position)?;
                    let inside = tree::statements_in(gdg, &child.filter_get_filter()?)?;
                    if inside.into_iter().any(|statement| uses(statement, array)) {
                        with_uses.push(child);
                    }
                }
                match with_uses.as_slice() {
                    [only] => node = only.clone(),
                    _ => return Ok(n_loops),
                }
            }
            isl::ScheduleNodeType::Leaf => return Ok(n_loops),
            isl::ScheduleNodeType::Band => {
                n_loops += node.band_n_member()?;
                node = node.child(0)?;
            }
            _ => node = node.child(0)?,
        }
    }
}

/// A statement that reads the temporary once and writes an element that could hold it.
struct Target {
    array: ArrayId,
    statement: StatementId,
    read: AccessId,
    write: AccessId,
}

fn targets(gdg: &Gdg, temporary: ArrayId) -> Vec<Target> {
    let mut found = Vec::new();
    for (index, statement) in gdg.statements.iter().enumerate() {
        let is_read = |access: &Access| access.array == temporary && access.kind == polymill_gdg::AccessKind::Read;
        let is_write =
            |access: &Access| access.array != temporary && access.kind == polymill_gdg::AccessKind::MustWrite;
        let (Some(read), Some(write)) =
            (statement.accesses.iter().position(is_read), statement.accesses.iter().position(is_write))
        else {
            continue;
        };
        let array = statement.accesses[write].array;
        let overlaps = gdg.aliases.iter().any(|pair| pair.first == array || pair.second == array);
        if gdg.array(array).element == gdg.array(temporary).element && !overlaps {
            found.push(Target {
                array,
                statement: StatementId::new(index),
                read: AccessId::new(read),
                write: AccessId::new(write),
            });
        }
    }
    found
}

/// The GDG with the temporary's accesses mapped to the target; `None` if its elements cannot all be mapped.
fn substitute(gdg: &Gdg, temporary: ArrayId, target: &Target) -> Result<Option<Gdg>, Error> {
    let statement = gdg.statement(target.statement);
    let (read, write) = (statement.access(target.read), statement.access(target.write));
    // Which subscript of the temporary is which iterator of the target's statement.
    let mut subscript_of_iterator = vec![None; statement.depth()];
    for (position, subscript) in read.subscripts.iter().enumerate() {
        match subscript.kind {
            ExprKind::Iterator(iterator) => subscript_of_iterator[iterator] = Some(position),
            _ => return Ok(None),
        }
    }
    let place = read
        .relation
        .intersect_domain(&statement.domain)?
        .reverse()?
        .apply_range(&write.relation.intersect_domain(&statement.domain)?)?;
    if !place.is_single_valued()? {
        return Ok(None);
    }
    let mut mapped = gdg.clone();
    for statement in &mut mapped.statements {
        let domain = statement.domain.clone();
        for access in statement.accesses.iter_mut().filter(|access| access.array == temporary) {
            let elements = access.relation.intersect_domain(&domain)?.range()?;
            if !elements.is_subset(&place.domain()?)? {
                return Ok(None);
            }
            let mut subscripts = write.subscripts.clone();
            for subscript in &mut subscripts {
                if !replace_iterators(subscript, &subscript_of_iterator, &access.subscripts) {
                    return Ok(None);
                }
            }
            access.array = target.array;
            access.relation = access.relation.apply_range(&place)?;
            access.subscripts = if access.subscripts.is_empty() && !access.kind.is_read() && !access.kind.is_write() {
                vec![]
            } else {
                subscripts
            };
        }
    }
    Ok(Some(mapped))
}

/// Replaces each iterator by the subscript that stands for it; false if one has none.
fn replace_iterators(expr: &mut Expr, subscript_of_iterator: &[Option<usize>], subscripts: &[Expr]) -> bool {
    if let ExprKind::Iterator(iterator) = expr.kind {
        let subscript = subscript_of_iterator[iterator].and_then(|position| subscripts.get(position));
        return subscript.map(|subscript| *expr = subscript.clone()).is_some();
    }
    if matches!(expr.kind, ExprKind::Load(_) | ExprKind::Local(_)) {
        return false;
    }
    expr.operands_mut().into_iter().all(|operand| replace_iterators(operand, subscript_of_iterator, subscripts))
}

/// Removes statements that write to an element what they read from it.
fn remove_identities(gdg: &mut Gdg) -> Result<(), Error> {
    let mut kept = Vec::new();
    let mut domain = isl::UnionSet::empty(&gdg.context.get_space()?)?;
    for statement in std::mem::take(&mut gdg.statements) {
        if !is_identity(&statement)? {
            domain = domain.union(&statement.domain.to_union_set()?)?;
            kept.push(statement);
        }
    }
    gdg.statements = kept;
    let names: Vec<&String> = gdg.statements.iter().map(|statement| &statement.name).collect();
    gdg.independent.iter_mut().for_each(|one| one.statements.retain(|name| names.contains(&name)));
    gdg.independent.retain(|one| !one.statements.is_empty());
    gdg.original = gdg.original.intersect_domain(&domain)?;
    gdg.schedule = gdg.schedule.intersect_domain(&domain)?;
    Ok(())
}

fn is_identity(statement: &polymill_gdg::Statement) -> Result<bool, Error> {
    let [Action::Store { access, value }] = statement.body.actions.as_slice() else { return Ok(false) };
    let ExprKind::Load(load) = value.kind else { return Ok(false) };
    let (write, read) = (statement.access(*access), statement.access(load));
    let exact = write.kind == polymill_gdg::AccessKind::MustWrite && read.kind == polymill_gdg::AccessKind::Read;
    let elements = |access: &Access| access.relation.intersect_domain(&statement.domain);
    Ok(exact && write.array == read.array && elements(write)?.is_equal(&elements(read)?)?)
}
