//! Whether two GDGs compute the same values.

mod bodies;
mod bounds;
mod partners;
mod renaming;
mod sources;
mod within;

use std::collections::BTreeSet;
use std::fmt;

use polymill_gdg::{
    Access, AccessId, AccessKind, Action, Array, ArrayId, ExprKind, Gdg, Statement, StatementId, Storage,
};
use polymill_isl as isl;

use bodies::is_same_body;
use bounds::used_outside;
use partners::{Partner, Partners};
use sources::{Side, Sources, Spelling};

use crate::dataflow::dependences;
use crate::order::violations;
use crate::rows::separated;

/// How a GDG computes other values than the one that it was made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// A statement does not do what its origin does.
    Work {
        /// Its name.
        statement: String,
    },
    /// An array is another one than before: it became local, or stopped to be, or appeared although it is not local.
    Array {
        /// Its name.
        array: String,
    },
    /// Accesses to an array changed that may overlap others, so that nothing can be said of the values in it.
    Overlap {
        /// Its name.
        array: String,
    },
    /// A local array is used outside of its sizes.
    Bounds {
        /// Its name.
        array: String,
    },
    /// An instance reads an element, or may, after it has written there itself.
    Late {
        /// The name of its statement.
        statement: String,
        /// The array.
        array: String,
    },
    /// An instance reads other values than its origin.
    Read {
        /// The array that it reads.
        array: String,
        /// An instance.
        example: Example,
    },
    /// An element is left with another value in the end.
    LiveOut {
        /// The array.
        array: String,
        /// An element.
        example: Example,
    },
    /// Two instances must keep their order, and do not, or it is not recorded that they do.
    Dependence {
        /// The instances, in isl's notation.
        example: String,
    },
}

/// Where somebody gets other values from than before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Names and values of the parameters.
    pub params: Vec<(String, i64)>,
    /// The instance that reads, `S(1, 2)`, or the element that is left with a value, `A[1][2]`.
    pub who: String,
    /// Where the values come from: `of S(1)`, `of A[2] from before`, `of nobody`. There may be several if it is for data to say
    /// which one it is.
    pub found: Vec<String>,
    /// Where they came from before.
    pub expected: Vec<String>,
}

