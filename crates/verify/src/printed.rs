//! Whether loops, as they are printed, run what the schedule says.
//!
//! The proofs of the mapper and of lowering are about schedules and about loops as isl makes them. What is printed went
//! through clean-ups after that: bounds and guards simplified, loops unrolled, shifted, collapsed. Here the loops are read
//! back: bounds, guards and the instances inside give a relation from instances to the places at which they run, and of that
//! relation all is proven again, for all parameters.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use polymill_gdg::{Gdg, StatementId};
use polymill_isl as isl;
use polymill_lower::{Atom, Condition, For, Instance, IntExpr, Lanes, LoopKind, LoopNest, Node, VarId};

use crate::legality::{Relations, illegal};
use crate::places::{apart_in_last, late, placed};
use crate::points::{Point, coordinates};
use crate::witness::witness;
use crate::{Error, Result, Trust, Violation};

/// Proves that the loops run each instance of each domain exactly once, the second instance of each dependence after the
/// first, and that no parallel or simd loop carries a dependence.
///
/// # Errors
/// [`Error::Illegal`] with an example; [`Error::Unsupported`] for loops that end where data say; isl's.
pub fn check_printed(gdg: &Gdg, nest: &LoopNest) -> Result<()> {
    let code = ReadBack::of(gdg, nest)?;
    for index in 0..gdg.statements.len() {
        code.runs_all_once(StatementId::new(index))?;
    }
    let dependences = crate::legality::dependences(gdg, Trust::Recorded)?;
    let places = code.places(0..code.leaves.len(), code.n_dims())?;
    code.check(&dependences, &places, late, |kind, witness| Violation::Order { kind, witness })?;
    for inner in &code.concurrent {
        let places = code.places(inner.leaves.clone(), inner.n_dims)?;
        code.check(&dependences, &places, apart_in_last, |kind, witness| Violation::Concurrent {
            kind,
            iterator: inner.iterator.clone(),
            witness,
        })?;
    }
    Ok(())
}

/// What loops run, and when.
struct ReadBack<'a> {
    gdg: &'a Gdg,
    nest: &'a LoopNest,
    leaves: Vec<Leaf>,
    concurrent: Vec<Concurrent>,
    around: Around,
    /// The values of named constants.
    named: HashMap<VarId, IntExpr>,
    /// Variables for values that conditions choose between, and what these are; they are not yet among those around.
    choices: RefCell<Vec<(String, String)>>,
    n_choices: Cell<usize>,
    /// How variables are called in isl's notation: this and their number.
    prefix: String,
}

/// An instance node.
struct Leaf {
    statement: StatementId,
    /// From the values of the variables around to the instance.
    instances: isl::Map,
    /// From the values of the variables around to the place in time: positions in the text and iterations of loops, in turn.
    time: isl::Map,
}

/// A loop whose iterations may run at the same time.
struct Concurrent {
    iterator: String,
    /// The instance nodes inside.
    leaves: std::ops::Range<usize>,
    /// The number of dimensions of places up to its iteration.
    n_dims: usize,
}

/// What stands around a node, in isl's notation.
#[derive(Default)]
struct Around {
    vars: Vec<String>,
    constraints: Vec<String>,
    time: Vec<String>,
    /// How many nodes stand before it in the text.
    position: usize,
}

impl Around {
    /// How much there is.
    fn mark(&self) -> [usize; 3] {
        [self.vars.len(), self.constraints.len(), self.time.len()]
    }

    /// Takes away what came after a mark.
    fn reset(&mut self, [n_vars, n_constraints, n_times]: [usize; 3]) {
        self.vars.truncate(n_vars);
        self.constraints.truncate(n_constraints);
        self.time.truncate(n_times);
    }
}

impl<'a> ReadBack<'a> {
    fn of(gdg: &'a Gdg, nest: &'a LoopNest) -> Result<Self> {
        let is_free = |prefix: &str| !gdg.params.iter().any(|param| param.name.starts_with(prefix));
        let prefix = ["c", "v_", "polymill_c"].into_iter().find(|prefix| is_free(prefix)).unwrap_or("polymill_v_");
        let mut code = Self {
            gdg,
            nest,
            leaves: vec![],
            concurrent: vec![],
            around: Around::default(),
            named: HashMap::new(),
            choices: RefCell::default(),
            n_choices: Cell::new(0),
            prefix: prefix.to_owned(),
        };
        code.block(&nest.body)?;
        Ok(code)
    }

