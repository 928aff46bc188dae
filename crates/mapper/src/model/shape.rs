//! The model's view of a schedule tree, for all sizes.

use std::collections::BTreeSet;

use polymill_gdg::{Array, DataRange, Definition, Dependences, Disjoint, Ends, Gdg, Reach, Storage, USUAL_ITERATIONS};
use polymill_isl as isl;

use super::extract::{Extracted, extract};
use super::nest::{Leaf, MemberId, Nest, Node, Threaded};
use crate::Error;

/// An untiled schedule tree as the model sees it, but for the sizes: [`at`](Shape::at) fills them in.
///
/// Members are numbered in the order in which a walk from the root meets them, so a caller that walks the same tree can
/// name them too.
#[derive(Debug)]
pub struct Shape {
    arrays: Vec<Array>,
    root: Node,
    extracted: Extracted,
    /// Whether outermost members that are quotients count panels.
    is_in_panels: bool,
    threaded: Vec<Threaded>,
    is_repeated: bool,
    /// The rows that a test looks at.
    tested_rows: Vec<isl::Set>,
    /// The integers that a test looks at: some for each element.
    tested_values: Vec<(isl::Set, f64)>,
}

/// A statement, but for the sizes.
#[derive(Debug)]
pub(super) struct LeafShape {
    /// The statement, without trip counts.
    pub(super) leaf: Leaf,
    /// The band members around it.
    pub(super) members: Vec<MemberId>,
    /// How many of these, from the outermost on, are quotients.
    pub(super) n_quotients: usize,
    /// Its instances in the coordinates of the members, for all parameter values.
    pub(super) times: isl::Set,
}

impl Shape {
    /// The shape of a schedule tree of the GDG. Which loops carry dependences, and which statements share iterations, is
    /// found out for sizes like these.
    ///
    /// # Errors
    /// isl's.
    pub fn of(
        gdg: &Gdg,
        schedule: &isl::Schedule,
        sizes: &isl::Set,
        dependences: &Dependences,
        reassociate: bool,
    ) -> Result<Self, Error> {
        let (root, extracted) = extract(gdg, schedule, sizes, dependences, reassociate)?;
        let threaded = gdg.independent.iter().filter(|one| one.in_threads).map(|one| Threaded {
            statements: one.statements.iter().filter_map(|name| gdg.statement_named(name)).collect(),
            depth: one.position,
        });
        let threaded = threaded.collect();
        let (mut tested_rows, mut tested_values) = (vec![], vec![]);
        for test in passed_tests(gdg)? {
            tested_rows.extend(rows(gdg, test)?);
            tested_values.extend(values(gdg, test)?);
        }
        Ok(Self {
            arrays: gdg.arrays.clone(),
            is_repeated: gdg.repeated,
            root,
            extracted,
            is_in_panels: false,
            threaded,
            tested_rows,
            tested_values,
        })
    }

    /// The same, where outermost members that are quotients count panels of what others count. (Strips, which quotients count as well, are
    /// seen as the parts of one loop.)
    pub fn in_panels(self) -> Self {
        Self { is_in_panels: true, ..self }
    }

