//! From tree-sitter's syntax trees to ours: names resolved, types known.

mod declarations;
mod declarators;
mod expressions;
mod specifiers;
mod statements;

use std::collections::BTreeMap;
use std::ops::Range;

use polymill_diagnostics::{Diagnostic, FileId, Span};
use tree_sitter::Node;

use super::shadow::Shadow;
use super::token::Token;
use super::{Expr, ExprKind, Qualified, Storage, Type, Unit, VarId, Variable};

/// Recursion over a syntax tree stops at this depth, so that it cannot use up the stack.
const MAX_DEPTH: usize = 128;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Var(VarId),
    Type(Qualified),
    Constant(i128),
    Function,
    /// An enumerator whose value is not known.
    Unknown,
}

/// Names and tags that are visible.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope {
    symbols: BTreeMap<String, Symbol>,
    tags: BTreeMap<String, Tag>,
}

/// What a tag means.
#[derive(Clone, Debug)]
enum Tag {
    Struct(super::StructId),
    Enum(Type),
}

/// The state of a conversion that outlives an external declaration.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// Innermost last; the first one is the file's.
    scopes: Vec<Scope>,
}

/// The conversion of one external declaration.
pub(super) struct Conversion<'a> {
    pub unit: &'a mut Unit,
    pub names: &'a mut Names,
    pub tokens: &'a [Token],
    pub text: &'a str,
    pub shadow: &'a Shadow,
    pub file: FileId,
    /// Whether it stands in the main file.
    pub is_main: bool,
    pub depth: usize,
}

/// Why a declaration could not be converted.
pub(super) type Failure = Box<Diagnostic>;

impl Names {
    pub fn new() -> Self {
        Self { scopes: vec![Scope::default()] }
    }

    fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.scopes.iter().rev().find_map(|scope| scope.symbols.get(name))
    }

    fn define(&mut self, name: &str, symbol: Symbol) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.symbols.insert(name.to_owned(), symbol);
        }
    }

    /// Whether `name` is a type in the whole file.
    pub fn is_type(&self, name: &str) -> bool {
        matches!(self.symbol(name), Some(Symbol::Type(_)))
    }

    /// Forgets what is not the file's, after a failure.
    pub fn leave_all(&mut self) {
        self.scopes.truncate(1);
    }

    /// Makes a name a type that is not modelled, unless it is something already.
    pub fn define_opaque_type(&mut self, name: &str) {
        if self.symbol(name).is_none() {
            self.define(name, Symbol::Type(Type::opaque(name).into()));
        }
    }
}

impl Conversion<'_> {
    /// The original tokens of a node, first and last.
    fn tokens_of(&self, node: Node) -> (usize, usize) {
        self.shadow.origin(node.start_byte(), node.end_byte())
    }

    /// The original tokens of a declaration, with words before it that the grammar does not see.
    fn tokens_of_declaration(&self, node: Node) -> (usize, usize) {
        let (first, last) = self.tokens_of(node);
        (self.shadow.lead(node.start_byte()).min(first), last)
    }

    fn word(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| token.text(self.text))
    }

    /// The first word of a node: the name, if the node is one.
    fn name(&self, node: Node) -> &str {
        self.word(self.tokens_of(node).0)
    }

    fn span(&self, node: Node) -> Range<usize> {
        let (first, last) = self.tokens_of(node);
        let offset = |token: Option<&Token>, end: bool| {
            token.map_or(0, |token| if end { token.end as usize } else { token.start as usize })
        };
        offset(self.tokens.get(first), false)..offset(self.tokens.get(last), true)
    }

    fn failure(&self, code: &'static str, message: impl Into<String>, node: Node) -> Failure {
        let span = self.span(node);
        Box::new(Diagnostic::warning(code, message).at(Span::new(self.file, span.start, span.end), ""))
    }

    /// Runs `convert` one level deeper, or fails if that is too deep.
    fn deeper<T>(&mut self, node: Node, convert: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        if self.depth >= MAX_DEPTH {
            let message = format!("code is nested more than {MAX_DEPTH} levels deep");
            return Err(self.failure("nested-too-deeply", message, node));
        }
        self.depth += 1;
        let result = convert(self);
        self.depth -= 1;
        result
    }

    /// Runs `convert` in a scope of its own.
    fn scoped<T>(&mut self, convert: impl FnOnce(&mut Self) -> T) -> T {
        self.names.scopes.push(Scope::default());
        let result = convert(self);
        if self.names.scopes.len() > 1 {
            self.names.scopes.pop();
        }
        result
    }

    fn is_file_scope(&self) -> bool {
        self.names.scopes.len() == 1
    }

    /// Adds a variable and makes its name mean it.
    fn define_var(&mut self, name: &str, ty: Qualified, storage: Storage, span: Range<usize>) -> VarId {
        let id = VarId(self.unit.vars.len() as u32);
        let name = name.to_owned();
        self.names.define(&name, Symbol::Var(id));
        self.unit.vars.push(Variable { name, ty, extent: None, storage, constant: None, is_odd: false, span });
        id
    }

    fn unsupported(&self, what: &'static str, node: Node) -> Expr {
        Expr::new(ExprKind::Unsupported(what), Type::opaque(what), self.span(node))
    }

    /// Names of attributes among the original tokens `first..=last`.
    fn attributes(&self, first: usize, last: usize) -> impl Iterator<Item = &str> {
        self.shadow.attributes.iter().filter(move |(at, _)| (first..=last).contains(at)).map(|(_, name)| name.as_str())
    }
}

/// The first node in the tree that the grammar could not place, if any.
pub(super) fn first_error(root: Node) -> Option<Node> {
    let mut node = root;
    if !root.has_error() {
        return None;
    }
    loop {
        if node.is_error() || node.is_missing() {
            return Some(node);
        }
        let mut cursor = node.walk();
        let next = node.children(&mut cursor).find(|child| child.has_error() || child.is_missing());
        match next {
            Some(child) => node = child,
            None => return Some(node),
        }
    }
}

fn named_children(node: Node) -> Vec<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}
