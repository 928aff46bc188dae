//! Sparse matrices that are converted once and read many times: beside a function that goes over the rows of a sparse
//! matrix, an inspector that finds the format which is read fastest and converts the matrix, and an executor that works on the
//! result.

use std::collections::BTreeSet;

use polymill_diagnostics::Diagnostic;
use polymill_gdg::{Affine, ArrayId, Gdg, GdgId, Param, Place, Program, ScalarType};
use polymill_lower::emit::{self, EmitOptions, Helper, Helpers};
use polymill_mapper::formats::{BLOCK_SIZES, CompressedRows, Executor, STRIP};
use polymill_raise::{Outline, OutlineParameter};

use crate::StrategyName;
use crate::driver::versions::{self, Names};
use crate::words::{replace_words, words};
use crate::{Compiler, Error, Optimized};

/// The pointer to the converted matrix.
const MATRIX: &str = "matrix";

/// The type of converted matrices: C in which words in capitals stand for what depends on the function.
const MATRIX_TYPE: &str = include_str!("matrix.c");
/// The inspector, and what calls the executors.
const INSPECTOR: &str = include_str!("inspector.c");
/// What finds out about columns, if elements have some.
const FIRST_COLUMNS: &str = "long low = 9223372036854775807, high = -low - 1;\nint ascends = 1;";
const COLUMN_REDUCTIONS: &str = " \\\n  reduction(min : low) reduction(max : high) reduction(& : ascends)";
const LOOK_AT_COLUMN: &str = "const long column = COLUMN[k];
ascends &= k == start || COLUMN[k - 1] < column;
low = column < low ? column : low;
high = column > high ? column : high;";
/// What finds out about diagonals, and makes them.
const DIAGONALS: &str = include_str!("diagonals.c");
const CONVERT_TO_DIAGONALS: &str = include_str!("convert_to_diagonals.c");
/// The same of blocks.
const BLOCKS_OF_ROW: &str = include_str!("blocks_of_row.c");
const BLOCKS: &str = include_str!("blocks.c");
const CONVERT_TO_BLOCKS: &str = include_str!("convert_to_blocks.c");

/// When a format is chosen, and what it is taken to cost. Bytes are those that a call reads of the matrix. Measured with
/// the matrices of kernels/dynamic on two processors: see docs/benchmarks.md.
const LIMITS: [(&str, &str); 9] = [
    // Blocks gain so much of the bytes that they save ...
    ("GAIN_OF_BLOCKS", "0.5"),
    // ... and lose as much time with an element that is missing as it takes to read so many bytes: the processor does not foresee
    // it.
    ("BYTES_OF_PADDING", "40"),
    // They are worth it if they gain this part of what is read else.
    ("MIN_GAIN", "0.05"),
    // Diagonals must have fewer bytes than rows by this factor.
    ("MAX_DIAGONALS", "0.9"),
    // Longer lists of diagonals than so many for each row are not looked at.
    ("MAX_OFFSETS", "8"),
    // Padded rows pay for rows of fewer elements in the mean ...
    ("MAX_SHORT_ROW", "4"),
    // ... if there is not more padding than this.
    ("MAX_PADDING", "1.05"),
    // What they gain is the control of the loop over a row.
    ("GAIN_OF_PADDED_ROWS", "0.1"),
    // How much longer it takes to look at a byte and convert it than to read it in a call.
    ("CONVERSION", "20"),
];

/// What stands beside a function.
pub struct Executors {
    /// Definitions, which belong in front of the function.
    pub code: String,
    /// The helpers that they call.
    pub helpers: Helpers,
    /// What can be called.
    pub remark: Diagnostic,
}

