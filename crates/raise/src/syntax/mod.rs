//! C's syntax: from preprocessed text to a typed syntax tree.
//!
//! The text is cut into external declarations; each is read by tree-sitter on its own, in a normalized copy (see
//! `shadow`), and converted to the types of this module, with names resolved and types known. What cannot be read makes
//! a diagnostic and costs its own declaration only.

mod chunk;
mod constant;
mod convert;
mod dialect;
mod expr;
mod layout;
mod literal;
mod parse;
mod shadow;
mod stmt;
mod token;
mod types;
mod typing;
mod unit;

#[cfg(test)]
pub(crate) mod show;
#[cfg(test)]
mod tests;

pub(crate) use dialect::macro_value;
pub use dialect::{Builtins, DataModel, Dialect, Vectors};
pub use expr::{BinaryOp, Expr, ExprKind, UnaryOp};
pub use layout::{Number, Numbers};
pub use parse::{Parsed, parse};
pub use stmt::{Declaration, For, Initializer, Stmt, StmtKind};
pub use token::{Token, TokenKind, Tokens, tokenize};
pub(crate) use types::sizes_of;
pub use types::{ArrayType, Extent, Field, FunctionType, Qualified, Qualifiers, StructId, StructType, Type};
pub use unit::{Function, Prototype, Purity, Storage, Unit, VarId, Variable};
