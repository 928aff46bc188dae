//! Syntax trees as text, for tests: every operator in parentheses, every statement on one line.

use super::{Declaration, Expr, ExprKind, Initializer, Stmt, StmtKind, Unit};

/// An expression, fully parenthesized; with types if `typed`.
pub(crate) fn show_expr(expr: &Expr, unit: &Unit, typed: bool) -> String {
    let sub = |e: &Expr| show_expr(e, unit, typed);
    let text = match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Float(digits) => digits.clone(),
        ExprKind::String => "\"\"".to_owned(),
        ExprKind::Var(id) => unit.var(*id).name.clone(),
        ExprKind::Function(name) => name.clone(),
        ExprKind::Index(a, i) => format!("{}[{}]", sub(a), sub(i)),
        ExprKind::Deref(a) => format!("(*{})", sub(a)),
        ExprKind::AddressOf(a) => format!("(&{})", sub(a)),
        ExprKind::Member { base, field, is_arrow } => {
            format!("{}{}{field}", sub(base), if *is_arrow { "->" } else { "." })
        }
        ExprKind::Unary(op, a) => format!("({op:?} {})", sub(a)),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", sub(a), sub(b)),
        ExprKind::Assign(None, a, b) => format!("({} = {})", sub(a), sub(b)),
        ExprKind::Assign(Some(op), a, b) => format!("({} {op:?}= {})", sub(a), sub(b)),
        ExprKind::Step { place, is_increment, is_prefix } => {
            let op = if *is_increment { "++" } else { "--" };
            if *is_prefix { format!("({op}{})", sub(place)) } else { format!("({}{op})", sub(place)) }
        }
        ExprKind::Cast(a) => format!("(({}) {})", expr.ty, sub(a)),
        ExprKind::Call(f, arguments) => {
            format!("{}({})", sub(f), arguments.iter().map(sub).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Conditional(c, a, b) => {
            format!("({} ? {} : {})", sub(c), a.as_deref().map(sub).unwrap_or_default(), sub(b))
        }
        ExprKind::Comma(a, b) => format!("({}, {})", sub(a), sub(b)),
        ExprKind::Unsupported(what) => format!("<{what}>"),
    };
    if typed { format!("{text}:{}", expr.ty) } else { text }
}

/// A statement on one line.
pub(crate) fn show_stmt(stmt: &Stmt, unit: &Unit) -> String {
    let expr = |e: &Expr| show_expr(e, unit, false);
    let sub = |s: &Stmt| show_stmt(s, unit);
    let optional = |e: &Option<Expr>| e.as_ref().map(expr).unwrap_or_default();
    match &stmt.kind {
        StmtKind::Empty => ";".to_owned(),
        StmtKind::Types => "types;".to_owned(),
        StmtKind::Expr(e) => format!("{};", expr(e)),
        StmtKind::Declare(declarations) => {
            declarations.iter().map(|d| show_declaration(d, unit)).collect::<Vec<_>>().join(" ")
        }
        StmtKind::Block(inner) => format!("{{ {} }}", inner.iter().map(sub).collect::<Vec<_>>().join(" ")),
        StmtKind::If { condition, then, otherwise } => {
            let otherwise = otherwise.as_deref().map(|s| format!(" else {}", sub(s))).unwrap_or_default();
            format!("if {} {}{otherwise}", expr(condition), sub(then))
        }
        StmtKind::For(f) => {
            format!("for ({} {}; {}) {}", sub(&f.init), optional(&f.condition), optional(&f.step), sub(&f.body))
        }
        StmtKind::While(c, body) => format!("while {} {}", expr(c), sub(body)),
        StmtKind::DoWhile(body, c) => format!("do {} while {};", sub(body), expr(c)),
        StmtKind::Switch(value, body) => format!("switch {} {}", expr(value), sub(body)),
        StmtKind::Labeled(inner) => format!("label: {}", sub(inner)),
        StmtKind::Break => "break;".to_owned(),
        StmtKind::Continue => "continue;".to_owned(),
        StmtKind::Return(value) => format!("return {};", optional(value)),
        StmtKind::Goto => "goto;".to_owned(),
        StmtKind::Rewritten { body, .. } => format!("rewritten {}", sub(body)),
        StmtKind::Unsupported(what) => format!("<{what}>"),
    }
}

fn show_declaration(declaration: &Declaration, unit: &Unit) -> String {
    let var = unit.var(declaration.var);
    let init = match &declaration.init {
        None => String::new(),
        Some(Initializer::Expr(e)) => format!(" = {}", show_expr(e, unit, false)),
        Some(Initializer::List(es)) => {
            format!(" = {{{}}}", es.iter().map(|e| show_expr(e, unit, false)).collect::<Vec<_>>().join(", "))
        }
    };
    format!("{}: {}{init};", var.name, var.ty.ty)
}
