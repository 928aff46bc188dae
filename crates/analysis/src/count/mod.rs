//! Counting: how often statements run, and how often they access each array.

mod points;
mod polynomial;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use polymill_gdg::{AccessId, AccessKind, Action, ArrayId, BinaryOp, Expr, ExprKind, Gdg, Statement};
use polymill_isl as isl;

pub use points::{n_points, n_points_at};

/// How often a GDG does things, at given sizes or, with `Count = isl::PwQPolynomial`, as functions of the parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Counts<Count> {
    /// Statement instances.
    pub instances: Count,
    /// Arithmetic operations, comparisons and calls on values of elements; no address arithmetic.
    pub operations: Count,
    /// Accesses to the elements of each array that is used.
    pub arrays: BTreeMap<ArrayId, Accesses<Count>>,
    /// Arrays of which some accesses happen only if data say so. They are counted as if they always did, once.
    pub at_most: BTreeSet<ArrayId>,
}

/// Accesses to the elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accesses<Count> {
    /// How often elements are read.
    pub loads: Count,
    /// How often elements are written.
    pub stores: Count,
}

impl Accesses<i64> {
    /// Loads and stores.
    pub fn total(self) -> i64 {
        self.loads + self.stores
    }
}

impl AddAssign for Accesses<i64> {
    fn add_assign(&mut self, other: Self) {
        self.loads += other.loads;
        self.stores += other.stores;
    }
}

/// Counts what a GDG does, with its statements as they are: an element that a statement reads twice is loaded twice.
///
/// `sizes` has one value for each parameter that matters.
///
/// # Errors
/// isl's, among them if a domain is not bounded.
///
/// ```
/// use polymill_analysis::counts_at;
/// use polymill_gdg::{ArrayId, Program};
/// use polymill_isl as isl;
///
/// let text = "
/// gdg f {
///   param n: i32
///   array x: f64[n] live_in
///   array y: f64[n] live_out
///   statement S { domain { S[i] : 1 <= i < n } iterators i: i32 body { y[i] = (x[i] + x[i - 1]) * 0.5; } }
///   schedule { for i { S } }
/// }";
/// let ctx = isl::Context::new()?;
/// let program = Program::parse(&ctx, text)?;
/// let counts = counts_at(&program.gdgs()[0], &isl::Set::read(&ctx, "[n] -> { : n = 100 }")?)?;
/// assert_eq!((counts.instances, counts.operations), (99, 198));
/// let x = counts.arrays[&ArrayId::new(0)];
/// assert_eq!((x.loads, x.stores), (198, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn counts_at(gdg: &Gdg, sizes: &isl::Set) -> isl::Result<Counts<i64>> {
    let mut counts = Counts { instances: 0, operations: 0, arrays: BTreeMap::new(), at_most: at_most(gdg) };
    for Tally { instances, n_statements, n_operations, accesses } in tallies(gdg)? {
        let n = n_points_at(&instances, sizes)?;
        counts.instances += n * n_statements;
        counts.operations += n * n_operations;
        for (array, Accesses { loads, stores }) in accesses {
            *counts.arrays.entry(array).or_default() += Accesses { loads: n * loads, stores: n * stores };
        }
    }
    Ok(counts)
}

/// As [`counts_at`], as functions of the parameters; `None` where [`n_points`] finds none.
///
/// # Errors
/// isl's, among them if a domain is not bounded.
pub fn counts(gdg: &Gdg) -> isl::Result<Option<Counts<isl::PwQPolynomial>>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let space = valid.get_space()?;
    let zero = isl::PwQPolynomial::from_qpolynomial(&isl::QPolynomial::zero_on_domain(&space)?)?;
    let none = || Accesses { loads: zero.clone(), stores: zero.clone() };
    let [instances, operations] = [zero.clone(), zero.clone()];
    let mut counts = Counts { instances, operations, arrays: BTreeMap::new(), at_most: at_most(gdg) };
    for Tally { instances, n_statements, n_operations, accesses } in tallies(gdg)? {
        let Some(n) = n_points(&instances)? else { return Ok(None) };
        let n = n.gist_params(&valid)?;
        let more =
            |sum: &isl::PwQPolynomial, times: i64| sum.add(&n.scale_val(&isl::Val::int_from_si(n.ctx(), times)?)?);
        counts.instances = more(&counts.instances, n_statements)?;
        counts.operations = more(&counts.operations, n_operations)?;
        for (array, Accesses { loads, stores }) in accesses {
            let sums = counts.arrays.entry(array).or_insert_with(none);
            *sums = Accesses { loads: more(&sums.loads, loads)?, stores: more(&sums.stores, stores)? };
        }
    }
    Ok(Some(counts))
}

