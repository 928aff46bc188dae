//! `forward`: computes temporaries in the place that they are copied to.

use polymill_gdg::{Access, AccessId, Action, ArrayId, Expr, ExprKind, Gdg, StatementId, Storage};
use polymill_isl as isl;

use crate::{Changed, Error, Pass, PassContext};

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

    fn run(&self, gdg: &mut Gdg, _: &mut PassContext<'_>) -> Result<Changed, Error> {
        let mut changed = Changed::No;
        for index in 0..gdg.arrays.len() {
            let temporary = ArrayId::new(index);
            if gdg.array(temporary).storage != Storage::Local {
                continue;
            }
            for target in targets(gdg, temporary) {
                let Some(mut mapped) = substitute(gdg, temporary, &target)? else { continue };
                remove_identities(&mut mapped)?;
                // Where nothing is left, nothing is gained.
                if !mapped.statements.is_empty() && polymill_analysis::same_values(gdg, &mapped)?.is_none() {
                    *gdg = mapped;
                    changed = Changed::Yes;
                    break;
                }
            }
        }
        if changed == Changed::Yes {
            gdg.dependences = None;
        }
        Ok(changed)
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
