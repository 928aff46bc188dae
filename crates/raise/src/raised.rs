//! The front door: a C file goes in, a program comes out.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use polymill_diagnostics::{Diagnostic, FileId, SourceFile, SourceMap, Span};
use polymill_gdg::{Gdg, GdgId, Program};
use polymill_isl as isl;

use crate::detect::{Found, Search, Text};
use crate::edit::{Place, confirm};
use crate::flags::{Refusal, read_flags, refusal_of_macros, refusal_of_pragma};
use crate::locate::Locator;
use crate::loop_pragma::loop_pragmas;
use crate::outline::Outline;
use crate::pragma::{PragmaScop, pragma_scops};
use crate::preprocess::{Compiler, Preprocessed, decode, preprocess_file, preprocess_text};
use crate::repeated::forget_repeats;
use crate::scop::{Computed, Escapes, Source, silent_functions};
use crate::simplify::simplify;
use crate::syntax::{DataModel, Dialect, Function, Parsed, Tokens, Unit, Vectors, parse};
use crate::{Error, Result};

/// A C file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceInput {
    /// Where it is, or what to call it.
    pub path: PathBuf,
    /// Where its text comes from.
    pub text: InputText,
}

/// Where the text of a [`SourceInput`] comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputText {
    /// The file at the path.
    File,
    /// This text; includes are found as if it stood at the path.
    Text(Vec<u8>),
    /// This text, which is preprocessed already.
    Preprocessed(Vec<u8>),
}

/// What to raise, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaiseOptions {
    /// The user's compiler with the flags that matter.
    pub compiler: Compiler,
    /// Where to look for regions.
    pub detection: Detection,
    /// Whether to find the regions in the original file, which takes another run of the preprocessor.
    pub locate: bool,
    /// How many operations isl may take for a region.
    pub budget: u64,
    /// How many operations isl may take for all regions.
    pub total_budget: u64,
}

/// Where to look for regions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Detection {
    /// Between `#pragma scop` and `#pragma endscop` only.
    Pragmas,
    /// Between the pragmas, and everywhere in functions that have none.
    #[default]
    PragmasOrAuto,
    /// Everywhere; pragmas are not looked at.
    Auto,
}

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Raised {
    /// One GDG for each region.
    pub program: Program,
    /// The regions, in the order of the file and of the program's GDGs.
    pub regions: Vec<Region>,
    /// Errors, warnings and remarks, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that spans refer to.
    pub sources: SourceMap,
    /// The original file; for input that is preprocessed already, that text.
    pub file: Option<FileId>,
    /// The preprocessed text, if it came to that.
    pub preprocessed: Option<Preprocessed>,
    /// What the compiler takes C to mean.
    pub dialect: Dialect,
    /// Functions of `math.h` that regions may call and that may set `errno`, at which the file does not look.
    pub silent_functions: BTreeSet<String>,
    /// How long it took to read the file, and to raise the regions of each function.
    pub times: Vec<RaiseTime>,
}

/// Time spent on a part of a file.
#[derive(Clone, Debug)]
pub struct RaiseTime {
    /// `read` or `raise`.
    pub phase: &'static str,
    /// The file or the function.
    pub part: String,
    /// Wall-clock time.
    pub time: Duration,
    /// Operations of isl.
    pub operations: u64,
}

/// A piece of code that was raised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its GDG.
    pub gdg: GdgId,
    /// The function that it is part of.
    pub function: String,
    /// Whether pragmas mark it; if so, they promise that arrays do not overlap.
    pub is_pragma: bool,
    /// Whether it stands where a single statement is expected, as after `if (...)` without braces.
    pub is_lone_statement: bool,
    /// The bytes of the preprocessed text that the generated code replaces, pragmas included.
    pub preprocessed: Range<usize>,
    /// Its statements in the preprocessed text, without pragmas.
    pub preprocessed_statements: Range<usize>,
    /// The bytes of the original file that the generated code replaces, if they are known for sure. Offsets count bytes
    /// of the file as it is, also if it is not UTF-8.
    pub original: Option<Range<usize>>,
    /// Its statements in the original file, without pragmas; known if `original` is.
    pub original_statements: Option<Range<usize>>,
    /// How its code can become a function of its own, if it can.
    pub outline: Option<Outline>,
    /// Integers that its code computes before all else.
    pub computed: Vec<Computed>,
}

