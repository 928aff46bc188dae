//! What one instance of a statement does.

use crate::{AccessId, Expr, LocalId, ScalarType};

/// The work of one statement instance: actions in sequence. Most statements have a single [`Action::Store`]; regions
/// that are not affine inside (a data-dependent condition or loop) become one statement with the control flow in its
/// body.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// Variables that live during one instance only.
    pub locals: Vec<Local>,
    /// What is done, in order.
    pub actions: Vec<Action>,
}

/// A variable of a [`Body`].
#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    /// Its name, for printing; unique in the body.
    pub name: String,
    /// Its type.
    pub ty: ScalarType,
}

/// One step of a [`Body`].
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Writes `value` to the element that the access names.
    Store {
        /// A write access of the statement.
        access: AccessId,
        /// The value; its type is the array's element type.
        value: Expr,
    },
    /// Sets a variable of the body.
    Set {
        /// The variable.
        local: LocalId,
        /// The value, of the variable's type.
        value: Expr,
    },
    /// Runs one of two lists of actions.
    If {
        /// Decides.
        condition: Expr,
        /// Run if the condition is not zero.
        then: Vec<Action>,
        /// Run otherwise.
        otherwise: Vec<Action>,
    },
    /// A loop inside the instance, opaque to scheduling.
    Loop(Box<Loop>),
}

/// `for (init; condition; step) body`.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// Run once before.
    pub init: Vec<Action>,
    /// Tested before each iteration.
    pub condition: Expr,
    /// Run after each iteration.
    pub step: Vec<Action>,
    /// The iteration.
    pub body: Vec<Action>,
}

impl Body {
    /// A body with one store.
    pub fn store(access: AccessId, value: Expr) -> Self {
        Self { locals: vec![], actions: vec![Action::Store { access, value }] }
    }

    /// Calls `visit` on every top-level expression of the actions (values and conditions), in order.
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        for action in &self.actions {
            action.for_each_expr(visit);
        }
    }

    /// As [`Body::for_each_expr`], to change in place.
    pub fn for_each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for action in &mut self.actions {
            action.for_each_expr_mut(visit);
        }
    }
}

impl Action {
    /// Whether it stores, or may store, what one of the accesses names that are asked for.
    pub fn stores_any(&self, is_asked: &dyn Fn(AccessId) -> bool) -> bool {
        let any = |actions: &[Self]| actions.iter().any(|action| action.stores_any(is_asked));
        match self {
            Self::Store { access, .. } => is_asked(*access),
            Self::Set { .. } => false,
            Self::If { then, otherwise, .. } => any(then) || any(otherwise),
            Self::Loop(inner) => any(&inner.init) || any(&inner.step) || any(&inner.body),
        }
    }

    fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Self::Store { value, .. } | Self::Set { value, .. } => visit(value),
            Self::If { condition, then, otherwise } => {
                visit(condition);
                then.iter().chain(otherwise).for_each(|action| action.for_each_expr(visit));
            }
            Self::Loop(inner) => {
                inner.init.iter().for_each(|action| action.for_each_expr(visit));
                visit(&inner.condition);
                inner.step.iter().chain(&inner.body).for_each(|action| action.for_each_expr(visit));
            }
        }
    }

    fn for_each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Self::Store { value, .. } | Self::Set { value, .. } => visit(value),
            Self::If { condition, then, otherwise } => {
                visit(condition);
                then.iter_mut().chain(otherwise).for_each(|action| action.for_each_expr_mut(visit));
            }
            Self::Loop(inner) => {
                inner.init.iter_mut().for_each(|action| action.for_each_expr_mut(visit));
                visit(&mut inner.condition);
                inner.step.iter_mut().chain(&mut inner.body).for_each(|action| action.for_each_expr_mut(visit));
            }
        }
    }
}
