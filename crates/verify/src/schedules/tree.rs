//! Schedule trees that are easy to change.

use polymill_gdg::Mark;
use polymill_isl as isl;
use polymill_isl::ScheduleNodeType;

use crate::{Error, Result};

/// A schedule tree of bands with one member, and sequences.
#[derive(Clone)]
pub(super) enum Tree {
    /// A loop.
    Band {
        /// The instances' values of the iterator.
        member: isl::UnionPwAff,
        /// How the loop is run.
        mark: Option<Mark>,
        /// An iteration.
        below: Box<Tree>,
    },
    /// One after the other.
    Sequence(Vec<Part>),
    /// Nothing is ordered any more.
    Leaf,
}

/// A part of a sequence.
#[derive(Clone)]
pub(super) struct Part {
    /// The instances that belong to it.
    pub filter: isl::UnionSet,
    /// Their order.
    pub tree: Tree,
}

impl Tree {
    /// The tree of a schedule.
    pub fn of(schedule: &isl::Schedule) -> Result<Self> {
        Self::of_node(&schedule.get_root()?, None)
    }

    fn of_node(node: &isl::ScheduleNode, mark: Option<Mark>) -> Result<Self> {
        match node.get_type()? {
            ScheduleNodeType::Leaf => Ok(Self::Leaf),
            ScheduleNodeType::Domain
            | ScheduleNodeType::Context
            | ScheduleNodeType::Filter
            | ScheduleNodeType::Guard => Self::of_node(&node.child(0)?, mark),
            ScheduleNodeType::Mark => Self::of_node(&node.child(0)?, Mark::of(node)?),
            ScheduleNodeType::Band => {
                let mut tree = Self::of_node(&node.child(0)?, None)?;
                let members = node.band_get_partial_schedule()?;
                for position in (0..members.size()?).rev() {
                    let mark = mark.filter(|_| position == 0);
                    tree = Self::Band { member: members.get_at(position)?, mark, below: Box::new(tree) };
                }
                Ok(tree)
            }
            ScheduleNodeType::Sequence | ScheduleNodeType::Set => {
                let part = |position| {
                    let child = node.child(position)?;
                    Ok(Part { filter: child.filter_get_filter()?, tree: Self::of_node(&child, None)? })
                };
                Ok(Self::Sequence((0..node.n_children()?).map(part).collect::<Result<_>>()?))
            }
            other => Err(Error::Unsupported(format!("schedule nodes of type {other:?}"))),
        }
    }

    /// The schedule of these instances.
    pub fn schedule(&self, domain: &isl::UnionSet) -> Result<isl::Schedule> {
        let root = isl::Schedule::from_domain(domain)?.get_root()?;
        Ok(self.insert(root.child(0)?)?.get_schedule()?)
    }

    /// Inserts the tree at a leaf; returns the node that takes its place.
    fn insert(&self, node: isl::ScheduleNode) -> Result<isl::ScheduleNode> {
        match self {
            Self::Leaf => Ok(node),
            Self::Band { member, mark, below } => {
                let member = isl::MultiUnionPwAff::from_union_pw_aff(member)?;
                let band = node.insert_partial_schedule(&member)?;
                let band = below.insert(band.child(0)?)?.parent()?;
                match mark {
                    Some(mark) => Ok(band.insert_mark(&isl::Id::new(band.ctx(), &mark.to_string())?)?),
                    None => Ok(band),
                }
            }
            Self::Sequence(parts) => {
                let filters: Vec<_> = parts.iter().map(|part| part.filter.clone()).collect();
                let mut sequence = node.insert_sequence(&isl::UnionSetList::from_items(node.ctx(), &filters)?)?;
                for (position, part) in parts.iter().enumerate() {
                    sequence = part.tree.insert(sequence.child(position)?.child(0)?)?.parent()?.parent()?;
                }
                Ok(sequence)
            }
        }
    }

    /// The ways to all nodes, as positions of children from the root.
    pub fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = vec![vec![]];
        let mut add = |position: usize, below: &Self| {
            for mut path in below.paths() {
                path.insert(0, position);
                paths.push(path);
            }
        };
        match self {
            Self::Leaf => {}
            Self::Band { below, .. } => add(0, below),
            Self::Sequence(parts) => parts.iter().enumerate().for_each(|(position, part)| add(position, &part.tree)),
        }
        paths
    }

    /// The node at the end of a path.
    pub fn at_mut(&mut self, path: &[usize]) -> &mut Self {
        let Some((first, rest)) = path.split_first() else { return self };
        match self {
            Self::Leaf => self,
            Self::Band { below, .. } => below.at_mut(rest),
            Self::Sequence(parts) => parts[*first].tree.at_mut(rest),
        }
    }
}
