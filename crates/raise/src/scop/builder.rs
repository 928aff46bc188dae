//! What is built while a region is walked.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId, Span};
use polymill_gdg::{Array, ArrayId, ExprKind, Instances, Param, ParamId, ParamValue, ScalarType, Storage};
use polymill_isl as isl;

use super::affine::ideal;
use super::alias::may_change_in_region;
use super::based::Copies;
use super::choices::range_of_choices;
use super::computed::Product;
use super::convert::convert;
use super::draft::Draft;
use super::dynamic::DynamicLoop;
use super::escape::Escapes;
use super::facts::{Facts, assigned_in};
use super::heap::own_memory;
use super::liveness::Code;
use super::obstacle::obstacle;
use super::place::{Key, KeyStep, Place, Step};
use super::presumed::Presumed;
use super::promises::PromisedLoop;
use super::scope::Scope;
use super::tables::{Arrays, Params, UsedNames, plain_array, spell, spell_element};
use super::work::Work;
use super::{Source, liveness};
use crate::loop_pragma::LoopPragma;
use crate::syntax::{self, Extent, Function, Stmt, Type, Unit, VarId};
use crate::{Error, Result};

/// A region in the making.
pub(super) struct Builder<'a> {
    pub ctx: &'a isl::Context,
    pub unit: &'a Unit,
    pub function: &'a Function,
    pub escapes: &'a Escapes,
    /// What the user promises of loops.
    pub loop_pragmas: &'a [LoopPragma],
    pub file: FileId,
    /// The preprocessed text.
    pub text: &'a str,
    /// Whether the user promises that arrays do not overlap.
    pub is_promised: bool,
    /// The bytes of the region in the preprocessed text.
    pub region: Range<usize>,
    pub facts: Facts<'a>,
    pub arrays: Arrays,
    pub params: Params,
    /// Parameters that are products of others.
    pub products: Vec<Product>,
    /// What is known of the parameters.
    pub context: isl::Set,
    /// What has to be checked of the parameters.
    pub assumptions: isl::Set,
    pub drafts: Vec<Draft>,
    pub names: UsedNames,
    /// What there is to say about loops that are part of statements.
    pub remarks: Vec<Diagnostic>,
    /// Loops of which the user promises that no iteration accesses what another one writes.
    pub independent_loops: Vec<PromisedLoop<'a>>,
    /// Loops whose bounds are computed from data.
    pub dynamic_loops: Vec<DynamicLoop<'a>>,
    /// Parameters that say whether a pointer is not null.
    pub null_tests: BTreeMap<Key, ParamId>,
    /// Counters of loops that functions may know.
    pub shared_counters: BTreeSet<VarId>,
    /// Pointers to memory that is the function's own.
    pub own_memory: BTreeSet<VarId>,
    /// Members of structures that are presumed to be the same in all structures.
    pub presumed: Presumed,
    /// Memory of pointers that stores may change for all that is known.
    pub held_pointers: BTreeSet<ArrayId>,
    /// Where the values of pointers go, once somebody asks.
    pub copies: OnceCell<Copies>,
    /// Variables that the function assigns after their declaration.
    assigned_in_function: BTreeSet<VarId>,
    /// What was asked of [`Builder::valid`] last, and its result: many accesses stand in one place.
    known_valid: RefCell<Option<([isl::Set; 3], isl::Set)>>,
}

