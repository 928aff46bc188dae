//! The work of one statement, while it is being made.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use polymill_gdg::{
    Access, AccessId, AccessKind, Action, ArrayId, Body, Expr, ExprKind, Instances, Local, LocalId, ScalarType,
};
use polymill_isl as isl;

use super::builder::Builder;
use super::draft::Draft;
use super::place::{Place, Step, place_of};
use super::scope::Scope;
use crate::syntax::{self, VarId};
use crate::{Error, Result};

/// A statement in the making: accesses and actions so far.
pub(super) struct Work<'b, 'a> {
    pub builder: &'b mut Builder<'a>,
    pub scope: &'b Scope,
    pub accesses: Vec<Access>,
    /// For each access, the instances that may do it; `None` if all of them certainly do.
    pub occasions: Vec<Option<isl::Set>>,
    pub locals: Vec<Local>,
    /// The list that actions are added to.
    pub actions: Vec<Action>,
    /// Variables that live during one instance only.
    pub local_of_var: BTreeMap<VarId, LocalId>,
    /// Parameters of functions that are expanded in place, with their values.
    pub arguments: BTreeMap<VarId, Expr>,
    /// Variables whose value changes somewhere in this statement, so that what was known of them before is not used.
    pub changing: BTreeSet<VarId>,
    /// Whether what is being looked at certainly is done in every instance.
    pub is_certain: bool,
    /// The instances that may do what is being looked at.
    pub here: isl::Set,
    /// Whether a function is called that may read any memory.
    pub reads_memory: bool,
    /// How many function calls are being expanded.
    pub n_expanding: usize,
}

/// An element of an array, with its subscripts.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub array: ArrayId,
    pub subscripts: Vec<Expr>,
    pub ty: ScalarType,
    pub span: Range<usize>,
}

/// Where an assignment goes.
pub(super) enum Target {
    Local(LocalId, ScalarType),
    Element(Element),
}

impl<'b, 'a> Work<'b, 'a> {
    pub fn new(builder: &'b mut Builder<'a>, scope: &'b Scope) -> Self {
        Self {
            builder,
            scope,
            accesses: vec![],
            occasions: vec![],
            locals: vec![],
            actions: vec![],
            local_of_var: BTreeMap::new(),
            arguments: BTreeMap::new(),
            changing: BTreeSet::new(),
            is_certain: true,
            here: scope.domain.clone(),
            reads_memory: false,
            n_expanding: 0,
        }
    }

    /// The finished statement, at `span`.
    pub fn finish(self, span: Range<usize>) -> Draft {
        Draft {
            domain: self.scope.domain.clone(),
            iterators: self.scope.counters.iter().map(|counter| counter.iterator.clone()).collect(),
            accesses: self.accesses,
            occasions: self.occasions,
            body: Body { locals: self.locals, actions: self.actions },
            span,
            reads_memory: self.reads_memory,
        }
    }

    pub fn obstacle(&self, code: &'static str, message: impl Into<String>, at: &syntax::Expr, help: &str) -> Error {
        self.builder.obstacle(code, message, &at.span, help)
    }

    /// A new variable of the body.
    pub fn new_local(&mut self, name: &str, ty: ScalarType) -> LocalId {
        let name = self.builder.names.unique(name);
        self.locals.push(Local { name, ty });
        LocalId::new(self.locals.len() - 1)
    }

