//! Calls of functions whose bodies are in the file or its headers, as these bodies: what loops do is seen through the functions that they call.
//!
//! A statement in a loop that calls a function becomes one that declares a variable for each parameter, does what the function
//! does, and uses the variable that stands for its result. C leaves open whether a call comes before or after the evaluation of
//! what stands beside it in an expression; what stands right of `&&`, `||` and `?` is left alone.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::returns::{ResultVar, without_returns};
use crate::pragma::is_about_code;
use crate::scop::{Escapes, assigned_in, declared_in, is_expanded, is_plain_function};
use crate::syntax::{
    ArrayType, BinaryOp, Declaration, Expr, ExprKind, Extent, Function, Initializer, Qualified, Stmt, StmtKind,
    Storage, Type, Unit, VarId, Variable,
};

/// Functions with more statements stay calls: copies of them would make regions too large.
const MAX_STATEMENTS: usize = 48;

/// How many statements of other functions a function may get.
const MAX_ADDED: usize = 240;

/// How deep functions may call each other.
const MAX_DEPTH: usize = 6;

/// Replaces calls in the loops of all functions, where that can be done, and notes why others stay.
pub(super) fn inline_calls(unit: &mut Unit, text: &str) {
    let mut functions = unit.functions.clone();
    let (escapes, mut checked) = (Escapes::of(unit), BTreeMap::new());
    for function in functions.iter_mut().filter(|function| function.is_main) {
        let caller = Caller::of(unit, function);
        let escapes = &escapes;
        let mut inliner = Inliner { unit, text, escapes, caller, checked: &mut checked, open: vec![], n_added: 0 };
        function.body.for_each_in_loops(&mut |stmt| inliner.statement(stmt));
    }
    unit.functions = functions;
    checked.retain(|name, _| unit.function(name).is_some());
    unit.kept_calls = checked.into_iter().filter_map(|(name, checked)| Some((name, checked.err()?))).collect();
}

/// Whether the body of a function can stand for calls of it, and if not, why.
type Checked = Result<(), &'static str>;

/// The function whose calls are replaced.
struct Caller {
    span: Range<usize>,
    /// Its variables.
    vars: BTreeSet<VarId>,
    /// Their names, which hide those of the file.
    names: BTreeSet<String>,
}

struct Inliner<'a> {
    unit: &'a mut Unit,
    text: &'a str,
    /// The variables of the functions as they are written that pointers lead to.
    escapes: &'a Escapes,
    caller: Caller,
    checked: &'a mut BTreeMap<String, Checked>,
    /// The functions whose bodies are being put in.
    open: Vec<String>,
    n_added: usize,
}

impl Caller {
    fn of(unit: &Unit, function: &Function) -> Self {
        let vars = own_vars(function);
        let names = vars.iter().map(|var| unit.var(*var).name.clone()).collect();
        Self { span: function.span.clone(), vars, names }
    }
}