impl<'a> Builder<'a> {
    pub fn new(source: &Source<'a>, facts: Facts<'a>, region: Range<usize>, is_promised: bool) -> Result<Self> {
        let presumed = Presumed::of(source.unit, &facts);
        let universe = isl::Set::universe(&isl::Space::unit(source.ctx)?)?;
        Ok(Self {
            ctx: source.ctx,
            unit: source.unit,
            function: source.function,
            escapes: source.escapes,
            loop_pragmas: source.loop_pragmas,
            file: source.file,
            text: source.text,
            is_promised,
            region,
            facts,
            arrays: Arrays::default(),
            params: Params::default(),
            products: vec![],
            context: universe.clone(),
            assumptions: universe,
            drafts: vec![],
            remarks: vec![],
            independent_loops: vec![],
            dynamic_loops: vec![],
            null_tests: BTreeMap::new(),
            shared_counters: BTreeSet::new(),
            names: UsedNames::of(source.unit, source.function),
            presumed,
            held_pointers: BTreeSet::new(),
            copies: OnceCell::new(),
            own_memory: own_memory(source.unit, source.function),
            assigned_in_function: assigned_in(&source.function.body),
            known_valid: RefCell::default(),
        })
    }

    pub fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start, range.end)
    }

    pub fn obstacle(&self, code: &'static str, message: impl Into<String>, at: &Range<usize>, help: &str) -> Error {
        obstacle(self.file, code, message, at, help)
    }

    /// Control flow that does not fit into a region.
    pub fn jump(&self, what: &str, at: &Range<usize>) -> Error {
        let message = format!("{what} is not handled in a region");
        self.obstacle("jump", message, at, "use `if` and loops that end by their conditions")
    }

    /// The points of `set` for valid parameters.
    pub fn valid(&self, set: &isl::Set) -> isl::Result<isl::Set> {
        let asked = [set, &self.context, &self.assumptions];
        if let Some((known, valid)) = &*self.known_valid.borrow()
            && known.iter().zip(asked).all(|(known, asked)| known.is_same_object(asked))
        {
            return Ok(valid.clone());
        }
        let valid = set.intersect_params(&self.context)?.intersect_params(&self.assumptions)?;
        *self.known_valid.borrow_mut() = Some((asked.map(isl::Set::clone), valid.clone()));
        Ok(valid)
    }

    /// Whether the value of an automatic variable may be read after a statement of the function; always true for
    /// variables that can be reached in other ways.
    pub fn is_live_after(&self, var: VarId, stmt: &Stmt) -> bool {
        !self.is_unshared(var) || liveness::is_live_after(self.unit, &self.function.body, Code::Stmt(stmt), var)
    }

    /// The same question about the places of a kind, which lie in a variable, and some of the function's bytes.
    pub fn is_place_live_after(&self, key: &Key, code: &Range<usize>) -> bool {
        let members =
            key.steps.iter().map_while(|step| if let KeyStep::Field(name) = step { Some(name.as_str()) } else { None });
        let members: Vec<&str> = members.collect();
        !self.is_unshared(key.root)
            || liveness::is_member_live_after(self.unit, &self.function.body, Code::Bytes(code), key.root, &members)
    }

    /// Whether a variable is automatic, and cannot be reached in other ways.
    pub fn is_unshared(&self, var: VarId) -> bool {
        self.unit.var(var).is_automatic() && !self.escapes.contains(var, self.unit)
    }

    /// Whether places of a kind are in memory that is the function's own.
    pub fn is_own_memory(&self, key: &Key) -> bool {
        key.n_pointers() == 1 && self.own_memory.contains(&key.root)
    }

    /// Whether what is in the function's own memory may be read after some code of the function.
    pub fn is_memory_live_after(&self, pointer: VarId, code: &Range<usize>) -> bool {
        liveness::is_memory_live_after(self.unit, &self.function.body, Code::Bytes(code), pointer)
    }

    /// The array for the element that a place is.
    pub fn array(&mut self, place: &Place<'a>, element: ScalarType, at: &Range<usize>) -> Result<ArrayId> {
        let key = place.key();
        if let Some(id) = self.arrays.find(&key) {
            return Ok(id);
        }
        let is_local = self.facts.declared.contains(&key.root);
        let extents = self.extents(&key)?;
        let unknown = extents.iter().any(Option::is_none);
        if is_local && unknown {
            let message = format!("`{}` is declared here with a size that is not affine", self.unit.var(key.root).name);
            return Err(self.obstacle("local-size", message, at, "declare it outside of the region"));
        }
        let var = self.unit.var(key.root);
        let spelling = spell(self.unit, &key, &|position| !self.facts.is_plain(&key, position));
        let name = if is_local {
            let is_whole = !key.steps.iter().any(|step| matches!(step, KeyStep::Field(_)));
            self.names.unique_beside(&spelling.name, is_whole.then_some(&var.name))
        } else {
            self.names.own(&spelling.name)
        };
        let mut array: Array = plain_array(name.clone(), element, spelling.place, extents);
        array.span = Some(self.span(&var.span));
        array.row_dims = self.row_dims(&key, key.steps.len());
        if is_local {
            array.storage = Storage::Local;
            (array.live_in, array.live_out) = (false, false);
            array.place = polymill_gdg::Place::array(&name, array.n_dims());
            array.row_dims = 0;
        }
        Ok(self.arrays.add(key, array))
    }

    /// How many dimensions of a kind of place stand before the last pointer that is followed in the first so many steps: they choose
    /// among pointers.
    pub fn row_dims(&self, key: &Key, n_steps: usize) -> usize {
        let is_followed = |step: &KeyStep| matches!(step, KeyStep::Element { through_pointer: true });
        let last_pointer = key.steps[..n_steps].iter().rposition(is_followed).unwrap_or(0);
        let is_dimension = |position: &usize| {
            matches!(key.steps[*position], KeyStep::Element { .. }) && !self.facts.is_plain(key, *position)
        };
        (0..last_pointer).filter(is_dimension).count()
    }

    /// The sizes of the dimensions of a kind of place, where they are affine.
    fn extents(&mut self, key: &Key) -> Result<Vec<Option<isl::PwAff>>> {
        let mut extents = vec![];
        for (position, step) in key.steps.iter().enumerate() {
            if !matches!(step, KeyStep::Element { .. }) || self.facts.is_plain(key, position) {
                continue;
            }
            let outer = Key { root: key.root, steps: key.steps[..position].to_vec() };
            extents.push(match self.type_of(&outer) {
                Type::Array(array) => self.extent(&array.extent)?,
                _ => None,
            });
        }
        Ok(extents)
    }

    /// The type of the places of a kind.
    pub fn type_of(&self, key: &Key) -> Type {
        key.type_of(self.unit)
    }

    /// An array's size as a function of the parameters.
    fn extent(&mut self, extent: &Extent) -> Result<Option<isl::PwAff>> {
        let unit_space = isl::Space::unit(self.ctx)?;
        let expr = match extent {
            Extent::Constant(value) => {
                let value = isl::Val::read(self.ctx, &value.to_string())?;
                return Ok(Some(isl::PwAff::val_on_domain(&isl::Set::universe(&unit_space)?, &value)?));
            }
            Extent::Variable(expr) => expr,
            Extent::Unknown => return Ok(None),
        };
        if expr.any(&|e| e.as_var().is_some_and(|var| !self.is_constant_in_function(var))) {
            return Ok(None);
        }
        // The size belongs to a type, which may be that of several variables.
        let expr: &'a syntax::Expr = match self.find_extent(expr) {
            Some(expr) => expr,
            None => return Ok(None),
        };
        let scope = Scope::new(self.ctx)?;
        let Some(value) = self.pure_value(expr, &scope)? else { return Ok(None) };
        let (domain, params) = (&scope.domain, &self.params.params);
        let affine = Instances { domain, iterators: &[], params }.affine(&ideal(&value))?;
        let Some(affine) = affine else { return Ok(None) };
        let affine = affine.project_domain_on_params()?;
        // The size of an array is positive, or its declaration has no meaning.
        self.context = self.context.intersect(&affine.pos_set()?)?;
        Ok(Some(affine))
    }

    /// The same expression in the unit, where it lives long enough.
    fn find_extent(&self, wanted: &syntax::Expr) -> Option<&'a syntax::Expr> {
        fn inside<'u>(ty: &'u Type, wanted: &syntax::Expr) -> Option<&'u syntax::Expr> {
            match ty {
                Type::Array(array) => match &array.extent {
                    Extent::Variable(expr) if **expr == *wanted => Some(expr),
                    _ => inside(&array.element.ty, wanted),
                },
                Type::Pointer(target) => inside(&target.ty, wanted),
                _ => None,
            }
        }
        self.unit.vars.iter().find_map(|var| inside(&var.ty.ty, wanted))
    }

    /// Whether a variable has the same value in the whole function.
    fn is_constant_in_function(&self, var: VarId) -> bool {
        let variable = self.unit.var(var);
        variable.constant.is_some()
            || (variable.is_automatic()
                && !self.assigned_in_function.contains(&var)
                && !self.escapes.contains(var, self.unit)
                && !self.facts.declared.contains(&var))
    }

    /// The value of an expression if computing it changes and reads nothing.
    pub fn pure_value(&mut self, expr: &'a syntax::Expr, scope: &Scope) -> Result<Option<polymill_gdg::Expr>> {
        self.pure_value_as(expr, None, scope)
    }

    /// As [`Builder::pure_value`], converted to a type.
    pub fn pure_value_as(
        &mut self,
        expr: &'a syntax::Expr,
        ty: Option<ScalarType>,
        scope: &Scope,
    ) -> Result<Option<polymill_gdg::Expr>> {
        self.pure(expr, scope, |work| {
            let value = work.value(expr)?;
            Ok(match ty {
                Some(ty) => convert(value, ty),
                None => value,
            })
        })
    }

    /// As [`Builder::pure_value`], of an expression that is a condition.
    pub fn pure_truth(&mut self, expr: &'a syntax::Expr, scope: &Scope) -> Result<Option<polymill_gdg::Expr>> {
        self.pure(expr, scope, |work| work.truth(expr))
    }

    fn pure(
        &mut self,
        expr: &'a syntax::Expr,
        scope: &Scope,
        make: impl FnOnce(&mut Work<'_, 'a>) -> Result<polymill_gdg::Expr>,
    ) -> Result<Option<polymill_gdg::Expr>> {
        if expr.has_assignment() {
            return Ok(None);
        }
        let mut work = Work::new(self, scope);
        let value = make(&mut work)?;
        let is_pure = work.accesses.is_empty() && work.actions.is_empty() && !contains_call(&value);
        Ok(is_pure.then_some(value))
    }

    /// The parameter that a place is already.
    pub fn known_param(&self, place: &Place<'a>) -> Option<ParamId> {
        self.params.find(&place.element(self.unit)?)
    }

    /// The parameter that a place is, if it is an integer that the region does not change.
    pub fn param(&mut self, place: &Place<'a>) -> Option<ParamId> {
        let ty = place.ty.scalar().filter(|ty| ty.is_integer() && ty.size() <= 8)?;
        let element = place.element(self.unit)?;
        if let Some(id) = self.params.find(&element) {
            return Some(id);
        }
        let key = &element.key;
        let is_subscript = |position: usize| {
            matches!(place.steps[position], Step::Index { .. }) && !self.facts.is_plain(key, position)
        };
        // Each parameter costs; an element that decides nothing is read where it is used.
        let is_wanted = !(0..place.steps.len()).any(is_subscript) || self.facts.deciding.contains(&element);
        if !is_wanted || self.facts.declared.contains(&key.root) {
            return None;
        }
        let may_change = may_change_in_region(self, key, ty);
        if may_change && !self.may_stay(&element) {
            return None;
        }
        let (memory, wanted) = spell_element(self.unit, &element, &is_subscript);
        if let Some(same) = self.presumed_same(&element, &memory) {
            if may_change {
                self.hold(key.clone(), &wanted, ty, memory);
            }
            return Some(same);
        }
        // A variable holds its value if the C compiler must see that stores leave it alone.
        let name = if may_change { self.names.unique(&wanted) } else { self.names.own(&wanted) };
        self.context = self.context.intersect(&range_of_type(self.ctx, &name, ty).ok()?).ok()?;
        if place.steps.is_empty()
            && let Some((low, high)) =
                range_of_choices((self.unit, self.function, self.escapes), place.root, ty, self.region.start)
        {
            let range = format!("[{name}] -> {{ : {low} <= {name} <= {high} }}");
            self.context = self.context.intersect(&isl::Set::read(self.ctx, &range).ok()?).ok()?;
        }
        if may_change {
            self.hold(key.clone(), &wanted, ty, memory.clone());
        }
        let id = self.params.add(element.clone(), Param { name, ty, value: ParamValue::Place(memory), usual: None });
        self.presumed.lead(self.unit, &element.key, id);
        Some(id)
    }

    /// Refuses places that cannot be followed.
    pub fn check_place(&self, place: &Place, expr: &syntax::Expr) -> Result<()> {
        let var = self.unit.var(place.root);
        let refuse = |code, message: String, help| Err(self.obstacle(code, message, &expr.span, help));
        if place.is_volatile {
            return refuse("volatile", format!("`{}` is volatile, so that every access counts", var.name), "");
        }
        if var.is_odd {
            let message = format!("`{}` is no ordinary variable: a thread's own, an alias or a register", var.name);
            return refuse("odd-variable", message, "copy it to a local variable");
        }
        let key = place.key();
        for (position, step) in place.steps.iter().enumerate() {
            let Step::Index { through_pointer, .. } = step else { continue };
            let pointer = Key { root: key.root, steps: key.steps[..position].to_vec() };
            if *through_pointer && self.changes_pointer(&pointer) {
                let message = format!("`{}` points to different places in this region", var.name);
                let help = "declare the pointer where it is used, with the value that it keeps, or use subscripts";
                return refuse("pointer-changes", message, help);
            }
        }
        Ok(())
    }

    /// Whether the region may make a pointer point elsewhere.
    fn changes_pointer(&self, pointer: &Key) -> bool {
        if pointer.steps.is_empty() {
            return self.facts.assigned.contains(&pointer.root) || self.facts.declared.contains(&pointer.root);
        }
        let is_stored = |(key, _): &(Key, Type)| key.steps.len() <= pointer.steps.len() && key.overlaps(pointer);
        self.facts.stores.iter().any(is_stored)
    }

    /// Refuses declarations that mean more than a variable of a block.
    pub fn check_declaration(&self, var: VarId) -> Result<()> {
        let variable = self.unit.var(var);
        if variable.is_automatic() && !variable.is_odd && !variable.ty.qualifiers.is_volatile {
            return Ok(());
        }
        let message = format!("`{}` is declared here, and is not an ordinary local variable", variable.name);
        Err(self.obstacle("declaration", message, &variable.span, "declare it outside of the region"))
    }
}

fn contains_call(value: &polymill_gdg::Expr) -> bool {
    let mut found = false;
    value.for_each(&mut |e| found |= matches!(e.kind, ExprKind::Call(..)));
    found
}

/// The values that a type has, where that says something: 64 bits are as good as no bound above.
pub(super) fn range_of_type(ctx: &isl::Context, name: &str, ty: ScalarType) -> isl::Result<isl::Set> {
    let text = match ty.range() {
        Some((low, high)) if ty.size() <= 4 => format!("[{name}] -> {{ : {low} <= {name} <= {high} }}"),
        Some((0, _)) => format!("[{name}] -> {{ : {name} >= 0 }}"),
        _ => format!("[{name}] -> {{ : }}"),
    };
    isl::Set::read(ctx, &text)
}
