//! Compiling programs without types, and what is compiled.

use polymill_arrays::graph::Graph;
use polymill_arrays::lower::{Lowered, Role, lower};
use polymill_arrays::plan::{Plan, plan};
use polymill_arrays::run::{Argument as SizeArgument, Sizes};
use polymill_diagnostics::{Diagnostic, SourceMap, render_text};
use polymill_gdg::{Gdg, GdgId, Program};
use polymill_isl as isl;
use polymill_lower::emit::{self, EmitOptions, Head, Helpers};
use polymill_mapper::Machine;
use polymill_native::{ArgKind, Artifact, CCompiler, Product, Returns, SharedObject, Shim, shim_text};

use super::cache::{self, Cache, Entry, Kernel};
use super::call::Call;
use super::parts::Run;
use crate::{Compiler, Error, Optimized, Options, explain, machine_model};

/// How array programs are compiled.
///
/// ```
/// use ndarray::arr1;
/// use polymill::array::{Acc, CompileOptions, Ix1, compile_with};
///
/// // In two threads at most, and also where no C compiler is there.
/// let options = CompileOptions { n_threads: Some(2), interprets: true, ..CompileOptions::default() };
/// let sum = compile_with(&options, |a: Acc<i64, Ix1>| a.sum())?;
/// assert_eq!(sum.run(arr1(&[1, 2, 3]).view())?[()], 6);
/// # Ok::<(), polymill::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// What the optimizer may do.
    pub optimizer: Options,
    /// The C compiler, with flags that go with it; `cc` if there is none here.
    pub compiler: Option<String>,
    /// Whether each operation rounds as it does alone. Otherwise, products and sums may be computed at once, which is faster and rounds
    /// once.
    pub is_strict: bool,
    /// Whether all sums and products of floating point may be computed in another order than the program says, in lanes and threads,
    /// also those in expressions. Those of integers always may, and a fold may say so itself ([`Acc::in_any_order`](super::Acc::in_any_order)).
    pub reassociates: bool,
    /// Where compiled programs are kept.
    pub cache: Cache,
    /// How many threads parallel loops use: as many as OpenMP says, if this says nothing.
    pub n_threads: Option<usize>,
    /// Whether the interpreter runs the program where the C compiler is missing or cannot be started: the results are right, and the
    /// program is very slow. Otherwise, this is an error.
    pub interprets: bool,
}

impl Default for CompileOptions {
    /// For this machine, with `cc`; what is compiled is kept in the user's folder for caches.
    fn default() -> Self {
        let machine = machine_model::this_machine().unwrap_or_else(|_| Machine::host());
        Self {
            optimizer: Options { machine, ..Options::default() },
            compiler: None,
            is_strict: false,
            reassociates: false,
            cache: Cache::default(),
            n_threads: None,
            interprets: false,
        }
    }
}

/// A program that is compiled and loaded: what all functions share, whether their types are known to Rust or not.
pub(super) struct Compiled {
    graph: Graph,
    /// Its parts, if it runs in several.
    plan: Plan,
    source: String,
    /// How it was optimized, to be done again for who wants it explained.
    optimizer: Options,
    /// What runs it: the interpreter, if there is nothing.
    native: Option<Native>,
}

/// The native functions of the parts.
struct Native {
    kernels: Vec<(Kernel, Shim)>,
    /// How many threads it uses, and what says so; OpenMP's default otherwise.
    threads: Option<(i64, Shim)>,
    _object: SharedObject,
}

/// What is said in the place of code that would never run: each call is an error that says what does not fit.
const NO_SIZES: &str = "There are no sizes of arguments that fit this program.";

/// The names of the functions in the code; where there are several, they have numbers.
const NAME: &str = "kernel";
const SET_THREADS: &str = "kernel_set_threads";

/// Where parallel loops are, there is a function that says how many threads they use. OpenMP keeps that for each thread that calls.
const THREADS: &str = "
int omp_get_max_threads(void);
void omp_set_num_threads(int);
static int kernel_set_threads(int n)
{
  int before = omp_get_max_threads();
  omp_set_num_threads(n);
  return before;
}
";