impl Inliner<'_> {
    /// Replaces calls in a statement.
    fn statement(&mut self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::For(inner) => return self.statement(&mut inner.body),
            _ => stmt.children_mut().into_iter().for_each(|child| self.statement(child)),
        }
        let is_one = match &stmt.kind {
            StmtKind::Expr(_) | StmtKind::If { .. } => true,
            StmtKind::Declare(declarations) => declarations.len() == 1,
            _ => false,
        };
        let calls = |expr: &Expr| expr.any(&|e| matches!(e.kind, ExprKind::Call(..)));
        if !is_one || !stmt.exprs().into_iter().any(calls) {
            return;
        }
        let mut rest = stmt.clone();
        let mut before = vec![];
        if let [expr] = rest.exprs_mut().as_mut_slice() {
            self.calls(expr, &mut before);
        }
        if before.is_empty() {
            return;
        }
        // The value of a call that stands for itself is not used.
        let is_used = !matches!(&rest.kind, StmtKind::Expr(Expr { kind: ExprKind::Var(_) | ExprKind::Int(_), .. }));
        before.extend(is_used.then_some(rest));
        stmt.rewrite(before);
    }

    /// Replaces the calls that an expression does in any case; what they do is added to `before`.
    fn calls(&mut self, expr: &mut Expr, before: &mut Vec<Stmt>) {
        match &mut expr.kind {
            ExprKind::Conditional(condition, ..) => self.calls(condition, before),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, _) => self.calls(left, before),
            ExprKind::Comma(..) => {}
            _ => expr.operands_mut().into_iter().for_each(|operand| self.calls(operand, before)),
        }
        if let ExprKind::Call(callee, arguments) = &expr.kind
            && let ExprKind::Function(name) = &callee.kind
            && let Some((stmts, result)) = self.body(name, arguments, &expr.span)
        {
            before.extend(stmts);
            expr.kind = result.map_or(ExprKind::Int(0), |result| ExprKind::Var(result.var));
        }
    }

    /// What a call does, and the variable that has its result then.
    fn body(&mut self, name: &str, arguments: &[Expr], at: &Range<usize>) -> Option<(Vec<Stmt>, Option<ResultVar>)> {
        self.check(name).ok()?;
        let function = self.unit.function(name)?.clone();
        let (n_statements, mut result) = (size_of(&function.body), None);
        let is_possible = self.open.len() < MAX_DEPTH
            && !self.open.iter().any(|open| open == name)
            && self.n_added + n_statements <= MAX_ADDED
            && self.means_the_same(&function)
            && self.are_compatible(&function, arguments);
        if !is_possible {
            return None;
        }
        let ty = self.unit.prototypes.get(name)?.ty.result.ty.clone();
        let mut stmts = vec![];
        if ty.scalar().is_some() {
            result = Some(ResultVar { var: self.new_var(&format!("{name}_result"), ty.clone(), at), ty });
        }
        let assigned = assigned_in(&function.body);
        let mut values = BTreeMap::new();
        for (param, argument) in function.params.iter().zip(arguments) {
            let value = self.lasting_value(*param, argument).filter(|_| !assigned.contains(param));
            values.extend(value.map(|value| (*param, value)));
        }
        let mut fresh = BTreeMap::new();
        for var in own_vars(&function).into_iter().filter(|var| !values.contains_key(var)) {
            let Variable { name, ty, span, constant, .. } = self.unit.var(var).clone();
            let new = self.new_var(&name, without_sizes(&ty.ty), &span);
            self.unit.vars[new.0 as usize].constant = constant;
            fresh.insert(var, new);
        }
        for (param, argument) in function.params.iter().zip(arguments) {
            stmts.extend(fresh.get(param).map(|var| declare(*var, Some(argument.clone()), &argument.span)));
        }
        let mut body = function.body;
        Names { fresh, values }.put_into(&mut body);
        let mut body = without_returns(vec![body], result.as_ref())?;
        if let Some(result) = &result
            && !declares_at_end(&mut body, result.var)
        {
            stmts.push(declare(result.var, None, at));
        }
        self.n_added += n_statements;
        self.open.push(name.to_owned());
        stmts.extend(body.into_iter().map(|mut stmt| {
            self.statement(&mut stmt);
            stmt
        }));
        self.open.pop();
        Some((stmts, result))
    }

    /// The value of a number that is passed, as an expression that has this value all through the function that gets it.
    fn lasting_value(&self, param: VarId, argument: &Expr) -> Option<Expr> {
        let ty = &self.unit.var(param).ty.ty;
        let lasts = match argument.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::Var(var) => {
                self.caller.vars.contains(&var)
                    && self.unit.var(var).is_automatic()
                    && !self.escapes.contains(var, self.unit)
            }
            _ => false,
        };
        if !lasts || ty.scalar().is_none() || self.escapes.contains(param, self.unit) {
            return None;
        }
        if *ty == argument.ty {
            return Some(argument.clone());
        }
        Some(Expr::new(ExprKind::Cast(Box::new(argument.clone())), ty.clone(), argument.span.clone()))
    }

    fn new_var(&mut self, name: &str, ty: Type, span: &Range<usize>) -> VarId {
        let ty = Qualified { ty, qualifiers: Default::default() };
        let (name, span) = (name.to_owned(), span.clone());
        let storage = Storage::Local;
        self.unit.vars.push(Variable { name, ty, extent: None, storage, constant: None, is_odd: false, span });
        VarId(self.unit.vars.len() as u32 - 1)
    }

    /// Whether names in the body of a function mean the same where it is called.
    fn means_the_same(&self, function: &Function) -> bool {
        let own = own_vars(function);
        let is_before = function.span.end <= self.caller.span.start;
        let mut is_same = true;
        function.body.for_each_expr(&mut |expr| {
            is_same &= match &expr.kind {
                ExprKind::Var(var) if own.contains(var) => true,
                ExprKind::Var(var) => is_before && !self.caller.names.contains(&self.unit.var(*var).name),
                ExprKind::Function(name) => is_before && !self.caller.names.contains(name),
                _ => true,
            };
        });
        is_same
    }

    /// Whether arguments lead to what the function takes them to lead to.
    fn are_compatible(&self, function: &Function, arguments: &[Expr]) -> bool {
        function.params.len() == arguments.len()
            && function.params.iter().zip(arguments).all(|(param, argument)| {
                match (&self.unit.var(*param).ty.ty, &argument.ty) {
                    (Type::Scalar(_), ty) => ty.scalar().is_some(),
                    (Type::Pointer(target), ty) => ty.target().is_some_and(|other| is_alike(&target.ty, &other.ty)),
                    _ => false,
                }
            })
    }

    /// Whether the body of a function can stand for calls of it.
    fn check(&mut self, name: &str) -> Checked {
        if let Some(known) = self.checked.get(name) {
            return *known;
        }
        // Until more is known: who asks is called by it.
        self.checked.insert(name.to_owned(), Err("it calls itself"));
        let checked = match self.unit.function(name).cloned() {
            Some(function) => self.check_function(&function),
            None => Err("its body is not known"),
        };
        self.checked.insert(name.to_owned(), checked);
        checked
    }

    fn check_function(&mut self, function: &Function) -> Checked {
        let unit = &*self.unit;
        let Some(prototype) = unit.prototypes.get(&function.name) else { return Err("its type is not known") };
        let is_plain = |ty: &Type| matches!(ty, Type::Scalar(_) | Type::Pointer(_));
        let params = function.params.iter().map(|param| unit.var(*param));
        if prototype.own_options.is_some() || prototype.stays_called {
            return Err("an attribute says that it is to be called");
        }
        // Calls of functions of numbers are understood as such.
        let is_float = prototype.ty.result.ty.scalar().is_some_and(|ty| ty.is_float());
        if is_plain_function(unit, &function.name)
            && (is_float || is_expanded(unit, &function.name) || function.body.has_loop())
        {
            return Err("its result depends on its arguments only");
        }
        let has_types = |ty: &Type| matches!(ty, Type::Void) || ty.scalar().is_some();
        if !prototype.ty.is_prototype
            || !has_types(&prototype.ty.result.ty)
            || !params.clone().all(|p| is_plain(&p.ty.ty))
        {
            return Err("it takes or returns more than numbers and pointers");
        }
        let locals = declared_in(&function.body).into_iter().map(|var| unit.var(var));
        if locals.chain(params).any(|var| !var.is_automatic() || var.is_odd || var.ty.qualifiers.is_volatile) {
            return Err("it has variables that outlive it or are volatile");
        }
        if unit.pragmas.iter().any(|pragma| function.span.contains(&pragma.start) && is_about_code(self.text, pragma)) {
            return Err("a pragma in it says how it is to be compiled");
        }
        if size_of(&function.body) > MAX_STATEMENTS {
            return Err("it is too large to be looked at together with what calls it");
        }
        let jumps = |stmt: &Stmt| {
            use StmtKind::{Goto, Labeled, Switch, Types, Unsupported};
            matches!(stmt.kind, Goto | Labeled(_) | Switch(..) | Types | Unsupported(_))
        };
        if function.body.any(&jumps) || without_returns(vec![function.body.clone()], None).is_none() {
            return Err("it returns out of a loop, or jumps");
        }
        let mut called = BTreeSet::new();
        let mut is_known = true;
        function.body.for_each_expr(&mut |expr| match &expr.kind {
            ExprKind::Call(callee, _) => match &callee.kind {
                ExprKind::Function(name) => drop(called.insert(name.clone())),
                _ => is_known = false,
            },
            ExprKind::Unsupported(_) | ExprKind::String => is_known = false,
            _ => {}
        });
        for name in &called {
            if is_plain_function(self.unit, name) {
                continue;
            }
            match self.check(name) {
                Err(why) if *name == function.name => return Err(why),
                checked => is_known &= checked.is_ok(),
            }
        }
        if is_known { Ok(()) } else { Err("it does or calls something that is not looked into") }
    }
}