/// Compares the values that two GDGs compute in their original orders, of which the second was made from the first: by other
/// subscripts, by other arrays, by statements that are split, run several times, or only move data. Returns a difference if
/// there is one, or may be one.
///
/// Each instance of `after` has an origin. It computes what the instances of `before` with that origin compute, if it does
/// the same work, and each of its reads sees the value of the same write: one by an instance with the same origin, or the
/// same element's value from before the region. Statements that only move data and are not in both are looked through. In
/// the end, the same must hold of all elements that may be read after the region.
///
/// If both know dependences, those of `after` must have all that its instances need: those of `before` where elements only
/// got other names, or else those that are found anew.
///
/// Only arrays are looked at of which some access changed.
///
/// This generalizes the comparison by which DeLICM is proven (Doerfert, Grosser: "DeLICM: scalar dependence removal at zero
/// memory cost", CGO 2018, section IV).
///
/// # Errors
/// isl's, for instance when the operation budget is used up.
///
/// ```
/// use polymill_analysis::same_values;
/// use polymill_gdg::Program;
/// use polymill_isl as isl;
///
/// let ctx = isl::Context::new()?;
/// let text = "
/// gdg f {
///   param n: i32
///   array x: f64[n] live_in
///   array y: f64[n] live_out
///   array t: f64 local
///   statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { t = x[i] * 2.0; } }
///   statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { y[i] = t; } }
///   schedule { for i { S T } }
/// }";
/// let before = Program::parse(&ctx, text)?;
/// let expanded = text.replace("array t: f64 local", "array t: f64[n] local").replace("t = x", "t[i] = x");
/// let after = Program::parse(&ctx, &expanded.replace("= t;", "= t[i];"))?;
/// assert_eq!(same_values(&before.gdgs()[0], &after.gdgs()[0])?, None);
///
/// let wrong = Program::parse(&ctx, &expanded.replace("= t;", "= t[0];"))?;
/// let difference = same_values(&before.gdgs()[0], &wrong.gdgs()[0])?.map(|difference| difference.to_string());
/// // With n = 2: T(1) reads from `t` the value of S(0) in place of that of S(1).
/// assert!(difference.is_some_and(|text| text.contains("reads from `t` the value of S(")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn same_values(before: &Gdg, after: &Gdg) -> isl::Result<Option<Difference>> {
    if is_unchanged(before, after)? {
        return match (&before.dependences, &after.dependences) {
            (Some(old), Some(new)) if old.is_same_object(new) => Ok(None),
            (Some(old), _) => lost_dependence(&old.ordering()?, after),
            (None, _) => Ok(None),
        };
    }
    if let Some(array) = changed_array(before, after) {
        return Ok(Some(Difference::Array { array }));
    }
    let sized = [before, after];
    let (before, after) = (before.with_private_copies()?, after.with_private_copies()?);
    let partners = Partners::of(&before, &after)?;
    for statement in &partners.added {
        if copied(after.statement(*statement)).is_none() {
            return Ok(Some(Difference::Work { statement: after.statement(*statement).name.clone() }));
        }
    }
    for (id, partners) in &partners.of_statement {
        for partner in partners {
            let [own, origin] = [after.statement(*id), before.statement(partner.statement)];
            if !is_same_body((&after, own), (&before, origin), &partner.relation)? {
                return Ok(Some(Difference::Work { statement: own.name.clone() }));
            }
        }
    }
    for (id, partners) in &partners.of_statement {
        let statement = after.statement(*id);
        if let Some(read) = within::late_read(statement, &before, partners)? {
            let array = after.array(statement.access(read).array).name.clone();
            return Ok(Some(Difference::Late { statement: statement.name.clone(), array }));
        }
    }
    let is_same_order = partners.is_same_order(&before, &after)?;
    let affected = if is_same_order { affected(&before, &after, &partners)? } else { all_arrays(&before, &after) };
    let is_affected = |id: ArrayId| affected.contains(&after.array(id).name);
    let overlapping = after.aliases.iter().flat_map(|pair| [pair.first, pair.second]).find(|id| is_affected(*id));
    if let Some(array) = overlapping {
        return Ok(Some(Difference::Overlap { array: after.array(array).name.clone() }));
    }
    if let Some(array) = used_outside(sized, &partners, &affected)? {
        return Ok(Some(Difference::Bounds { array }));
    }
    let comparison = Comparison {
        before: Side::new(&before, partners.dropped.clone())?,
        after: Side::new(&after, partners.added.clone())?,
        partners: &partners,
        affected: &affected,
    };
    let is_renaming = affected.is_empty() || comparison.is_renaming()?;
    if !is_renaming && let Some(difference) = comparison.reads()? {
        return Ok(Some(difference));
    }
    if let Some(difference) = comparison.live_out()? {
        return Ok(Some(difference));
    }
    if !is_same_order && let Some(difference) = changed_order(&before, &after, &partners)? {
        return Ok(Some(difference));
    }
    match (&before.dependences, &after.dependences) {
        (Some(old), Some(_)) => {
            let needed =
                if is_renaming { partners.of_partners(&old.ordering()?)? } else { dependences(&after)?.ordering()? };
            lost_dependence(&needed, &after)
        }
        _ => Ok(None),
    }
}

/// Two instances of which the order matters, and is another one: of writes that may happen, several are the sources of a
/// value, and which one is depends on their order.
fn changed_order(before: &Gdg, after: &Gdg, partners: &Partners) -> isl::Result<Option<Difference>> {
    let is_possible = |access: &&Access| access.kind == AccessKind::MayWrite;
    let accesses = before.statements.iter().flat_map(|statement| &statement.accesses);
    let arrays: BTreeSet<_> = accesses.filter(is_possible).map(|access| access.array).collect();
    if arrays.is_empty() {
        return Ok(None);
    }
    let writes = before.accesses(|access| access.kind.is_write() && arrays.contains(&access.array))?;
    let pairs = isl::UnionAccessInfo::from_sink(&writes)?
        .set_may_source(&writes)?
        .set_schedule(&before.original)?
        .compute_flow()?
        .get_may_dependence()?;
    let wrong = violations(&partners.of_partners(&pairs)?, &after.original)?;
    Ok(if wrong.is_empty()? { None } else { Some(Difference::Dependence { example: wrong.sample()?.to_str()? }) })
}

