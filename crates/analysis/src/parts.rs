//! Arrays in parts, so that dataflow analysis compares fewer accesses.
//!
//! Where statements access `u[i][j][0]`, `u[i][j][1]`, ..., as hand-unrolled loops over the components of a vector do, isl
//! takes all accesses of a statement to `u` as one relation, and asks for each of its pieces which piece of all others
//! wrote last. The constant subscripts already say which pieces can meet. So such an array is taken apart: each constant in
//! such a dimension makes an array of its own, without that dimension. Different parts have no element in common, so what
//! holds for the parts holds for the array.
//!
//! Parts and arrays that all statements access in the same way, as components mostly are, have the same dependences: one of
//! them stands for all.

use std::collections::{BTreeMap, BTreeSet};

use polymill_gdg::{Access, AccessKind, ArrayId, Gdg};
use polymill_isl as isl;

/// A dimension with more subscripts than this is not taken apart.
const MANY_SUBSCRIPTS: usize = 32;

/// No array is taken apart into more parts than this.
const MANY_PARTS: usize = 128;

/// How the arrays of a GDG are taken apart.
pub(crate) struct Parts {
    /// The parts of each array that has several.
    of_array: BTreeMap<String, Vec<Part>>,
    /// For each part, or array that is its only part, that stands for others: all that it stands for, itself among them.
    represented: BTreeMap<String, Vec<String>>,
}

/// The elements of an array with certain constant subscripts.
struct Part {
    name: String,
    /// For each dimension of the array the subscript that the part has in it, if only one.
    subscripts: Vec<Option<i32>>,
}

impl Parts {
    /// Each array is its only part.
    pub fn none() -> Self {
        Self { of_array: BTreeMap::new(), represented: BTreeMap::new() }
    }

    /// Takes apart arrays of interest that are written.
    ///
    /// # Errors
    /// isl's.
    pub fn of(gdg: &Gdg, is_of_interest: impl Fn(&Access) -> bool) -> isl::Result<Self> {
        let mut of_array = BTreeMap::new();
        for (index, array) in gdg.arrays.iter().enumerate() {
            let is_used = |access: &&Access| {
                access.array == ArrayId::new(index) && access.kind != AccessKind::Kill && is_of_interest(access)
            };
            let accesses = || gdg.statements.iter().flat_map(|statement| &statement.accesses).filter(is_used);
            if accesses().count() > 1 && accesses().any(|access| access.kind.is_write()) {
                let parts = parts(gdg, ArrayId::new(index))?;
                if parts.len() > 1 {
                    of_array.insert(array.name.clone(), parts);
                }
            }
        }
        Ok(Self { of_array, represented: BTreeMap::new() })
    }

    /// `{ S[i] -> array[x] }` in terms of parts.
    ///
    /// # Errors
    /// isl's.
    pub fn split(&self, accesses: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
        if self.of_array.is_empty() {
            return Ok(accesses.clone());
        }
        let mut all = isl::UnionMap::empty(&accesses.get_space()?)?;
        for access in accesses.get_map_list()?.to_vec()? {
            let name = access.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
            let Some(parts) = self.of_array.get(&name) else {
                all = all.add_map(&access)?;
                continue;
            };
            for piece in access.get_basic_map_list()?.to_vec()? {
                let piece = isl::Map::from_basic_map(&piece)?;
                let n_dims = piece.dim(isl::Dim::Out)?;
                let fixed = (0..n_dims).map(|dim| fixed(&piece, dim)).collect::<isl::Result<Vec<_>>>()?;
                for part in parts.iter().filter(|part| part.may_meet(&fixed)) {
                    if let Some(own) = part.of(&piece, &fixed)? {
                        all = all.add_map(&own)?;
                    }
                }
            }
        }
        Ok(all)
    }