/// The inspector and the executors of a region; `None` if it does not go over the rows of a sparse matrix.
///
/// # Errors
/// Why there is no code.
pub fn print(
    compiler: &Compiler,
    program: &Program,
    region: GdgId,
    outline: &Outline,
    names: &mut Names,
) -> Result<Option<Executors>, Error> {
    let gdg = program.gdg(region);
    let Some(rows) = CompressedRows::of(gdg)? else { return Ok(None) };
    let Some(arrays) = Arrays::of(gdg, &rows) else { return Ok(None) };
    let Some(n_rows) = c_expression(rows.n_rows(), &gdg.params) else { return Ok(None) };
    let rows = rows.avoiding(outline.parameters.iter().map(|parameter| parameter.name.clone()));
    let mut functions = Functions::default();
    for executor in rows.executors()? {
        functions.add(compiler, executor, &outline.parameters, names)?;
    }
    let used = functions.all.iter().flat_map(|function| &function.args).map(String::as_str);
    let other = arrays.text() + &n_rows;
    let parameters = versions::used(&outline.parameters, &used.chain(words(&other)).collect());
    if parameters.iter().any(|parameter| parameter.is_reference || parameter.name == MATRIX) {
        return Ok(None);
    }
    let params = parameters.iter().map(|parameter| parameter.declaration.as_str()).collect::<Vec<_>>().join(", ");
    let name = gdg.name.as_str();
    let [in_rows, in_padded_rows, others @ ..] = functions.all.as_slice() else {
        return Err(Error::Bug("an executor is missing".to_owned()));
    };
    let range = [format!("{MATRIX}->first"), format!("{MATRIX}->end")];
    let (call_diagonals, call_blocks) = match others {
        [diagonals, blocks @ ..] => (diagonals.call(&range), call_blocks(blocks, &range)),
        [] => (String::new(), String::new()),
    };
    let free = |local: &str| free_local(local, &parameters);
    let mut texts = arrays.texts(&free);
    texts.extend(LIMITS.map(|(word, limit)| (word, limit.to_owned())));
    // What fits into a processor's caches is read fast in any format.
    let min_bytes = compiler.options().machine.private_cache_bytes();
    texts.extend([
        ("MIN_BYTES", min_bytes.to_string()),
        ("STRIP", STRIP.to_string()),
        ("EXECUTORS", functions.all.iter().map(|function| function.definition.as_str()).collect()),
        ("PARAMS", params.clone()),
        ("N_ROWS", n_rows),
        ("CALL_FIRST_ROWS", in_rows.call(&["0".to_owned(), free("first_row")])),
        ("CALL_LAST_ROWS", in_rows.call(&[free("end_row"), free("n_rows")])),
        ("CALL_PADDED_ROWS", in_padded_rows.call(&range)),
        ("CALL_DIAGONALS", call_diagonals),
        ("CALL_BLOCKS", call_blocks),
        ("MAX_BLOCK", BLOCK_SIZES.iter().copied().fold(0, i64::max).to_string()),
    ]);
    // What is put in is not looked at again: the user's names may be any.
    let code = wrapped(&replace(&template(name, arrays.columns.is_some(), &parameters), &texts));
    let message = format!(
        "`{name}_inspect` converts the sparse matrix of `{name}` to a faster format, if there is one, for `{name}_execute`"
    );
    let remark = Diagnostic::remark("formats", message)
        .at_opt(gdg.span, "")
        .note(format!("declare `struct {name}_matrix; struct {name}_matrix *{name}_inspect({params});`"))
        .note(format!("and `void {name}_execute(const struct {name}_matrix *, {params});`"))
        .note(format!(
            "`{name}_pays_after` says after how many calls the conversion pays; `{name}_release` frees the memory"
        ));
    Ok(Some(Executors { code, helpers: functions.helpers, remark }))
}

/// Says that there is no sparse matrix to convert.
pub fn nothing_found() -> Diagnostic {
    Diagnostic::warning("no-formats", "there is no sparse matrix here that could be converted to another format")
        .note("that takes a loop over all rows from 0 on, `for (k = row[i]; k < row[i + 1]; k++)` in it, and one statement in both")
        .note("the statement updates a variable or an array element, as in `sum += val[k] * x[col[k]]`, and reads a floating-point value of element `k`")
        .help("arrays must not overlap: declare them `restrict`")
}

