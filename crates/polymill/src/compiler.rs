//! The way through the rooms: a program is mapped, lowered and printed.

use std::time::Instant;

use polymill_gdg::{Gdg, GdgId, Program};
use polymill_isl as isl;
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
/// assert!(optimized.code(0)?.contains("x[i]"));
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Compiler {
    options: Options,
}

/// A program after mapping and lowering.
pub struct Optimized {
    /// The mapped program.
    pub program: Program,
    /// What mapping had to say.
    pub mapped: Mapped,
    /// How it was mapped.
    pub strategy: StrategyName,
    /// For each GDG its loops, or why there are none.
    pub nests: Vec<Result<Validated<LoopNest>, polymill_lower::Error>>,
}

impl Default for Options {
    /// This machine, tiled and parallel, nothing reassociated.
    fn default() -> Self {
        Options { machine: Machine::host(), strategy: StrategyName::OpenMp, settings: Settings::default() }
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
        program.gdgs().iter().try_for_each(polymill_gdg::validate)?;
        Ok(program)
    }

    /// Maps and lowers a program. What cannot be done with one GDG stands in its place; the others go on.
    ///
    /// # Errors
    /// [`Error::Map`] when the program is broken.
    pub fn optimize(&self, mut program: Program) -> Result<Optimized, Error> {
        let Options { machine, strategy, settings } = &self.options;
        let mut mapped = polymill_mapper::map(&mut program, &strategy.passes(), machine, settings)?;
        let mut nests = vec![];
        for (id, gdg) in program.ids().zip(program.gdgs()) {
            let start = Instant::now();
            nests.push(self.lower(gdg));
            mapped.times.push(PassTime { gdg: id, pass: "lower", time: start.elapsed() });
        }
        Ok(Optimized { program, mapped, nests, strategy: *strategy })
    }

    fn lower(&self, gdg: &Gdg) -> Result<Validated<LoopNest>, polymill_lower::Error> {
        let context = gdg.context.ctx().clone();
        context.with_budget(self.options.settings.budget, || polymill_lower::lower(gdg, &Tidying::default()))
    }
}

impl Optimized {
    /// Whether the source's code stays as it is: the mapper found no better order, or gave up looking for one. A strategy
    /// that looks for none asks for new code in the source's order.
    pub fn keeps_order(&self, id: GdgId) -> bool {
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
        let nest = self.nests.get(id.index()).ok_or_else(|| Error::Bug(format!("there is no GDG {}", id.index())))?;
        nest.as_ref().map_err(|error| Error::Unsupported(error.to_string()))
    }

    /// The C code of one GDG's region, for reading: where the code has assumptions, a comment stands for the original.
    ///
    /// # Errors
    /// [`Error::Lower`] when it could not be lowered; [`Error::Bug`] for a GDG that there is not.
    pub fn code(&self, index: usize) -> Result<String, Error> {
        let (Some(gdg), Some(nest)) = (self.program.gdgs().get(index), self.nests.get(index)) else {
            return Err(Error::Bug(format!("there is no GDG {index}")));
        };
        let nest = nest.as_ref().map_err(|error| Error::Unsupported(error.to_string()))?;
        let original = "  /* the original code */;\n".to_owned();
        let options = emit::EmitOptions { original, ..emit::EmitOptions::default() };
        Ok(emit::c::print_region(gdg, nest, &options)?.code)
    }
}

impl StrategyName {
    fn passes(self) -> Strategy {
        match self {
            StrategyName::OpenMp => Strategy::openmp(),
            StrategyName::Original => Strategy::original(),
        }
    }
}