impl Compiled {
    /// Compiles a program, or takes it from the cache.
    pub fn build(graph: Graph, options: &CompileOptions) -> Result<Self, Error> {
        if options.n_threads == Some(0) {
            return Err(Error::User("a program cannot run in 0 threads".to_owned()));
        }
        let plan = plan(&graph)?;
        let command = options.compiler.as_deref().unwrap_or("cc");
        let flags = flags(options);
        let key = cache::key(&graph, options, command, &flags);
        let kept = options.cache.get(&key).and_then(|(entry, object)| Some((entry, loaded(&object).ok()?)));
        let (entry, object) = match kept {
            Some(kept) => kept,
            None => {
                let without_native = |reason: &str| Self {
                    graph: graph.clone(),
                    plan: plan.clone(),
                    source: format!("/* {reason} */\n"),
                    optimizer: optimizer(options),
                    native: None,
                };
                let (entry, bytes) = match build(&plan, options, &CCompiler::parse(command)?, &flags) {
                    Err(error) if options.interprets && is_without_compiler(&error) => {
                        return Ok(without_native(&format!("The interpreter runs this program: {error}.")));
                    }
                    built => match built? {
                        Some(built) => built,
                        None => return Ok(without_native(NO_SIZES)),
                    },
                };
                let object = loaded(&bytes)?;
                // Only what can be loaded is kept.
                options.cache.put(&key, &entry, &bytes);
                (entry, object)
            }
        };
        let Entry { source, kernels } = entry;
        let shims = (0..kernels.len()).map(|part| object.shim(&name_of(part, kernels.len())));
        let shims = shims.collect::<Result<Vec<_>, _>>()?;
        let kernels = kernels.into_iter().zip(shims).collect();
        // Without loops that run in threads, there is nothing that says how many.
        let with = |n| Some((i64::from(i32::try_from(n).unwrap_or(i32::MAX)), object.shim(SET_THREADS).ok()?));
        let threads = options.n_threads.and_then(with);
        let native = Some(Native { kernels, threads, _object: object });
        Ok(Self { graph, plan, source, optimizer: optimizer(options), native })
    }

    /// Whether the interpreter runs the program.
    pub fn is_interpreted(&self) -> bool {
        self.native.is_none()
    }

    /// A call that nothing is bound to yet.
    pub fn call(&self) -> Call {
        Call::new(self.is_interpreted())
    }

    /// The program.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What was done to each loop, and what stands in the way of more: the program is optimized once more.
    pub fn explain(&self) -> Result<String, Error> {
        let compiler = Compiler::new(self.optimizer.clone());
        let reordering = Compiler::new(reordering(self.optimizer.clone()));
        let mut texts = vec![];
        for (part, graph) in self.plan.parts.iter().enumerate() {
            let name = name_of(part, self.plan.parts.len());
            let lowered = lower(&isl::Context::new()?, graph, &name)?;
            if lowered.gdg.context.is_empty()? {
                return Ok(NO_SIZES.to_owned());
            }
            let compiler = if lowered.in_any_order { &reordering } else { &compiler };
            texts.push(explanation(&compiler.optimize(family(lowered.gdg, lowered.presuming)?)?)?);
        }
        Ok(texts.join("\n"))
    }

    /// The C code.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The sizes of a call whose arguments are bound.
    pub fn sizes(&self, call: &Call) -> Result<Sizes, Error> {
        let arguments: Vec<SizeArgument> = call.arguments().collect();
        Ok(Sizes::of(&self.graph, &arguments)?)
    }

    /// The shapes of the results.
    pub fn result_shapes(&self, sizes: &Sizes) -> Vec<Vec<usize>> {
        self.graph.outputs.iter().map(|(array, _)| sizes.shape(&self.graph.array(*array).shape)).collect()
    }

    /// Makes a call whose arguments and results are bound.
    pub fn run(&self, call: &mut Call, sizes: &Sizes) -> Result<(), Error> {
        let Some(Native { kernels, threads, .. }) = &self.native else {
            return call.interpret(&self.graph);
        };
        let before = threads.map(|(n, set)| super::call::set_threads(set, n));
        let done = Run::new(&self.graph, &self.plan, kernels, call, sizes).whole();
        if let (Some((_, set)), Some(before)) = (threads, before) {
            super::call::set_threads(*set, before);
        }
        done
    }
}

/// Loads a shared object.
fn loaded(bytes: &[u8]) -> Result<SharedObject, Error> {
    super::call::load(Artifact::of_bytes(Product::SharedObject, bytes)?)
}

/// Whether a program was not compiled because there is nothing that compiles it.
fn is_without_compiler(error: &Error) -> bool {
    use polymill_native::Error as Native;
    matches!(error, Error::Native(Native::CompilerMissing { .. } | Native::Io { .. }))
}

/// What the C compiler is told.
fn flags(options: &CompileOptions) -> Vec<&'static str> {
    // Loops have no conditions that do not change in them: full blocks are apart already.
    let mut flags =
        vec!["-O3", "-march=native", "-fno-math-errno", "-fwrapv", "-fno-unswitch-loops", "-fno-split-loops"];
    flags.extend(match options.is_strict {
        true => ["-ffp-contract=off"].as_slice(),
        // gcc 12 takes `(double)(int)x` for `trunc(x)` then, which has another zero for -0.5.
        false => ["-ffp-contract=fast", "-fno-trapping-math"].as_slice(),
    });
    if options.reassociates {
        flags.extend(["-fassociative-math", "-fno-signed-zeros"]);
    }
    flags
}

/// The name of the function of a part, of which there are so many.
fn name_of(part: usize, n_parts: usize) -> String {
    if n_parts == 1 { NAME.to_owned() } else { format!("{NAME}_{part}") }
}