    fn block(&mut self, block: &[Node]) -> Result<()> {
        for node in block {
            self.around.position += 1;
            match node {
                Node::For(inner) => self.run(inner)?,
                Node::If(inner) => {
                    let condition = inner.condition.replace(&|atom| self.value_of_name(atom));
                    let condition = self.condition(&condition);
                    let outside = self.around.mark();
                    self.take_choices();
                    self.under(condition.clone(), &inner.then)?;
                    self.under(format!("not ({condition})"), &inner.otherwise)?;
                    self.around.reset(outside);
                }
                Node::Declare(inner) => self.block(&inner.body)?,
                Node::Let { var, value } => {
                    self.named.insert(*var, self.without_names(value));
                }
                Node::Instance(instance) => self.instance(instance)?,
                Node::Evaluate { .. } => {
                    return Err(Error::Unsupported("data say how far the printed loops go".to_owned()));
                }
                // These move values between memory and registers, in the place of the instances next to them.
                Node::Load { .. }
                | Node::Store { .. }
                | Node::Zero { .. }
                | Node::AddSum { .. }
                | Node::Prefetch { .. }
                | Node::LoadPointer { .. } => {}
                Node::Call { .. } => return Err(Error::Unsupported("a specializer GDG has no instances".to_owned())),
            }
        }
        Ok(())
    }

    fn under(&mut self, condition: String, block: &[Node]) -> Result<()> {
        self.around.constraints.push(condition);
        self.block(block)?;
        self.around.constraints.pop();
        Ok(())
    }

    fn run(&mut self, inner: &For) -> Result<()> {
        let (lower, upper) = (self.without_names(&inner.lower), self.without_names(&inner.upper));
        let var = self.var(inner.var);
        let outside = self.around.mark();
        let counter = IntExpr::var(inner.var);
        self.around.constraints.push(self.non_negative(&(counter.clone() - lower.clone())));
        self.around.constraints.push(self.non_negative(&(upper.clone() - counter.clone())));
        if inner.step != 1 {
            let distance = self.value(&if inner.descending { upper - counter } else { counter - lower });
            self.around.constraints.push(format!("{distance} mod {} = 0", inner.step));
        }
        self.around.vars.push(var.clone());
        self.take_choices();
        let position = self.around.position.to_string();
        self.around.time.extend([position, if inner.descending { format!("-{var}") } else { var }]);
        let (first, n_dims) = (self.leaves.len(), self.around.time.len());
        self.block(&inner.body)?;
        if inner.kind != LoopKind::Sequential {
            let iterator = self.nest.name(inner.var).to_owned();
            self.concurrent.push(Concurrent { iterator, leaves: first..self.leaves.len(), n_dims });
        }
        self.around.reset(outside);
        Ok(())
    }

    /// Puts the variables of choices that were met among those around.
    fn take_choices(&mut self) {
        for (var, value) in self.choices.borrow_mut().drain(..) {
            self.around.vars.push(var);
            self.around.constraints.push(value);
        }
    }

    fn instance(&mut self, instance: &Instance) -> Result<()> {
        let Some(lanes) = instance.lanes else { return self.leaf(instance) };
        let (lane, outside) = (self.var(lanes.var), self.around.mark());
        self.around.constraints.push(format!("0 <= {lane} < {}", lanes.count));
        if let Some(filled) = &instance.filled {
            let [first, last] = filled.each_ref().map(|bound| self.value(&self.without_names(bound)));
            self.around.constraints.push(format!("{first} <= {lane} <= {last}"));
        }
        self.around.vars.push(lane.clone());
        self.around.time.extend([self.around.position.to_string(), lane]);
        let (first, n_dims) = (self.leaves.len(), self.around.time.len());
        self.leaf(instance)?;
        let leaves = first..self.leaves.len();
        self.concurrent.push(Concurrent { iterator: Lanes::NAME.to_owned(), leaves, n_dims });
        self.around.reset(outside);
        Ok(())
    }