/// The code, with words in capitals for what depends on more than the name of the function.
fn template(name: &str, has_columns: bool, parameters: &[&OutlineParameter]) -> String {
    let parts = [
        ("FIRST_COLUMNS", FIRST_COLUMNS),
        ("REDUCTIONS", COLUMN_REDUCTIONS),
        ("LOOK_AT_COLUMN", LOOK_AT_COLUMN),
        ("DIAGONALS", DIAGONALS),
        ("CONVERT_TO_DIAGONALS", CONVERT_TO_DIAGONALS),
        ("BLOCKS_OF_ROW", BLOCKS_OF_ROW),
        ("BLOCKS", BLOCKS),
        ("CONVERT_TO_BLOCKS", CONVERT_TO_BLOCKS),
    ];
    let parts = parts.map(|(word, part)| (word, if has_columns { part.to_owned() } else { String::new() }));
    let inspector = with_free_locals(&replace(INSPECTOR, &parts), parameters);
    let named = |_: &str, word: &str| match word.strip_prefix("NAME_") {
        Some(rest) => Some(format!("{name}_{rest}")),
        None => (word == "NAME").then(|| name.to_owned()),
    };
    replace_words(&format!("{MATRIX_TYPE}EXECUTORS\n{inspector}"), named)
}

/// What runs where the matrix is in blocks.
fn call_blocks(functions: &[Function], range: &[String; 2]) -> String {
    let calls = BLOCK_SIZES.iter().zip(functions);
    let calls = calls.map(|(size, function)| format!("if ({MATRIX}->width == {size})\n  {}", function.call(range)));
    calls.collect::<Vec<_>>().join("\n")
}

/// The code of executors.
#[derive(Default)]
struct Functions {
    all: Vec<Function>,
    helpers: Helpers,
}

/// The code of an executor.
struct Function {
    name: String,
    definition: String,
    /// What it takes behind its range.
    args: Vec<String>,
}

impl Function {
    fn call(&self, [first, end]: &[String; 2]) -> String {
        format!("{}({first}, {end}, {});", self.name, self.args.join(", "))
    }
}

impl Functions {
    /// Maps the GDG of an executor and prints it; where versions keep the original order, that is printed.
    fn add(
        &mut self,
        compiler: &Compiler,
        executor: Executor,
        parameters: &[OutlineParameter],
        names: &mut Names,
    ) -> Result<(), Error> {
        let Executor { gdg, range: [first, end], inputs } = executor;
        let name = names.fresh(&gdg.name);
        let is_input = |name: &str| inputs.iter().any(|input| input.name == name);
        let variables: BTreeSet<String> =
            versions::variables(&gdg).into_iter().filter(|name| !is_input(name)).map(str::to_owned).collect();
        let mut program = Program::default();
        let id = program.add(gdg);
        program.validate()?;
        let original = Compiler::new(crate::Options { strategy: StrategyName::Original, ..compiler.options().clone() });
        let original = original.optimize(program.clone())?;
        let options = EmitOptions { margin: "  ".to_owned(), ..EmitOptions::default() };
        let as_written = original.region(original.program.entry(id), &options)?;
        let options = EmitOptions { original: as_written.code.clone(), ..options };
        let optimized = compiler.optimize(program)?;
        let region = region(&optimized, id, as_written, &options)?;
        self.helpers.extend(region.helpers);
        // What the code declares, as its iterators, may be called as a variable around the region is.
        let own = versions::used(parameters, &words(&region.code).filter(|word| variables.contains(*word)).collect());
        let mut declarations = vec![format!("long {first}"), format!("long {end}")];
        declarations.extend(inputs.iter().map(|input| match input.element {
            Some(element) => format!("const {} {}[restrict]", emit::type_name(element), input.name),
            None => format!("int {}", input.name),
        }));
        declarations.extend(own.iter().map(|parameter| parameter.declaration.clone()));
        let mut args: Vec<_> = inputs.iter().map(|input| format!("{MATRIX}->{}", input.field)).collect();
        args.extend(own.iter().map(|parameter| parameter.name.clone()));
        let declarations = declarations.join(", ");
        let code = region.code;
        self.helpers.insert(Helper::HasEffects);
        let has_effects = Helper::HasEffects.name();
        let definition = format!(
            "__attribute__((noinline))\nstatic void {name}({declarations})\n{{\n  {has_effects}();\n{code}}}\n\n"
        );
        self.all.push(Function { name, definition, args });
        Ok(())
    }
}

