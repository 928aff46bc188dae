//! Loop nests that printers may rely on.

use std::collections::BTreeSet;
use std::ops::Deref;

use polymill_gdg::{AccessId, AccessKind, ArrayId, Gdg, ParamId, Projection, Side, StaticBound, Storage};

use crate::factor::{added, is_factor};
use crate::passes::lanes::{is_held, padded_arrays};
use crate::{
    Atom, Condition, Datum, Division, Element, Error, Factor, Instance, IntExpr, Lanes, LoopKind, LoopNest, Node,
    RegisterId, Result, VarId,
};

/// A value that was checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Validated<T>(T);

impl<T> Deref for Validated<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Validated<T> {
    /// The value, to change it; it has to be checked again afterwards.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl Validated<LoopNest> {
    /// Checks a loop nest of `gdg`: everything is defined where it is used and only once, steps are positive, numbers
    /// fit 64 bits, instances have as many iterators as their statements, local arrays are declared, registers have a
    /// value, and loops run in parallel or in vector lanes are proven to carry no dependence.
    ///
    /// # Errors
    /// A bug, for anything that is not so; [`Error::Unsupported`] for arrays whose subscripts cannot be written.
    pub fn check(nest: LoopNest, gdg: &Gdg) -> Result<Self> {
        let mut checker = Checker {
            nest: &nest,
            gdg,
            arrays: vec![],
            padded: padded_arrays(&nest),
            vars: BTreeSet::new(),
            registers: BTreeSet::new(),
        };
        checker.condition(&nest.assumptions, &[])?;
        checker.condition(&nest.promise, &[])?;
        checker.condition(&nest.threads_if, &[])?;
        checker.block(&nest.body, &mut Scope::default())?;
        Ok(Self(nest))
    }
}

struct Checker<'a> {
    nest: &'a LoopNest,
    gdg: &'a Gdg,
    /// Local arrays that are declared around.
    arrays: Vec<ArrayId>,
    /// Those of which a vector may be read that ends after them.
    padded: BTreeSet<ArrayId>,
    /// All that was defined so far.
    vars: BTreeSet<VarId>,
    registers: BTreeSet<RegisterId>,
}

/// What can be used at a point.
#[derive(Clone, Default)]
struct Scope {
    vars: Vec<VarId>,
    registers: Vec<RegisterId>,
    /// Registers that wait for their first value.
    unset: Vec<RegisterId>,
}

