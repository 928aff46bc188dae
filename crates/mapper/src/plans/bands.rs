//! The bands of a schedule tree, as the search for plans sees them.

use polymill_isl as isl;

use crate::model::MemberId;
use crate::orders::distribute::{is_shifted, statements_apart};
use crate::plans::plan::mirrored;
use crate::{Error, tree};

/// What the search knows of a band.
pub struct Band {
    pub first: MemberId,
    pub n_members: usize,
    pub permutable: bool,
    /// No band below.
    pub innermost: bool,
    /// The bands around it, from the outermost one.
    pub around: Vec<usize>,
    /// For each member, whether it carries no dependence.
    pub coincident: Vec<bool>,
    /// For each member the statements that run one after the other if it is innermost, where they start at different iterations of it.
    pub apart: Vec<Vec<String>>,
    /// Pairs of members, the outer one first, whose tiles may be diamonds; and how far the inner one moves in an iteration of the outer one.
    pub diamonds: Vec<(usize, usize, u32)>,
}

impl Band {
    /// Whether one of its loops, or of their tiles in wavefronts, may be parallel.
    pub fn may_run_in_threads(&self) -> bool {
        self.coincident.contains(&true) || self.permutable && self.n_members > 1
    }
}

/// The bands, outer ones first, with nothing known of how they may be skewed.
///
/// # Errors
/// isl's.
pub fn bands(schedule: &isl::Schedule) -> Result<Vec<Band>, Error> {
    let mut first = 0;
    let mut found: Vec<Band> = Vec::new();
    let paths = tree::band_paths(schedule)?;
    for (position, path) in paths.iter().enumerate() {
        let node = tree::descend(schedule, path)?;
        let n_members = node.band_n_member()?;
        found.push(Band {
            first: MemberId(first),
            n_members,
            permutable: node.band_get_permutable()?,
            innermost: !paths.iter().any(|other| other.len() > path.len() && other.starts_with(path)),
            around: (0..position).filter(|&other| path.starts_with(&paths[other])).collect(),
            coincident: (0..n_members)
                .map(|member| node.band_member_get_coincident(member))
                .collect::<Result<_, _>>()?,
            apart: vec![vec![]; n_members],
            diamonds: vec![],
        });
        first += n_members as u32;
    }
    Ok(found)
}

/// Finds out which statements may run apart in the innermost of several loops, if they start at different iterations of it, and which tiles may
/// be diamonds.
///
/// # Errors
/// isl's.
pub fn look_at_skewed(bands: &mut [Band], schedule: &isl::Schedule, ordering: &isl::UnionMap) -> Result<(), Error> {
    let nodes = tree::bands(schedule)?;
    for (band, node) in bands.iter_mut().zip(&nodes).filter(|(band, _)| band.innermost && band.n_members > 1) {
        for (member, apart) in band.apart.iter_mut().enumerate() {
            if is_shifted(node, member)? {
                *apart = statements_apart(node, member, ordering)?.unwrap_or_default();
            }
        }
        if !band.permutable || band.coincident.contains(&true) {
            continue;
        }
        let (members, local) = (tree::members(node)?, tree::unordered_before(node, ordering)?);
        for inner in 1..band.n_members {
            for outer in 0..inner {
                if let Some((mirrored, slope)) = mirrored(&members, outer, inner)?
                    && tree::is_nonnegative(&local, &mirrored)?
                {
                    band.diamonds.push((outer, inner, slope));
                }
            }
        }
    }
    Ok(())
}
