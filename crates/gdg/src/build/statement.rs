//! Building statements.

use std::panic::Location;

use polymill_isl as isl;

use super::{Builder, Derivation, Order, Use, misuse};
use crate::{
    Action, ArrayId, BinaryOp, Body, Expr, ExprKind, Instances, Iterator, Local, LocalId, Loop, Result, ScalarType,
    Statement, StatementId,
};

/// A statement that is being built; [`StatementBuilder::finish`] adds it to its GDG.
#[derive(Debug)]
pub struct StatementBuilder<'b> {
    builder: &'b mut Builder,
    statement: Statement,
    /// The domain, with what is known of the parameters.
    valid: isl::Set,
    /// Whether what is loaded now may be skipped by an instance.
    is_conditional: bool,
    /// The loops of the body that are open, outermost first: each has the actions before it, and no body yet.
    open_loops: Vec<(Vec<Action>, Loop)>,
}

impl<'b> StatementBuilder<'b> {
    pub(super) fn start(
        builder: &'b mut Builder,
        name: &str,
        domain: isl::Set,
        iterators: &[&str],
        location: &Location<'_>,
    ) -> Result<Self> {
        if builder.gdg.statement_named(name).is_some() {
            return Err(misuse(&format!("there are two statements `{name}`"), location));
        }
        if domain.is_params()? || domain.get_tuple_name()?.as_deref() != Some(name) {
            return Err(misuse(&format!("the domain of `{name}` is not `{name}[...]`"), location));
        }
        let n_dims = domain.dim(isl::Dim::Set)?;
        if n_dims != iterators.len() {
            let message =
                format!("the instances of `{name}` have {n_dims} dimensions, but {} iterators", iterators.len());
            return Err(misuse(&message, location));
        }
        let iterator = |name: &&str| Iterator { name: (*name).to_owned(), ty: ScalarType::I64, span: None };
        let statement = Statement {
            name: name.to_owned(),
            origin: Statement::own_origin(&domain)?,
            iterators: iterators.iter().map(iterator).collect(),
            accesses: vec![],
            body: Body::default(),
            span: None,
            domain,
        };
        let valid = statement.domain.intersect_params(&builder.gdg.context.intersect(&builder.gdg.assumptions)?)?;
        Ok(Self { builder, statement, valid, is_conditional: false, open_loops: vec![] })
    }

    /// The value of an iterator.
    pub fn iterator(&self, position: usize) -> Expr {
        let ty = self.statement.iterators.get(position).map_or(ScalarType::I64, |iterator| iterator.ty);
        Expr { ty, kind: ExprKind::Iterator(position) }
    }

