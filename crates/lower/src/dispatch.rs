//! Which version of a function runs for which parameters: the specialization tree.
//!
//! After _Static versioning_ (Dattatri and Meister, IMPACT 2021), section 4.3, with one difference. The paper's tree
//! divides versions into those that a constraint includes and those that it does not, and looks only at the former where
//! the constraint holds. If a version adds two constraints and only the first holds, nothing is called. Here a version
//! goes out of sight only once it cannot be the one to call, so that every path ends in a call.

use std::fmt;

use polymill_gdg::SpecializeOp;
use polymill_isl as isl;

use crate::{Error, Result};

/// How the call is found.
#[derive(Clone, Debug)]
pub enum Dispatch {
    /// Calls the version with this index.
    Call(usize),
    /// Tests all of the constraints, left to right.
    Test {
        /// Sets of parameters.
        constraints: Vec<isl::Set>,
        /// If the parameters are in all of them.
        then: Box<Dispatch>,
        /// If not.
        otherwise: Box<Dispatch>,
    },
}

/// The two shapes of the code that finds the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Nested tests: no constraint is tested twice on a path.
    Tree,
    /// One version after the other, each with all its constraints.
    Chain,
}

/// More tests than this make a tree too large; the chain is taken.
const MAX_TESTS: usize = 256;

/// Versions with the constraints that tell them apart.
///
/// For all parameters of the first version's context, the one version to call is the first, in
/// [`SpecializeOp::precedence`], that is valid. It is one of the most specialized ones.
///
/// ```
/// use polymill_gdg::{GdgId, SpecializeOp, Version};
/// use polymill_isl as isl;
/// use polymill_lower::dispatch::Family;
/// let ctx = isl::Context::new()?;
/// let version = |index, specializes, added: &str| {
///     Ok::<_, isl::Error>(Version { gdg: GdgId(index), specializes, added: isl::Set::read(&ctx, added)? })
/// };
/// let versions = vec![version(0, None, "[n] -> { : n >= 0 }")?, version(1, Some(0), "[n] -> { : n < 16 }")?];
/// let dispatch = Family::new(&SpecializeOp { versions }, &[1.0, 1.0])?.dispatch()?;
/// assert_eq!(dispatch.to_string(), "if [n] -> {  : n <= 15 } { call 1 } else { call 0 }");
/// # Ok::<(), polymill_lower::Error>(())
/// ```
pub struct Family {
    precedence: Vec<usize>,
    /// How often each version is expected to run, compared with the others.
    weights: Vec<f64>,
    /// For each version the parameters for which it is valid.
    contexts: Vec<isl::Set>,
    /// All constraints, each once: two are the same if the same parameters of the first context fulfil them.
    constraints: Vec<isl::Set>,
    /// For each version the constraints that it has on top of the first context.
    needs: Vec<Vec<usize>>,
    /// For each version the first one that has the same code.
    code: Vec<usize>,
}

impl Family {
    /// The versions of a specializer GDG; `weights` says how often each is expected to run, compared with the others. One of
    /// weight 0 is never called, but for the first.
    ///
    /// # Errors
    /// isl's; a bug if there are no versions, or if one does not stand behind what it was specialized from.
    pub fn new(op: &SpecializeOp, weights: &[f64]) -> Result<Self> {
        let (contexts, mut precedence) = (op.contexts()?, op.precedence()?);
        precedence.retain(|version| *version == 0 || weights.get(*version).is_some_and(|weight| *weight > 0.0));
        let Some(first) = op.versions.first().filter(|_| weights.len() == op.versions.len()) else {
            return Err(Error::Bug("a function without versions, or without a weight for each".into()));
        };
        let mut family = Self {
            precedence,
            weights: weights.to_vec(),
            contexts,
            constraints: vec![],
            needs: vec![vec![]],
            code: (0..op.versions.len()).collect(),
        };
        for version in &op.versions[1..] {
            let origin = version.specializes.unwrap_or(0);
            let mut needed = family.needs[origin].clone();
            for constraint in constraints(&version.added)? {
                let index = family.index(constraint, &first.added)?;
                if !needed.contains(&index) {
                    needed.push(index);
                }
            }
            family.drop_implied(&mut needed)?;
            family.needs.push(needed);
        }
        Ok(family)
    }