    /// Leaves, of all parts that are accessed alike, only one. Each of the relations is one way of accessing them.
    ///
    /// # Errors
    /// isl's.
    pub fn represent(&mut self, accesses: [&mut isl::UnionMap; 4]) -> isl::Result<()> {
        let mut of_part: BTreeMap<String, Vec<Use>> = BTreeMap::new();
        for (way, accesses) in accesses.iter().enumerate() {
            for map in accesses.get_map_list()?.to_vec()? {
                let part = map.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
                let statement = map.get_tuple_name(isl::Dim::In)?;
                let relation = map.reset_tuple_id(isl::Dim::Out)?;
                of_part.entry(part).or_default().push(Use { way, statement, relation });
            }
        }
        let mut classes: Vec<(Vec<Use>, Vec<String>)> = vec![];
        for (part, mut own) in of_part {
            own.sort_by(|a, b| (a.way, &a.statement).cmp(&(b.way, &b.statement)));
            let mut same = None;
            for (index, (others, _)) in classes.iter().enumerate() {
                if are_alike(&own, others)? {
                    same = Some(index);
                    break;
                }
            }
            match same {
                Some(index) => classes[index].1.push(part),
                None => classes.push((own, vec![part])),
            }
        }
        let n_ways = accesses.len();
        let empty = accesses[0].get_space()?;
        let mut merged = (0..n_ways).map(|_| isl::UnionMap::empty(&empty)).collect::<isl::Result<Vec<_>>>()?;
        for (class, parts) in classes {
            for Use { way, relation, .. } in class {
                merged[way] = merged[way].add_map(&relation.set_tuple_name(isl::Dim::Out, &parts[0])?)?;
            }
            if parts.len() > 1 {
                self.represented.insert(parts[0].clone(), parts);
            }
        }
        for (accesses, merged) in accesses.into_iter().zip(merged) {
            *accesses = merged;
        }
        Ok(())
    }

    /// Elements of arrays in terms of parts: those of a part that stands for others are the elements of any of them, if those of all
    /// are given.
    ///
    /// # Errors
    /// isl's.
    pub fn elements(&self, of_arrays: &isl::UnionSet) -> isl::Result<isl::UnionSet> {
        let whole = isl::UnionSet::read(of_arrays.ctx(), "{ polymill_whole[] }")?;
        let split = self.split(&isl::UnionMap::from_domain_and_range(&whole, of_arrays)?)?.range()?;
        let mut own = BTreeMap::new();
        for elements in split.get_set_list()?.to_vec()? {
            own.insert(elements.get_tuple_name()?.unwrap_or_default(), elements);
        }
        let mut all = isl::UnionSet::empty(&of_arrays.get_space()?)?;
        for (name, elements) in &own {
            let alone = vec![name.clone()];
            for member in self.represented.get(name).unwrap_or(&alone) {
                match own.get(member) {
                    Some(others) => all = all.union(&others.set_tuple_name(name)?.to_union_set()?)?,
                    None => {
                        all = all.subtract(&isl::Set::universe(&elements.get_space()?)?.to_union_set()?)?;
                        break;
                    }
                }
            }
        }
        Ok(all)
    }

    /// `{ S[i] -> part[x] }` in terms of arrays.
    ///
    /// # Errors
    /// isl's.
    pub fn join(&self, accesses: &isl::UnionMap) -> isl::Result<isl::UnionMap> {
        let mut all = isl::UnionMap::empty(&accesses.get_space()?)?;
        let parts: BTreeMap<&str, (&str, &Part)> = self
            .of_array
            .iter()
            .flat_map(|(array, parts)| parts.iter().map(move |part| (part.name.as_str(), (array.as_str(), part))))
            .collect();
        for access in accesses.get_map_list()?.to_vec()? {
            let name = access.get_tuple_name(isl::Dim::Out)?.unwrap_or_default();
            for name in self.represented.get(&name).unwrap_or(&vec![name]) {
                all = all.add_map(&match parts.get(name.as_str()) {
                    Some((array, part)) => part.in_array(array, &access)?,
                    None => access.set_tuple_name(isl::Dim::Out, name)?,
                })?;
            }
        }
        Ok(all)
    }
}

