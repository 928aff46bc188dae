//! The way through the rooms: a program is mapped, lowered and printed.

use std::cell::OnceCell;
use std::time::Instant;

use polymill_gdg::{GdgId, Program, SpecializeOp, Version};
use polymill_isl as isl;
use polymill_lower::dispatch::Family;
use polymill_lower::{LoopNest, Tidying, Validated, emit};
use polymill_mapper::{Machine, Mapped, PassTime, Settings, Strategy};

use crate::Error;

/// What the user asks for and allows.
#[derive(Clone, Debug)]
pub struct Options {
    /// The machine to optimize for.
    pub machine: Machine,
    /// Which passes run.
    pub strategy: StrategyName,
    /// What the passes may do.
    pub settings: Settings,
    /// Whether the code checks what the user promised of the parameters.
    pub check_contexts: bool,
}

/// The strategies by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyName {
    /// Tiled and parallel C with OpenMP.
    OpenMp,
    /// The source's own order.
    Original,
}

/// The compiler: options, and what can be done with them.
///
/// ```
/// use polymill::{Compiler, Options};
/// use polymill_isl as isl;
///
/// let text = "
///   gdg scale {
///     param n: i32
///     context { : n > 0 }
///     array x: f64[n] live_in live_out
///     statement S { domain { S[i] : 0 <= i < n } iterators i: i32 body { x[i] = 2.0 * x[i]; } }
///     schedule { for i { S } }
///   }";
/// let compiler = Compiler::new(Options::default());
/// let program = compiler.read_gdg(&isl::Context::new()?, text)?;
/// let optimized = compiler.optimize(program)?;
/// assert!(optimized.code()?.contains("x[i]"));
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Compiler {
    options: Options,
}

/// A program after mapping. What has a new order is lowered; the rest is once somebody wants to see its loops.
pub struct Optimized {
    /// The mapped program.
    pub program: Program,
    /// What mapping had to say.
    pub mapped: Mapped,
    /// How it was mapped.
    pub strategy: StrategyName,
    /// Of each GDG.
    nests: Vec<OnceCell<Lowered>>,
    /// isl operations that lowering a GDG may take.
    budget: u64,
}

/// The loops of a GDG, or why there are none.
type Lowered = Result<Validated<LoopNest>, polymill_lower::Error>;

impl Default for Options {
    /// This machine, tiled and parallel, nothing reassociated.
    fn default() -> Self {
        Options {
            machine: Machine::host(),
            strategy: StrategyName::OpenMp,
            settings: Settings::default(),
            check_contexts: false,
        }
    }
}

impl Compiler {
    /// A compiler with these options.
    pub fn new(options: Options) -> Compiler {
        Compiler { options }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Reads a program from the IR's text form and checks it.
    ///
    /// # Errors
    /// [`Error::Gdg`] with line and column.
    pub fn read_gdg(&self, context: &isl::Context, text: &str) -> Result<Program, Error> {
        let program = Program::parse(context, text)?;
        program.validate()?;
        Ok(program)
    }

    /// Maps and lowers a program. What cannot be done with one GDG stands in its place; the others go on.
    ///
    /// # Errors
    /// [`Error::Map`] when the program is broken.
    pub fn optimize(&self, mut program: Program) -> Result<Optimized, Error> {
        let Options { machine, strategy, settings, .. } = &self.options;
        let mapped = polymill_mapper::map(&mut program, &strategy.passes(), machine, settings)?;
        let nests = program.ids().map(|_| OnceCell::new()).collect();
        let mut optimized = Optimized { program, mapped, nests, strategy: *strategy, budget: settings.budget };
        for id in optimized.program.ids().filter(|id| !optimized.keeps_order(*id)).collect::<Vec<_>>() {
            let start = Instant::now();
            optimized.lowered(id);
            optimized.mapped.times.push(PassTime { gdg: id, pass: "lower", time: start.elapsed() });
        }
        Ok(optimized)
    }
}

impl Optimized {
    /// Whether the source's code stays as it is: the mapper found no better order, or gave up looking for one. A strategy
    /// that looks for none asks for new code in the source's order. A specializer GDG keeps it if all versions do.
    pub fn keeps_order(&self, id: GdgId) -> bool {
        if let Some(op) = &self.program.gdg(id).specialize_op {
            return op.versions.iter().all(|version| self.keeps_order(version.gdg));
        }
        let considered = self.mapped.considered.iter().find(|(gdg, _)| *gdg == id);
        match considered.and_then(|(_, candidates)| candidates.first()) {
            Some(as_written) => as_written.chosen,
            None => self.strategy != StrategyName::Original,
        }
    }