    fn leaf(&mut self, instance: &Instance) -> Result<()> {
        let name = &self.gdg.statement(instance.statement).name;
        let iterators: Vec<_> = instance.iterators.iter().map(|value| self.value(&self.without_names(value))).collect();
        let outside = self.around.mark();
        self.take_choices();
        let vars = self.around.vars.join(", ");
        let conditions = match self.around.constraints.as_slice() {
            [] => String::new(),
            all => format!(" : {}", all.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" and ")),
        };
        let time = [self.around.time.as_slice(), &[self.around.position.to_string()]].concat().join(", ");
        let instances = format!("{{ [{vars}] -> {name}[{}]{conditions} }}", iterators.join(", "));
        self.leaves.push(Leaf {
            statement: instance.statement,
            instances: self.gdg.read_map(&instances)?.intersect_params(&self.valid()?)?,
            time: self.gdg.read_map(&format!("{{ [{vars}] -> [{time}] }}"))?,
        });
        self.around.reset(outside);
        Ok(())
    }

    /// The parameters for which the loops are valid; static bounds have the values that are printed in their place.
    fn valid(&self) -> Result<isl::Set> {
        Ok(self.gdg.at_static_bounds(&self.gdg.context.intersect(&self.gdg.assumptions)?)?)
    }

    fn value_of_name(&self, atom: &Atom) -> Option<IntExpr> {
        if let Atom::Var(var) = atom { self.named.get(var).cloned() } else { None }
    }

    fn without_names(&self, value: &IntExpr) -> IntExpr {
        value.substitute(&|var| self.named.get(&var).cloned())
    }

    fn var(&self, var: VarId) -> String {
        format!("{}{}", self.prefix, var.index())
    }

    /// A value in isl's notation.
    fn value(&self, value: &IntExpr) -> String {
        let mut sum = vec![];
        for (atom, factor) in value.terms() {
            let atom = self.atom(atom);
            sum.push(if *factor == 1 { atom } else { format!("{factor} * {atom}") });
        }
        if sum.is_empty() || value.constant_part() != 0 {
            sum.push(value.constant_part().to_string());
        }
        format!("({})", sum.join(" + "))
    }

    fn atom(&self, atom: &Atom) -> String {
        let all = |values: &[IntExpr]| values.iter().map(|value| self.value(value)).collect::<Vec<_>>().join(", ");
        match atom {
            Atom::Var(var) => self.var(*var),
            Atom::Param(param) => self.gdg.params[param.index()].name.clone(),
            Atom::Div(division) => format!("floor({} / {})", self.value(&division.numerator), division.divisor),
            Atom::Mod(division) => format!("({} mod {})", self.value(&division.numerator), division.divisor),
            Atom::Min(values) => format!("min({})", all(values)),
            Atom::Max(values) => format!("max({})", all(values)),
            Atom::Select(inner) => {
                let (condition, then, otherwise) = inner.as_ref();
                let (condition, then, otherwise) = (self.condition(condition), self.value(then), self.value(otherwise));
                let mut choices = self.choices.borrow_mut();
                self.n_choices.set(self.n_choices.get() + 1);
                let choice = format!("{}choice{}", self.prefix, self.n_choices.get());
                let value =
                    format!("(({condition}) and {choice} = {then}) or (not ({condition}) and {choice} = {otherwise})");
                choices.push((choice.clone(), value));
                choice
            }
        }
    }

    /// A condition in isl's notation.
    fn condition(&self, condition: &Condition) -> String {
        let all = |word: &str, parts: &[Condition]| {
            parts.iter().map(|part| format!("({})", self.condition(part))).collect::<Vec<_>>().join(word)
        };
        match condition {
            Condition::Constant(holds) => if *holds { "0 = 0" } else { "0 = 1" }.to_owned(),
            Condition::NonNegative(value) => self.non_negative(value),
            Condition::Zero(value) => format!("{} = 0", self.value(value)),
            Condition::Multiple(value, divisor) => format!("{} mod {divisor} = 0", self.value(value)),
            Condition::And(parts) => all(" and ", parts),
            Condition::Or(parts) => all(" or ", parts),
            Condition::Not(inner) => format!("not ({})", self.condition(inner)),
        }
    }

    /// `0 <= value`. Minima and maxima become conditions on what they are of, which takes isl much less work than to see for
    /// which values each of them is the smallest or largest.
    fn non_negative(&self, value: &IntExpr) -> String {
        for (atom, factor) in value.terms() {
            let (values, word) = match (atom, *factor > 0) {
                (Atom::Min(values), true) | (Atom::Max(values), false) => (values, " and "),
                (Atom::Min(values), false) | (Atom::Max(values), true) => (values, " or "),
                _ => continue,
            };
            let rest = value.clone() - IntExpr::atom(atom.clone()) * *factor;
            let parts = values.iter().map(|one| self.non_negative(&(rest.clone() + one.clone() * *factor)));
            return parts.map(|part| format!("({part})")).collect::<Vec<_>>().join(word);
        }
        format!("0 <= {}", self.value(value))
    }

    fn n_dims(&self) -> usize {
        self.leaves.iter().filter_map(|leaf| leaf.time.dim(isl::Dim::Out).ok()).max().unwrap_or(0)
    }

    /// Each instance of a statement is run by one instance node, for one value of the variables around.
    fn runs_all_once(&self, id: StatementId) -> Result<()> {
        let statement = self.gdg.statement(id);
        let domain = statement.domain.intersect_params(&self.valid()?)?;
        let mut run = domain.subtract(&domain)?;
        for leaf in self.leaves.iter().filter(|leaf| leaf.statement == id) {
            let own = leaf.instances.range()?;
            let again = own.intersect(&run)?;
            if !again.is_empty()? || !leaf.instances.is_injective()? {
                let again = if again.is_empty()? { own } else { again };
                return Err(illegal(Violation::Twice { instance: example(&again)? }));
            }
            run = run.union(&own)?;
        }
        let run = run.coalesce()?;
        // What does nothing need not be run.
        let is_needed = !statement.body.actions.is_empty();
        for (is_missing, wrong) in [(true, domain.subtract(&run)?), (false, run.subtract(&domain)?)] {
            if !wrong.is_empty()? && (is_needed || !is_missing) {
                return Err(illegal(Violation::Domain { is_missing, instance: example(&wrong)? }));
            }
        }
        Ok(())
    }

    /// From instances to the first dimensions of their places.
    fn places(&self, leaves: std::ops::Range<usize>, n_dims: usize) -> Result<isl::UnionMap> {
        let mut all = isl::UnionMap::empty(&self.gdg.context.get_space()?)?;
        for leaf in &self.leaves[leaves] {
            let n = leaf.time.dim(isl::Dim::Out)?;
            let mut time = leaf.time.project_out(isl::Dim::Out, n.min(n_dims), n.saturating_sub(n_dims))?;
            // What stands outside of loops has no iterations there.
            for position in n..n_dims {
                time = time.insert_dims(isl::Dim::Out, position, 1)?.fix_si(isl::Dim::Out, position, 0)?;
            }
            all = all.union(&leaf.instances.reverse()?.apply_range(&time)?.to_union_map()?)?;
        }
        Ok(all.coalesce()?)
    }

    /// No dependence is between instances at such places.
    fn check(
        &self,
        dependences: &Relations,
        places: &isl::UnionMap,
        select: fn(&isl::Map) -> isl::Result<isl::Map>,
        violation: impl Fn(crate::DependenceKind, crate::Witness) -> Violation,
    ) -> Result<()> {
        for (kind, relation) in dependences {
            let wrong = placed(relation, places, select)?;
            if let Some(witness) = witness(self.gdg, &wrong)? {
                return Err(illegal(violation(*kind, witness)));
            }
        }
        Ok(())
    }
}

fn example(instances: &isl::Set) -> Result<Point> {
    let n_dims = instances.dim(isl::Dim::Set)?;
    let name = instances.get_tuple_name()?.unwrap_or_default();
    Ok(Point { name, values: coordinates(&instances.sample_point()?, n_dims)? })
}