fn region(
    optimized: &Optimized,
    id: GdgId,
    as_written: emit::Region,
    options: &EmitOptions,
) -> Result<emit::Region, Error> {
    let entry = optimized.program.entry(id);
    if optimized.keeps_source(entry) {
        return Ok(as_written);
    }
    let mut region = optimized.region(entry, options)?;
    region.helpers.extend(as_written.helpers);
    Ok(region)
}

/// What a converted matrix has beside its arrays.
const FIELDS: [&str; 7] = ["format", "width", "first", "end", "pays_after", "offset", "row"];

/// The arrays of the matrix, as they are spelled, and their types.
struct Arrays<'a> {
    row: &'a str,
    row_type: ScalarType,
    entries: Vec<(&'a str, ScalarType)>,
    marker: &'a str,
    columns: Option<&'a str>,
}

impl<'a> Arrays<'a> {
    /// `None` if an array is more than a name and a subscript.
    fn of(gdg: &'a Gdg, rows: &CompressedRows<'_>) -> Option<Self> {
        let name = |array: ArrayId| {
            let place = &gdg.array(array).place;
            (*place == Place::array(&place.root, 1)).then_some(place.root.as_str())
        };
        let is_free = |name: &&str| !FIELDS.contains(name);
        let entry = |array: &ArrayId| Some((name(*array).filter(is_free)?, gdg.array(*array).element));
        let entries = rows.entries().iter().map(entry);
        Some(Self {
            row: name(rows.row())?,
            row_type: gdg.array(rows.row()).element,
            entries: entries.collect::<Option<_>>()?,
            marker: name(rows.marker())?,
            columns: rows.columns().and_then(name),
        })
    }

    /// All names.
    fn text(&self) -> String {
        self.entries.iter().map(|(name, _)| *name).chain([self.row]).collect::<Vec<_>>().join(" ") + " "
    }

    fn type_of(&self, name: &str) -> &'static str {
        let entry = self.entries.iter().find(|(entry, _)| *entry == name);
        entry.map_or("int", |(_, ty)| emit::type_name(*ty))
    }

    /// What stands in the template for these arrays, where local variables have the names that `local` gives.
    fn texts(&self, local: &dyn Fn(&str) -> String) -> Vec<(&'static str, String)> {
        let lines = |text: &dyn Fn(&str, &str) -> String| {
            let lines = self.entries.iter().map(|(array, ty)| text(array, emit::type_name(*ty)));
            lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
        };
        let joined = |text: &dyn Fn(&str) -> String, between: &str| {
            self.entries.iter().map(|(array, _)| text(array)).collect::<Vec<_>>().join(between)
        };
        let is_column = |array: &str| self.columns == Some(array);
        let if_kept = |array: &str, text: String| if is_column(array) { String::new() } else { text };
        let [place, known, k, element, is_there, padding, width, n_places, n_columns] =
            ["place", "known", "k", "element", "is_there", "padding", "width", "n_places", "n_columns"].map(local);
        let filling = |array: &str| if array == self.marker { padding.clone() } else { format!("{array}[{known}]") };
        let size = |array: &str| {
            let number = if is_column(array) { &n_columns } else { &n_places };
            format!("({number} + 1) * sizeof *{array}")
        };
        let (mut allocate, mut is_memory_short) = (String::new(), String::new());
        if self.columns.is_some() {
            allocate += &format!("{MATRIX}->offset = __builtin_malloc({width} * sizeof *{MATRIX}->offset);\n");
            is_memory_short += &format!("!{MATRIX}->offset || ");
        }
        allocate += &lines(&|array, _| format!("{MATRIX}->{array} = __builtin_malloc({});", size(array)));
        is_memory_short += &joined(&|array| format!("!{MATRIX}->{array}"), " || ");
        let set_padded = |array: &str, _: &str| {
            format!("{MATRIX}->{array}[{place}] = {is_there} ? {array}[{element}] : {};", filling(array))
        };
        let pad = |array: &str, _: &str| if_kept(array, format!("{MATRIX}->{array}[{place}] = {};", filling(array)));
        let set = |array: &str, _: &str| if_kept(array, format!("{MATRIX}->{array}[{place}] = {array}[{k}];"));
        vec![
            ("FIELDS", lines(&|array, ty| format!("{ty} *{array};"))),
            ("ALLOCATE", allocate),
            ("IS_MEMORY_SHORT", is_memory_short),
            ("SET_PADDED", lines(&set_padded)),
            ("PAD", lines(&pad)),
            ("SET", lines(&set)),
            ("FREE", lines(&|array, _| format!("__builtin_free({MATRIX}->{array});"))),
            ("ELEMENT_BYTES", joined(&|array| format!("sizeof *{array}"), " + ")),
            ("ROW", self.row.to_owned()),
            ("ROW_TYPE", emit::type_name(self.row_type).to_owned()),
            ("MARKER", self.marker.to_owned()),
            ("MARKER_TYPE", self.type_of(self.marker).to_owned()),
            ("COLUMN", self.columns.unwrap_or_default().to_owned()),
            ("COLUMN_TYPE", self.columns.map_or("int", |columns| self.type_of(columns)).to_owned()),
        ]
    }
}

