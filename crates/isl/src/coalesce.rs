//! Fewer pieces for the same elements.
//!
//! isl's coalescing was wrong up to 0.26: where an integer division of one piece has but one value in another piece,
//! constraints could get lost, so that `{ [i] : 0 < i < n and (i <= 2 or i mod 2 = 1) }` became `{ [i] : 0 < i < n }`
//! (isl 0.27 mends it, in "isl_map_coalesce: avoid ignoring constraints redundant wrt implicit equalities"). Pieces that
//! were merged and have integer divisions are therefore compared with what they were.

use polymill_isl_sys as sys;

use crate::convert::{Pass, Receive};
use crate::{Aff, Map, PwAff, Result, Set, UnionMap, UnionSet};

impl Set {
    /// The same in fewer pieces, where pieces can be merged.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let halves = isl::Set::read(&ctx, "[n] -> { [i] : 0 <= i < n and (i <= 7 or i > 7) }")?;
    /// assert_eq!(halves.coalesce()?.n_basic_set()?, 1);
    /// # Ok::<(), isl::Error>(())
    /// ```
    ///
    /// isl: `isl_set_coalesce`.
    pub fn coalesce(&self) -> Result<Self> {
        self.ctx().forget_error();
        // SAFETY: the argument is given away, and the result is ours.
        let merged = unsafe { Self::receive(self.ctx(), sys::isl_set_coalesce(self.pass()))? };
        let is_safe = merged.n_basic_set()? == self.n_basic_set()? || !self.involves_locals()?;
        Ok(if is_safe || merged.has_elements_of(self)? { merged } else { self.clone() })
    }

    /// Whether this has the elements of a set, with which it shares most pieces: these need not be looked at.
    fn has_elements_of(&self, other: &Self) -> Result<bool> {
        let (own, others) = (self.pieces_not_in(other)?, other.pieces_not_in(self)?);
        let is_within = |part: &Self, changed: &Self, whole: &Self| -> Result<bool> {
            Ok(part.is_subset(changed)? || part.is_subset(whole)?)
        };
        Ok(is_within(&own, &others, other)? && is_within(&others, &own, self)?)
    }

    /// The pieces that another set does not have, as they are.
    fn pieces_not_in(&self, other: &Self) -> Result<Self> {
        let others = other.get_basic_set_list()?.to_vec()?;
        let mut changed = Self::empty(&self.get_space()?)?;
        'pieces: for piece in self.get_basic_set_list()?.to_vec()? {
            for other in &others {
                if piece.plain_is_equal(other)? {
                    continue 'pieces;
                }
            }
            changed = changed.union(&piece.to_set()?)?;
        }
        Ok(changed)
    }
}

impl Map {
    /// The same in fewer pieces, where pieces can be merged.
    ///
    /// isl: `isl_map_coalesce`.
    pub fn coalesce(&self) -> Result<Self> {
        self.wrap()?.coalesce()?.unwrap()
    }
}

impl UnionSet {
    /// The same in fewer pieces, where pieces can be merged.
    ///
    /// isl: `isl_union_set_coalesce`.
    pub fn coalesce(&self) -> Result<Self> {
        let mut all = Self::empty(&self.get_space()?)?;
        for set in self.get_set_list()?.to_vec()? {
            all = all.union(&set.coalesce()?.to_union_set()?)?;
        }
        Ok(all)
    }
}

impl UnionMap {
    /// The same in fewer pieces, where pieces can be merged.
    ///
    /// isl: `isl_union_map_coalesce`.
    pub fn coalesce(&self) -> Result<Self> {
        self.wrap()?.coalesce()?.unwrap()
    }
}

impl PwAff {
    /// The same in fewer pieces, where pieces can be merged.
    ///
    /// Unlike `isl_pw_aff_coalesce`, this leaves other copies of the function as they are.
    pub fn coalesce(&self) -> Result<Self> {
        let mut pieces: Vec<(Set, Aff)> = vec![];
        self.foreach_piece(|domain, value| {
            for (all, same) in &mut pieces {
                if same.plain_is_equal(&value)? {
                    *all = all.union(&domain)?;
                    return Ok(());
                }
            }
            pieces.push((domain, value));
            Ok(())
        })?;
        let mut all = Self::empty(&self.get_space()?)?;
        for (domain, value) in pieces {
            all = all.union_add(&Self::alloc(&domain.coalesce()?, &value)?)?;
        }
        Ok(all)
    }
}