    /// How many values of the parameters each version is called for, where these are not too many to be counted; `None`
    /// where they are.
    ///
    /// # Errors
    /// isl's.
    pub fn count_points(&self) -> Result<Option<Vec<f64>>> {
        let mut left = self.contexts[0].clone();
        if !is_countable(&left)? {
            return Ok(None);
        }
        let mut counts = vec![0.0; self.contexts.len()];
        for &version in &self.precedence {
            counts[version] = left.intersect(&self.contexts[version])?.count_val()?.get_num_si()? as f64;
            left = left.subtract(&self.contexts[version])?;
        }
        Ok(Some(counts))
    }

    /// The same versions with other weights.
    #[must_use]
    pub fn with_weights(self, weights: Vec<f64>) -> Self {
        Self { weights, ..self }
    }

    /// The same versions, of which some have the same code, so that it does not matter which of them is called: for each
    /// version the first one that has its code. A version is not called any more if another one with its code would run in its
    /// place.
    ///
    /// # Errors
    /// isl's.
    pub fn sharing(self, code: Vec<usize>) -> Result<Self> {
        let mut family = Self { code, ..self };
        for position in (0..family.precedence.len()).rev() {
            if family.is_replaced(position)? {
                family.precedence.remove(position);
            }
        }
        Ok(family)
    }

    /// Whether the version at a position in the precedence leaves all its parameters to a later one with the same code.
    fn is_replaced(&self, position: usize) -> Result<bool> {
        let (version, later) = (self.precedence[position], &self.precedence[position + 1..]);
        for &other in later {
            if !self.contexts[version].is_disjoint(&self.contexts[other])? {
                return Ok(
                    self.is_same_code(version, other) && self.contexts[version].is_subset(&self.contexts[other])?
                );
            }
        }
        Ok(false)
    }

    /// The tests in the shape of the paper's rule ([`Family::shape`]); as a chain where the tree would get too large, which
    /// it can where versions add several constraints each and overlap. Where versions share code, what has fewer tests.
    ///
    /// # Errors
    /// isl's.
    pub fn dispatch(&self) -> Result<Dispatch> {
        let chain = self.chain();
        let is_shared = self.code.iter().enumerate().any(|(version, code)| version != *code);
        if !is_shared && self.shape() == Shape::Chain {
            return Ok(chain);
        }
        let Some(tree) = self.tree()? else { return Ok(chain) };
        if !is_shared {
            return Ok(tree);
        }
        let tree = self.merged(tree)?;
        Ok(if tree.n_tests() < chain.n_tests() { tree } else { chain })
    }

    /// Versions in precedence, without those that are never called.
    pub(crate) fn precedence(&self) -> &[usize] {
        &self.precedence
    }

    /// Whether it does not matter which of the two is called, where both are valid.
    pub(crate) fn is_same_code(&self, one: usize, other: usize) -> bool {
        one == other || self.code[one] == self.code[other]
    }

    /// `if a { if b { f } else { g } } else { f }` as `if a and not b { g } else { f }`.
    fn merged(&self, dispatch: Dispatch) -> Result<Dispatch> {
        let Dispatch::Test { mut constraints, then, otherwise } = dispatch else { return Ok(dispatch) };
        let (then, otherwise) = (self.merged(*then)?, self.merged(*otherwise)?);
        if let (Dispatch::Test { constraints: inner, then: same, otherwise: rest }, Dispatch::Call(other)) =
            (&then, &otherwise)
            && let ([only], Dispatch::Call(same)) = (inner.as_slice(), same.as_ref())
            && self.is_same_code(*same, *other)
            && self.contexts[*same].is_subset(&self.contexts[*other])?
        {
            let opposite = only.complement()?;
            if opposite.n_basic_set()? == 1 {
                constraints.push(opposite);
                return Ok(Dispatch::test(constraints, rest.as_ref().clone(), otherwise));
            }
        }
        Ok(Dispatch::test(constraints, then, otherwise))
    }

    /// The shape for which the paper predicts fewer tests, summed over all versions (the inequality after Lemma 4.3).
    pub fn shape(&self) -> Shape {
        let n = self.precedence.len();
        let in_chain = |(position, version): (usize, &usize)| self.needs[*version].len() * (n - 1 - position);
        let in_chain: usize = self.precedence.iter().enumerate().map(in_chain).sum();
        if n * n < in_chain { Shape::Tree } else { Shape::Chain }
    }

