//! Syntax to IR: statements with their accesses and bodies.

use polymill_isl as isl;

use super::names::{Names, check_unique};
use super::syntax::*;
use crate::build::{Derivation, Use};
use crate::{
    Access, AccessId, AccessKind, Action, ArrayId, BinaryOp, Body, Error, Expr, ExprKind, Instances, Iterator, Local,
    LocalId, Loop, ParamId, Result, ScalarType, Statement, UnaryOp,
};

/// The statement that a text describes. `valid` is what is known of the parameters.
pub(super) fn statement(names: &Names, valid: &isl::Set, syntax: &StatementText) -> Result<Statement> {
    check_unique(names.text, "iterator", syntax.iterators.iter().map(|(name, _)| name))?;
    check_unique(names.text, "variable", syntax.locals.iter().map(|(name, _)| name))?;
    let domain = domain(names, syntax)?;
    let iterator = |(name, ty): &(Name, ScalarType)| Iterator { name: name.value.clone(), ty: *ty, span: None };
    let iterators: Vec<_> = syntax.iterators.iter().map(iterator).collect();
    let valid_domain = domain.intersect_params(valid)?;
    let instances = Instances { domain: &valid_domain, iterators: &iterators, params: &names.params };
    let local = |(name, ty): &(Name, ScalarType)| Local { name: name.value.clone(), ty: *ty };
    let locals: Vec<_> = syntax.locals.iter().map(local).collect();
    let declared = syntax.accesses.as_deref();
    let derived = Derivation { instances, arrays: &names.arrays, accesses: vec![] };
    let mut reading = Reading { names, instances, locals: &locals, declared, derived, conditional: false };
    reading.declare()?;
    let actions = reading.actions(&syntax.actions)?;
    let accesses = reading.derived.accesses;
    let origin = match &syntax.origin {
        Some(text) => names.isl(text, isl::UnionMap::read)?,
        None => Statement::own_origin(&domain)?,
    };
    Ok(Statement {
        name: syntax.name.value.clone(),
        domain,
        origin,
        accesses,
        body: Body { locals, actions },
        span: None,
        iterators,
    })
}

fn domain(names: &Names, syntax: &StatementText) -> Result<isl::Set> {
    let offset = syntax.domain.offset;
    let domain = names.isl(&syntax.domain, isl::Set::read)?;
    let name = &syntax.name.value;
    if domain.is_params()? || domain.get_tuple_name()?.as_ref() != Some(name) {
        return Err(names.error(offset, &format!("expected a set of instances `{name}[...]`")));
    }
    let (n_dims, n_iterators) = (domain.dim(isl::Dim::Set)?, syntax.iterators.len());
    if n_dims != n_iterators {
        let message =
            format!("the instances of `{name}` have {n_dims} dimensions, but there are {n_iterators} iterators");
        return Err(names.error(offset, &message));
    }
    Ok(domain)
}

/// A statement, half read.
struct Reading<'a> {
    names: &'a Names<'a>,
    instances: Instances<'a>,
    locals: &'a [Local],
    declared: Option<&'a [AccessText]>,
    derived: Derivation<'a>,
    /// Whether what is read now may be skipped by an instance.
    conditional: bool,
}

/// What a name stands for.
enum Named {
    Iterator(usize),
    Local(LocalId),
    Param(ParamId),
    Array(ArrayId),
}

