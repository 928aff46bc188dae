//! Whether a schedule keeps the order that the program needs.

use std::fmt;

use polymill_gdg::{Gdg, Mark, Storage};
use polymill_isl as isl;
use polymill_isl::ScheduleNodeType;

use crate::conflicts::conflicts;
use crate::places::{carried, not_in_order};
use crate::points::Point;
use crate::witness::witness;
use crate::{Error, Result, Witness};

/// Where a check gets the dependences from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// The GDG's own; they are computed if it has none.
    Recorded,
    /// The GDG's own, and beside them all conflicts, by their definition, in memory that is declared outside of the
    /// region. (Temporaries get new memory on the way through the mapper; [`replay`](crate::replay) checks them.)
    Recompute,
}

/// How a schedule is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Violation {
    /// Two instances do not run in the order that a dependence asks for.
    Order {
        /// The dependence's kind.
        kind: DependenceKind,
        /// An example.
        witness: Witness,
    },
    /// A loop that is to be run in parallel carries a dependence.
    Carried {
        /// The dependence's kind.
        kind: DependenceKind,
        /// What the loop is said to be.
        claim: Claim,
        /// An example.
        witness: Witness,
    },
    /// The schedule does not run exactly the instances of the domain.
    Domain {
        /// Whether the instance is in the domain, and hence missing from the schedule.
        is_missing: bool,
        /// An example, without its parameters.
        instance: Point,
    },
    /// The printed loops run an instance more than once.
    Twice {
        /// An example, without its parameters.
        instance: Point,
    },
    /// A printed loop that runs in parallel or in vector lanes carries a dependence.
    Concurrent {
        /// The dependence's kind.
        kind: DependenceKind,
        /// The loop's iterator.
        iterator: String,
        /// An example.
        witness: Witness,
    },
    /// Arrays that may overlap are taken not to, and no test says so.
    Overlap {
        /// An array.
        first: String,
        /// The other.
        second: String,
    },
}

/// Kinds of dependences.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DependenceKind {
    /// Write, then read.
    Flow,
    /// Read, then write.
    Anti,
    /// Write, then write.
    Output,
}

/// Why a loop must not carry dependences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The member of the band is coincident.
    Coincident,
    /// A mark says so.
    Marked(Mark),
}

/// Checks the GDG's current schedule: it runs the instances of the domain, it runs the second instance of each
/// dependence (without those that a pass gave up) strictly after the first, and no loop that is coincident, or marked as
/// parallel, carries one.
///
/// # Errors
/// [`Error::Illegal`] with the smallest example of what is wrong; isl's.
pub fn check_schedule(gdg: &Gdg, trust: Trust) -> Result<()> {
    check_domain(gdg)?;
    let dependences = dependences(gdg, trust)?;
    let mut all = isl::UnionMap::empty(&gdg.context.get_space()?)?;
    for (_, relation) in &dependences {
        all = all.union(relation)?;
    }
    if !not_in_order(&all, &gdg.schedule)?.is_empty()? {
        for (kind, relation) in &dependences {
            let wrong = not_in_order(relation, &gdg.schedule)?;
            if let Some(witness) = witness(gdg, &wrong)? {
                return Err(illegal(Violation::Order { kind: *kind, witness }));
            }
        }
        return Err(Error::Bug("a broken dependence without an example".to_owned()));
    }
    check_loops(gdg, &dependences, &gdg.schedule.get_root()?, None)
}

pub(crate) fn illegal(violation: Violation) -> Error {
    Error::Illegal(Box::new(violation))
}

fn check_domain(gdg: &Gdg) -> Result<()> {
    let valid = gdg.context.intersect(&gdg.assumptions)?;
    let (domain, scheduled) = (gdg.domain()?, gdg.schedule.get_domain()?);
    let (domain, scheduled) = (domain.intersect_params(&valid)?, scheduled.intersect_params(&valid)?);
    for (is_missing, wrong) in [(true, domain.subtract(&scheduled)?), (false, scheduled.subtract(&domain)?)] {
        if wrong.is_empty()? {
            continue;
        }
        let point = wrong.sample_point()?;
        let n_dims = point.get_space()?.dim(isl::Dim::Set)?;
        let name = point.to_set()?.get_tuple_name()?.unwrap_or_default();
        let instance = Point { name, values: crate::points::coordinates(&point, n_dims)? };
        return Err(illegal(Violation::Domain { is_missing, instance }));
    }
    Ok(())
}