/// The template with texts in the place of words. What takes a line for itself is indented like it.
fn replace(template: &str, texts: &[(&str, String)]) -> String {
    let mut result = String::new();
    for line in template.lines() {
        let trimmed = line.trim_start();
        match texts.iter().find(|(word, _)| *word == trimmed) {
            Some((_, text)) => {
                let margin = &line[..line.len() - trimmed.len()];
                // Templates that stand for a line are indented already.
                let margin = if text.starts_with(' ') { "" } else { margin };
                result.extend(
                    text.lines()
                        .map(|inner| if inner.is_empty() { "\n".to_owned() } else { format!("{margin}{inner}\n") }),
                );
            }
            None => {
                let text =
                    |word: &str| texts.iter().find(|(each, _)| *each == word).map(|(_, text)| (*text).to_owned());
                result += &replace_words(line, |_, word| text(word));
                result.push('\n');
            }
        }
    }
    result
}

/// The column before which lines should end.
const WIDTH: usize = 100;

/// The code with lists of parameters and arguments on several lines, where they are long.
fn wrapped(code: &str) -> String {
    let mut result = String::new();
    for line in code.lines() {
        let margin = line.find('(').map_or(0, |open| open + 1);
        let is_list = line.len() > WIDTH && margin < WIDTH / 2 && line.ends_with([')', ';']) && line.contains(", ");
        let mut length = 0;
        for (position, part) in line.split_inclusive(", ").enumerate() {
            if is_list && position > 0 && length + part.trim_end().len() > WIDTH {
                result.truncate(result.trim_end().len());
                result += &format!("\n{}", " ".repeat(margin));
                length = margin;
            }
            result += part;
            length += part.len();
        }
        result.push('\n');
    }
    result
}

/// The inspector with other names for local variables that parameters would hide.
fn with_free_locals(code: &str, parameters: &[&OutlineParameter]) -> String {
    replace_words(code, |before, word| (!before.ends_with("->")).then(|| free_local(word, parameters)))
}

fn free_local(name: &str, parameters: &[&OutlineParameter]) -> String {
    let is_taken = parameters.iter().any(|parameter| parameter.name == name);
    if is_taken { format!("{name}_of_matrix") } else { name.to_owned() }
}

/// A function of the parameters in C; `None` if one of them is more than a name.
fn c_expression(function: &Affine, params: &[Param]) -> Option<String> {
    let mut text = function.constant.to_string();
    for (factor, param) in &function.terms {
        let spelling = &params[param.index()].place().filter(|place| place.is_variable())?.root;
        text = match (factor, function.terms.len(), function.constant) {
            (1, 1, 0) => spelling.clone(),
            _ => format!("{text} + {factor}L * {spelling}"),
        };
    }
    Some(text)
}