    /// Each version after the other, in precedence; the first version of all, which is always valid, without a test.
    pub fn chain(&self) -> Dispatch {
        let mut dispatch = Dispatch::Call(0);
        for &version in self.precedence.iter().rev().filter(|version| **version != 0) {
            let constraints = self.needs[version].iter().map(|each| self.constraints[*each].clone()).collect();
            dispatch = Dispatch::test(constraints, Dispatch::Call(version), dispatch);
        }
        dispatch
    }

    /// Nested tests; `None` if there would be too many.
    ///
    /// A path tests no constraint twice. If each version adds one constraint to what it was specialized from, each test
    /// puts at least one version out of sight, so that there are fewer tests than versions, which is below the bound of
    /// Lemma 4.3. If the versions behind the first add `k(i)` constraints each, the sum of all `k(i)` bounds the path.
    ///
    /// # Errors
    /// isl's.
    pub fn tree(&self) -> Result<Option<Dispatch>> {
        let mut n_left = MAX_TESTS;
        self.subtree(&self.contexts[0], &self.precedence, &mut n_left)
    }

    /// Leaves out constraints that follow from the others.
    fn drop_implied(&self, needed: &mut Vec<usize>) -> Result<()> {
        let mut position = 0;
        while position < needed.len() {
            let mut others = self.contexts[0].clone();
            for other in needed.iter().filter(|other| **other != needed[position]) {
                others = others.intersect(&self.constraints[*other])?;
            }
            if others.is_subset(&self.constraints[needed[position]])? {
                needed.remove(position);
            } else {
                position += 1;
            }
        }
        Ok(())
    }

    fn index(&mut self, constraint: isl::Set, within: &isl::Set) -> Result<usize> {
        let fulfilling = constraint.intersect(within)?;
        for (index, known) in self.constraints.iter().enumerate() {
            if known.intersect(within)?.is_equal(&fulfilling)? {
                return Ok(index);
            }
        }
        self.constraints.push(constraint);
        Ok(self.constraints.len() - 1)
    }

    /// The tests for parameters in `known`, where only the versions in `active` (in precedence) may be the one to call.
    fn subtree(&self, known: &isl::Set, active: &[usize], n_left: &mut usize) -> Result<Option<Dispatch>> {
        let active = self.possible(known, active)?;
        let Some(&first) = active.first() else { return Err(Error::Bug("no version is valid".into())) };
        if active.len() == 1 || known.is_subset(&self.contexts[first])? {
            return Ok(Some(Dispatch::Call(first)));
        }
        let Some(test) = self.best_test(known, &active)? else {
            return Err(Error::Bug("no constraint tells two versions apart".into()));
        };
        if *n_left == 0 {
            return Ok(None);
        }
        *n_left -= 1;
        let constraint = &self.constraints[test];
        let Some(then) = self.subtree(&known.intersect(constraint)?, &active, n_left)? else { return Ok(None) };
        let Some(otherwise) = self.subtree(&known.subtract(constraint)?, &active, n_left)? else { return Ok(None) };
        Ok(Some(Dispatch::test(vec![constraint.clone()], then, otherwise)))
    }

    /// The versions that may be the one to call for some parameters in `known`: those that can be valid, up to the first
    /// that always is.
    fn possible(&self, known: &isl::Set, active: &[usize]) -> Result<Vec<usize>> {
        let mut possible = vec![];
        for &version in active {
            let context = &self.contexts[version];
            if known.is_disjoint(context)? {
                continue;
            }
            possible.push(version);
            if known.is_subset(context)? {
                break;
            }
        }
        Ok(possible)
    }

