//! Expressions: conversion, with the type that C gives them.

use tree_sitter::Node;

use super::{Conversion, Failure, Symbol, named_children};
use crate::syntax::literal;
use crate::syntax::shadow::opaque_name;
use crate::syntax::token::TokenKind;
use crate::syntax::typing::{type_of_binary, type_of_conditional, type_of_unary};
use crate::syntax::{BinaryOp, Expr, ExprKind, StmtKind, Type, UnaryOp, layout};

impl Conversion<'_> {
    /// Converts an expression.
    pub(super) fn expr(&mut self, node: Node) -> Result<Expr, Failure> {
        self.deeper(node, |this| this.expr_here(node))
    }

    /// `({ if (condition) ; else call(); })`, which an assertion becomes, is `condition ? 0 : call()`.
    fn statement_expression(&mut self, node: Node, block: Node) -> Result<Expr, Failure> {
        let is_if = matches!(named_children(block).as_slice(), [only] if only.kind() == "if_statement");
        if is_if
            && let StmtKind::Block(mut stmts) = self.statement(block)?.kind
            && let Some(StmtKind::If { condition, then, otherwise: Some(otherwise) }) =
                stmts.pop().map(|stmt| stmt.kind)
            && let (StmtKind::Empty, StmtKind::Expr(call)) = (then.kind, otherwise.kind)
        {
            let (ty, nothing) = (call.ty.clone(), Expr::new(ExprKind::Int(0), call.ty.clone(), then.span));
            let kind = ExprKind::Conditional(Box::new(condition), Some(Box::new(nothing)), Box::new(call));
            return Ok(Expr::new(kind, ty, self.span(node)));
        }
        Ok(self.unsupported("statement expression", node))
    }

    fn expr_here(&mut self, node: Node) -> Result<Expr, Failure> {
        let span = self.span(node);
        let make = |kind, ty| Ok(Expr::new(kind, ty, span.clone()));
        match node.kind() {
            "identifier" => Ok(self.identifier(node)),
            // A name that must not look like a type.
            "number_literal" if self.name(node).starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                Ok(self.identifier(node))
            }
            "number_literal" => Ok(self.number(node)),
            "string_literal" | "concatenated_string" => {
                let char = Type::Scalar(self.unit.dialect.model.char());
                make(ExprKind::String, Type::pointer_to(char.into()))
            }
            "parenthesized_expression" => match node.named_child(0) {
                Some(inner) if inner.kind() == "compound_statement" => self.statement_expression(node, inner),
                Some(inner) => Ok(Expr { span, ..self.expr(inner)? }),
                None => Ok(self.unsupported("empty parentheses", node)),
            },
            "binary_expression" => self.binary(node),
            "unary_expression" => {
                let operand = self.field_expr(node, "argument")?;
                let op = match self.name(node) {
                    "-" => UnaryOp::Neg,
                    "!" => UnaryOp::Not,
                    "~" => UnaryOp::BitNot,
                    _ => UnaryOp::Plus,
                };
                let ty = type_of_unary(op, &operand.ty);
                make(ExprKind::Unary(op, Box::new(operand)), ty)
            }
            "pointer_expression" => self.pointer(node),
            "subscript_expression" => {
                let (base, index) = (self.field_expr(node, "argument")?, self.field_expr(node, "index")?);
                // C allows `i[a]`.
                let (base, index) = if base.ty.is_integer() { (index, base) } else { (base, index) };
                let ty = target_type(&base.ty);
                make(ExprKind::Index(Box::new(base), Box::new(index)), ty)
            }
            "field_expression" => self.member(node),
            "assignment_expression" => {
                let op = match node.child_by_field_name("operator").map(|op| op.kind()) {
                    Some("=") | None => None,
                    Some(compound) => binary_op(compound.trim_end_matches('=')),
                };
                let (place, value) = (self.field_expr(node, "left")?, self.field_expr(node, "right")?);
                let ty = place.ty.clone();
                make(ExprKind::Assign(op, Box::new(place), Box::new(value)), ty)
            }
            "update_expression" => {
                let place = self.field_expr(node, "argument")?;
                let operator = node.child_by_field_name("operator");
                let is_increment = operator.is_some_and(|op| op.kind() == "++");
                let is_prefix = operator.is_some_and(|op| op.start_byte() == node.start_byte());
                let ty = place.ty.clone();
                make(ExprKind::Step { place: Box::new(place), is_increment, is_prefix }, ty)
            }
            "conditional_expression" => self.conditional(node),
            "comma_expression" => {
                let (first, second) = (self.field_expr(node, "left")?, self.field_expr(node, "right")?);
                let ty = second.ty.decayed();
                make(ExprKind::Comma(Box::new(first), Box::new(second)), ty)
            }
            "cast_expression" => {
                let ty = self.type_name(node)?;
                let operand = self.field_expr(node, "value")?;
                make(ExprKind::Cast(Box::new(operand)), ty)
            }
            "call_expression" => self.call(node),
            "sizeof_expression" => self.sizeof(node),
            "compound_literal_expression" => Ok(self.unsupported("compound literal", node)),
            "gnu_asm_expression" => Ok(self.unsupported("inline assembly", node)),
            "char_literal" | "true" | "false" | "null" => Ok(self.unsupported("literal", node)),
            _ => Ok(self.unsupported("unknown expression", node)),
        }
    }

    fn field_expr(&mut self, node: Node, field: &str) -> Result<Expr, Failure> {
        match node.child_by_field_name(field) {
            Some(child) => self.expr(child),
            None => Ok(self.unsupported("incomplete expression", node)),
        }
    }

    fn identifier(&mut self, node: Node) -> Expr {
        let span = self.span(node);
        let name = self.name(node);
        if let Some(what) = opaque_name(name) {
            let what = if what.contains("asm") { "inline assembly" } else { what };
            return self.unsupported(what, node);
        }
        let (kind, ty) = match self.names.symbol(name) {
            Some(Symbol::Var(id)) => (ExprKind::Var(*id), self.unit.var(*id).ty.ty.clone()),
            Some(Symbol::Constant(value)) => {
                // Enumeration constants are `int`; wider ones are an extension.
                let ty = crate::syntax::typing::type_of_constant(*value);
                (ExprKind::Int(*value), Type::Scalar(ty))
            }
            Some(Symbol::Type(_) | Symbol::Unknown) => return self.unsupported("name of another kind", node),
            Some(Symbol::Function) | None => match (name, self.unit.prototypes.get(name)) {
                (name, Some(known)) => (ExprKind::Function(name.to_owned()), Type::Function(known.ty.clone().into())),
                ("true", None) => (ExprKind::Int(1), Type::INT),
                ("false", None) => (ExprKind::Int(0), Type::INT),
                (name, None) => (ExprKind::Function(name.to_owned()), Type::opaque("undeclared name")),
            },
        };
        Expr::new(kind, ty, span)
    }

    /// A number or character constant.
    fn number(&mut self, node: Node) -> Expr {
        let token = self.tokens_of(node).0;
        let text = self.word(token);
        let model = self.unit.dialect.model;
        let parsed = match self.tokens.get(token).map(|token| token.kind) {
            Some(TokenKind::Char) => literal::character(text, model).map(|value| (ExprKind::Int(value), Type::INT)),
            _ => literal::number(text, model),
        };
        match parsed {
            Some((kind, ty)) => Expr::new(kind, ty, self.span(node)),
            None => self.unsupported("literal of a kind that is not handled", node),
        }
    }

    fn binary(&mut self, node: Node) -> Result<Expr, Failure> {
        let (left, right) = (self.field_expr(node, "left")?, self.field_expr(node, "right")?);
        let Some(op) = node.child_by_field_name("operator").and_then(|op| binary_op(op.kind())) else {
            return Ok(self.unsupported("unknown operator", node));
        };
        let ty = type_of_binary(op, &left.ty, &right.ty, self.unit.dialect.model);
        let is_step_back = op == BinaryOp::Sub && matches!(ty, Type::Pointer(_)) && right.ty.is_integer();
        let (op, right) = if is_step_back { (BinaryOp::Add, right.negated_offset()) } else { (op, right) };
        Ok(Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, self.span(node)))
    }

    fn pointer(&mut self, node: Node) -> Result<Expr, Failure> {
        let operand = self.field_expr(node, "argument")?;
        let span = self.span(node);
        if self.name(node) == "&" {
            let ty = Type::pointer_to(operand.ty.clone().into());
            return Ok(Expr::new(ExprKind::AddressOf(Box::new(operand)), ty, span));
        }
        let ty = match &operand.ty {
            Type::Function(_) => operand.ty.clone(),
            ty => target_type(ty),
        };
        Ok(Expr::new(ExprKind::Deref(Box::new(operand)), ty, span))
    }

    fn member(&mut self, node: Node) -> Result<Expr, Failure> {
        let base = self.field_expr(node, "argument")?;
        let field = node.child_by_field_name("field").map(|field| self.name(field).to_owned()).unwrap_or_default();
        let is_arrow = node.child_by_field_name("operator").is_some_and(|op| op.kind() == "->");
        let outer = if is_arrow { target_type(&base.ty) } else { base.ty.clone() };
        let ty = match outer {
            Type::Struct(id) => self.unit.field(id, &field).map(|field| field.ty.ty.clone()),
            _ => None,
        };
        let ty = ty.unwrap_or_else(|| Type::opaque("unknown member"));
        Ok(Expr::new(ExprKind::Member { base: Box::new(base), field, is_arrow }, ty, self.span(node)))
    }

    fn conditional(&mut self, node: Node) -> Result<Expr, Failure> {
        let condition = self.field_expr(node, "condition")?;
        let then = node.child_by_field_name("consequence").map(|then| self.expr(then)).transpose()?;
        let otherwise = self.field_expr(node, "alternative")?;
        let ty = type_of_conditional(&then.as_ref().unwrap_or(&condition).ty, &otherwise.ty);
        let kind = ExprKind::Conditional(Box::new(condition), then.map(Box::new), Box::new(otherwise));
        Ok(Expr::new(kind, ty, self.span(node)))
    }

    fn call(&mut self, node: Node) -> Result<Expr, Failure> {
        let callee = self.field_expr(node, "function")?;
        let mut arguments = vec![];
        for argument in node.child_by_field_name("arguments").map(named_children).unwrap_or_default() {
            arguments.push(match argument.kind() {
                "compound_statement" => self.unsupported("statement as an argument", argument),
                _ => self.expr(argument)?,
            });
        }
        let ty = match &callee.ty {
            Type::Function(function) => function.result.ty.clone(),
            Type::Pointer(target) => match &target.ty {
                Type::Function(function) => function.result.ty.clone(),
                _ => Type::opaque("call"),
            },
            _ => Type::opaque("call"),
        };
        Ok(Expr::new(ExprKind::Call(Box::new(callee), arguments), ty, self.span(node)))
    }

    fn sizeof(&mut self, node: Node) -> Result<Expr, Failure> {
        let ty = match node.child_by_field_name("value") {
            Some(value) => self.expr(value)?.ty,
            None => self.type_name(node)?,
        };
        Ok(match layout::size_of(&ty, self.unit) {
            Some(size) => Expr::new(ExprKind::Int(size), Type::Scalar(self.unit.dialect.model.size()), self.span(node)),
            None => self.unsupported("sizeof", node),
        })
    }

    /// The type in the field `type` of a cast or `sizeof`.
    fn type_name(&mut self, node: Node) -> Result<Type, Failure> {
        let Some(descriptor) = node.child_by_field_name("type") else { return Ok(Type::opaque("type")) };
        let (specifiers, declarators) = self.declaration_parts(descriptor)?;
        Ok(match declarators.first() {
            Some(declarator) => self.scoped(|this| this.declarator(*declarator, specifiers.ty))?.ty.ty,
            None => specifiers.ty.ty,
        })
    }
}

/// The type of what a pointer or array refers to.
fn target_type(ty: &Type) -> Type {
    ty.target().map_or_else(|| Type::opaque("no pointer"), |target| target.ty.clone())
}

fn binary_op(text: &str) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match text {
        "+" => Add,
        "-" => Sub,
        "*" => Mul,
        "/" => Div,
        "%" => Rem,
        "<<" => Shl,
        ">>" => Shr,
        "&" => BitAnd,
        "|" => BitOr,
        "^" => BitXor,
        "<" => Lt,
        "<=" => Le,
        ">" => Gt,
        ">=" => Ge,
        "==" => Eq,
        "!=" => Ne,
        "&&" => And,
        "||" => Or,
        _ => return None,
    })
}