/// What is done once for each of these instances.
struct Tally {
    instances: isl::Set,
    n_statements: i64,
    n_operations: i64,
    accesses: BTreeMap<ArrayId, Accesses<i64>>,
}

fn tallies(gdg: &Gdg) -> isl::Result<Vec<Tally>> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let mut tallies = vec![];
    for statement in &gdg.statements {
        let domain = statement.domain.intersect_params(&valid)?;
        let Done { n_operations, loads, stores, .. } = Done::by(statement);
        let mut of_all = Tally { instances: domain.clone(), n_statements: 1, n_operations, accesses: BTreeMap::new() };
        for (position, access) in statement.accesses.iter().enumerate() {
            let n = |all: &[AccessId]| all.iter().filter(|id| id.index() == position).count() as i64;
            let own = Accesses { loads: n(&loads), stores: n(&stores) };
            if own.total() == 0 {
                continue;
            }
            let accesses = access.relation.domain()?;
            if domain.is_subset(&accesses)? {
                *of_all.accesses.entry(access.array).or_default() += own;
                continue;
            }
            let instances = domain.intersect(&accesses)?;
            let accesses = BTreeMap::from([(access.array, own)]);
            tallies.push(Tally { instances, n_statements: 0, n_operations: 0, accesses });
        }
        tallies.push(of_all);
    }
    Ok(tallies)
}

/// What one instance does, if all that is conditional happens, and loops in it run once.
#[derive(Default)]
struct Done {
    n_operations: i64,
    loads: Vec<AccessId>,
    stores: Vec<AccessId>,
    /// Those that only happen if data say so.
    conditional: BTreeSet<AccessId>,
    /// Whether what is looked at is done only if data say so.
    is_conditional: bool,
}

impl Done {
    fn by(statement: &Statement) -> Self {
        let mut done = Self::default();
        done.actions(&statement.body.actions);
        done
    }

    fn actions(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Store { access, value } => {
                    self.value(value);
                    self.stores.push(*access);
                    self.conditional.extend(self.is_conditional.then_some(*access));
                }
                Action::Set { value, .. } => self.value(value),
                Action::If { condition, then, otherwise } => {
                    self.value(condition);
                    self.if_data_say_so(|done| {
                        done.actions(then);
                        done.actions(otherwise);
                    });
                }
                Action::Loop(inner) => self.if_data_say_so(|done| {
                    done.value(&inner.condition);
                    [&inner.init, &inner.step, &inner.body].into_iter().for_each(|actions| done.actions(actions));
                }),
            }
        }
    }

    fn value(&mut self, value: &Expr) {
        match &value.kind {
            ExprKind::Load(access) => {
                self.loads.push(*access);
                self.conditional.extend(self.is_conditional.then_some(*access));
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Call(..) => self.n_operations += 1,
            _ => {}
        }
        match &value.kind {
            ExprKind::Select(first, then, otherwise) => {
                self.value(first);
                self.if_data_say_so(|done| [then, otherwise].into_iter().for_each(|operand| done.value(operand)));
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, first, second) => {
                self.value(first);
                self.if_data_say_so(|done| done.value(second));
            }
            _ => value.operands().into_iter().for_each(|operand| self.value(operand)),
        }
    }

    fn if_data_say_so(&mut self, look: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_conditional, true);
        look(self);
        self.is_conditional = before;
    }
}

fn at_most(gdg: &Gdg) -> BTreeSet<ArrayId> {
    let mut found = BTreeSet::new();
    for statement in &gdg.statements {
        let done = Done::by(statement);
        for (position, access) in statement.accesses.iter().enumerate() {
            let is_possible = matches!(access.kind, AccessKind::MayRead | AccessKind::MayWrite);
            if is_possible || done.conditional.contains(&AccessId::new(position)) {
                found.insert(access.array);
            }
        }
    }
    found
}
