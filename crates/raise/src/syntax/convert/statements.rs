//! Statements.

use tree_sitter::Node;

use super::{Conversion, Failure, named_children};
use crate::syntax::{Expr, For, Stmt, StmtKind};

impl Conversion<'_> {
    /// Converts a statement, with its own scope if it has one.
    pub(super) fn statement(&mut self, node: Node) -> Result<Stmt, Failure> {
        self.deeper(node, |this| {
            let kind = match node.kind() {
                "compound_statement" | "for_statement" | "if_statement" | "while_statement" | "do_statement"
                | "switch_statement" => this.scoped(|this| this.statement_here(node)),
                _ => this.statement_here(node),
            }?;
            Ok(Stmt { kind, span: this.span(node) })
        })
    }

    fn statement_here(&mut self, node: Node) -> Result<StmtKind, Failure> {
        Ok(match node.kind() {
            "compound_statement" => StmtKind::Block(self.statements(named_children(node))?),
            "expression_statement" => match node.named_child(0) {
                Some(expr) => StmtKind::Expr(self.expr(expr)?),
                None => StmtKind::Empty,
            },
            "declaration" => StmtKind::Declare(self.declaration(node)?),
            "type_definition" => {
                self.declaration(node)?;
                StmtKind::Types
            }
            "struct_specifier" | "union_specifier" | "enum_specifier" => {
                self.lone_type(node)?;
                StmtKind::Types
            }
            "if_statement" => StmtKind::If {
                condition: self.condition(node)?,
                then: Box::new(self.field_statement(node, "consequence")?),
                otherwise: match node.child_by_field_name("alternative").and_then(|clause| clause.named_child(0)) {
                    Some(otherwise) => Some(Box::new(self.statement(otherwise)?)),
                    None => None,
                },
            },
            "for_statement" => self.for_loop(node)?,
            "while_statement" => StmtKind::While(self.condition(node)?, Box::new(self.field_statement(node, "body")?)),
            "do_statement" => {
                let body = Box::new(self.field_statement(node, "body")?);
                StmtKind::DoWhile(body, self.condition(node)?)
            }
            "switch_statement" => {
                StmtKind::Switch(self.condition(node)?, Box::new(self.field_statement(node, "body")?))
            }
            "labeled_statement" | "attributed_statement" => {
                let inner = named_children(node).into_iter().next_back();
                match inner.filter(|inner| inner.kind() != "statement_identifier") {
                    Some(inner) => StmtKind::Labeled(Box::new(self.statement(inner)?)),
                    None => StmtKind::Unsupported("label"),
                }
            }
            "case_statement" => {
                let value = node.child_by_field_name("value").map(|value| value.id());
                let inner = named_children(node).into_iter().filter(|child| Some(child.id()) != value).collect();
                let kind = StmtKind::Block(self.statements(inner)?);
                StmtKind::Labeled(Box::new(Stmt { kind, span: self.span(node) }))
            }
            "break_statement" => StmtKind::Break,
            "continue_statement" => StmtKind::Continue,
            "return_statement" => StmtKind::Return(match node.named_child(0) {
                Some(value) => Some(self.expr(value)?),
                None => None,
            }),
            "goto_statement" => StmtKind::Goto,
            "function_definition" => StmtKind::Unsupported("nested function"),
            _ => StmtKind::Unsupported("unknown statement"),
        })
    }

    fn statements(&mut self, nodes: Vec<Node>) -> Result<Vec<Stmt>, Failure> {
        nodes.into_iter().map(|node| self.statement(node)).collect()
    }

    fn field_statement(&mut self, node: Node, field: &str) -> Result<Stmt, Failure> {
        match node.child_by_field_name(field) {
            Some(child) => self.statement(child),
            None => Ok(Stmt { kind: StmtKind::Empty, span: self.span(node) }),
        }
    }

    fn condition(&mut self, node: Node) -> Result<Expr, Failure> {
        match node.child_by_field_name("condition") {
            Some(condition) => self.expr(condition),
            None => Ok(self.unsupported("missing condition", node)),
        }
    }

    fn for_loop(&mut self, node: Node) -> Result<StmtKind, Failure> {
        let init = match node.child_by_field_name("initializer") {
            Some(init) if init.kind() == "declaration" => self.statement(init)?,
            Some(init) => Stmt { kind: StmtKind::Expr(self.expr(init)?), span: self.span(init) },
            None => Stmt { kind: StmtKind::Empty, span: self.span(node) },
        };
        let condition = node.child_by_field_name("condition").map(|child| self.expr(child)).transpose()?;
        let step = node.child_by_field_name("update").map(|child| self.expr(child)).transpose()?;
        let body = self.field_statement(node, "body")?;
        let span = self.span(node);
        let header = span.start..self.end_of_header(node, body.span.start.min(span.end));
        Ok(StmtKind::For(Box::new(For { init, condition, step, body, header })))
    }

    /// The offset after the token before `body`: the header's closing parenthesis.
    fn end_of_header(&self, node: Node, body: usize) -> usize {
        let (first, last) = self.tokens_of(node);
        let before = (first..=last).rev().find(|token| self.tokens[*token].end as usize <= body);
        before.map_or(body, |token| self.tokens[token].end as usize)
    }
}