/// The parameters of a function and the variables that it declares.
fn own_vars(function: &Function) -> BTreeSet<VarId> {
    declared_in(&function.body).into_iter().chain(function.params.iter().copied()).collect()
}

/// Makes the assignment to a variable at the end of statements its declaration, if it is the only one.
fn declares_at_end(stmts: &mut [Stmt], var: VarId) -> bool {
    let Some((last, others)) = stmts.split_last_mut() else { return false };
    let assigns = |stmt: &Stmt| assigned_in(stmt).contains(&var);
    match &mut last.kind {
        StmtKind::Block(inner) => !others.iter().any(assigns) && declares_at_end(inner, var),
        StmtKind::Expr(Expr { kind: ExprKind::Assign(None, place, value), .. })
            if place.as_var() == Some(var) && !others.iter().any(assigns) =>
        {
            *last = declare(var, Some((**value).clone()), &last.span);
            true
        }
        _ => false,
    }
}

fn declare(var: VarId, init: Option<Expr>, at: &Range<usize>) -> Stmt {
    let init = init.map(Initializer::Expr);
    Stmt { kind: StmtKind::Declare(vec![Declaration { var, init }]), span: at.clone() }
}

/// What stands for the variables that a function declares.
struct Names {
    fresh: BTreeMap<VarId, VarId>,
    values: BTreeMap<VarId, Expr>,
}