impl Default for RaiseOptions {
    fn default() -> Self {
        let compiler = Compiler::new("cc");
        Self { compiler, detection: Detection::default(), locate: true, budget: 4_000_000, total_budget: 10_000_000 }
    }
}

impl SourceInput {
    /// The file at a path.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), text: InputText::File }
    }

    /// A text, to be called `path`.
    pub fn text(path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), text: InputText::Text(text.into()) }
    }
}

impl Raised {
    /// Whether an error was found.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Raises the regions of a C file. Never fails: what is wrong with the file or cannot be raised is said in the
/// diagnostics.
///
/// ```
/// use polymill_raise::{RaiseOptions, SourceInput, raise};
///
/// let text = "void scale(int n, double *x) { for (int i = 0; i < n; i++) x[i] = 2 * x[i]; }";
/// let ctx = polymill_isl::Context::new()?;
/// let raised = raise(&ctx, &SourceInput::text("scale.c", text), &RaiseOptions::default());
/// assert_eq!(raised.regions[0].function, "scale");
/// assert_eq!(raised.program.gdgs()[0].statements[0].domain.to_str()?, "[n] -> { S0[i] : 0 <= i < n }");
/// # Ok::<(), polymill_isl::Error>(())
/// ```
pub fn raise(ctx: &isl::Context, input: &SourceInput, options: &RaiseOptions) -> Raised {
    let mut raised = Raised {
        program: Program::default(),
        regions: vec![],
        diagnostics: vec![],
        sources: SourceMap::default(),
        file: None,
        preprocessed: None,
        dialect: Dialect::default(),
        silent_functions: BTreeSet::new(),
        times: vec![],
    };
    if let Err(error) = raise_into(&mut raised, ctx, input, options) {
        raised.diagnostics.push(error.into_diagnostic(None));
    }
    raised
}

fn raise_into(raised: &mut Raised, ctx: &isl::Context, input: &SourceInput, options: &RaiseOptions) -> Result<()> {
    let start = Instant::now();
    let (original, preprocessed) = read(input, options)?;
    let name = input.path.to_string_lossy().into_owned();
    let source = shown_source(input, &original, &preprocessed);
    let original_id = raised.sources.add(source.name(), source.text());
    let file = raised.sources.add(format!("{name} (preprocessed)"), preprocessed.text());
    raised.file = Some(original_id);
    let mut diagnostics = vec![];
    let (dialect, refusal) = dialect(&options.compiler);
    raised.dialect = dialect.clone();
    let parsed = parse(&preprocessed, file, dialect);
    raised.times.push(RaiseTime { phase: "read", part: name, time: start.elapsed(), operations: 0 });
    let (tokens, found) = match parsed {
        Ok(parsed) => {
            let Parsed { mut unit, tokens, diagnostics: warnings } = parsed;
            let escapes = simplify(&mut unit, preprocessed.text());
            raised.silent_functions = silent_functions(&unit);
            diagnostics.extend(warnings);
            let found = match refusal.or_else(|| refusal_of_file(&unit, preprocessed.text())) {
                Some(Refusal { what, why }) => {
                    let message = format!("nothing is transformed because of {what}");
                    diagnostics.push(Diagnostic::remark("compiler-flag", message).note(why));
                    vec![]
                }
                None => {
                    let text = Text { text: preprocessed.text(), tokens: &tokens.tokens, file };
                    let mut found = find((ctx, &unit, &escapes), text, options, &mut diagnostics, &mut raised.times);
                    forget_repeats(&unit, &mut found);
                    found
                }
            };
            (tokens, found)
        }
        Err(error) => {
            diagnostics.push(error.into_diagnostic(None));
            (Tokens::default(), vec![])
        }
    };
    let locator = Locator::new(&preprocessed, &tokens, &source);
    let is_shown = source.text() == preprocessed.text();
    let mapping = Mapping { locator: &locator, is_shown, preprocessed: file, original: original_id };
    let can_locate = options.locate && !matches!(input.text, InputText::Preprocessed(_));
    let mut places: Vec<_> = found.iter().map(|found| place(found, &locator).filter(|_| can_locate)).collect();
    confirm(&mut places, &original, &input.path, &options.compiler, &preprocessed);
    let functions = function_starts(&found, &locator).into_iter().map(|place| place.filter(|_| can_locate));
    let mut functions: Vec<_> = functions.collect();
    confirm(&mut functions, &original, &input.path, &options.compiler, &preprocessed);
    for (found, place) in found.into_iter().zip(places) {
        let start = found.outline.as_ref().map(|outline| outline.preprocessed);
        let function = functions.iter().flatten().find(|place| Some(place.preprocessed.start) == start);
        let function_start = function.map(|place| place.original.start);
        if can_locate && place.is_none() {
            diagnostics.push(not_located(Span::new(file, found.statements.start, found.statements.end)));
        }
        let (original, original_statements) = place.map(|place| (place.original, place.statements)).unzip();
        let mut gdg = found.gdg;
        mapping.gdg(&mut gdg);
        raised.regions.push(Region {
            gdg: raised.program.add(gdg),
            function: found.function,
            is_pragma: found.is_pragma,
            is_lone_statement: found.is_lone_statement,
            preprocessed: found.replaced,
            preprocessed_statements: found.statements,
            original,
            original_statements,
            outline: found.outline.map(|outline| Outline { original: function_start, ..outline }),
            computed: found.computed,
        });
    }
    diagnostics.iter_mut().for_each(|diagnostic| mapping.diagnostic(diagnostic));
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
    diagnostics.dedup();
    raised.diagnostics = diagnostics;
    raised.preprocessed = Some(preprocessed);
    Ok(())
}

/// The original bytes, and the preprocessed text.
fn read(input: &SourceInput, options: &RaiseOptions) -> Result<(Vec<u8>, Preprocessed)> {
    let name = input.path.to_string_lossy();
    match &input.text {
        InputText::File => {
            let bytes = std::fs::read(&input.path).map_err(|error| {
                let message = format!("cannot read `{name}`: {error}");
                Error::User(Box::new(Diagnostic::error("cannot-read", message)))
            })?;
            let preprocessed = preprocess_file(&input.path, &options.compiler)?;
            Ok((bytes, preprocessed))
        }
        InputText::Text(bytes) => Ok((bytes.clone(), preprocess_text(bytes, &input.path, &options.compiler)?)),
        InputText::Preprocessed(bytes) => Ok((bytes.clone(), Preprocessed::from_text(decode(bytes), &name))),
    }
}

/// The file that diagnostics show: for preprocessed text the one that its line markers name, if it is there.
fn shown_source(input: &SourceInput, original: &[u8], preprocessed: &Preprocessed) -> SourceFile {
    let named = Path::new(&preprocessed.main_file);
    let is_named = matches!(input.text, InputText::Preprocessed(_)) && named.is_file();
    match is_named.then(|| std::fs::read(named).ok()).flatten() {
        Some(bytes) => SourceFile::new(&*preprocessed.main_file, decode(&bytes)),
        None => SourceFile::new(input.path.to_string_lossy(), decode(original)),
    }
}

/// What the compiler takes C to mean with its flags, and what in them stands against transforming anything.
fn dialect(compiler: &Compiler) -> (Dialect, Option<Refusal>) {
    let macros = compiler.macros().unwrap_or_default();
    let (dialect, refusal) = match read_flags(&compiler.flags) {
        Ok(dialect) => (dialect, None),
        Err(refusal) => (Dialect::default(), Some(refusal)),
    };
    let model = DataModel::of_macros(&macros).unwrap_or(dialect.model);
    let refusal = refusal.or_else(|| refusal_of_macros(&macros));
    // Without such flags, the text may be compiled for whatever machine.
    let says_how = compiler.flags.iter().any(|flag| flag.starts_with("-O") || flag.starts_with("-m"));
    let vectors = Vectors::of_macros(&macros).filter(|_| says_how);
    (Dialect { model, vectors, ..dialect }, refusal)
}

/// What in a file stands against transforming anything in it.
fn refusal_of_file(unit: &Unit, text: &str) -> Option<Refusal> {
    if let Some(refusal) = unit.pragmas.iter().find_map(|pragma| refusal_of_pragma(&text[pragma.clone()])) {
        return Some(refusal);
    }
    let what = ENVIRONMENT_FUNCTIONS.iter().find(|name| unit.words.contains(**name))?;
    let why =
        "it changes or asks how this thread computes with floating-point numbers, and other threads compute as well";
    Some(Refusal { what: format!("`{what}`"), why })
}

/// Functions about the floating-point environment, which each thread has for itself.
const ENVIRONMENT_FUNCTIONS: [&str; 12] = [
    "fesetround",
    "fesetenv",
    "feupdateenv",
    "feholdexcept",
    "feenableexcept",
    "fedisableexcept",
    "feclearexcept",
    "feraiseexcept",
    "fesetexceptflag",
    "fegetexceptflag",
    "fetestexcept",
    "_mm_setcsr",
];

/// Finds the regions of all functions.
fn find(
    (ctx, unit, escapes): (&isl::Context, &Unit, &Escapes),
    text: Text,
    options: &RaiseOptions,
    diagnostics: &mut Vec<Diagnostic>,
    times: &mut Vec<RaiseTime>,
) -> Vec<Found> {
    let file = text.file;
    let (mut scops, errors) = match options.detection {
        Detection::Auto => (vec![], vec![]),
        _ => pragma_scops(text.text, &unit.pragmas, file),
    };
    let mistakes: Vec<Span> = errors.iter().filter_map(|error| Some(error.primary.as_ref()?.span)).collect();
    diagnostics.extend(errors);
    let (loop_pragmas, mistaken) = loop_pragmas(text.text, text.tokens, &unit.pragmas, file);
    diagnostics.extend(mistaken);
    let mut found = vec![];
    let mut left = options.total_budget;
    for function in unit.functions.iter().filter(|function| function.is_main) {
        let (start, before) = (Instant::now(), ctx.operations());
        let source = Source { ctx, unit, function, escapes, loop_pragmas: &loop_pragmas, file, text: text.text };
        let mut search = Search::new(source, text, options.budget, left);
        let is_here = |scop: &PragmaScop| function.span.start <= scop.start.start && scop.end.end <= function.span.end;
        let here: Vec<PragmaScop> = scops.extract_if(.., |scop| is_here(scop)).collect();
        let prototype = unit.prototypes.get(&function.name);
        if let Some(attribute) = prototype.and_then(|prototype| prototype.own_options.as_deref()) {
            diagnostics.push(has_own_options(function, attribute, file));
            continue;
        }
        here.iter().for_each(|scop| search.pragma(scop));
        // Who marks a scop does not mean all of the function.
        let is_in = |mistake: &Span| function.span.contains(&(mistake.start as usize));
        let is_marked = !here.is_empty() || mistakes.iter().any(is_in);
        if !is_marked && options.detection != Detection::Pragmas {
            search.whole_function();
        }
        found.extend(search.found);
        diagnostics.extend(search.diagnostics);
        let operations = ctx.operations().saturating_sub(before);
        left = left.saturating_sub(operations);
        times.push(RaiseTime { phase: "raise", part: function.name.clone(), time: start.elapsed(), operations });
    }
    diagnostics.extend(scops.iter().map(|scop| {
        let warning = Diagnostic::warning("scop-not-read", "this scop is not in a function that could be read");
        warning.at(Span::new(file, scop.start.start, scop.start.end), "")
    }));
    found
}

/// Where a region is in the original file, if it is found.
fn place(found: &Found, locator: &Locator) -> Option<Place> {
    let preprocessed = found.replaced.clone();
    if !found.is_pragma {
        let mut original = locator.range(&found.statements)?;
        if found.starts_with_pragma {
            original.start = locator.directive(&found.statements)?.start;
        }
        return Some(Place { statements: original.clone(), original, preprocessed });
    }
    let start = locator.directive(&(found.replaced.start..found.statements.start))?;
    let end = locator.directive(&(found.statements.end..found.replaced.end))?;
    (start.end <= end.start).then_some(Place {
        original: start.start..end.end,
        statements: start.end..end.start,
        preprocessed,
    })
}

/// Where the functions with regions start in the original file, each once, as far as they are found.
fn function_starts(found: &[Found], locator: &Locator) -> Vec<Option<Place>> {
    let starts: BTreeSet<usize> = found.iter().filter_map(|found| Some(found.outline.as_ref()?.preprocessed)).collect();
    let place = |start: usize| {
        let original = locator.line_start(start)?;
        let (original, preprocessed) = (original..original, start..start);
        Some(Place { statements: original.clone(), original, preprocessed })
    };
    starts.into_iter().map(place).collect()
}

fn has_own_options(function: &Function, attribute: &str, file: FileId) -> Diagnostic {
    let message = format!("`{}` is left as it is because of `__attribute__(({attribute}))`", function.name);
    let span = Span::new(file, function.span.start, function.body.span.start);
    Diagnostic::remark("own-options", message)
        .at(span, "")
        .note("loops may move into functions of their own, which would be compiled in another way")
}

fn not_located(span: Span) -> Diagnostic {
    Diagnostic::remark("not-located", "this region cannot be replaced in the original file")
        .at(span, "")
        .note("its code comes out of a macro or is not found for sure")
        .help("write the loop without macros, or let `polymill cc` compile the file")
}

/// Moves places from the preprocessed text to the original file.
struct Mapping<'a> {
    locator: &'a Locator<'a>,
    /// Whether diagnostics show the preprocessed text itself.
    is_shown: bool,
    preprocessed: FileId,
    original: FileId,
}