/// One of the dependences that a GDG needs, but has neither recorded nor given up with a reason.
fn lost_dependence(needed: &isl::UnionMap, gdg: &Gdg) -> isl::Result<Option<Difference>> {
    let Some(recorded) = &gdg.dependences else { return Ok(None) };
    let valid = gdg.sizes()?;
    let mut lost = needed.intersect_params(&valid)?.subtract(&recorded.ordering()?)?;
    for relaxation in &recorded.relaxations {
        lost = lost.subtract(&relaxation.removed)?;
    }
    if !lost.is_empty()? {
        lost = lost.subtract(&separated(gdg)?)?;
    }
    Ok(if lost.is_empty()? { None } else { Some(Difference::Dependence { example: lost.sample()?.to_str()? }) })
}

/// Whether both have the same statements, down to the representation, and the same arrays.
fn is_unchanged(before: &Gdg, after: &Gdg) -> isl::Result<bool> {
    if before.statements.len() != after.statements.len() || before.arrays.len() != after.arrays.len() {
        return Ok(false);
    }
    for (a, b) in before.statements.iter().zip(&after.statements) {
        if !a.plain_is_equal(b)? {
            return Ok(false);
        }
    }
    for (a, b) in before.arrays.iter().zip(&after.arrays) {
        let is_same_private = match (&a.private, &b.private) {
            (None, None) => true,
            (Some(a), Some(b)) => a.is_equal(b)?,
            _ => false,
        };
        if a.name != b.name || (a.live_in, a.live_out, a.storage) != (b.live_in, b.live_out, b.storage) {
            return Ok(false);
        }
        if !is_same_private || !has_same_sizes(a, b)? {
            return Ok(false);
        }
    }
    before.original.plain_is_equal(&after.original)
}

/// Whether two arrays have the same sizes, down to the representation.
fn has_same_sizes(a: &Array, b: &Array) -> isl::Result<bool> {
    if a.n_dims() != b.n_dims() {
        return Ok(false);
    }
    for (a, b) in a.extents.iter().zip(&b.extents) {
        let is_same = match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => a.plain_is_equal(b)?,
            _ => false,
        };
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An array of `after` whose life is another one than in `before`.
fn changed_array(before: &Gdg, after: &Gdg) -> Option<String> {
    let is_changed = |array: &&Array| match before.array_named(&array.name) {
        Some(id) => {
            let old = before.array(id);
            (old.live_in, old.live_out, old.storage) != (array.live_in, array.live_out, array.storage)
        }
        None => array.storage != Storage::Local,
    };
    let is_gone = |array: &&Array| array.live_out && after.array_named(&array.name).is_none();
    let changed = after.arrays.iter().find(is_changed).or_else(|| before.arrays.iter().find(is_gone));
    changed.map(|array| array.name.clone())
}

/// The read access whose value a statement stores as it is, if it does nothing else.
fn copied(statement: &Statement) -> Option<AccessId> {
    let [Action::Store { value, .. }] = statement.body.actions.as_slice() else { return None };
    match value.kind {
        ExprKind::Load(load) if statement.access(load).kind == AccessKind::Read => Some(load),
        _ => None,
    }
}

fn all_arrays(before: &Gdg, after: &Gdg) -> BTreeSet<String> {
    before.arrays.iter().chain(&after.arrays).map(|array| array.name.clone()).collect()
}

/// The names of the arrays in which values may have changed, if the order is as before.
fn affected(before: &Gdg, after: &Gdg, partners: &Partners) -> isl::Result<BTreeSet<String>> {
    let name = |gdg: &Gdg, access: &Access| gdg.array(access.array).name.clone();
    let mut names = BTreeSet::new();
    for array in &after.arrays {
        let old = before.array_named(&array.name).map(|id| before.array(id));
        if let Some(old) = old
            && !has_same_sizes(old, array)?
        {
            names.insert(array.name.clone());
        }
    }
    for statement in &partners.added {
        names.extend(after.statement(*statement).accesses.iter().map(|access| name(after, access)));
    }
    for statement in &partners.missing {
        names.extend(before.statement(*statement).accesses.iter().map(|access| name(before, access)));
    }
    for (id, partners) in &partners.of_statement {
        for Partner { statement, relation } in partners {
            for (new, old) in after.statement(*id).accesses.iter().zip(&before.statement(*statement).accesses) {
                let (old_name, new_name) = (name(before, old), name(after, new));
                if old_name != new_name || !is_same_relation(&new.relation, relation, &old.relation)? {
                    names.extend([old_name, new_name]);
                }
            }
        }
    }
    Ok(names)
}

/// Whether instances go to the elements that their partners go to.
fn is_same_relation(new: &isl::Map, to_partner: &isl::Map, old: &isl::Map) -> isl::Result<bool> {
    if to_partner.is_identity()? && new.plain_is_equal(old)? {
        return Ok(true);
    }
    new.intersect_domain(&to_partner.domain()?)?.is_equal(&to_partner.apply_range(old)?)
}

/// Two GDGs, whose statements do the same work.
struct Comparison<'a> {
    before: Side<'a>,
    after: Side<'a>,
    partners: &'a Partners,
    affected: &'a BTreeSet<String>,
}