impl Reading<'_> {
    /// Takes the accesses from their declarations.
    fn declare(&mut self) -> Result<()> {
        for syntax in self.declared.unwrap_or_default() {
            let element = &syntax.element;
            let array = self.named_array(element)?;
            self.check_subscripts(element, array, syntax.kind)?;
            let subscripts = self.subscripts(&element.value)?;
            let relation = match &syntax.relation {
                Some(text) => self.names.isl(text, isl::Map::read)?,
                None if syntax.kind == AccessKind::Kill && !self.names.arrays[array.index()].is_scalar() => {
                    return Err(self
                        .names
                        .error(element.offset, "expected `: { ... }` behind this, the elements killed"));
                }
                None => self.instances.elements(&self.names.arrays[array.index()], &subscripts)?.relation,
            };
            self.derived.accesses.push(Access { kind: syntax.kind, array, relation, subscripts, span: None });
        }
        Ok(())
    }

    fn actions(&mut self, actions: &[ActionText]) -> Result<Vec<Action>> {
        actions.iter().map(|action| self.action(action)).collect()
    }

    fn action(&mut self, action: &ActionText) -> Result<Action> {
        match action {
            ActionText::Assign { target, value } => self.assignment(target, value),
            ActionText::If { condition, then, otherwise } => {
                let condition = self.expr(condition)?;
                self.maybe(|reading| {
                    let (then, otherwise) = (reading.actions(then)?, reading.actions(otherwise)?);
                    Ok(Action::If { condition, then, otherwise })
                })
            }
            ActionText::For { init, condition, step, body } => {
                let init = self.actions(init)?;
                let condition = self.expr(condition)?;
                self.maybe(|reading| {
                    let (step, body) = (reading.actions(step)?, reading.actions(body)?);
                    Ok(Action::Loop(Box::new(Loop { init, condition, step, body })))
                })
            }
        }
    }

    fn assignment(&mut self, target: &At<ElementText>, value: &At<ExprText>) -> Result<Action> {
        let offset = value.offset;
        let value = self.expr(value)?;
        let (ty, action) = match self.named(target)? {
            Named::Local(local) => (self.locals[local.index()].ty, Action::Set { local, value }),
            Named::Array(array) => {
                let access = self.access(target, array, AccessKind::is_write)?;
                (self.names.arrays[array.index()].element, Action::Store { access, value })
            }
            Named::Iterator(_) | Named::Param(_) => {
                let message = format!("`{}` cannot be assigned to; only arrays and variables can", target.value.name);
                return Err(self.names.error(target.offset, &message));
            }
        };
        let (Action::Set { value, .. } | Action::Store { value, .. }) = &action else { return Ok(action) };
        self.check_type(offset, "this value", value.ty, ty)?;
        Ok(action)
    }

    /// Reads what an instance may skip.
    fn maybe<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = std::mem::replace(&mut self.conditional, true);
        let result = inner(self);
        self.conditional = outer;
        result
    }

    /// An expression. The work is in functions of their own, which keeps the stack small where expressions nest.
    fn expr(&mut self, expr: &At<ExprText>) -> Result<Expr> {
        match &expr.value {
            ExprText::Int { value, ty } => self.int(expr.offset, *value, *ty),
            ExprText::Float { digits, ty } => self.float(expr.offset, digits, *ty),
            ExprText::Element(_) => self.element(expr, None),
            ExprText::Unary(op, operand) => self.unary(*op, operand),
            ExprText::Binary(op, left, right) => self.binary(expr.offset, *op, left, right),
            ExprText::Cast(ty, operand) => self.cast(*ty, operand),
            ExprText::Call(name, arguments) => self.call(expr.offset, name, arguments, None),
            ExprText::Select(condition, then, otherwise) => self.select(condition, then, otherwise),
            ExprText::As(operand, ty) => self.ascribed(operand, *ty),
        }
    }

    fn int(&self, offset: usize, value: i128, ty: Option<ScalarType>) -> Result<Expr> {
        let ty = ty.unwrap_or(ScalarType::I32);
        match ty.range() {
            Some((low, high)) if (low..=high).contains(&value) => Ok(Expr::int(ty, value)),
            _ => Err(self.names.error(offset, &format!("{value} is not a value of type {ty}"))),
        }
    }

    fn float(&self, offset: usize, digits: &str, ty: Option<ScalarType>) -> Result<Expr> {
        let ty = ty.unwrap_or(ScalarType::F64);
        if ty.is_float() {
            Ok(Expr { ty, kind: ExprKind::Float(digits.to_owned()) })
        } else {
            Err(self.names.error(offset, &format!("{digits} is not a value of type {ty}")))
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &At<ExprText>) -> Result<Expr> {
        let operand = self.expr(operand)?;
        let ty = op.result(operand.ty);
        Ok(Expr { ty, kind: ExprKind::Unary(op, Box::new(operand)) })
    }

    fn binary(&mut self, offset: usize, op: BinaryOp, left: &At<ExprText>, right: &At<ExprText>) -> Result<Expr> {
        let left = self.expr(left)?;
        let short_circuit = matches!(op, BinaryOp::And | BinaryOp::Or);
        let right = if short_circuit { self.maybe(|reading| reading.expr(right))? } else { self.expr(right)? };
        if op.is_of_one_type() && left.ty != right.ty {
            return Err(self.mixed_types(offset, op, left.ty, right.ty));
        }
        Ok(Expr::binary(op.result(left.ty), op, left, right))
    }

    fn mixed_types(&self, offset: usize, op: BinaryOp, left: ScalarType, right: ScalarType) -> Error {
        let operands = format!("the operands of `{}` are of types {left} and {right}", op.symbol());
        self.names.error(offset, &format!("{operands}; convert one, as in `({left})x`"))
    }

    fn cast(&mut self, ty: ScalarType, operand: &At<ExprText>) -> Result<Expr> {
        let operand = self.expr(operand)?;
        Ok(Expr { ty, kind: ExprKind::Cast(Box::new(operand)) })
    }

    /// A call of the type given, or of that of its first argument.
    fn call(&mut self, offset: usize, name: &str, arguments: &[At<ExprText>], ty: Option<ScalarType>) -> Result<Expr> {
        let arguments: Vec<_> = arguments.iter().map(|argument| self.expr(argument)).collect::<Result<_>>()?;
        match ty.or(arguments.first().map(|argument| argument.ty)) {
            Some(ty) => Ok(Expr { ty, kind: ExprKind::Call(name.to_owned(), arguments) }),
            None => Err(self.names.error(offset, "expected the type of this call behind it: `f() as f64`")),
        }
    }

    fn select(&mut self, condition: &At<ExprText>, then: &At<ExprText>, otherwise: &At<ExprText>) -> Result<Expr> {
        let condition = self.expr(condition)?;
        let offset = otherwise.offset;
        let (then, otherwise) = self.maybe(|reading| Ok((reading.expr(then)?, reading.expr(otherwise)?)))?;
        self.check_type(offset, "this side", otherwise.ty, then.ty)?;
        let ty = then.ty;
        Ok(Expr { ty, kind: ExprKind::Select(Box::new(condition), Box::new(then), Box::new(otherwise)) })
    }

    /// `operand as ty`, for what does not have its type from elsewhere.
    fn ascribed(&mut self, operand: &At<ExprText>, ty: ScalarType) -> Result<Expr> {
        let mut expr = match &operand.value {
            ExprText::Element(_) => return self.element(operand, Some(ty)),
            ExprText::Call(name, arguments) => return self.call(operand.offset, name, arguments, Some(ty)),
            _ => self.expr(operand)?,
        };
        let is_free = match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Binary(op, ..) => op.is_logical(),
            _ => expr.ty == ty,
        };
        if !is_free {
            let message = format!("the type of this is {}; to convert it, write `({ty})`", expr.ty);
            return Err(self.names.error(operand.offset, &message));
        }
        expr.ty = ty;
        Ok(expr)
    }

    fn element(&mut self, expr: &At<ExprText>, ty: Option<ScalarType>) -> Result<Expr> {
        let ExprText::Element(element) = &expr.value else { return self.expr(expr) };
        let element = At { value: element.clone(), offset: expr.offset };
        let (declared, kind) = match self.named(&element)? {
            Named::Iterator(position) => (self.instances.iterators[position].ty, ExprKind::Iterator(position)),
            Named::Param(id) => (self.names.params[id.index()].ty, ExprKind::Param(id)),
            Named::Local(id) => (self.locals[id.index()].ty, ExprKind::Local(id)),
            Named::Array(array) => {
                let access = self.access(&element, array, AccessKind::is_read)?;
                (self.names.arrays[array.index()].element, ExprKind::Load(access))
            }
        };
        let ty = ty.unwrap_or(declared);
        if !matches!(kind, ExprKind::Iterator(_) | ExprKind::Param(_)) {
            self.check_type(expr.offset, "this", declared, ty)?;
        }
        Ok(Expr { ty, kind })
    }

    /// The access that an element in the body is: the declared one, or a new one where none are declared.
    fn access(&mut self, element: &At<ElementText>, array: ArrayId, fits: fn(AccessKind) -> bool) -> Result<AccessId> {
        let what = if fits(AccessKind::Read) { "read" } else { "write" };
        if let Some(declared) = self.declared {
            let same = |access: &AccessText| {
                ElementText { tag: element.value.tag, ..access.element.value.clone() } == element.value
            };
            let is_it = |(index, access): &(usize, &AccessText)| {
                fits(access.kind) && same(access) && element.value.tag.is_none_or(|tag| tag as usize == *index)
            };
            return match declared.iter().enumerate().find(is_it) {
                Some((index, _)) => Ok(AccessId::new(index)),
                None => {
                    Err(self.names.error(element.offset, &format!("this {what} is not among the declared accesses")))
                }
            };
        }
        if element.value.tag.is_some() {
            return Err(self
                .names
                .error(element.offset, "`@` names one of the statement's `accesses`, which it does not list"));
        }
        self.check_subscripts(element, array, if what == "read" { AccessKind::Read } else { AccessKind::MustWrite })?;
        let subscripts = self.subscripts(&element.value)?;
        let how = Use { is_read: what == "read", conditional: self.conditional };
        Ok(self.derived.access(array, &subscripts, how)?)
    }

    fn subscripts(&mut self, element: &ElementText) -> Result<Vec<Expr>> {
        let mut subscripts = vec![];
        for subscript in &element.subscripts {
            let value = self.expr(subscript)?;
            if !value.ty.is_integer() {
                return Err(self.names.error(subscript.offset, &format!("a subscript of type {}", value.ty)));
            }
            subscripts.push(value);
        }
        Ok(subscripts)
    }

    fn check_subscripts(&self, element: &At<ElementText>, array: ArrayId, kind: AccessKind) -> Result<()> {
        let (n_subscripts, n_dims) = (element.value.subscripts.len(), self.names.arrays[array.index()].n_dims());
        if n_subscripts == n_dims || kind == AccessKind::Kill && n_subscripts == 0 {
            return Ok(());
        }
        let message = format!("{n_subscripts} subscripts for `{}`, which has {n_dims} dimensions", element.value.name);
        Err(self.names.error(element.offset, &message))
    }

    fn named_array(&self, element: &At<ElementText>) -> Result<ArrayId> {
        self.names.array_named(&At { value: element.value.name.clone(), offset: element.offset })
    }

    /// What a name stands for: with a scope, that; with subscripts, an array; otherwise the first that there is of
    /// iterator, variable, parameter and array.
    fn named(&self, element: &At<ElementText>) -> Result<Named> {
        let ElementText { scope, name, subscripts, tag } = &element.value;
        let scopes = match scope {
            Some(scope) => vec![*scope],
            None if !subscripts.is_empty() || tag.is_some() => vec![Scope::Array],
            None => Scope::ALL.to_vec(),
        };
        let found = scopes.into_iter().find_map(|scope| self.lookup(scope, name));
        let found = found.ok_or_else(|| {
            let known = scope.map_or("iterator, variable, parameter or array", Scope::keyword);
            let known = if scope.is_none() && !subscripts.is_empty() { "array" } else { known };
            self.names.error(element.offset, &format!("there is no {known} `{name}`"))
        })?;
        if !subscripts.is_empty() && !matches!(found, Named::Array(_)) {
            return Err(self.names.error(element.offset, &format!("`{name}` is not an array")));
        }
        Ok(found)
    }

    fn lookup(&self, scope: Scope, name: &str) -> Option<Named> {
        match scope {
            Scope::Iterator => {
                self.instances.iterators.iter().position(|iterator| iterator.name == name).map(Named::Iterator)
            }
            Scope::Local => {
                self.locals.iter().position(|local| local.name == name).map(|index| Named::Local(LocalId::new(index)))
            }
            Scope::Param => self.names.param(name).map(Named::Param),
            Scope::Array => self.names.array(name).map(Named::Array),
        }
    }

    fn check_type(&self, offset: usize, what: &str, is: ScalarType, should_be: ScalarType) -> Result<()> {
        if is == should_be {
            return Ok(());
        }
        let message = format!("{what} is of type {is}, but {should_be} is expected here; convert it: `({should_be})`");
        Err(self.names.error(offset, &message))
    }
}