impl Mapping<'_> {
    /// The place in the original file; places that come from other files stay in the preprocessed text.
    fn span(&self, span: Span) -> Span {
        if span.file != self.preprocessed {
            return span;
        }
        if self.is_shown {
            return Span { file: self.original, ..span };
        }
        let found = self.locator.shown(&span.range());
        found.map_or(span, |range| Span::new(self.original, range.start, range.end))
    }

    fn diagnostic(&self, diagnostic: &mut Diagnostic) {
        let labels = diagnostic.primary.iter_mut().chain(&mut diagnostic.secondary);
        labels.for_each(|label| label.span = self.span(label.span));
        for replacement in diagnostic.help.iter_mut().filter_map(|help| help.replacement.as_mut()) {
            replacement.span = self.span(replacement.span);
        }
    }

    fn gdg(&self, gdg: &mut Gdg) {
        let arrays = gdg.arrays.iter_mut().map(|array| &mut array.span);
        let statements = gdg.statements.iter_mut().flat_map(|statement| {
            let iterators = statement.iterators.iter_mut().map(|iterator| &mut iterator.span);
            let accesses = statement.accesses.iter_mut().map(|access| &mut access.span);
            iterators.chain(accesses).chain([&mut statement.span])
        });
        for span in arrays.chain(statements).chain([&mut gdg.span]) {
            *span = span.map(|span| self.span(span));
        }
    }
}
