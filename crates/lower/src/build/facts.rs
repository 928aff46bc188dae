//! What isl knows while it generates a loop or an instance: noted then, asked later.

use polymill_gdg::Gdg;
use polymill_isl as isl;

use crate::Result;

/// Notes taken during AST generation.
#[derive(Default)]
pub(crate) struct Facts {
    pub loops: Vec<LoopNotes>,
    pub leaves: Vec<LeafNotes>,
    /// Indices of the loops around the current point, outermost first.
    open: Vec<usize>,
}

/// What is known of one loop.
pub(crate) struct LoopNotes {
    /// Instances to the values of the iterators of this loop and those around it, this one last; more may follow.
    schedule: isl::UnionMap,
    /// The position of this loop's iterator in the range of the schedule.
    pub dim: usize,
    /// The loops around it, outermost first.
    pub around: Vec<usize>,
}

/// What is known of one instance in the code.
pub(crate) struct LeafNotes {
    /// The instances that it stands for.
    pub instances: isl::UnionSet,
    /// These instances to the values of the dimensions of bands around, outermost first. Not each of them is a loop.
    pub schedule: isl::UnionMap,
}

impl Facts {
    /// Notes that the body of a loop is about to be generated; returns the name of the note.
    pub fn open_loop(&mut self, build: &isl::AstBuild) -> isl::Result<isl::Id> {
        let n_dims = build.get_schedule_space()?.dim(isl::Dim::Out)?;
        let schedule = build.get_schedule()?;
        self.loops.push(LoopNotes { schedule, dim: n_dims.saturating_sub(1), around: self.open.clone() });
        self.open.push(self.loops.len() - 1);
        isl::Id::new(build.ctx(), &format!("loop {}", self.loops.len() - 1))
    }

    /// Notes that the loop that was opened last is complete.
    pub fn close_loop(&mut self) {
        self.open.pop();
    }

    /// Notes an instance; returns the name of the note.
    pub fn add_leaf(&mut self, build: &isl::AstBuild) -> isl::Result<isl::Id> {
        let schedule = build.get_schedule()?;
        self.leaves.push(LeafNotes { instances: schedule.domain()?, schedule });
        isl::Id::new(build.ctx(), &format!("leaf {}", self.leaves.len() - 1))
    }

    /// The instances of some leaves.
    pub fn instances(&self, leaves: &[usize]) -> Result<Option<isl::UnionSet>> {
        let mut all: Option<isl::UnionSet> = None;
        for leaf in leaves {
            let instances = &self.leaves[*leaf].instances;
            all = Some(match all {
                Some(all) => all.union(instances)?,
                None => instances.clone(),
            });
        }
        Ok(all)
    }

    /// The number in the name of a note.
    pub fn index(annotation: Option<&isl::Id>) -> Option<usize> {
        annotation?.get_name().ok()??.split(' ').nth(1)?.parse().ok()
    }
}

impl LoopNotes {
    /// Whether a pair of instances in `relation` is at different iterations of the loop, but at the same iterations of
    /// all loops around it.
    pub fn carries(&self, relation: &isl::UnionMap) -> Result<bool> {
        for pairs in self.in_time(relation)? {
            let mut pairs = pairs;
            for dim in 0..self.dim {
                pairs = pairs.equate(isl::Dim::In, dim, isl::Dim::Out, dim)?;
            }
            let earlier = pairs.order_lt(isl::Dim::In, self.dim, isl::Dim::Out, self.dim)?;
            let later = pairs.order_gt(isl::Dim::In, self.dim, isl::Dim::Out, self.dim)?;
            if !earlier.is_empty()? || !later.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some pair in `relation` goes back in this loop, the loops at `dims` around it being at the same iteration.
    pub fn goes_back(&self, dims: &[usize], relation: &isl::UnionMap) -> Result<bool> {
        for mut pairs in self.in_time(relation)? {
            for dim in dims {
                pairs = pairs.equate(isl::Dim::In, *dim, isl::Dim::Out, *dim)?;
            }
            if !pairs.order_gt(isl::Dim::In, self.dim, isl::Dim::Out, self.dim)?.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some pair in `relation` is in the same iteration of the loops at `dims`.
    pub fn meets(&self, dims: &[usize], relation: &isl::UnionMap) -> Result<bool> {
        for mut pairs in self.in_time(relation)? {
            for dim in dims {
                pairs = pairs.equate(isl::Dim::In, *dim, isl::Dim::Out, *dim)?;
            }
            if !pairs.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The names of the statements in the loop.
    pub fn statements(&self) -> Result<Vec<String>> {
        let mut names = vec![];
        for map in self.schedule.get_map_list()?.to_vec()? {
            names.extend(map.get_tuple_name(isl::Dim::In)?);
        }
        Ok(names)
    }

    /// The instances in the loop.
    pub fn instances(&self) -> Result<isl::UnionSet> {
        Ok(self.schedule.domain()?)
    }

    fn in_time(&self, relation: &isl::UnionMap) -> Result<Vec<isl::Map>> {
        Ok(relation.apply_domain(&self.schedule)?.apply_range(&self.schedule)?.get_map_list()?.to_vec()?)
    }
}

/// The pairs of instances whose order must be kept, if they are known.
pub(crate) fn ordering(gdg: &Gdg) -> Result<Option<isl::UnionMap>> {
    Ok(gdg.dependences.as_ref().map(|dependences| dependences.ordering()).transpose()?)
}
