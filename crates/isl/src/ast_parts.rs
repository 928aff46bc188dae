//! AST nodes to match on.

use crate::{AstExpr, AstNode, AstNodeType, Id, Result};

/// A node with its parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AstNodeParts {
    /// A loop. A degenerate one has exactly one iteration, `iterator = init`; its `cond` and `inc` mean nothing.
    For {
        /// The name of the loop's counter.
        iterator: AstExpr,
        /// Its first value.
        init: AstExpr,
        /// The condition to go on; none if the loop is degenerate.
        cond: Option<AstExpr>,
        /// What is added after each iteration; none if the loop is degenerate.
        inc: Option<AstExpr>,
        /// What is done in each iteration.
        body: AstNode,
    },
    /// A condition.
    If {
        /// What has to hold.
        cond: AstExpr,
        /// What is done if it holds.
        then: AstNode,
        /// What is done if not.
        otherwise: Option<AstNode>,
    },
    /// Nodes one after the other.
    Block(Vec<AstNode>),
    /// A mark from the schedule tree.
    Mark {
        /// The mark.
        id: Id,
        /// The node below it.
        node: AstNode,
    },
    /// A statement instance, usually a call expression.
    User(AstExpr),
}

impl AstNode {
    /// The node with its parts, to match on.
    pub fn parts(&self) -> Result<AstNodeParts> {
        Ok(match self.get_type()? {
            AstNodeType::For => {
                let several = !self.for_is_degenerate()?;
                AstNodeParts::For {
                    iterator: self.for_get_iterator()?,
                    init: self.for_get_init()?,
                    cond: several.then(|| self.for_get_cond()).transpose()?,
                    inc: several.then(|| self.for_get_inc()).transpose()?,
                    body: self.for_get_body()?,
                }
            }
            AstNodeType::If => AstNodeParts::If {
                cond: self.if_get_cond()?,
                then: self.if_get_then_node()?,
                otherwise: if self.if_has_else_node()? { Some(self.if_get_else_node()?) } else { None },
            },
            AstNodeType::Block => AstNodeParts::Block(self.block_get_children()?.to_vec()?),
            AstNodeType::Mark => AstNodeParts::Mark { id: self.mark_get_id()?, node: self.mark_get_node()? },
            AstNodeType::User => AstNodeParts::User(self.user_get_expr()?),
        })
    }
}
