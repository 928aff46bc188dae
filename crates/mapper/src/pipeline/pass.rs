//! Passes.

use std::collections::BTreeMap;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Definition, Gdg, Param, ScalarType};
use polymill_isl as isl;

use crate::plans::candidate::Considered;
use crate::{Error, Machine, Placement, Recompute};

/// A step of the mapping of one GDG. It reads nothing but the GDG and its context, prints nothing, and leaves a legal
/// schedule behind: the pass scheduler validates the GDG after each pass and checks the dependences.
pub trait Pass {
    /// A word or two joined by `-`; the name on the command line and in strategies.
    fn name(&self) -> &'static str;

    /// What it does, in a sentence or two, for the documentation.
    fn description(&self) -> &'static str;

    /// Its options in text, as in `tile{sizes=[32,32]}`; empty if it has none.
    fn options(&self) -> String {
        String::new()
    }

    /// Whether the passes after it need what it finds out: without it, the GDG stays as it is.
    fn is_essential(&self) -> bool {
        false
    }

    /// Whether it is for GDGs that are the source's code only under conditions as well ([`Gdg::is_conditional`]).
    fn knows_conditions(&self) -> bool {
        false
    }

    /// Whether what the passes before it did is of little use without it: they leave some of the budget to it.
    fn completes(&self) -> bool {
        false
    }

    /// Whether it compares the values after each step itself, so that nobody need do it once more.
    fn compares_values(&self) -> bool {
        false
    }

    /// Changes the GDG.
    ///
    /// # Errors
    /// [`Error`]; the pass scheduler then restores the GDG as it was before the pass.
    fn run(&self, gdg: &mut Gdg, cx: &mut PassContext<'_>) -> Result<Changed, Error>;
}

/// Whether a pass changed anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// It did.
    Yes,
    /// The GDG is as it was.
    No,
}

/// What a pass may know beside the GDG, and where it says what it has to say.
pub struct PassContext<'a> {
    /// The target.
    pub machine: &'a Machine,
    /// What the user allows.
    pub settings: &'a Settings,
    /// Operations that isl may spend in the pass.
    pub budget: u64,
    /// What passes say to the user.
    pub remarks: &'a mut Vec<Diagnostic>,
    /// Candidate schedules that were considered, for `explain`.
    pub considered: &'a mut Vec<Considered>,
    /// Versions of the GDG that there are to be: see [`specialize`](crate::specialize).
    pub specializations: &'a mut Vec<Specialization>,
    /// Whether there may be one more version.
    pub may_specialize: bool,
}

/// A version that a pass asks for.
#[derive(Clone, Debug)]
pub struct Specialization {
    /// The parameter values for which it is to be.
    pub constraints: isl::Set,
    /// Parameters in the constraints that the GDG does not have yet.
    pub params: Vec<Param>,
    /// Whether it is to run as written, which was considered, but is not what the GDG is any more.
    pub as_written: bool,
    /// Whether it is what will run, as far as can be known: it is mapped first.
    pub is_usual: bool,
}

impl Specialization {
    /// For where a test of memory or data is passed: a new parameter with a name like `word`.
    ///
    /// # Errors
    /// isl's.
    pub fn for_passed(gdg: &Gdg, word: &str, test: Definition) -> isl::Result<Self> {
        let name = gdg.free_name(word);
        let test = Param::defined(name, ScalarType::I32, test);
        Ok(Self { constraints: test.is_passed(&gdg.context)?, params: vec![test], as_written: false, is_usual: false })
    }
}

impl From<isl::Set> for Specialization {
    /// For values of the parameters that there are.
    fn from(constraints: isl::Set) -> Self {
        Self { constraints, params: vec![], as_written: false, is_usual: false }
    }
}

/// What the user allows or asks for, whatever the pass.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Floating-point additions and multiplications may be reassociated.
    pub reassociate: bool,
    /// Whether parallel loops may be made.
    pub parallel: bool,
    /// Whether operands of sums may be copied to where they are read in order.
    pub pack: bool,
    /// Tile sizes by hand, outermost first; the model chooses if there are none.
    pub tile_sizes: Vec<u32>,
    /// Operations that isl may spend in one pass before it gives up.
    pub budget: u64,
    /// Operations that isl may spend on all passes over all GDGs; fewer for GDGs with many parameters and iterators, where
    /// each takes longer, and more for programs of more than 200 statements and for pipelines of stages.
    pub total_budget: u64,
    /// The value that the model assumes for a parameter of which nothing is known; one that makes for something to do if
    /// there is none.
    pub typical_size: Option<i64>,
    /// What parameters usually are, by name: what the model knows of sizes, above all else.
    pub usual: BTreeMap<String, i64>,
    /// Takes this one of the new orders, 0 being the one with the lowest predicted time, whether or not it is better than the order as
    /// written; that one after all others.
    pub rank: Option<usize>,
    /// How many versions there may be of one GDG, itself among them.
    pub max_versions: usize,
    /// At which pass the mapping of a version starts.
    pub restart: Restart,
    /// How loops are chosen that run in parallel.
    pub placement: Placement,
    /// Which intermediate values may be computed again.
    pub recompute: Recompute,
    /// How many iterations are in a strip, if stages are to run in strips.
    pub strips: Option<u32>,
    /// How much is tried to find a good order.
    pub effort: Effort,
}

/// How much is tried to find a good order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// The original order and those of isl's scheduler, interchanged, tiled and unrolled.
    #[default]
    Usual,
    /// The original order, with loops interchanged, in threads and in vector lanes; temporaries stay as they are. For code that is
    /// rarely run, or for little time, and is to be short.
    Little,
}

impl Settings {
    /// Whether stages are to run in strips.
    pub(crate) fn wants_strips(&self) -> bool {
        self.strips.is_some() || self.recompute.needs_strips()
    }
}

/// At which pass the mapping of a specialized version starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Restart {
    /// At the pass that asked for it.
    #[default]
    Partial,
    /// At the first pass: more can be optimized, for twice the work.
    Full,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            reassociate: false,
            parallel: true,
            pack: true,
            tile_sizes: vec![],
            budget: 4_000_000,
            total_budget: 16_000_000,
            typical_size: None,
            usual: BTreeMap::new(),
            rank: None,
            max_versions: 8,
            restart: Restart::default(),
            placement: Placement::default(),
            recompute: Recompute::default(),
            strips: None,
            effort: Effort::default(),
        }
    }
}