impl Checker<'_> {
    fn block(&mut self, block: &[Node], scope: &mut Scope) -> Result<()> {
        for node in block {
            if !scope.unset.is_empty() && !matches!(node, Node::Load { .. } | Node::Instance(_)) {
                return bug("a register without a value");
            }
            match node {
                Node::For(inner) => {
                    self.sum(&inner.lower, &scope.vars)?;
                    self.sum(&inner.upper, &scope.vars)?;
                    ensure(inner.step > 0, "a loop whose step is not positive")?;
                    self.loop_kind(inner)?;
                    let mut inside = scope.clone();
                    self.define(inner.var, &mut inside)?;
                    self.block(&inner.body, &mut inside)?;
                }
                Node::If(inner) => {
                    self.condition(&inner.condition, &scope.vars)?;
                    self.block(&inner.then, &mut scope.clone())?;
                    self.block(&inner.otherwise, &mut scope.clone())?;
                }
                Node::Declare(inner) => {
                    let is_local =
                        self.gdg.arrays.get(inner.array.index()).map(|each| each.storage) == Some(Storage::Local);
                    ensure(is_local, "a declaration of an array that is not local")?;
                    ensure(!self.arrays.contains(&inner.array), "a local array declared inside of its declaration")?;
                    inner.extents.iter().try_for_each(|extent| self.sum(extent, &[]))?;
                    self.arrays.push(inner.array);
                    self.block(&inner.body, &mut scope.clone())?;
                    self.arrays.pop();
                }
                Node::Let { var, value } => {
                    self.sum(value, &scope.vars)?;
                    self.define(*var, scope)?;
                }
                Node::Evaluate { var, value } => {
                    self.datum(value, scope)?;
                    self.define(*var, scope)?;
                }
                Node::LoadPointer { pointer, subscripts } => {
                    let array = self
                        .nest
                        .pointers
                        .get(pointer.index())
                        .and_then(|each| self.gdg.arrays.get(each.array.index()));
                    let is_held = array
                        .is_some_and(|array| array.storage == Storage::Parameter && array.n_dims() == subscripts.len());
                    ensure(is_held, "a pointer that stores may change")?;
                    subscripts.iter().try_for_each(|each| self.sum(each, &scope.vars))?;
                }
                Node::Load { register, element } => {
                    let is_new = self.registers.insert(*register) && register.index() < self.nest.registers.len();
                    ensure(is_new, "a register defined twice")?;
                    scope.registers.push(*register);
                    match element {
                        Some(element) => self.element(element, scope)?,
                        None => scope.unset.push(*register),
                    }
                }
                Node::Store { element, register } => {
                    self.element(element, scope)?;
                    ensure(scope.registers.contains(register), "a register used where it is not known")?;
                }
                Node::Zero { register } => {
                    let is_new = self.registers.insert(*register) && register.index() < self.nest.registers.len();
                    ensure(is_new, "a register defined twice")?;
                    scope.registers.push(*register);
                }
                Node::AddSum { element, register, factor } => {
                    self.element(element, scope)?;
                    ensure(scope.registers.contains(register), "a register used where it is not known")?;
                    match factor {
                        Factor::Element(factor) => self.element(factor, scope)?,
                        Factor::Register(factor) => {
                            ensure(scope.registers.contains(factor), "a register used where it is not known")?;
                        }
                    }
                }
                Node::Prefetch { element, .. } => self.element(element, scope)?,
                Node::Instance(instance) => self.instance(instance, scope)?,
                Node::Call { version } => {
                    let n_versions = self.gdg.specialize_op.as_ref().map_or(0, |op| op.versions.len());
                    ensure(*version < n_versions, "a call of a version that there is not")?;
                }
            }
        }
        ensure(scope.unset.is_empty(), "a register without a value")
    }

    fn loop_kind(&self, inner: &crate::For) -> Result<()> {
        let is_proven = inner.facts.carries == Some(false);
        ensure(inner.kind == LoopKind::Sequential || is_proven, "a parallel loop without proof")?;
        for reduction in inner.kind.reductions() {
            let extents = self.nest.extents.get(reduction.array.index());
            let is_fixed = |extent: &Option<IntExpr>| extent.as_ref().is_some_and(|size| size.as_constant().is_some());
            let has_size = extents.is_some_and(|extents| extents.iter().all(is_fixed));
            ensure(has_size, "a reduction into an array whose size is not a number")?;
        }
        Ok(())
    }

    fn instance(&mut self, instance: &Instance, scope: &mut Scope) -> Result<()> {
        let Some(statement) = self.gdg.statements.get(instance.statement.index()) else {
            return bug("an instance of an unknown statement");
        };
        ensure(instance.iterators.len() == statement.depth(), "an instance with the wrong number of iterators")?;
        let vars = with_lanes(&scope.vars, instance.lanes);
        instance.iterators.iter().try_for_each(|iterator| self.sum(iterator, &vars))?;
        for (access, register) in &instance.registers {
            let is_known = access.index() < statement.accesses.len() && scope.registers.contains(register);
            ensure(is_known, "a register used where it is not known")?;
        }
        if let Some(filled) = &instance.filled {
            filled.iter().try_for_each(|lane| self.sum(lane, &scope.vars))?;
            let is_held = is_held(self.gdg, self.nest, instance, &self.padded);
            ensure(
                self.gdg.reassociable && is_held,
                "lanes that are not there and neither in registers nor in memory",
            )?;
        }
        if !instance.left_out.is_empty() {
            let is_factor = added(instance, statement).is_some_and(|added| is_factor(added, &instance.left_out));
            ensure(self.gdg.reassociable && is_factor, "something left out that is not a factor of a sum")?;
        }
        for index in 0..statement.accesses.len() {
            let access = AccessId::new(index);
            if instance.register(access).is_some() {
                continue;
            }
            if !statement.access(access).subscripts.is_empty() {
                self.array_access(&instance.element(access, &self.nest.elements))?;
            }
            self.declared(statement.access(access).array, statement.access(access).kind)?;
        }
        let reads_unset = instance
            .registers
            .iter()
            .any(|(access, register)| scope.unset.contains(register) && statement.access(*access).kind.is_read());
        ensure(!reads_unset, "a register read before it has a value")?;
        scope.unset.retain(|register| !instance.sets(statement, *register));
        Ok(())
    }

    fn datum(&mut self, value: &Datum, scope: &Scope) -> Result<()> {
        let Some(statement) = self.gdg.statements.get(value.statement.index()) else {
            return bug("a value of an unknown statement");
        };
        ensure(value.iterators.len() == statement.depth(), "a value with the wrong number of iterators")?;
        value.iterators.iter().try_for_each(|iterator| self.sum(iterator, &scope.vars))?;
        value.arrays(self.gdg).into_iter().try_for_each(|array| self.declared(array, AccessKind::Read))
    }

    fn element(&mut self, element: &Element, scope: &Scope) -> Result<()> {
        let statement = self.gdg.statements.get(element.statement.index());
        let access = statement.and_then(|statement| statement.accesses.get(element.access.index()));
        let Some(access) = access else { return bug("an element of an unknown access") };
        let vars = with_lanes(&scope.vars, element.lanes);
        element.iterators.iter().try_for_each(|iterator| self.sum(iterator, &vars))?;
        element.filled.iter().flatten().try_for_each(|lane| self.sum(lane, &scope.vars))?;
        self.declared(access.array, access.kind)?;
        self.array_access(element)
    }

    /// That the access can be written in C.
    fn array_access(&self, element: &Element) -> Result<()> {
        let statement = self.gdg.statement(element.statement);
        let id = statement.access(element.access).array;
        let array = self.gdg.array(id);
        let mut position = 0;
        for projection in &array.place.projections {
            let Projection::Linear { n_dims } = projection else {
                position += projection.n_subscripts();
                continue;
            };
            let sizes = self.nest.extents.get(id.index()).and_then(|sizes| sizes.get(position + 1..position + n_dims));
            let are_known = sizes.is_some_and(|sizes| sizes.iter().all(Option::is_some));
            if !are_known && array.storage == Storage::External {
                return Err(Error::Unsupported(format!("`{}` is linearized and has no known sizes", array.name)));
            }
            position += n_dims;
        }
        Ok(())
    }

    fn declared(&self, id: ArrayId, kind: polymill_gdg::AccessKind) -> Result<()> {
        let needs = self.gdg.array(id).storage == Storage::Local && kind != polymill_gdg::AccessKind::Kill;
        ensure(!needs || self.arrays.contains(&id), "a local array used outside of its declaration")
    }

    fn define(&mut self, var: VarId, scope: &mut Scope) -> Result<()> {
        let is_new = self.vars.insert(var) && var.index() < self.nest.vars.len();
        ensure(is_new, "a variable defined twice")?;
        let name = self.nest.name(var);
        let is_clear = !name.is_empty() && scope.vars.iter().all(|other| self.nest.name(*other) != name);
        ensure(is_clear, "two variables of one name")?;
        scope.vars.push(var);
        Ok(())
    }

    fn sum(&self, value: &IntExpr, vars: &[VarId]) -> Result<()> {
        check_number(value.constant_part())?;
        for (atom, coefficient) in value.terms() {
            check_number(*coefficient)?;
            match atom {
                Atom::Var(var) => ensure(vars.contains(var), "a variable used where it is not known")?,
                Atom::Param(param) => self.param(*param)?,
                Atom::Div(division) | Atom::Mod(division) => self.division(division, vars)?,
                Atom::Min(values) | Atom::Max(values) => values.iter().try_for_each(|value| self.sum(value, vars))?,
                Atom::Select(parts) => {
                    self.condition(&parts.0, vars)?;
                    self.sum(&parts.1, vars)?;
                    self.sum(&parts.2, vars)?;
                }
            }
        }
        Ok(())
    }

    fn param(&self, param: ParamId) -> Result<()> {
        let Some(param) = self.gdg.params.get(param.index()) else { return bug("an unknown parameter") };
        match param.static_bound() {
            Some(StaticBound { value: None, side }) => {
                let word = if *side == Side::Upper { "up to" } else { "from" };
                let message = format!("`{}`, {word} which a loop would have to run, is not known", param.name);
                Err(Error::Unsupported(message))
            }
            _ => Ok(()),
        }
    }

    fn division(&self, division: &Division, vars: &[VarId]) -> Result<()> {
        check_number(division.divisor)?;
        ensure(division.divisor > 0, "a division by something other than a positive number")?;
        self.sum(&division.numerator, vars)
    }

    fn condition(&self, condition: &Condition, vars: &[VarId]) -> Result<()> {
        match condition {
            Condition::Constant(_) => Ok(()),
            _ if condition.limit_of_param().is_some() => Ok(()),
            Condition::NonNegative(value) | Condition::Zero(value) => self.sum(value, vars),
            Condition::Multiple(numerator, divisor) => {
                let division = Division { numerator: numerator.clone(), divisor: *divisor, truncating: false };
                self.division(&division, vars)
            }
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part, vars))
            }
            Condition::Not(inner) => self.condition(inner, vars),
        }
    }
}

