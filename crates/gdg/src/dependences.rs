//! Dependences between statement instances.

use std::cell::OnceCell;
use std::rc::Rc;

use polymill_isl as isl;

/// The dependences of a GDG: relations from the instance that must come first to the one that must come later.
#[derive(Clone, Debug)]
pub struct Dependences {
    flow: isl::UnionMap,
    anti: isl::UnionMap,
    output: isl::UnionMap,
    /// All of these together, once someone asked: many do, and finding them in few pieces takes long.
    ordering: Rc<OnceCell<isl::UnionMap>>,
    /// Reads of values from before the region: instance to array element.
    pub live_in: isl::UnionMap,
    /// What a pass gave up, and why that is legal.
    pub relaxations: Vec<Relaxation>,
}

/// Dependences that a pass removed.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// The pass.
    pub pass: String,
    /// The dependences that need not be kept any more.
    pub removed: isl::UnionMap,
    /// Why the program stays right without them.
    pub reason: String,
}

impl Dependences {
    /// The flow, anti and output dependences given, of which nothing was given up yet, and the reads of values from before.
    pub fn new(flow: isl::UnionMap, anti: isl::UnionMap, output: isl::UnionMap, live_in: isl::UnionMap) -> Self {
        Self { flow, anti, output, ordering: Rc::default(), live_in, relaxations: vec![] }
    }

    /// Write to read of the value (value-based where accesses are exact).
    pub fn flow(&self) -> &isl::UnionMap {
        &self.flow
    }

    /// Read to a later write of the same element.
    pub fn anti(&self) -> &isl::UnionMap {
        &self.anti
    }

    /// Write to a later write of the same element.
    pub fn output(&self) -> &isl::UnionMap {
        &self.output
    }

    /// Gives dependences up, and keeps `instead`, which stood between instances that are no longer ordered, as output dependences.
    ///
    /// # Errors
    /// isl's; the dependences are as before then.
    pub fn relax(&mut self, relaxation: Relaxation, instead: &isl::UnionMap) -> isl::Result<()> {
        let kept = |relation: &isl::UnionMap| relation.subtract(&relaxation.removed);
        let (flow, anti, output) = (kept(&self.flow)?, kept(&self.anti)?, kept(&self.output)?.union(instead)?);
        (self.flow, self.anti, self.output, self.ordering) = (flow, anti, output, Rc::default());
        self.relaxations.push(relaxation);
        Ok(())
    }

    /// Adds flow of values that are copied first.
    ///
    /// # Errors
    /// isl's; the dependences are as before then.
    pub fn add_flow(&mut self, flow: &isl::UnionMap) -> isl::Result<()> {
        (self.flow, self.ordering) = (self.flow.union(flow)?, Rc::default());
        Ok(())
    }

    /// Adds anti and output dependences, of elements that now are one.
    ///
    /// # Errors
    /// isl's; the dependences are as before then.
    pub fn add(&mut self, anti: &isl::UnionMap, output: &isl::UnionMap) -> isl::Result<()> {
        let (anti, output) = (self.anti.union(anti)?, self.output.union(output)?);
        (self.anti, self.output, self.ordering) = (anti, output, Rc::default());
        Ok(())
    }

    /// Whether these are the same pairs of instances, if that is plain to see.
    pub fn is_same_object(&self, other: &Self) -> bool {
        self.flow.is_same_object(&other.flow)
            && self.anti.is_same_object(&other.anti)
            && self.output.is_same_object(&other.output)
    }

    /// Flow, anti and output dependences together: the pairs of instances whose order must be kept.
    ///
    /// # Errors
    /// isl's.
    pub fn ordering(&self) -> isl::Result<isl::UnionMap> {
        if let Some(known) = self.ordering.get() {
            return Ok(known.clone());
        }
        let all = self.flow.union(&self.anti)?.union(&self.output)?.coalesce()?;
        Ok(self.ordering.get_or_init(|| all).clone())
    }
}