impl Comparison<'_> {
    /// A read of an affected array that sees other values than before.
    fn reads(&self) -> isl::Result<Option<Difference>> {
        let valid = self.valid()?;
        for (id, partners) in &self.partners.of_statement {
            let statement = self.after.gdg.statement(*id);
            for (position, access) in statement.accesses.iter().enumerate() {
                let array = &self.after.gdg.array(access.array).name;
                if !access.kind.is_read() || !self.is_affected(*id, partners, position) {
                    continue;
                }
                let read = AccessId::new(position);
                let found = self.after.of_read(*id, read)?;
                let mut expected = Sources::none(self.after.gdg)?;
                for Partner { statement, relation } in partners {
                    expected = expected.union(&self.before.of_read(*statement, read)?.seen_from(relation)?)?;
                }
                if let Some(example) = found.difference(&expected, &valid, Spelling::Instance)? {
                    return Ok(Some(Difference::Read { array: array.clone(), example }));
                }
            }
        }
        Ok(None)
    }

    fn is_affected(&self, id: StatementId, partners: &[Partner], position: usize) -> bool {
        let array = |gdg: &Gdg, statement: &Statement| gdg.array(statement.accesses[position].array).name.clone();
        self.affected.contains(&array(self.after.gdg, self.after.gdg.statement(id)))
            || partners.iter().any(|partner| {
                self.affected.contains(&array(self.before.gdg, self.before.gdg.statement(partner.statement)))
            })
    }

    /// An element of an affected array that is left with another value than before.
    fn live_out(&self) -> isl::Result<Option<Difference>> {
        let valid = self.valid()?;
        for (index, array) in self.after.gdg.arrays.iter().enumerate() {
            let Some(old) = self.before.gdg.array_named(&array.name) else { continue };
            if !array.live_out || !self.affected.contains(&array.name) {
                continue;
            }
            let found = self.after.of_end(ArrayId::new(index))?;
            if let Some(example) = found.difference(&self.before.of_end(old)?, &valid, Spelling::Element)? {
                return Ok(Some(Difference::LiveOut { array: array.name.clone(), example }));
            }
        }
        Ok(None)
    }

    /// The parameters for which values have to be the same.
    fn valid(&self) -> isl::Result<isl::Set> {
        self.after.gdg.context.intersect(&self.after.gdg.assumptions)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Work { statement } => write!(f, "`{statement}` does not do what its origin does"),
            Self::Array { array } => write!(f, "`{array}` is not the array that it was"),
            Self::Bounds { array } => write!(f, "`{array}` is used outside of its sizes"),
            Self::Dependence { example } => write!(f, "a dependence is lost: {example}"),
            Self::Overlap { array } => write!(f, "`{array}` may overlap other arrays, and is accessed in other ways"),
            Self::Late { statement, array } => {
                write!(f, "`{statement}` reads from `{array}` after it has written there")
            }
            Self::Read { array, example } => {
                write!(f, "{}{} reads from `{array}` {example}", example.sizes(), example.who)
            }
            Self::LiveOut { example, .. } => {
                write!(f, "{}`{}` is left with {example}", example.sizes(), example.who)
            }
        }
    }
}

impl Example {
    /// `with n = 3: `, if there are parameters.
    fn sizes(&self) -> String {
        let params: Vec<_> = self.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if params.is_empty() { String::new() } else { format!("with {}: ", params.join(", ")) }
    }
}

/// Prints as `the value of S(1) in place of that of S(2)`.
impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let any = |values: &[String]| match values {
            [] => "that it had".to_owned(),
            several => several.join(" or "),
        };
        write!(f, "the value {} in place of that {}", any(&self.found), any(&self.expected))
    }
}