pub(crate) type Relations = Vec<(DependenceKind, isl::UnionMap)>;

/// What has to be kept.
pub(crate) fn dependences(gdg: &Gdg, trust: Trust) -> Result<Relations> {
    let computed;
    let recorded = match &gdg.dependences {
        Some(recorded) => recorded,
        None => {
            computed = polymill_analysis::dependences(gdg)?;
            &computed
        }
    };
    let mut relations = vec![
        (DependenceKind::Flow, recorded.flow().clone()),
        (DependenceKind::Anti, recorded.anti().clone()),
        (DependenceKind::Output, recorded.output().clone()),
    ];
    if trust == Trust::Recompute {
        let memory = conflicts(gdg, |array| gdg.array(array).storage == Storage::External)?;
        for ((_, relation), more) in relations.iter_mut().zip([memory.flow, memory.anti, memory.output]) {
            *relation = relation.union(&more)?;
        }
    }
    let separated = polymill_analysis::separated(gdg)?;
    for (_, relation) in &mut relations {
        *relation = relation.subtract(&separated)?;
        for relaxation in &recorded.relaxations {
            *relation = relation.subtract(&relaxation.removed)?;
        }
    }
    Ok(relations)
}

/// Checks the loops at and below a node, of which a mark stands above the first.
fn check_loops(gdg: &Gdg, dependences: &Relations, node: &isl::ScheduleNode, mark: Option<Mark>) -> Result<()> {
    let mut below = None;
    match node.get_type()? {
        ScheduleNodeType::Mark => below = Mark::of(node)?,
        ScheduleNodeType::Band => {
            for member in 0..node.band_n_member()? {
                let claim = match mark.filter(|_| member == 0) {
                    // Other marks are wishes, which lowering grants where it proves that it may.
                    Some(mark @ Mark::Parallel) => Claim::Marked(mark),
                    _ if node.band_member_get_coincident(member)? => Claim::Coincident,
                    _ => continue,
                };
                check_loop(gdg, dependences, node, member, claim)?;
            }
        }
        _ => {}
    }
    for child in 0..node.n_children()? {
        check_loops(gdg, dependences, &node.child(child)?, below)?;
    }
    Ok(())
}

fn check_loop(gdg: &Gdg, dependences: &Relations, band: &isl::ScheduleNode, member: usize, claim: Claim) -> Result<()> {
    for (kind, relation) in dependences {
        let carried = carried(relation, band, member)?;
        if let Some(witness) = witness(gdg, &carried)? {
            return Err(illegal(Violation::Carried { kind: *kind, claim, witness }));
        }
    }
    Ok(())
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order { kind, witness } => {
                write!(f, "{witness} ({kind} dependence), but {} does not run before {}", witness.source, witness.sink)
            }
            Self::Carried { kind, claim, witness } => {
                write!(f, "{witness} ({kind} dependence), in another iteration of a {claim} loop")
            }
            Self::Twice { instance } => write!(f, "the printed loops run {instance} more than once"),
            Self::Concurrent { kind, iterator, witness } => {
                write!(f, "{witness} ({kind} dependence), in another iteration of the printed loop over `{iterator}`")
            }
            Self::Overlap { first, second } => {
                write!(f, "`{first}` and `{second}` may overlap, and no test says that they do not")
            }
            Self::Domain { is_missing: true, instance } => write!(f, "{instance} is not scheduled"),
            Self::Domain { is_missing: false, instance } => write!(f, "{instance} is scheduled, but not in the domain"),
        }
    }
}

impl fmt::Display for DependenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Flow => "flow",
            Self::Anti => "anti",
            Self::Output => "output",
        })
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coincident => f.write_str("coincident"),
            Self::Marked(mark) => write!(f, "{mark}"),
        }
    }
}
