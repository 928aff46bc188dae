//! Schedule trees whose wavefronts isl can generate loops for.
//!
//! A wavefront of tiles counts the sum of the numbers of two tile loops, `floor(t/32) + floor((2t + i)/256)`. In a band of
//! its own it hides these numbers: isl's generator then asks which sums occur, an integer projection that takes minutes.
//! In one band with the tile loop below, both numbers are functions of the band's members, and it takes milliseconds.

use crate::{AstLoopType, Dim, Result, Schedule, ScheduleNode, ScheduleNodeType, UnionPwAff};

impl Schedule {
    /// The same order, with each band that only counts wavefronts joined with the band below. Marks in between go above
    /// both. Bands with options for AST generation other than `atomic` stay as they are.
    ///
    /// ```
    /// use polymill_isl as isl;
    /// let ctx = isl::Context::new()?;
    /// let tiles = isl::Schedule::read(&ctx, r#"{ domain: "{ S[t, i] : 0 <= t, i < 100 }", child: {
    ///     schedule: "[{ S[t, i] -> [(floor((t)/8) + floor((t + i)/8))] }]", child: {
    ///     mark: "parallel", child: {
    ///     schedule: "[{ S[t, i] -> [(floor((t + i)/8))] }]", child: {
    ///     schedule: "[{ S[t, i] -> [(t)] }, { S[t, i] -> [(t + i)] }]" } } } } }"#)?;
    /// let mark = tiles.with_wavefronts_joined()?.get_root()?.child(0)?;
    /// assert_eq!(mark.get_type()?, isl::ScheduleNodeType::Mark);
    /// assert_eq!(mark.child(0)?.band_n_member()?, 2);
    /// # Ok::<(), isl::Error>(())
    /// ```
    pub fn with_wavefronts_joined(&self) -> Result<Self> {
        self.get_root()?.map_descendant_bottom_up(joined)?.get_schedule()
    }
}

/// A band of wavefronts with the band below; other nodes as they are.
fn joined(node: ScheduleNode) -> Result<ScheduleNode> {
    if !is_joinable(&node)? || node.band_n_member()? != 1 {
        return Ok(node);
    }
    let wavefronts = node.band_get_partial_schedule()?;
    if !adds_quotients(&wavefronts.get_at(0)?)? {
        return Ok(node);
    }
    let is_atomic = is_atomic(&node)?;
    let mut marks = vec![];
    let mut below = node.delete()?;
    while below.get_type()? == ScheduleNodeType::Mark {
        marks.push(below.mark_get_id()?);
        below = below.delete()?;
    }
    if !is_joinable(&below)? {
        return Ok(node);
    }
    let all = wavefronts.flat_range_product(&below.band_get_partial_schedule()?)?;
    let n_members = below.band_n_member()? + 1;
    let is_atomic = is_atomic && self::is_atomic(&below)?;
    let mut joined = below.delete()?.insert_partial_schedule(&all)?;
    for member in (0..n_members).filter(|_| is_atomic) {
        joined = joined.band_member_set_ast_loop_type(member, AstLoopType::Atomic)?;
    }
    for mark in marks.iter().rev() {
        joined = joined.insert_mark(mark)?;
    }
    Ok(joined)
}

fn is_joinable(node: &ScheduleNode) -> Result<bool> {
    let is_band = node.get_type()? == ScheduleNodeType::Band;
    Ok(is_band && (node.band_get_ast_build_options()?.is_empty()? || is_atomic(node)?))
}

/// Whether all members of a band are to be generated as one loop each.
fn is_atomic(band: &ScheduleNode) -> Result<bool> {
    for member in 0..band.band_n_member()? {
        let is_isolated = band.band_member_get_isolate_ast_loop_type(member)? != AstLoopType::Default;
        if is_isolated || band.band_member_get_ast_loop_type(member)? != AstLoopType::Atomic {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a member of a band is, for some instances, a sum of several quotients that are rounded.
fn adds_quotients(member: &UnionPwAff) -> Result<bool> {
    let mut found = false;
    for function in member.get_pw_aff_list()?.to_vec()? {
        function.foreach_piece(|_, affine| {
            let mut n_quotients = 0;
            for position in 0..affine.dim(Dim::Div)? {
                n_quotients += usize::from(!affine.get_coefficient_val(Dim::Div, position)?.is_zero()?);
            }
            found |= n_quotients > 1;
            Ok(())
        })?;
    }
    Ok(found)
}