impl Names {
    fn put_into(&self, stmt: &mut Stmt) {
        if let StmtKind::Declare(declarations) = &mut stmt.kind {
            for declaration in declarations {
                declaration.var = *self.fresh.get(&declaration.var).unwrap_or(&declaration.var);
            }
        }
        stmt.exprs_mut().into_iter().for_each(|expr| self.put_into_expr(expr));
        stmt.children_mut().into_iter().for_each(|child| self.put_into(child));
    }

    fn put_into_expr(&self, expr: &mut Expr) {
        if let ExprKind::Var(var) = &mut expr.kind {
            if let Some(value) = self.values.get(var) {
                *expr = value.clone();
                return;
            }
            *var = *self.fresh.get(var).unwrap_or(var);
        }
        expr.ty = without_sizes(&expr.ty);
        expr.operands_mut().into_iter().for_each(|operand| self.put_into_expr(operand));
    }
}

/// The type without what its sizes are computed from, which means something in its function only.
fn without_sizes(ty: &Type) -> Type {
    let inner = |target: &Qualified| Qualified { ty: without_sizes(&target.ty), qualifiers: target.qualifiers };
    match ty {
        Type::Pointer(target) => Type::pointer_to(inner(target)),
        Type::Array(array) => {
            let extent = match &array.extent {
                Extent::Constant(size) => Extent::Constant(*size),
                Extent::Variable(_) | Extent::Unknown => Extent::Unknown,
            };
            Type::Array(ArrayType { element: inner(&array.element), extent }.into())
        }
        other => other.clone(),
    }
}

/// Whether two types are the same, but for sizes that are not known and qualifiers.
fn is_alike(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Pointer(a), Type::Pointer(b)) => is_alike(&a.ty, &b.ty),
        (Type::Array(a), Type::Array(b)) => {
            let constants = (&a.extent, &b.extent);
            let differs = matches!(constants, (Extent::Constant(a), Extent::Constant(b)) if a != b);
            !differs && is_alike(&a.element.ty, &b.element.ty)
        }
        (Type::Scalar(_) | Type::Struct(_), _) => a == b,
        _ => false,
    }
}

/// How many statements there are in one that do something.
fn size_of(stmt: &Stmt) -> usize {
    let own = usize::from(matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Declare(_)));
    own + stmt.children().into_iter().map(size_of).sum::<usize>()
}
