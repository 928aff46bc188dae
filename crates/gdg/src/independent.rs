//! Loops whose iterations are independent, as the user promises.

use polymill_isl as isl;

use crate::{ArrayId, Gdg, Statement};

/// A loop of the source of which the user promises that no iteration accesses an element that another one writes, while the loops
/// around it are in one iteration: `independent` in PENCIL (Baghdadi et al., PACT 2015).
///
/// ```
/// use polymill_gdg::Program;
/// use polymill_isl as isl;
///
/// let text = "gdg f {
///   param n: i32
///   array idx: i32[?] live_in
///   array y: f64[?] live_in live_out
///   independent S at 0
///   statement S {
///     domain { S[i] : 0 <= i < n }
///     iterators i: i32
///     body { y[idx[i]] = y[idx[i]] + 1.0; }
///   }
/// }";
/// let program = Program::parse(&isl::Context::new()?, text)?;
/// let separated = program.gdgs()[0].independent_instances()?;
/// let different = isl::UnionMap::read(separated.ctx(), "{ S[i] -> S[j] : i != j }")?;
/// assert!(separated.is_equal(&different)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndependentLoop {
    /// The names of the statements in it.
    pub statements: Vec<String>,
    /// The position of its iterator.
    pub position: usize,
    /// The arrays of which this is not promised.
    pub except: Vec<ArrayId>,
    /// Whether the source runs its iterations in threads.
    pub in_threads: bool,
}

impl IndependentLoop {
    /// Whether a statement stands in it.
    pub fn has(&self, statement: &Statement) -> bool {
        self.statements.contains(&statement.name)
    }

    /// Whether a statement accesses arrays of which nothing is promised.
    fn has_exceptions(&self, statement: &Statement) -> bool {
        statement.accesses.iter().any(|access| self.except.contains(&access.array))
    }
}

impl Gdg {
    /// Pairs of instances that do not access the same element, one of them writing it, as the user promises.
    ///
    /// # Errors
    /// isl's.
    pub fn independent_instances(&self) -> isl::Result<isl::UnionMap> {
        let mut all = isl::UnionMap::empty(&self.context.get_space()?)?;
        for one in &self.independent {
            let inside = || self.statements.iter().filter(|statement| one.has(statement));
            for (first, second) in inside().flat_map(|first| inside().map(move |second| (first, second))) {
                if !one.has_exceptions(first) || !one.has_exceptions(second) {
                    all = all.union(
                        &self.read_map(&in_different_iterations(first, second, one.position))?.to_union_map()?,
                    )?;
                }
            }
        }
        Ok(all)
    }
}

/// The instances of two statements in the same iterations of the loops around the one at `position`, and in different
/// iterations of that one.
fn in_different_iterations(first: &Statement, second: &Statement, position: usize) -> String {
    let tuple = |statement: &Statement, letter: char| {
        let name = |at: usize| if at < position { format!("o{at}") } else { format!("{letter}{at}") };
        format!("{}[{}]", statement.name, (0..statement.depth()).map(name).collect::<Vec<_>>().join(", "))
    };
    let (from, to) = (tuple(first, 'a'), tuple(second, 'b'));
    format!("{{ {from} -> {to} : a{position} != b{position} }}")
}