/// Compiles a program: what is known of it, and the shared object; nothing, if there are no sizes that fit it.
fn build(
    plan: &Plan,
    options: &CompileOptions,
    compiler: &CCompiler,
    flags: &[&str],
) -> Result<Option<(Entry, Vec<u8>)>, Error> {
    compiler.require()?;
    let functions = plan.parts.iter().enumerate();
    let functions = functions.map(|(part, graph)| function(graph, options, &name_of(part, plan.parts.len())));
    let functions = functions.collect::<Result<Option<Vec<_>>, _>>()?;
    let Some(functions) = functions else { return Ok(None) };
    let uses_openmp = functions.iter().any(|function| function.uses_openmp);
    let all: Helpers = functions.iter().flat_map(|function| &function.helpers).copied().collect();
    let helpers = emit::helpers(EmitOptions::default().target, &all, uses_openmp);
    let code: Vec<&str> = functions.iter().map(|function| function.code.as_str()).collect();
    let source = format!("#include <math.h>\n\n{helpers}{}", code.join("\n"));
    let openmp = uses_openmp.then_some("-fopenmp");
    let flags: Vec<_> = flags.iter().copied().chain(openmp).map(Into::into).collect();
    let mut text = source.clone();
    for (part, function) in functions.iter().enumerate() {
        text += &shim_text(&name_of(part, functions.len()), &function.kinds, Returns::Nothing);
    }
    if uses_openmp {
        text += THREADS;
        text += &shim_text(SET_THREADS, &[ArgKind::Int], Returns::Int);
    }
    let artifact = compiler.build_text(&text, Product::SharedObject, &flags)?;
    let object = std::fs::read(artifact.path()).map_err(Error::file("read", artifact.path()))?;
    let kernels = functions.into_iter().map(|function| function.kernel).collect();
    Ok(Some((Entry { source, kernels }, object)))
}

/// A function, as C.
struct CFunction {
    code: String,
    helpers: Helpers,
    uses_openmp: bool,
    kernel: Kernel,
    kinds: Vec<ArgKind>,
}

/// The function that a program is; none, if there are no sizes that fit it.
fn function(graph: &Graph, options: &CompileOptions, name: &str) -> Result<Option<CFunction>, Error> {
    let context = isl::Context::new()?;
    let Lowered { gdg, presuming, in_any_order, params, memory } = lower(&context, graph, name)?;
    if gdg.context.is_empty()? {
        return Ok(None);
    }
    let Head { declarator, passed_back } = emit::head(&gdg, name)?;
    let kinds = memory.iter().map(|one| match one.role {
        Role::Number { .. } if gdg.array(one.id).element.is_float() => ArgKind::Float,
        Role::Number { .. } => ArgKind::Int,
        Role::Argument { .. } | Role::Result { .. } => ArgKind::Memory,
    });
    let kinds: Vec<ArgKind> = params.iter().map(|_| ArgKind::Int).chain(kinds).collect();
    let own = if in_any_order { reordering(optimizer(options)) } else { optimizer(options) };
    let optimized = Compiler::new(own).optimize(family(gdg, presuming)?)?;
    let entry = optimized.program.entry(GdgId::new(0));
    let emit_options = EmitOptions { margin: "  ".to_owned(), ..EmitOptions::default() };
    let region = optimized.region(entry, &emit_options)?;
    let uses_openmp = region.code.contains("#pragma omp");
    let variables: String = passed_back.iter().map(|one| format!("  {};\n", one.declaration)).collect();
    let passed: String = passed_back.iter().map(|one| format!("  *{} = {};\n", one.pointer, one.name)).collect();
    let code = format!("{declarator}\n{{\n{variables}{}{passed}}}\n", region.code);
    let roles = memory.iter().map(|one| one.role).collect();
    Ok(Some(CFunction { code, helpers: region.helpers, uses_openmp, kernel: Kernel { params, roles }, kinds }))
}

/// A program of a region, and of a version of it for some values of the parameters.
fn family(gdg: Gdg, version: Option<(isl::Set, Gdg)>) -> Result<Program, Error> {
    let mut program: Program = std::iter::once(gdg).collect();
    if let Some((sizes, version)) = version {
        polymill_mapper::specialize(&mut program, GdgId::new(0), &sizes.into(), version)?;
    }
    Ok(program)
}

/// What the optimizer is told.
fn optimizer(options: &CompileOptions) -> Options {
    let mut optimizer = options.optimizer.clone();
    optimizer.settings.reassociate |= options.reassociates;
    optimizer
}

/// The same, where the order of sums does not matter.
fn reordering(mut optimizer: Options) -> Options {
    optimizer.settings.reassociate = true;
    optimizer
}

/// What `explain` says of a program.
fn explanation(optimized: &Optimized) -> Result<String, Error> {
    let sources = SourceMap::default();
    let reports = explain::explain_all(&optimized.program, &optimized.mapped, &sources)?;
    let remarks = optimized.mapped.remarks.iter().cloned();
    let all: Vec<Diagnostic> = remarks.chain(reports.iter().flat_map(explain::diagnostics)).collect();
    Ok(all.iter().map(|each| render_text(each, &sources, false)).collect::<Vec<_>>().join("\n"))
}
