//! What the marks of a schedule tree mean.

use std::fmt;
use std::str::FromStr;

use polymill_isl as isl;

/// A mark of a schedule tree. It stands above a band of one member and says how the loop of that member is to be run.
/// The text form is the name of the isl mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Iterations run in parallel on the processor grid.
    Parallel,
    /// Iterations run in the lanes of vector registers, in each loop made of the band that carries no dependence.
    Simd,
    /// As [`Mark::Simd`]; where the number of iterations is a known multiple of this one, so many at a time in vector variables, which
    /// leaves nothing for the C compiler to decide.
    Lanes(u32),
    /// As [`Mark::Simd`], if the C compiler finds it worthwhile: it is told that iterations are independent.
    Independent,
    /// The loop is unrolled as a whole wherever its number of iterations is a number, and stays a loop elsewhere.
    Unroll,
    /// The loop is unrolled by this factor and the copies are jammed into the loops inside (register tiling).
    UnrollJam(u32),
    /// What the loop will read so many bytes further is fetched into the caches, if the loop is neither parallel nor in
    /// vector lanes.
    Prefetch(u32),
    /// The loop is the outermost one over tiles of sums in register blocks, whose operands are to be packed.
    Packed,
}

impl Mark {
    /// The mark that a node of a schedule tree is, if it is one.
    ///
    /// # Errors
    /// isl's.
    pub fn of(node: &isl::ScheduleNode) -> isl::Result<Option<Self>> {
        if node.get_type()? != isl::ScheduleNodeType::Mark {
            return Ok(None);
        }
        Ok(node.mark_get_id()?.get_name()?.and_then(|name| name.parse().ok()))
    }

    /// The schedule without this mark.
    ///
    /// ```
    /// use polymill_gdg::Mark;
    /// use polymill_isl as isl;
    ///
    /// let ctx = isl::Context::new()?;
    /// let domain = isl::UnionSet::read(&ctx, "{ S[i] : 0 <= i < 9 }")?;
    /// let bare = isl::Schedule::from_domain(&domain)?;
    /// let mark = isl::Id::new(&ctx, &Mark::Parallel.to_string())?;
    /// let marked = bare.get_root()?.child(0)?.insert_mark(&mark)?.get_schedule()?;
    /// assert!(Mark::Parallel.removed_from(&marked)?.plain_is_equal(&bare)?);
    /// assert!(Mark::Simd.removed_from(&marked)?.plain_is_equal(&marked)?);
    /// # Ok::<(), isl::Error>(())
    /// ```
    ///
    /// # Errors
    /// isl's.
    pub fn removed_from(self, schedule: &isl::Schedule) -> isl::Result<isl::Schedule> {
        let root = schedule
            .get_root()?
            .map_descendant_bottom_up(|node| if Self::of(&node)? == Some(self) { node.delete() } else { Ok(node) })?;
        root.get_schedule()
    }
}

/// Not a mark's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is not a mark; expected `parallel`, `simd`, `lanes(N)`, `unroll`, `unroll_jam(N)`, `prefetch(N)` or `packed`"
)]
pub struct ParseMarkError(pub String);

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parallel => write!(f, "parallel"),
            Self::Simd => write!(f, "simd"),
            Self::Lanes(count) => write!(f, "lanes({count})"),
            Self::Independent => write!(f, "independent"),
            Self::Unroll => write!(f, "unroll"),
            Self::UnrollJam(factor) => write!(f, "unroll_jam({factor})"),
            Self::Prefetch(bytes) => write!(f, "prefetch({bytes})"),
            Self::Packed => write!(f, "packed"),
        }
    }
}

impl FromStr for Mark {
    type Err = ParseMarkError;

    fn from_str(text: &str) -> Result<Self, ParseMarkError> {
        let number = |word: &str| text.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')?.parse().ok();
        match text {
            "parallel" => Ok(Self::Parallel),
            "simd" => Ok(Self::Simd),
            "independent" => Ok(Self::Independent),
            "unroll" => Ok(Self::Unroll),
            "packed" => Ok(Self::Packed),
            _ => number("unroll_jam")
                .map(Self::UnrollJam)
                .or_else(|| number("prefetch").map(Self::Prefetch))
                .or_else(|| number("lanes").map(Self::Lanes))
                .ok_or_else(|| ParseMarkError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_print_and_parse() {
        for mark in [
            Mark::Parallel,
            Mark::Simd,
            Mark::Lanes(8),
            Mark::Independent,
            Mark::Unroll,
            Mark::UnrollJam(4),
            Mark::Prefetch(64),
            Mark::Packed,
        ] {
            assert_eq!(mark.to_string().parse(), Ok(mark));
        }
        assert!("unroll_jam(x)".parse::<Mark>().is_err());
    }
}
