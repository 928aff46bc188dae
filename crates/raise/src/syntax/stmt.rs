//! C's statements.

use std::ops::Range;

use super::{Expr, VarId};

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its bytes in the preprocessed text.
    pub span: Range<usize>,
}

/// The forms of a [`Stmt`].
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `;`.
    Empty,
    /// A declaration of types.
    Types,
    /// An expression.
    Expr(Expr),
    /// Declarations of variables, in order.
    Declare(Vec<Declaration>),
    /// `{ ... }`.
    Block(Vec<Stmt>),
    /// `if (condition) then else otherwise`.
    If {
        /// Decides.
        condition: Expr,
        /// Done if it is not zero.
        then: Box<Stmt>,
        /// Done otherwise.
        otherwise: Option<Box<Stmt>>,
    },
    /// `for (init; condition; step) body`.
    For(Box<For>),
    /// `while (condition) body`.
    While(Expr, Box<Stmt>),
    /// `do body while (condition)`.
    DoWhile(Box<Stmt>, Expr),
    /// `switch (value) body`.
    Switch(Expr, Box<Stmt>),
    /// A statement with a label of any kind.
    Labeled(Box<Stmt>),
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// `return value;`.
    Return(Option<Expr>),
    /// `goto label;`.
    Goto,
    /// A statement, and a block that does the same in a form that raising reads: with the bodies of functions in place of their
    /// calls, for instance. Statements in the block may have places elsewhere in the text.
    Rewritten {
        /// As it is written.
        written: Box<Stmt>,
        /// What it does.
        body: Box<Stmt>,
    },
    /// Something that is not modelled, by its name.
    Unsupported(&'static str),
}

/// A `for` loop.
#[derive(Clone, PartialEq, Debug)]
pub struct For {
    /// A declaration or an expression; [`StmtKind::Empty`] if there is none.
    pub init: Stmt,
    /// Tested before each iteration.
    pub condition: Option<Expr>,
    /// Done after each iteration.
    pub step: Option<Expr>,
    /// The iteration.
    pub body: Stmt,
    /// The bytes from `for` to the header's closing parenthesis.
    pub header: Range<usize>,
}

/// The declaration of a variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// The variable.
    pub var: VarId,
    /// What it starts with.
    pub init: Option<Initializer>,
}

/// What a variable starts with.
#[derive(Clone, PartialEq, Debug)]
pub enum Initializer {
    /// The value of an expression.
    Expr(Expr),
    /// A list in braces: all expressions in it.
    List(Vec<Expr>),
}

impl Stmt {
    /// The statements directly inside; of those that are rewritten, what they do.
    pub fn children(&self) -> Vec<&Stmt> {
        use StmtKind::*;
        match &self.kind {
            Block(statements) => statements.iter().collect(),
            If { then, otherwise, .. } => std::iter::once(&**then).chain(otherwise.as_deref()).collect(),
            For(inner) => vec![&inner.init, &inner.body],
            While(_, body) | DoWhile(body, _) | Switch(_, body) | Labeled(body) | Rewritten { body, .. } => vec![body],
            _ => vec![],
        }
    }

    /// The statements directly inside; of those that are rewritten, both forms.
    pub fn children_mut(&mut self) -> Vec<&mut Stmt> {
        use StmtKind::*;
        match &mut self.kind {
            Block(statements) => statements.iter_mut().collect(),
            If { then, otherwise, .. } => std::iter::once(&mut **then).chain(otherwise.as_deref_mut()).collect(),
            For(inner) => {
                let super::stmt::For { init, body, .. } = &mut **inner;
                vec![init, body]
            }
            While(_, body) | DoWhile(body, _) | Switch(_, body) | Labeled(body) => vec![body],
            Rewritten { written, body } => vec![written, body],
            _ => vec![],
        }
    }