    /// The nest at these sizes: one value for each parameter.
    ///
    /// # Errors
    /// isl's.
    pub fn at(&self, sizes: &isl::Set) -> Result<Nest, Error> {
        let leaves = self.extracted.leaves.iter().map(|shape| shape.at(sizes, self.is_in_panels));
        let mut leaves = leaves.collect::<Result<Vec<_>, Error>>()?;
        // Guards keep statements apart where only some of them run.
        let begins = |few: usize, many: usize, member| {
            let [few, many] = [few, many].map(|leaf| &self.extracted.leaves[leaf]);
            few.begins(many, member, sizes)
        };
        let apart = (0..leaves.len()).map(|leaf| parted(leaf, &leaves, begins)).collect::<Result<Vec<_>, Error>>()?;
        for (leaf, (guarded, parted_by)) in leaves.iter_mut().zip(apart) {
            (leaf.guarded, leaf.parted_by) = (guarded, parted_by);
        }
        let arrays = &self.arrays;
        let mut array_bytes: Vec<_> = arrays.iter().map(|array| bytes(array, 0, sizes)).collect::<Result<_, _>>()?;
        // What is accessed where data say has usually as many rows as the longest loop has iterations.
        let longest = leaves.iter().flat_map(|leaf| leaf.extents.iter()).map(|(_, extent)| extent).fold(1.0, f64::max);
        for reference in leaves.iter().flat_map(|leaf| &leaf.references).filter(|reference| reference.is_indirect) {
            let known = &mut array_bytes[reference.array];
            if known.is_none() {
                *known = bytes(&arrays[reference.array], 1, sizes)?.map(|row| row * longest);
            }
        }
        let rows = arrays.iter().map(|array| bytes(array, array.extents.len().saturating_sub(1), sizes));
        let row_bytes: Vec<_> = rows.collect::<Result<_, _>>()?;
        let steps = arrays.iter().map(|array| (1..=array.extents.len()).map(|dim| bytes(array, dim, sizes)).collect());
        let step_bytes: Vec<_> = steps.collect::<Result<_, _>>()?;
        let count = |elements: &isl::Set| -> Result<f64, Error> {
            Ok(trip_counts(&elements.intersect_params(sizes)?, 0)?.0.iter().product())
        };
        let tested_rows = self.tested_rows.iter().map(count).sum::<Result<f64, Error>>()?;
        let values = self.tested_values.iter().map(|(elements, each)| Ok(count(elements)? * each));
        let tested_values = values.sum::<Result<f64, Error>>()?;
        Ok(Nest {
            root: self.root.clone(),
            leaves: leaves.into(),
            skewed: self.extracted.skewed.clone().into(),
            diagonal: self.extracted.diagonal.clone().into(),
            array_bytes: array_bytes.into(),
            row_bytes: row_bytes.into(),
            step_bytes: step_bytes.into(),
            is_new: arrays.iter().map(is_new).collect(),
            hides_control: false,
            threaded: self.threaded.as_slice().into(),
            tested_rows,
            tested_values,
            is_repeated: self.is_repeated,
            has_held_memory: arrays.iter().any(|array| array.storage == Storage::Parameter),
        })
    }
}

/// Whether statements beside a leaf run more or less often, other than in members of which only one of them has more than a first
/// iteration; and these members.
fn parted(
    position: usize,
    leaves: &[Leaf],
    begins: impl Fn(usize, usize, MemberId) -> Result<bool, Error>,
) -> Result<(bool, BTreeSet<MemberId>), Error> {
    let beside = &leaves[position].beside;
    let (mut guarded, mut parted_by) = (false, BTreeSet::new());
    for &other in beside {
        let is_fewer = leaves[position].n_instances() < leaves[other].n_instances();
        let (first, second) = if is_fewer { (position, other) } else { (other, position) };
        let (few, many) = (&leaves[first], &leaves[second]);
        if few.n_instances() >= SAME_INSTANCES * many.n_instances() {
            continue;
        }
        let mut in_all = few.n_instances();
        for (member, extent) in many.extents.iter().filter(|(member, _)| few.extent(*member) <= 1.0) {
            if extent > 1.0 && beside.len() < MAX_PEELED && begins(first, second, member)? {
                in_all *= extent;
                parted_by.insert(member);
            }
        }
        guarded |= in_all < SAME_INSTANCES * many.n_instances();
    }
    Ok((guarded, parted_by))
}

/// In loops of so many statements, lowering does not take first iterations out.
const MAX_PEELED: usize = 8;

/// Statements of which the one has so large a part of the other's instances run about equally often.
const SAME_INSTANCES: f64 = 0.9;

/// The tests of memory that are passed wherever the GDG is valid.
fn passed_tests(gdg: &Gdg) -> Result<Vec<&Disjoint>, Error> {
    let mut tests = vec![];
    for param in &gdg.params {
        if let Some(Definition::Disjoint(test)) = param.definition()
            && gdg.passes(param)?
        {
            tests.push(test);
        }
    }
    Ok(tests)
}

/// The rows that a test looks at.
fn rows(gdg: &Gdg, test: &Disjoint) -> Result<Vec<isl::Set>, Error> {
    let looked_at = test.with_rows().into_iter().filter(|reach| !reach.rows.is_empty());
    Ok(looked_at.map(|reach| gdg.between(&reach.rows)).collect::<isl::Result<_>>()?)
}