    /// A variable of the body that keeps `value`; constants and the like need none.
    pub fn keep(&mut self, value: Expr) -> Expr {
        let never_changes = match &value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Iterator(_) | ExprKind::Param(_) => true,
            ExprKind::Local(local) => !self.local_of_var.values().any(|var| var == local),
            _ => false,
        };
        if never_changes {
            return value;
        }
        let (ty, local) = (value.ty, self.new_local("t", value.ty));
        self.actions.push(Action::Set { local, value });
        Expr { ty, kind: ExprKind::Local(local) }
    }

    /// Runs `make` with an empty list of actions, which it returns.
    pub fn block(&mut self, make: impl FnOnce(&mut Self) -> Result<()>) -> Result<Vec<Action>> {
        let outer = std::mem::take(&mut self.actions);
        let result = make(self);
        let inner = std::mem::replace(&mut self.actions, outer);
        result.map(|()| inner)
    }

    /// Runs `make` for code that is run only where `condition` holds, if that is known as a set, and otherwise in no
    /// one knows which of the instances.
    pub fn guarded<T>(&mut self, condition: Option<&isl::Set>, make: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let here = match condition {
            Some(condition) => self.here.intersect(condition)?,
            None => self.here.clone(),
        };
        let here = std::mem::replace(&mut self.here, here);
        let is_certain = std::mem::replace(&mut self.is_certain, false);
        let result = make(self);
        (self.here, self.is_certain) = (here, is_certain);
        result
    }

    /// The place that an expression names, as an element of an array of the GDG.
    pub fn element(&mut self, expr: &'a syntax::Expr) -> Result<Element> {
        let place = self.place(expr)?;
        self.element_of(&place, expr)
    }

    /// The place that an expression names.
    pub fn place(&self, expr: &'a syntax::Expr) -> Result<Place<'a>> {
        let place = place_of(expr, self.builder.unit, &self.builder.facts.pointers).ok_or_else(|| {
            if expr.has_assignment() {
                let help = "use subscripts instead of a pointer that moves";
                return self.obstacle("pointer-changes", "a pointer moves along here", expr, help);
            }
            self.obstacle(
                "place-not-followed",
                "this place in memory is not one that is followed",
                expr,
                "use arrays, pointers with subscripts and members of structures of constant size",
            )
        })?;
        self.builder.check_place(&place, expr)?;
        Ok(place)
    }

    pub fn element_of(&mut self, place: &Place<'a>, expr: &'a syntax::Expr) -> Result<Element> {
        let Some(ty) = place.ty.scalar() else {
            let message = format!("a value of type `{}` is used as a whole", self.builder.unit.describe(&place.ty));
            return Err(self.obstacle("not-a-scalar", message, expr, "use its elements or members one by one"));
        };
        let array = self.builder.array(place, ty, &expr.span)?;
        let key = place.key();
        let mut subscripts = vec![];
        for (position, step) in place.steps.iter().enumerate() {
            if let Step::Index { terms, .. } = step
                && !self.builder.facts.is_plain(&key, position)
            {
                subscripts.push(self.subscript(terms)?);
            }
        }
        Ok(Element { array, subscripts, ty, span: expr.span.clone() })
    }

    /// The sum of the terms of a subscript.
    fn subscript(&mut self, terms: &[&'a syntax::Expr]) -> Result<Expr> {
        let mut sum: Option<Expr> = None;
        for term in terms {
            let value = self.value(term)?;
            if !value.ty.is_integer() {
                return Err(self.obstacle("subscript", "a subscript is no integer".to_owned(), term, "use an integer"));
            }
            sum = Some(match sum {
                None => value,
                Some(sum) => {
                    let wide = |value| super::convert::convert(value, ScalarType::I64);
                    Expr::binary(ScalarType::I64, syntax::BinaryOp::Add, wide(sum), wide(value))
                }
            });
        }
        Ok(sum.unwrap_or_else(|| Expr::int(ScalarType::I32, 0)))
    }

    /// The value of an element.
    pub fn load(&mut self, element: &Element) -> Result<Expr> {
        let access = self.access(element, false)?;
        Ok(Expr { ty: element.ty, kind: ExprKind::Load(access) })
    }

    /// Adds an access to an element, unless the statement has it already.
    pub fn access(&mut self, element: &Element, is_write: bool) -> Result<AccessId> {
        let Element { array, subscripts, span, .. } = element;
        if self.is_certain {
            // What may wrap is affine under an assumption.
            for subscript in subscripts {
                self.builder.affine(subscript, &self.here, &self.scope.iterators())?;
            }
        }
        let instances = Instances {
            domain: &self.builder.possible(&self.here)?,
            iterators: &self.scope.iterators(),
            params: &self.builder.params.params,
        };
        let elements = instances.elements(self.builder.arrays.get(*array), subscripts)?;
        let kind = match (is_write, self.is_certain && elements.exact) {
            (false, true) => AccessKind::Read,
            (false, false) => AccessKind::MayRead,
            (true, true) => AccessKind::MustWrite,
            (true, false) => AccessKind::MayWrite,
        };
        let relation =
            if self.is_certain { elements.relation } else { elements.relation.intersect_domain(&self.here)? };
        for (index, known) in self.accesses.iter().enumerate() {
            let same_place = known.array == *array && known.subscripts == *subscripts;
            let covers = known.kind == AccessKind::Read && !is_write
                || known.kind == kind && known.relation.plain_is_equal(&relation)?;
            if same_place && covers {
                return Ok(AccessId::new(index));
            }
        }
        let span = Some(self.builder.span(span));
        self.occasions.push((!self.is_certain).then(|| self.here.clone()));
        self.accesses.push(Access { kind, array: *array, relation, subscripts: subscripts.clone(), span });
        Ok(AccessId::new(self.accesses.len() - 1))
    }

    /// Stores a value, converted to the target's type.
    pub fn store(&mut self, target: &Target, value: Expr) -> Result<()> {
        let action = match target {
            Target::Local(local, ty) => Action::Set { local: *local, value: super::convert::convert(value, *ty) },
            Target::Element(element) => {
                let access = self.access(element, true)?;
                Action::Store { access, value: super::convert::convert(value, element.ty) }
            }
        };
        self.actions.push(action);
        Ok(())
    }

    /// Where an assignment to `expr` goes.
    pub fn target(&mut self, expr: &'a syntax::Expr) -> Result<Target> {
        if let Some(var) = expr.as_var() {
            if let Some(local) = self.local_of_var.get(&var) {
                return Ok(Target::Local(*local, self.locals[local.index()].ty));
            }
            if self.scope.position(var).is_some() || self.arguments.contains_key(&var) {
                let name = &self.builder.unit.var(var).name;
                let message = format!("the loop that counts `{name}` also changes it inside");
                return Err(self.obstacle("iterator-written", message, expr, "count with another variable"));
            }
        }
        self.element(expr).map(Target::Element)
    }

    /// The present value of a target.
    pub fn current(&mut self, target: &Target, expr: &'a syntax::Expr) -> Result<Expr> {
        if let Some(var) = expr.as_var()
            && let Some(known) = self.known(var)
        {
            return Ok(known);
        }
        match target {
            Target::Local(local, ty) => Ok(Expr { ty: *ty, kind: ExprKind::Local(*local) }),
            Target::Element(element) => self.load(element),
        }
    }

    /// What is known of a variable's value at this point.
    pub fn known(&self, var: VarId) -> Option<Expr> {
        if self.changing.contains(&var) { None } else { self.scope.values.get(&var).cloned() }
    }
}
