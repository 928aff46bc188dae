//! The way through the rooms: a program is mapped, lowered and printed.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::time::Instant;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Gdg, GdgId, Origin, Program, SpecializeOp, Version};
use polymill_isl as isl;
use polymill_lower::dispatch::Family;
use polymill_lower::{LoopNest, Tidying, Validated, emit};
use polymill_mapper::{Considered, Machine, Mapped, PassTime, Settings, Strategy};
use polymill_raise::syntax::Vectors;

use crate::cc::Prediction;
use crate::{Error, Profile};

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
    /// Whether the code counts which versions run.
    pub trace_dispatch: bool,
    /// How often versions ran, if that is known.
    pub profile: Profile,
    /// Whether functions that convert sparse matrices to other formats stand beside those that go over their rows.
    pub formats: bool,
}

/// The strategies by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyName {
    /// Tiled and parallel C with OpenMP.
    OpenMp,
    /// The source's own order.
    Original,
    /// An order that the user gave in the source's place.
    Given,
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
    profile: Profile,
    /// For each version of what was built that differs from another one in threads only: that one, which runs in its place, where it
    /// runs in threads only where the version is not for.
    merged: BTreeMap<GdgId, GdgId>,
    /// Whether the code counts which versions run, so that each has a call of its own.
    is_traced: bool,
}

/// The budget that never runs out.
const UNLIMITED: u64 = 0;

/// The loops of a GDG, or why there are none.
type Lowered = Result<Loops, polymill_lower::Error>;

/// The loops of a GDG.
struct Loops {
    /// As they were generated, for versions that share them; none for the tests between versions.
    generated: Option<LoopNest>,
    /// As they are printed.
    tidied: Validated<LoopNest>,
}