/// How a statement accesses a part.
struct Use {
    /// Which of several relations it is in.
    way: usize,
    statement: Option<String>,
    /// Without the name of the part.
    relation: isl::Map,
}

/// Whether two parts are accessed in the same ways by the same instances; the uses are in order.
fn are_alike(one: &[Use], other: &[Use]) -> isl::Result<bool> {
    if one.len() != other.len() {
        return Ok(false);
    }
    for (a, b) in one.iter().zip(other) {
        if (a.way, &a.statement) != (b.way, &b.statement) || !a.relation.plain_is_equal(&b.relation)? {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Part {
    /// Whether an access with these subscripts, where they are fixed, may be to this part.
    fn may_meet(&self, fixed: &[Option<i64>]) -> bool {
        let mut pairs = self.subscripts.iter().zip(fixed);
        pairs.all(|(own, fixed)| own.zip(*fixed).is_none_or(|(own, fixed)| i64::from(own) == fixed))
    }

    /// What a relation to the array, with these fixed subscripts, accesses of this part.
    fn of(&self, access: &isl::Map, fixed: &[Option<i64>]) -> isl::Result<Option<isl::Map>> {
        let mut own = access.clone();
        let mut is_narrowed = false;
        for (dim, subscript) in self.subscripts.iter().enumerate().rev() {
            let Some(subscript) = subscript else { continue };
            if fixed[dim].is_none() {
                own = own.fix_si(isl::Dim::Out, dim, *subscript)?;
                is_narrowed = true;
            }
            own = own.project_out(isl::Dim::Out, dim, 1)?;
        }
        if is_narrowed && own.is_empty()? {
            return Ok(None);
        }
        own.set_tuple_name(isl::Dim::Out, &self.name).map(Some)
    }

    /// A relation to this part as one to the array.
    fn in_array(&self, array: &str, access: &isl::Map) -> isl::Result<isl::Map> {
        let mut access = access.reset_tuple_id(isl::Dim::Out)?;
        for (dim, subscript) in self.subscripts.iter().enumerate() {
            if let Some(subscript) = subscript {
                access = access.insert_dims(isl::Dim::Out, dim, 1)?.fix_si(isl::Dim::Out, dim, *subscript)?;
            }
        }
        access.set_tuple_name(isl::Dim::Out, array)
    }
}

/// The parts of an array: one for each constant subscript in dimensions that have many of them.
fn parts(gdg: &Gdg, array: ArrayId) -> isl::Result<Vec<Part>> {
    let name = &gdg.array(array).name;
    let n_dims = gdg.array(array).n_dims();
    let mut parts = vec![vec![]];
    for dim in 0..n_dims {
        let subscripts = constant_subscripts(gdg, array, dim)?;
        if subscripts.len() < 2 || parts.len() * subscripts.len() > MANY_PARTS {
            parts.iter_mut().for_each(|part| part.push(None));
        } else {
            let with = |part: &Vec<Option<i32>>, subscript| [&part[..], &[Some(subscript)]].concat();
            parts =
                parts.iter().flat_map(|part| subscripts.iter().map(move |subscript| with(part, *subscript))).collect();
        }
    }
    let named = |(index, subscripts)| Part { name: format!("{name} in part {index}"), subscripts };
    Ok(parts.into_iter().enumerate().map(named).collect())
}

/// All subscripts of a dimension, if there are few and at least two and half of them are written as constants; else none. The
/// first and the last row of a small image are no reason to take all rows apart.
fn constant_subscripts(gdg: &Gdg, array: ArrayId, dim: usize) -> isl::Result<BTreeSet<i32>> {
    let mut constants = BTreeSet::new();
    let mut varying = vec![];
    for statement in &gdg.statements {
        for access in &statement.accesses {
            if access.array != array || access.kind == AccessKind::Kill {
                continue;
            }
            match fixed(&access.relation, dim)? {
                Some(subscript) => _ = constants.insert(subscript),
                None => varying.push((statement, access)),
            }
        }
    }
    if constants.len() < 2 {
        return Ok(BTreeSet::new());
    }
    let most = MANY_SUBSCRIPTS.min(2 * constants.len());
    let mut all = constants;
    for (statement, access) in varying {
        let used = access.relation.intersect_domain(&statement.domain)?.range()?;
        let (first, last) = (used.dim_min_val(dim)?, used.dim_max_val(dim)?);
        if !first.is_int()? || !last.is_int()? {
            return Ok(BTreeSet::new());
        }
        let (first, last) = (first.to_i64()?, last.to_i64()?);
        if last - first >= most as i64 {
            return Ok(BTreeSet::new());
        }
        all.extend(first..=last);
    }
    let is_small = all.len() <= most;
    let all: Option<BTreeSet<i32>> = all.into_iter().map(|subscript| i32::try_from(subscript).ok()).collect();
    Ok(all.filter(|_| is_small).unwrap_or_default())
}

/// The only subscript of a dimension, if the relation says so plainly.
fn fixed(access: &isl::Map, dim: usize) -> isl::Result<Option<i64>> {
    let value = access.plain_get_val_if_fixed(isl::Dim::Out, dim)?;
    if value.is_int()? { value.to_i64().map(Some) } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use polymill_gdg::Program;
    use polymill_isl as isl;

    use super::Parts;

    /// `S` and `T` write components 0, 1 and 2 of `v`; `U` reads all of them, `V` the last.
    const COMPONENTS: &str = "gdg f {
      param n: i32
      array v: f64[?][3] live_in live_out
      array w: f64[?]
      statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { v[i][0] = 1.0; v[i][1] = 2.0; } }
      statement T { domain { T[i] : 0 <= i < n } iterators i: i32 body { v[i + 1][2] = v[i][0]; } }
      statement U {
        domain { U[i, m] : 0 <= i < n and 0 <= m <= 2 }
        iterators i: i32, m: i32
        body { w[i] = v[i][m] + v[i][2]; }
      }
      schedule { for i { S T for m { U } } }
    }";

    #[test]
    fn parts_are_what_constants_and_short_loops_access() -> Result<(), Box<dyn std::error::Error>> {
        let program = Program::parse(&isl::Context::new()?, COMPONENTS)?;
        let gdg = &program.gdgs()[0];
        let accesses = gdg.accesses(|_| true)?;
        let parts = Parts::of(gdg, |_| true)?;
        let split = parts.split(&accesses)?;
        // v in three parts, and w.
        assert_eq!(split.range()?.n_set()?, 4);
        assert!(parts.join(&split)?.is_equal(&accesses)?);
        Ok(())
    }

    #[test]
    fn dependences_are_those_of_the_array() -> Result<(), Box<dyn std::error::Error>> {
        let context = isl::Context::new()?;
        let program = Program::parse(&context, COMPONENTS)?;
        let found = crate::dependences(&program.gdgs()[0])?;
        let flow = "[n] -> { S[i] -> T[i] : 0 <= i < n; S[i] -> U[i, m] : 0 <= i < n and 0 <= m <= 1;
            T[i] -> U[i + 1, m] : 0 <= i < n - 1 and 0 <= m <= 2 }";
        assert!(found.flow().is_equal(&isl::UnionMap::read(&context, flow)?)?, "{}", found.flow());
        let live_in = "[n] -> { U[0, m] -> v[0, 2] : n > 0 and 0 <= m <= 2 }";
        assert!(found.live_in.is_equal(&isl::UnionMap::read(&context, live_in)?)?, "{}", found.live_in);
        let live_out = "[n] -> { S[i] -> v[i, m] : 0 <= i < n and 0 <= m <= 1; T[i] -> v[i + 1, 2] : 0 <= i < n }";
        let found = crate::live_out(&program.gdgs()[0])?;
        assert!(found.is_equal(&isl::UnionMap::read(&context, live_out)?)?, "{found}");
        Ok(())
    }
}
