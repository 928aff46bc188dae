//! Building statements.

use std::panic::Location;

use polymill_isl as isl;

use super::{Builder, Derivation, Order, Use, misuse};
use crate::{
    Action, ArrayId, Body, Expr, ExprKind, Instances, Iterator, Local, LocalId, Result, ScalarType, Statement,
    StatementId,
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
        Ok(Self { builder, statement, valid, is_conditional: false })
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
        let access = self.access(array, &subscripts, Use { is_read: true, conditional: self.is_conditional })?;
        let ty = self.builder.gdg.array(array).element;
        Ok(Expr { ty, kind: ExprKind::Load(access) })
    }

    /// Adds an action that writes an element.
    ///
    /// # Errors
    /// isl's.
    pub fn store(&mut self, array: ArrayId, subscripts: Vec<Expr>, value: Expr) -> Result<()> {
        let access = self.access(array, &subscripts, Use { is_read: false, conditional: false })?;
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

    /// How many values have names.
    pub fn n_names(&self) -> usize {
        self.statement.body.locals.len()
    }

    /// Adds the statement to the GDG; it runs after those before, in loops over its iterators.
    ///
    /// # Errors
    /// isl's.
    pub fn finish(self) -> Result<StatementId> {
        let id = StatementId::new(self.builder.gdg.statements.len());
        self.builder.order.push(Order::in_loops(id, self.builder.open.len()..self.statement.depth()));
        self.builder.gdg.statements.push(self.statement);
        Ok(id)
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