/// The integers that a test looks at: so many for each of these elements.
fn values(gdg: &Gdg, test: &Disjoint) -> Result<Vec<(isl::Set, f64)>, Error> {
    let mut found = vec![];
    let mut done: Vec<&Reach> = vec![];
    for reach in test.pairs.iter().flatten() {
        if done.contains(&reach) {
            continue;
        }
        done.push(reach);
        let (elements, n_values) = match &reach.data {
            None => continue,
            Some(DataRange::Rows(rows)) => (&rows.elements, 1.0),
            Some(DataRange::Values(values)) => match &values.elements.data {
                Some(DataRange::Rows(rows)) => (&rows.elements, 1.0 + USUAL_ITERATIONS as f64),
                _ => (&values.elements, 1.0),
            },
        };
        let range = Ends { first: elements.first.clone(), last: elements.last.clone() };
        found.push((gdg.between(&[range])?, n_values));
    }
    Ok(found)
}

/// Whether an array is memory that the function allocates: nobody needs it afterwards, and a pointer leads to it.
fn is_new(array: &Array) -> bool {
    array.storage == Storage::External && !array.live_out && matches!(array.extents.first(), Some(None))
}

impl LeafShape {
    /// Whether no iteration of another statement comes before its own ones in a member, whatever the others are.
    fn begins(&self, other: &Self, member: MemberId, sizes: &isl::Set) -> Result<bool, Error> {
        let place = |shape: &Self| shape.members.iter().position(|one| *one == member);
        let (Some(own), Some(others)) = (place(self), place(other)) else { return Ok(false) };
        let last = self.times.intersect_params(sizes)?.dim_max_val(own)?;
        let first = other.times.intersect_params(sizes)?.dim_min_val(others)?;
        Ok(last.is_int()? && first.is_int()? && last.le(&first)?)
    }

    fn at(&self, sizes: &isl::Set, is_in_panels: bool) -> Result<Leaf, Error> {
        let n_panels = if is_in_panels { self.n_quotients } else { 0 };
        let (extents, conditional) = trip_counts(&self.times.intersect_params(sizes)?, n_panels)?;
        let box_size: f64 = extents.iter().product();
        let n_instances: f64 = conditional.iter().product();
        Ok(Leaf {
            density: if box_size > 0.0 { n_instances / box_size } else { 0.0 },
            extents: self.members.iter().copied().zip(extents).collect(),
            is_in_panels: n_panels > 0,
            usual_extents: self.members.iter().copied().zip(conditional).collect(),
            ..self.leaf.clone()
        })
    }
}

/// For each dimension of a set: how many values it takes in all, and how many when the dimensions before it are in the
/// middle of theirs. The product of the latter estimates the number of points. The set has one value for each parameter. The first
/// dimensions may count panels: how many values others take is then said for the one in the middle.
fn trip_counts(times: &isl::Set, n_panels: usize) -> Result<(Vec<f64>, Vec<f64>), Error> {
    let n = times.dim(isl::Dim::Set)?;
    let mut whole = Vec::with_capacity(n);
    let mut conditional = Vec::with_capacity(n);
    // Fewer dimensions and equalities make the linear programs smaller.
    let times = times.project_out(isl::Dim::Param, 0, times.dim(isl::Dim::Param)?)?;
    if times.is_empty()? {
        return Ok((vec![0.0; n], vec![0.0; n]));
    }
    let (mut rest, mut in_panel) = (times.clone(), times);
    for dimension in 0..n {
        if dimension == n_panels {
            in_panel = rest.clone();
        }
        let own = dim_range(&rest, 0)?;
        let all = if dimension <= n_panels { own } else { dim_range(&in_panel, dimension - n_panels)? };
        whole.push(n_values(all));
        conditional.push(n_values(own));
        rest = match own {
            Some((low, high)) => within(&rest, ((low + high) / 2.0).floor() as i32)?,
            None => rest.project_out(isl::Dim::Set, 0, 1)?,
        };
    }
    Ok((whole, conditional))
}

/// The other dimensions where the first one has this value, or any value if there is nothing for this one.
fn within(set: &isl::Set, value: i32) -> Result<isl::Set, Error> {
    let fixed = set.fix_si(isl::Dim::Set, 0, value)?.project_out(isl::Dim::Set, 0, 1)?;
    if fixed.is_empty()? { Ok(set.project_out(isl::Dim::Set, 0, 1)?) } else { Ok(fixed) }
}