    /// The instances, as isl sees them: with what is known of the parameters.
    pub fn instances(&self) -> Instances<'_> {
        Instances { domain: &self.valid, iterators: &self.statement.iterators, params: &self.builder.gdg.params }
    }

    /// Whether what is loaded from now on may be skipped by an instance, as a side of a choice is. Returns whether that was so before.
    pub fn set_conditional(&mut self, is_conditional: bool) -> bool {
        std::mem::replace(&mut self.is_conditional, is_conditional)
    }

    /// An element that the statement reads.
    ///
    /// # Errors
    /// isl's.
    pub fn load(&mut self, array: ArrayId, subscripts: Vec<Expr>) -> Result<Expr> {
        let access = self.access(array, &subscripts, Use { is_read: true, conditional: self.may_skip() })?;
        let ty = self.builder.gdg.array(array).element;
        Ok(Expr { ty, kind: ExprKind::Load(access) })
    }

    /// Adds an action that writes an element.
    ///
    /// # Errors
    /// isl's.
    pub fn store(&mut self, array: ArrayId, subscripts: Vec<Expr>, value: Expr) -> Result<()> {
        let access =
            self.access(array, &subscripts, Use { is_read: false, conditional: !self.open_loops.is_empty() })?;
        self.statement.body.actions.push(Action::Store { access, value });
        Ok(())
    }

    /// Adds an action that writes an element if a condition holds.
    ///
    /// # Errors
    /// isl's.
    pub fn store_if(&mut self, condition: Expr, array: ArrayId, subscripts: Vec<Expr>, value: Expr) -> Result<()> {
        let access = self.access(array, &subscripts, Use { is_read: false, conditional: true })?;
        let then = vec![Action::Store { access, value }];
        self.statement.body.actions.push(Action::If { condition, then, otherwise: vec![] });
        Ok(())
    }

    /// Gives a value a name: a variable of the body.
    pub fn name(&mut self, name: &str, value: Expr) -> Expr {
        let local = LocalId::new(self.statement.body.locals.len());
        let ty = value.ty;
        self.statement.body.locals.push(Local { name: name.to_owned(), ty });
        self.statement.body.actions.push(Action::Set { local, value });
        Expr { ty, kind: ExprKind::Local(local) }
    }

    /// Gives a variable of the body, which [`StatementBuilder::name`] made, another value.
    ///
    /// # Errors
    /// If it is not a variable of the body.
    #[track_caller]
    pub fn set(&mut self, variable: &Expr, value: Expr) -> Result<()> {
        let ExprKind::Local(local) = variable.kind else {
            return Err(misuse("what is set is not a variable", Location::caller()));
        };
        self.statement.body.actions.push(Action::Set { local, value });
        Ok(())
    }

    /// Begins a loop in the body, which is a part of each instance; its variable goes from `start` up to `end`, which is not among its
    /// values. What is added before [`StatementBuilder::close_loop`] is its iteration, which an instance may skip. Returns the variable.
    pub fn open_loop(&mut self, name: &str, start: Expr, end: Expr) -> Expr {
        let local = LocalId::new(self.statement.body.locals.len());
        let ty = start.ty;
        self.statement.body.locals.push(Local { name: name.to_owned(), ty });
        let variable = Expr { ty, kind: ExprKind::Local(local) };
        let next = variable.clone() + Expr::int(ty, 1);
        let header = Loop {
            init: vec![Action::Set { local, value: start }],
            condition: Expr::of(BinaryOp::Lt, variable.clone(), end),
            step: vec![Action::Set { local, value: next }],
            body: vec![],
        };
        self.open_loops.push((std::mem::take(&mut self.statement.body.actions), header));
        variable
    }

    /// Ends the loop of the body that was begun last.
    pub fn close_loop(&mut self) {
        let Some((before, header)) = self.open_loops.pop() else { return };
        let body = std::mem::replace(&mut self.statement.body.actions, before);
        self.statement.body.actions.push(Action::Loop(Box::new(Loop { body, ..header })));
    }

    /// How many values have names.
    pub fn n_names(&self) -> usize {
        self.statement.body.locals.len()
    }

    /// Adds the statement to the GDG; it runs after those before, in loops over its iterators. Loops of the body that are open end here.
    ///
    /// # Errors
    /// isl's.
    pub fn finish(mut self) -> Result<StatementId> {
        while !self.open_loops.is_empty() {
            self.close_loop();
        }
        let id = StatementId::new(self.builder.gdg.statements.len());
        self.builder.order.push(Order::in_loops(id, self.builder.open.len()..self.statement.depth()));
        self.builder.gdg.statements.push(self.statement);
        Ok(id)
    }

    fn may_skip(&self) -> bool {
        self.is_conditional || !self.open_loops.is_empty()
    }

    fn access(&mut self, array: ArrayId, subscripts: &[Expr], how: Use) -> Result<crate::AccessId> {
        let instances =
            Instances { domain: &self.valid, iterators: &self.statement.iterators, params: &self.builder.gdg.params };
        let accesses = std::mem::take(&mut self.statement.accesses);
        let mut derivation = Derivation { instances, arrays: &self.builder.gdg.arrays, accesses };
        let access = derivation.access(array, subscripts, how)?;
        self.statement.accesses = derivation.accesses;
        Ok(access)
    }
}