    /// The expressions directly inside, not those of statements inside.
    pub fn exprs(&self) -> Vec<&Expr> {
        use StmtKind::*;
        match &self.kind {
            Expr(e) | While(e, _) | DoWhile(_, e) | Switch(e, _) | Return(Some(e)) => vec![e],
            If { condition, .. } => vec![condition],
            For(inner) => inner.condition.iter().chain(&inner.step).collect(),
            Declare(declarations) => declarations.iter().flat_map(|declaration| declaration.exprs()).collect(),
            _ => vec![],
        }
    }

    /// The expressions directly inside, not those of statements inside.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        use StmtKind::*;
        match &mut self.kind {
            Expr(e) | While(e, _) | DoWhile(_, e) | Switch(e, _) | Return(Some(e)) => vec![e],
            If { condition, .. } => vec![condition],
            For(inner) => inner.condition.iter_mut().chain(&mut inner.step).collect(),
            Declare(declarations) => declarations.iter_mut().flat_map(Declaration::exprs_mut).collect(),
            _ => vec![],
        }
    }

    /// Calls `visit` on this statement and everything below it, outermost first.
    pub fn for_each<'a>(&'a self, visit: &mut dyn FnMut(&'a Stmt)) {
        visit(self);
        for child in self.children() {
            child.for_each(visit);
        }
    }

    /// Calls `visit` on every expression in this statement, with those below it.
    pub fn for_each_expr<'a>(&'a self, visit: &mut dyn FnMut(&'a super::Expr)) {
        self.for_each(&mut |stmt| {
            for expr in stmt.exprs() {
                expr.for_each(visit);
            }
        });
    }

    /// Calls `visit` on the bodies of the outermost loops in this statement.
    pub fn for_each_in_loops(&mut self, visit: &mut dyn FnMut(&mut Stmt)) {
        match &mut self.kind {
            StmtKind::For(inner) => visit(&mut inner.body),
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => visit(body),
            _ => self.children_mut().into_iter().for_each(|child| child.for_each_in_loops(visit)),
        }
    }

    /// Whether `test` holds for this statement or one below it.
    pub fn any(&self, test: &dyn Fn(&Stmt) -> bool) -> bool {
        test(self) || self.children().into_iter().any(|child| child.any(test))
    }

    /// Puts a value in the place of a variable.
    pub fn replace_var(&mut self, var: VarId, value: &super::Expr) {
        self.exprs_mut().into_iter().for_each(|expr| expr.replace_var(var, value));
        self.children_mut().into_iter().for_each(|child| child.replace_var(var, value));
    }

    /// Whether there is a loop in it as it is written.
    pub fn has_loop(&self) -> bool {
        match &self.kind {
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) => true,
            StmtKind::Rewritten { written, .. } => written.has_loop(),
            _ => self.children().into_iter().any(Self::has_loop),
        }
    }

    /// Says what the statement does in another form.
    pub fn rewrite(&mut self, body: Vec<Stmt>) {
        self.rewrite_as(StmtKind::Block(body));
    }

    /// The same, where one statement does it.
    pub fn rewrite_as(&mut self, kind: StmtKind) {
        let span = self.span.clone();
        let body = Box::new(Self { kind, span: span.clone() });
        let written = Box::new(Self { kind: std::mem::replace(&mut self.kind, StmtKind::Empty), span });
        self.kind = StmtKind::Rewritten { written, body };
    }

    /// The statement as it is written.
    pub fn written(&self) -> &Stmt {
        match &self.kind {
            StmtKind::Rewritten { written, .. } => written.written(),
            _ => self,
        }
    }
}

impl Declaration {
    /// The expressions that it starts with.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.init {
            None => vec![],
            Some(Initializer::Expr(expr)) => vec![expr],
            Some(Initializer::List(exprs)) => exprs.iter().collect(),
        }
    }

    fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.init {
            None => vec![],
            Some(Initializer::Expr(expr)) => vec![expr],
            Some(Initializer::List(exprs)) => exprs.iter_mut().collect(),
        }
    }
}