impl Default for Options {
    /// This machine, tiled and parallel, nothing reassociated.
    fn default() -> Self {
        Options {
            machine: Machine::host(),
            strategy: StrategyName::OpenMp,
            settings: Settings::default(),
            check_contexts: false,
            trace_dispatch: false,
            profile: Profile::default(),
            formats: false,
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

    /// The compiler, for code that is compiled for machines with these vector registers, which this one may have more of.
    #[must_use]
    pub fn with_vectors(&self, vectors: Option<Vectors>) -> Compiler {
        let mut options = self.options.clone();
        if let Some(Vectors { bits, registers }) = vectors.filter(|vectors| vectors.bits < options.machine.vector_bits)
        {
            (options.machine.vector_bits, options.machine.vector_registers) = (bits, registers);
        }
        Compiler { options }
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
        settings.recompute.check_arrays(program.gdgs())?;
        let mapped = polymill_mapper::map(&mut program, &strategy.passes(), machine, settings)?;
        let nests = program.ids().map(|_| OnceCell::new()).collect();
        let mut optimized = Optimized {
            program,
            mapped,
            nests,
            strategy: *strategy,
            budget: settings.budget,
            profile: self.options.profile.clone(),
            merged: BTreeMap::new(),
            is_traced: self.options.trace_dispatch,
        };
        optimized.report_profile();
        optimized.merge_versions()?;
        for id in optimized.program.ids() {
            if optimized.keeps_source(id) || optimized.never_runs(id) || optimized.merged.contains_key(&id) {
                continue;
            }
            if !optimized.lower_timed(id) && optimized.program.gdg(id).origin == Origin::Built {
                self.lower_simply(&mut optimized, id)?;
            }
        }
        Ok(optimized)
    }

    /// Finds loops for a GDG that was built, and that there were none for in its order: it has no source whose code could stay.
    fn lower_simply(&self, optimized: &mut Optimized, id: GdgId) -> Result<(), Error> {
        let Options { machine, strategy, settings, .. } = &self.options;
        let Optimized { program, mapped, nests, merged, .. } = optimized;
        let why = match nests[id.index()].take() {
            Some(Err(error)) => error.to_string(),
            _ => return Ok(()),
        };
        merged.retain(|_, general| *general != id);
        if mapped.map_simply(program, id, &strategy.passes(), machine, settings)? {
            let message = format!("`{}` was mapped again, with less effort", program.gdg(id).name);
            mapped.remarks.push(Diagnostic::remark("mapped-again", message).note(why));
            if optimized.lower_timed(id) {
                return Ok(());
            }
        }
        // Its own order takes what it takes.
        optimized.nests[id.index()].take();
        optimized.mapped.restore(&mut optimized.program, id);
        optimized.budget = UNLIMITED;
        optimized.lower_timed(id);
        optimized.budget = settings.budget;
        Ok(())
    }
}

impl Optimized {
    /// Whether the source's code stays as it is: the mapper found no better order, or gave up looking for one. A strategy
    /// that looks for none asks for new code in the source's order. A specializer GDG keeps it if all versions do. What was built
    /// has no code that could stay.
    pub fn keeps_source(&self, id: GdgId) -> bool {
        if self.program.gdg(id).origin == Origin::Built {
            return false;
        }
        if let Some(op) = &self.program.gdg(id).specialize_op {
            return op.versions.iter().all(|version| self.keeps_source(version.gdg));
        }
        let considered = self.mapped.considered.iter().find(|(gdg, _)| *gdg == id);
        match considered.and_then(|(_, candidates)| candidates.first()) {
            Some(as_written) => as_written.chosen,
            None => self.strategy == StrategyName::OpenMp,
        }
    }

    /// What the orders that were chosen are predicted to take, for all GDGs for which some were considered.
    pub fn predictions(&self) -> Vec<Prediction> {
        let of_gdg = |(id, considered): &(GdgId, Vec<Considered>)| {
            let chosen = considered.iter().find(|candidate| candidate.chosen)?;
            let plan = [chosen.origin.as_str(), chosen.plan.as_str()];
            let plan: Vec<&str> = plan.into_iter().filter(|text| !text.is_empty()).collect();
            let region = self.program.gdg(*id).name.clone();
            Some(Prediction { region, plan: plan.join(": "), nanoseconds: chosen.cost.total() })
        };
        self.mapped.considered.iter().filter_map(of_gdg).collect()
    }

    /// The loops of a GDG.
    ///
    /// # Errors
    /// Why there are none.
    pub fn nest(&self, id: GdgId) -> Result<&Validated<LoopNest>, Error> {
        let loops = self.lowered(id).as_ref().map_err(|error| Error::Unsupported(error.to_string()))?;
        Ok(&loops.tidied)
    }

    /// Finds versions that need no code of their own.
    fn merge_versions(&mut self) -> Result<(), Error> {
        for family in self.program.gdgs() {
            let Some(op) = family.specialize_op.as_ref().filter(|_| family.origin == Origin::Built) else { continue };
            for version in op.versions.iter().filter(|_| !self.is_traced) {
                let Some(general) = version.specializes.map(|origin| op.versions[origin].gdg) else { continue };
                let is_first = self.merged.values().all(|other| *other != general);
                let [own, other] = [version.gdg, general].map(|id| self.program.gdg(id));
                if is_first && polymill_lower::differs_in_threads(own, other)? {
                    self.merged.insert(version.gdg, general);
                }
            }
        }
        Ok(())
    }

    /// The constraints of the version that a GDG runs in place of, without threads.
    fn without_threads_where(&self, id: GdgId) -> Option<&isl::Set> {
        let (version, _) = self.merged.iter().find(|(_, general)| **general == id)?;
        let op = self.program.gdg(self.program.specializer(id)?).specialize_op.as_ref()?;
        op.versions.iter().find(|other| other.gdg == *version).map(|version| &version.added)
    }

    /// Finds the loops of a GDG, and notes how long that took. Returns whether there are some.
    fn lower_timed(&mut self, id: GdgId) -> bool {
        let context = self.program.gdg(id).context.ctx().clone();
        let (start, before) = (Instant::now(), context.operations());
        let is_undone = self.lowered(id).is_err();
        let (time, operations) = (start.elapsed(), context.operations().saturating_sub(before));
        self.mapped.times.push(PassTime { gdg: id, pass: "lower", time, operations, is_undone });
        !is_undone
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
            let family = self.family(gdg, op)?;
            let tidied = polymill_lower::lower_family(gdg, &family, &family.dispatch()?)?;
            return Ok(Loops { generated: None, tidied });
        }
        let generated = match self.shared_loops(id)? {
            Some(shared) => shared,
            None => polymill_lower::generate(gdg)?,
        };
        let nest = match self.without_threads_where(id) {
            Some(constraints) => polymill_lower::in_threads_unless(gdg, generated.clone(), constraints)?,
            None => generated.clone(),
        };
        let tidied = polymill_lower::finish(gdg, &Tidying::default(), nest)?;
        Ok(Loops { generated: Some(generated), tidied })
    }

    /// The loops that were generated for another version, if they are those of this one, too.
    fn shared_loops(&self, id: GdgId) -> Result<Option<LoopNest>, polymill_lower::Error> {
        for other in self.program.versions(id) {
            let lowered = self.nests[other.index()].get();
            let Some(Ok(Loops { generated: Some(generated), .. })) = lowered else { continue };
            let shared = polymill_lower::without_threads(self.program.gdg(id), self.program.gdg(other), generated)?;
            if shared.is_some() {
                return Ok(shared);
            }
        }
        Ok(None)
    }

    /// Says which versions never ran, and for which regions the profile is of another time.
    fn report_profile(&mut self) {
        let mut remarks = vec![];
        for gdg in self.program.gdgs() {
            let Some(op) = &gdg.specialize_op else { continue };
            if self.profile.is_outdated(&gdg.name, &self.program, op) {
                let message = format!("the profile is of other versions of `{}`", gdg.name);
                let help = "trace the program again, with the options of today";
                remarks.push(Diagnostic::warning("outdated-profile", message).at_opt(gdg.span, "").help(help));
            }
            let unused = op.versions.iter().map(|version| version.gdg).filter(|version| self.never_runs(*version));
            let names: Vec<_> = unused.map(|version| format!("`{}`", self.program.gdg(version).name)).collect();
            if !names.is_empty() {
                let message = format!("left out, because the profile says that they never ran: {}", names.join(", "));
                remarks.push(Diagnostic::remark("unused-versions", message).at_opt(gdg.span, ""));
            }
        }
        self.mapped.remarks.extend(remarks);
    }

    /// Whether this is a version that the profile says never to run, and another one can run in its place.
    pub fn never_runs(&self, id: GdgId) -> bool {
        let Some(specializer) = self.program.specializer(id).map(|specializer| self.program.gdg(specializer)) else {
            return false;
        };
        let Some(op) = &specializer.specialize_op else { return false };
        let weights = self.profile.weights(&specializer.name, &self.program, op);
        weights.is_some_and(|weights| op.position(id).is_some_and(|position| position > 0 && weights[position] == 0.0))
    }

    /// The tests between the versions of a specializer GDG: those that ran often, or else are for many sizes, are found with
    /// fewer tests.
    fn family(&self, gdg: &Gdg, op: &SpecializeOp) -> Result<Family, polymill_lower::Error> {
        let profiled = self.profile.weights(&gdg.name, &self.program, op);
        let family = Family::new(op, &profiled.clone().unwrap_or_else(|| vec![1.0; op.versions.len()]))?;
        let is_plain = gdg.params.iter().all(|param| param.definition().is_none());
        let counted = if profiled.is_none() && is_plain { family.count_points()? } else { None };
        let family = match counted {
            Some(weights) => family.with_weights(weights),
            None => family,
        };
        if self.is_traced { Ok(family) } else { Ok(family.sharing(self.shared_code(op))?) }
    }

    /// For each version the first that has its code: the source as it is, another one that runs in its place, or its own.
    fn shared_code(&self, op: &SpecializeOp) -> Vec<usize> {
        let is_source = |position: &usize| self.keeps_source(op.versions[*position].gdg);
        let first = (0..op.versions.len()).find(is_source);
        let code = |position: usize| match self.merged.get(&op.versions[position].gdg) {
            Some(general) => op.position(*general).unwrap_or(position),
            None => first.filter(|_| is_source(&position)).unwrap_or(position),
        };
        (0..op.versions.len()).map(code).collect()
    }

    /// Prints what replaces the region of a GDG, or of all its versions if it is a specializer GDG. A version that keeps
    /// the source's order, or could not be lowered, is the original code.
    ///
    /// # Errors
    /// Why there is no code.
    pub fn region(&self, id: GdgId, options: &emit::EmitOptions) -> Result<emit::Region, Error> {
        let (gdg, nest) = (self.program.gdg(id), self.nest(id)?);
        let Some(op) = &gdg.specialize_op else { return Ok(emit::print_region(gdg, nest, options)?) };
        // Each version stands there once.
        let family = self.family(gdg, op)?;
        let chain = polymill_lower::lower_family(gdg, &family, &family.chain())?;
        Ok(emit::print_family(gdg, &chain, &self.versions(id)?, options)?)
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
            let gdg = self.program.gdg(version.gdg);
            let is_left_out = gdg.origin == Origin::Source && self.never_runs(version.gdg);
            let is_original = is_left_out || self.keeps_source(version.gdg);
            let nest = if is_original { None } else { Some(self.nest(version.gdg)) };
            let (what, code) = match nest {
                Some(Ok(nest)) => ("optimized", emit::VersionCode::Loops(gdg, nest)),
                Some(Err(error)) if gdg.origin == Origin::Built => return Err(error),
                _ => ("as written", emit::VersionCode::Original),
            };
            let conditions = crate::explain::conditions(&self.program, version.gdg, id).unwrap_or_default();
            let comment = if conditions.is_empty() { what.to_owned() } else { format!("{what}, for {conditions}") };
            Ok(emit::Version { name: &gdg.name, comment, code })
        };
        op.versions.iter().map(version).collect()
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

impl StrategyName {
    fn passes(self) -> Strategy {
        match self {
            StrategyName::OpenMp => Strategy::openmp(),
            StrategyName::Original => Strategy::original(),
            StrategyName::Given => Strategy::given(),
        }
    }
}