fn n_values(range: Option<(f64, f64)>) -> f64 {
    range.map_or(UNBOUNDED, |(low, high)| high - low + 1.0)
}

/// Stands for a trip count without a bound.
const UNBOUNDED: f64 = 1000.0;

/// The least and the greatest value of a dimension, if there are some.
pub(super) fn dim_range(set: &isl::Set, dimension: usize) -> Result<Option<(f64, f64)>, Error> {
    let low = set.dim_min_val(dimension)?;
    let high = set.dim_max_val(dimension)?;
    if !low.is_int()? || !high.is_int()? {
        return Ok(None);
    }
    Ok(Some((low.get_d()?, high.get_d()?)))
}

/// The size of an array, if it is known.
///
/// # Errors
/// isl's.
pub fn array_bytes(array: &Array, sizes: &isl::Set) -> Result<Option<f64>, Error> {
    bytes(array, 0, sizes)
}

/// The size of a part of the array: what the extents from `first` on span.
fn bytes(array: &Array, first: usize, sizes: &isl::Set) -> Result<Option<f64>, Error> {
    let mut bytes = f64::from(array.element.size());
    for extent in array.extents.get(first..).unwrap_or(&[]) {
        let Some(extent) = extent else { return Ok(None) };
        let value = extent.intersect_params(sizes)?.max_val()?;
        if !value.is_int()? {
            return Ok(None);
        }
        bytes *= value.get_d()?.max(1.0);
    }
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
    use polymill_gdg::Program;
    use polymill_isl as isl;

    use super::Shape;

    /// For each statement of `for i { for j { ... } }`, of which `S` runs for `j = 0` only, whether it needs a guard
    /// in the loops, and whether it needs one in the first iteration.
    fn guarded(schedule: &str) -> Vec<(bool, bool)> {
        let ctx = isl::Context::new().unwrap();
        let text = "gdg f {
               param n: i32
               array x: f64[n] live_out
               array A: f64[n][n] live_in
               statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { x[i] = 0.0; } }
               statement T {
                 domain { T[i, j] : 0 <= i < n and 0 <= j < n }
                 iterators i: i32, j: i32
                 body { x[i] = x[i] + A[i][j]; }
               }
               schedule { for i { S for j { T } } }
             }";
        let program = Program::parse(&ctx, text).unwrap();
        let gdg = &program.gdgs()[0];
        let dependences = polymill_analysis::dependences(gdg).unwrap();
        let sizes = isl::Set::read(&ctx, "[n] -> { : n = 100 }").unwrap();
        let schedule = isl::Schedule::read(&ctx, schedule).unwrap();
        let nest = Shape::of(gdg, &schedule, &sizes, &dependences, true).unwrap().at(&sizes).unwrap();
        nest.leaves.iter().map(|leaf| (leaf.guarded, !leaf.parted_by.is_empty())).collect()
    }

    const DOMAIN: &str = "[n] -> { S[i] : 0 <= i < n; T[i, j] : 0 <= i < n and 0 <= j < n }";

    #[test]
    fn statements_of_one_loop_are_guarded_where_one_runs_less_often_in_more_than_one_iteration() {
        let tree = |second: &str, inside: &str| {
            format!(
                r#"{{ domain: "{DOMAIN}", child: {{
                     schedule: "[n] -> [{{ S[i] -> [(i)]; T[i, j] -> [(i)] }}, {{ S[i] -> [({second})]; T[i, j] -> [(j)] }}]",
                     child: {{ {inside} }} }} }}"#
            )
        };
        let sequence = r#"sequence: [ { filter: "{ S[i] }" }, { filter: "{ T[i, j] }" } ]"#;
        assert_eq!(guarded(&tree("0", sequence)), [(false, true); 2]);
        // All of the one runs before all of the other.
        assert_eq!(guarded(&tree("-1", sequence)), [(false, false); 2]);
        let nested = format!(r#"set: [ {{ filter: "{{ S[i]; T[i, j] }}", child: {{ {sequence} }} }} ]"#);
        assert_eq!(guarded(&tree("0", &nested)), [(false, true); 2]);
    }
}