    /// The constraint whose test leaves the least weight in sight on its heavier side. Each test that is considered puts a
    /// version out of sight on both sides; only if there is none, a constraint of the first version is tested.
    fn best_test(&self, known: &isl::Set, active: &[usize]) -> Result<Option<usize>> {
        let weight = |versions: &[usize]| versions.iter().map(|version| self.weights[*version]).sum::<f64>();
        let mut best: Option<(usize, (f64, f64))> = None;
        let mut first_open = None;
        for &version in active {
            for &constraint in &self.needs[version] {
                let set = &self.constraints[constraint];
                if known.is_subset(set)? || known.is_disjoint(set)? {
                    continue;
                }
                first_open.get_or_insert(constraint);
                let then = self.possible(&known.intersect(set)?, active)?;
                let otherwise = self.possible(&known.subtract(set)?, active)?;
                let (then_weight, otherwise_weight) = (weight(&then), weight(&otherwise));
                let score = (then_weight.max(otherwise_weight), then_weight + otherwise_weight);
                let divides = then.len() < active.len() && otherwise.len() < active.len();
                if divides && best.is_none_or(|(_, known)| score < known) {
                    best = Some((constraint, score));
                }
            }
        }
        Ok(best.map(|(constraint, _)| constraint).or(first_open))
    }
}

/// More points than this are not counted: isl looks at each.
const MAX_POINTS: i64 = 100_000;

fn is_countable(context: &isl::Set) -> Result<bool> {
    let mut n_points = 1_i64;
    for position in 0..context.dim(isl::Dim::Param)? {
        let alone = context.move_dims(isl::Dim::Set, 0, isl::Dim::Param, position, 1)?;
        let (low, high) = (alone.dim_min_val(0)?, alone.dim_max_val(0)?);
        if !low.is_int()? || !high.is_int()? {
            return Ok(false);
        }
        let extent = high.get_num_si()?.saturating_sub(low.get_num_si()?).saturating_add(1);
        n_points = n_points.saturating_mul(extent);
    }
    Ok(n_points <= MAX_POINTS)
}

/// The constraints of a set. What is no conjunction of affine constraints is one constraint.
fn constraints(set: &isl::Set) -> Result<Vec<isl::Set>> {
    if set.n_basic_set()? != 1 || set.involves_locals()? {
        return Ok(if set.plain_is_universe()? { vec![] } else { vec![set.clone()] });
    }
    let constraints = set.simple_hull()?.get_constraint_list()?.to_vec()?;
    constraints.iter().map(|each| Ok(isl::BasicSet::from_constraint(each)?.to_set()?)).collect()
}

impl Dispatch {
    /// A test; nested ones with the same other side become one, and a test with nothing to decide goes away.
    fn test(constraints: Vec<isl::Set>, then: Self, otherwise: Self) -> Self {
        match then {
            Self::Test { constraints: inner, then, otherwise: other } if other.calls_as(&otherwise) => {
                let constraints = [constraints, inner].concat();
                Self::Test { constraints, then, otherwise: Box::new(otherwise) }
            }
            then if constraints.is_empty() => then,
            then => Self::Test { constraints, then: Box::new(then), otherwise: Box::new(otherwise) },
        }
    }

    /// Whether both are a call of the same version.
    fn calls_as(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Call(a), Self::Call(b)) if a == b)
    }

    /// How many constraints are tested, on all paths together.
    fn n_tests(&self) -> usize {
        match self {
            Self::Call(_) => 0,
            Self::Test { constraints, then, otherwise } => constraints.len() + then.n_tests() + otherwise.n_tests(),
        }
    }

    /// The version that is called for given parameters, and how many constraints are tested for that.
    ///
    /// # Errors
    /// isl's.
    pub fn call(&self, parameters: &isl::Set) -> Result<(usize, usize)> {
        match self {
            Self::Call(version) => Ok((*version, 0)),
            Self::Test { constraints, then, otherwise } => {
                let mut n_tests = 0;
                for constraint in constraints {
                    n_tests += 1;
                    if !parameters.is_subset(constraint)? {
                        let (version, n_more) = otherwise.call(parameters)?;
                        return Ok((version, n_tests + n_more));
                    }
                }
                let (version, n_more) = then.call(parameters)?;
                Ok((version, n_tests + n_more))
            }
        }
    }
}

impl fmt::Display for Dispatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(version) => write!(f, "call {version}"),
            Self::Test { constraints, then, otherwise } => {
                let constraints: Vec<_> = constraints.iter().map(ToString::to_string).collect();
                write!(f, "if {} {{ {then} }} else {{ {otherwise} }}", constraints.join(" and "))
            }
        }
    }
}
