//! The accesses that follow from a body: one for each element in it, in the order in which they are evaluated, and none
//! for an element that is read or written in the same way already.

use polymill_isl as isl;

use crate::{Access, AccessId, AccessKind, Array, ArrayId, Expr, Instances};

/// Accesses, as they follow from a body.
#[derive(Debug)]
pub struct Derivation<'a> {
    /// The instances of the statement.
    pub instances: Instances<'a>,
    /// All arrays of the GDG.
    pub arrays: &'a [Array],
    /// What was derived so far.
    pub accesses: Vec<Access>,
}

/// How an element in a body is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Whether it is read; written otherwise.
    pub is_read: bool,
    /// Whether an instance may skip it.
    pub conditional: bool,
}

impl Derivation<'_> {
    /// The access that an element in the body is: a new one, or one that does the same already.
    ///
    /// # Errors
    /// isl's.
    pub fn access(&mut self, array: ArrayId, subscripts: &[Expr], how: Use) -> isl::Result<AccessId> {
        let elements = self.instances.elements(&self.arrays[array.index()], subscripts)?;
        let kind = match (how.is_read, elements.exact && !how.conditional) {
            (true, true) => AccessKind::Read,
            (true, false) => AccessKind::MayRead,
            (false, true) => AccessKind::MustWrite,
            (false, false) => AccessKind::MayWrite,
        };
        let is_same = |known: &Access| {
            known.array == array
                && known.subscripts == subscripts
                && (known.kind == kind || known.kind == AccessKind::Read && how.is_read)
        };
        if let Some(index) = self.accesses.iter().position(is_same) {
            return Ok(AccessId::new(index));
        }
        let (relation, subscripts) = (elements.relation, subscripts.to_vec());
        self.accesses.push(Access { kind, array, relation, subscripts, span: None });
        Ok(AccessId::new(self.accesses.len() - 1))
    }
}