    /// The loops of a GDG.
    ///
    /// # Errors
    /// Why there are none.
    pub fn nest(&self, id: GdgId) -> Result<&Validated<LoopNest>, Error> {
        self.lowered(id).as_ref().map_err(|error| Error::Unsupported(error.to_string()))
    }

    fn lowered(&self, id: GdgId) -> &Lowered {
        self.nests[id.index()].get_or_init(|| {
            let context = self.program.gdg(id).context.ctx();
            context.with_budget(self.budget, || self.lower(id))
        })
    }

    fn lower(&self, id: GdgId) -> Lowered {
        let gdg = self.program.gdg(id);
        if let Some(op) = &gdg.specialize_op {
            return polymill_lower::lower_family(gdg, &family(op)?.dispatch()?);
        }
        for other in self.program.versions(id) {
            if let Some(Ok(nest)) = self.nests[other.index()].get()
                && let Some(nest) = polymill_lower::without_threads(gdg, self.program.gdg(other), nest)?
            {
                return Ok(nest);
            }
        }
        polymill_lower::lower(gdg, &Tidying::default())
    }

    /// Prints what replaces the region of a GDG, or of all its versions if it is a specializer GDG. A version that keeps
    /// the source's order, or could not be lowered, is the original code.
    ///
    /// # Errors
    /// Why there is no code.
    pub fn region(&self, id: GdgId, options: &emit::EmitOptions) -> Result<emit::Region, Error> {
        let (gdg, nest) = (self.program.gdg(id), self.nest(id)?);
        let Some(op) = &gdg.specialize_op else { return Ok(emit::c::print_region(gdg, nest, options)?) };
        // Each version stands there once.
        let chain = polymill_lower::lower_family(gdg, &family(op)?.chain())?;
        Ok(emit::c::print_family(gdg, &chain, &self.versions(id)?, options)?)
    }

    /// The versions of a specializer GDG, with the loops in place. A version that keeps the source's order, or could not be
    /// lowered, is the original code.
    ///
    /// # Errors
    /// [`Error::Bug`] if it is no specializer GDG.
    pub fn versions(&self, id: GdgId) -> Result<Vec<emit::Version<'_>>, Error> {
        let gdg = self.program.gdg(id);
        let no_family = || Error::Bug(format!("`{}` has no versions", gdg.name));
        let op = gdg.specialize_op.as_ref().ok_or_else(no_family)?;
        let version = |version: &Version| {
            let (what, code) = match self.nest(version.gdg) {
                Ok(nest) if !self.keeps_order(version.gdg) => {
                    ("optimized", emit::VersionCode::Loops(self.program.gdg(version.gdg), nest))
                }
                _ => ("as written", emit::VersionCode::Original),
            };
            let conditions = crate::explain::conditions(&self.program, version.gdg);
            let comment = if conditions.is_empty() { what.to_owned() } else { format!("{what}, for {conditions}") };
            emit::Version { comment, code }
        };
        Ok(op.versions.iter().map(version).collect())
    }

    /// The C code of all regions, for reading: a comment stands for the original code.
    ///
    /// # Errors
    /// [`Error::Lower`] when one could not be lowered.
    pub fn code(&self) -> Result<String, Error> {
        let options = emit::EmitOptions { original: "  /* the original code */;\n".to_owned(), ..Default::default() };
        let entries = self.program.ids().filter(|id| self.program.entry(*id) == *id);
        entries.map(|id| Ok(self.region(id, &options)?.code)).collect()
    }
}

/// The tests between versions.
fn family(op: &SpecializeOp) -> Result<Family, polymill_lower::Error> {
    Family::new(op, &vec![1.0; op.versions.len()])
}

impl StrategyName {
    fn passes(self) -> Strategy {
        match self {
            StrategyName::OpenMp => Strategy::openmp(),
            StrategyName::Original => Strategy::original(),
        }
    }
}