fn check_number(value: i128) -> Result<()> {
    // One less than the range, so that bounds can be written either way.
    let is_small = i64::try_from(value.saturating_abs().saturating_add(1)).is_ok();
    match is_small {
        true => Ok(()),
        false => Err(Error::Unsupported("a bound of a loop does not fit 64 bits".to_owned())),
    }
}

/// What can be used in an instance or an element, which may run in lanes.
fn with_lanes(vars: &[VarId], lanes: Option<Lanes>) -> Vec<VarId> {
    vars.iter().copied().chain(lanes.map(|lanes| lanes.var)).collect()
}

fn ensure(holds: bool, otherwise: &str) -> Result<()> {
    if holds { Ok(()) } else { bug(otherwise) }
}

fn bug<T>(what: &str) -> Result<T> {
    Err(Error::Bug(format!("the loop nest has {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{For, Hint, If, Known, Reduction, ReductionOperator, Register, VarId};
    use polymill_gdg::{Program, StatementId};
    use polymill_isl as isl;

    fn gdg() -> Gdg {
        let text = "gdg g {
            param n: i32
            array x: f64[n] live_in live_out
            array s: f64 live_out
            array t: f64 local
            statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { x[i] = x[i] + 1.0; } }
            statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { t = x[i]; } }
        }";
        let ctx = isl::Context::new().unwrap();
        Program::parse(&ctx, text).unwrap().gdgs()[0].clone()
    }

    fn nest(n_vars: usize, body: Vec<Node>) -> LoopNest {
        let mut nest = LoopNest {
            assumptions: Condition::Constant(true),
            promise: Condition::Constant(true),
            threads_if: Condition::Constant(true),
            body,
            vars: vec![],
            registers: vec![],
            pointers: vec![],
            elements: crate::Elements::default(),
            extents: vec![vec![None], vec![], vec![]],
            known: Known::default(),
        };
        for _ in 0..n_vars {
            nest.new_var(Hint::Iterators(vec![]));
        }
        nest
    }

    fn var(index: usize) -> IntExpr {
        IntExpr::var(VarId::new(index))
    }

    fn instance(statement: usize, iterator: IntExpr) -> Node {
        Node::Instance(Instance::new(StatementId::new(statement), vec![iterator]))
    }

    fn loop_over(index: usize, body: Vec<Node>) -> For {
        For::new(VarId::new(index), IntExpr::constant(0), IntExpr::constant(9), body)
    }

    fn check(nest: LoopNest, expected: &str) {
        let result = Validated::check(nest, &gdg());
        let actual = result.map_or_else(|error| error.to_string(), |_| "valid".to_owned());
        assert!(actual.contains(expected), "{actual}");
    }

    #[test]
    fn a_loop_over_instances_is_valid() {
        check(nest(1, vec![Node::For(Box::new(loop_over(0, vec![instance(0, var(0))])))]), "valid");
    }

    #[test]
    fn variables_are_known_where_they_are_used() {
        check(nest(1, vec![instance(0, var(0))]), "used where it is not known");
        let twice = loop_over(0, vec![Node::For(Box::new(loop_over(0, vec![])))]);
        check(nest(1, vec![Node::For(Box::new(twice))]), "defined twice");
        let leaks = vec![
            Node::If(Box::new(If {
                condition: Condition::Constant(true),
                then: vec![Node::Let { var: VarId::new(0), value: IntExpr::constant(1) }],
                otherwise: vec![],
            })),
            instance(0, var(0)),
        ];
        check(nest(1, leaks), "used where it is not known");
    }

    #[test]
    fn names_are_not_hidden() {
        let mut nest =
            nest(2, vec![Node::For(Box::new(loop_over(0, vec![Node::For(Box::new(loop_over(1, vec![])))])))]);
        nest.vars[1].name = nest.vars[0].name.clone();
        check(nest, "two variables of one name");
    }

    #[test]
    fn steps_are_positive_and_numbers_fit() {
        let mut inner = loop_over(0, vec![]);
        inner.step = 0;
        check(nest(1, vec![Node::For(Box::new(inner.clone()))]), "step is not positive");
        inner.step = 1;
        inner.upper = IntExpr::constant(i128::from(i64::MAX));
        check(nest(1, vec![Node::For(Box::new(inner))]), "does not fit 64 bits");
    }

    #[test]
    fn parallel_loops_need_a_proof() {
        let mut inner = loop_over(0, vec![]);
        inner.kind = LoopKind::Parallel { simd: false, reductions: vec![] };
        check(nest(1, vec![Node::For(Box::new(inner.clone()))]), "without proof");
        inner.facts.carries = Some(false);
        let mut reduce = |array| {
            let reduction = Reduction { operator: ReductionOperator::Add, array: ArrayId::new(array) };
            inner.kind = LoopKind::Parallel { simd: false, reductions: vec![reduction] };
            nest(1, vec![Node::For(Box::new(inner.clone()))])
        };
        check(reduce(1), "valid");
        check(reduce(0), "size is not a number");
        let nest = Validated::check(reduce(1), &gdg()).unwrap();
        let code = crate::emit::print_region(&gdg(), &nest, &crate::emit::EmitOptions::default()).unwrap().code;
        assert!(code.starts_with("#pragma omp parallel for reduction(+:s)\n"), "{code}");
    }

    #[test]
    fn local_arrays_are_declared() {
        check(
            nest(1, vec![Node::For(Box::new(loop_over(0, vec![instance(1, var(0))])))]),
            "outside of its declaration",
        );
    }

    #[test]
    fn registers_have_a_value() {
        let with_register = |block: fn(RegisterId) -> Vec<Node>| {
            let mut nest = nest(0, vec![]);
            let id = nest.new_register(Register {
                name: "r".to_owned(),
                ty: polymill_gdg::ScalarType::F64,
                constant: false,
                array: ArrayId::new(0),
                subscripts: vec![],
                is_part: false,
                lanes: None,
            });
            nest.body = block(id);
            nest
        };
        check(with_register(|register| vec![Node::Load { register, element: None }]), "without a value");
        let reads_first = |register| {
            let mut instance = Instance::new(StatementId::new(0), vec![IntExpr::constant(0)]);
            instance.registers = vec![(AccessId::new(0), register), (AccessId::new(1), register)];
            vec![Node::Load { register, element: None }, Node::Instance(instance)]
        };
        check(with_register(reads_first), "before it has a value");
    }
}
