//! Whether relations are functions.

use polymill_isl as isl;

/// Whether a relation is single-valued, as [`isl::UnionMap::is_single_valued`] says it too: that compares each piece with each
/// other one. Here the pieces are first put together.
///
/// # Errors
/// isl's.
///
/// ```
/// use polymill_analysis::is_function;
/// use polymill_isl as isl;
///
/// let ctx = isl::Context::new()?;
/// let own = isl::UnionMap::read(&ctx, "{ A[i, 0] -> B[i]; A[i, 1] -> B[i]; A[i, 7] -> B[i] }")?;
/// assert!(is_function(&own)?);
/// let shared = isl::UnionMap::read(&ctx, "{ A[i] -> B[i, 0]; A[i] -> B[i, 1] }")?;
/// assert!(!is_function(&shared)?);
/// # Ok::<(), isl::Error>(())
/// ```
pub fn is_function(relation: &isl::UnionMap) -> isl::Result<bool> {
    Ok(relation.affine_hull()?.is_single_valued()? || relation.coalesce()?.is_single_valued()?)
}
