//! Putting generated code into a C file.

use std::collections::BTreeMap;
use std::ops::Range;

use polymill_diagnostics::{Diagnostic, SourceMap};
use polymill_gdg::{Gdg, Program};
use polymill_lower::emit::{self, EmitOptions, Helpers};
use polymill_raise::{Computed, Edit, Preprocessed, RaiseTime, Raised, Region, apply_edits};

use crate::driver::versions::{self, Names, Versioned};
use crate::sparse::formats;
use crate::{Compiler, Error, Optimized};

/// A C file after all rooms.
pub struct Rewritten {
    /// The new file.
    pub text: Vec<u8>,
    /// How many regions were replaced.
    pub n_regions: usize,
    /// How often an expression or a part of one was printed.
    pub n_printed: u64,
    /// Whether the new code has OpenMP pragmas.
    pub uses_openmp: bool,
    /// How long raising took.
    pub times: Vec<RaiseTime>,
    /// The program before mapping.
    pub raised: Program,
    /// The program after mapping and lowering.
    pub optimized: Optimized,
    /// What all rooms have to say.
    pub diagnostics: Vec<Diagnostic>,
    /// What spans refer to.
    pub sources: SourceMap,
}

/// Maps and lowers the regions of a C file and puts the new code in their place. `bytes` is the text that the regions'
/// ranges refer to: the original file, or the preprocessed text if `is_preprocessed`.
///
/// Regions whose order stays as it was are left alone, byte for byte.
///
/// # Errors
/// A bug of the mapper; what cannot be done with one region is a remark.
pub fn rewrite(compiler: &Compiler, raised: Raised, bytes: &[u8], is_preprocessed: bool) -> Result<Rewritten, Error> {
    let Raised { program, regions, mut diagnostics, sources, preprocessed, times, dialect, silent_functions, .. } =
        raised;
    let compiler = &compiler.with_vectors(dialect.vectors);
    let optimized = compiler.optimize(program.clone())?;
    let mut edits = Vec::new();
    let mut helpers = Helpers::new();
    let mut n_printed = 0;
    let mut uses_openmp = false;
    let mut names = Names::of(&String::from_utf8_lossy(bytes));
    if let Some(preprocessed) = &preprocessed {
        // Headers have names, too.
        names.add(preprocessed.text());
    }
    let mut functions: BTreeMap<usize, String> = BTreeMap::new();
    if compiler.options().formats {
        let mut n_found = 0;
        for region in &regions {
            let (Some(outline), Some(start)) = (&region.outline, function_start(region, is_preprocessed)) else {
                continue;
            };
            match formats::print(compiler, &program, region.gdg, outline, &mut names) {
                Ok(None) => {}
                Ok(Some(executors)) => {
                    uses_openmp = true;
                    n_found += 1;
                    functions.entry(start).or_default().push_str(&executors.code);
                    helpers.extend(executors.helpers);
                    diagnostics.push(executors.remark);
                }
                Err(error) => diagnostics.push(not_lowered(program.gdg(region.gdg), &error)),
            }
        }
        if n_found == 0 {
            diagnostics.push(formats::nothing_found());
        }
    }
    for region in &regions {
        if optimized.keeps_source(optimized.program.entry(region.gdg)) && !compiler.options().check_contexts {
            continue;
        }
        let place = if is_preprocessed { Some(region.preprocessed.clone()) } else { region.original.clone() };
        let Some(range) = place else { continue };
        let options = EmitOptions {
            check_promises: compiler.options().check_contexts,
            trace_dispatch: compiler.options().trace_dispatch,
            silent_functions: silent_functions.clone(),
            ..EmitOptions::default()
        };
        for version in optimized.program.versions(region.gdg) {
            let is_original = version == optimized.program.entry(version) || optimized.keeps_source(version);
            if is_original || optimized.never_runs(version) {
                continue;
            }
            if let Err(error) = optimized.nest(version) {
                diagnostics.push(not_lowered(optimized.program.gdg(version), &error));
            }
        }
        match region_code(&optimized, region, bytes, is_preprocessed, &options, &mut names) {
            Ok(None) => {}
            Ok(Some(Versioned { region: mut code, functions: own })) => {
                code.code = after_computed(code.code, region);
                uses_openmp |= [&code.code, &own].iter().any(|code| code.contains("#pragma omp"));
                if let Some(start) = function_start(region, is_preprocessed) {
                    functions.entry(start).or_default().push_str(&own);
                }
                helpers.extend(code.helpers.iter().copied());
                n_printed += code.n_printed;
                let resync = preprocessed.as_ref().filter(|_| is_preprocessed);
                edits.push(Edit { text: in_place(&code.code, region, bytes, &range, resync), range });
            }
            Err(error) => {
                diagnostics.push(not_lowered(optimized.program.gdg(region.gdg), &error));
            }
        }
    }
    let n_regions = edits.len();
    for (start, text) in functions.into_iter().filter(|(_, text)| !text.is_empty()) {
        let resync = preprocessed.as_ref().filter(|_| is_preprocessed);
        let start = before_annotations(bytes, start);
        let text = match resync {
            Some(preprocessed) => resynced(&text, preprocessed, start),
            None if start == 0 || bytes[..start].ends_with(b"\n\n") => text,
            None => format!("\n{text}"),
        };
        edits.push(Edit { range: start..start, text });
    }
    let mut text = apply_edits(bytes, &edits);
    if !helpers.is_empty() {
        text.splice(0..0, emit::helpers(&emit::OpenMp, &helpers, uses_openmp).into_bytes());
    }
    diagnostics.extend(optimized.mapped.remarks.iter().cloned());
    Ok(Rewritten { text, n_regions, n_printed, uses_openmp, times, raised: program, optimized, diagnostics, sources })
}

fn not_lowered(gdg: &Gdg, error: &Error) -> Diagnostic {
    let message = format!("the code of `{}` stays as it is", gdg.name);
    Diagnostic::remark("not-lowered", message).at_opt(gdg.span, error.to_string())
}

/// The code of one region, indented like the code that it replaces; `None` if the region stays as it is.
fn region_code(
    optimized: &Optimized,
    region: &Region,
    bytes: &[u8],
    is_preprocessed: bool,
    options: &EmitOptions,
    names: &mut Names,
) -> Result<Option<Versioned>, Error> {
    let statements = match (is_preprocessed, &region.original_statements) {
        (false, Some(statements)) => statements.clone(),
        _ => region.preprocessed_statements.clone(),
    };
    let margin = indentation(bytes, first_statement(bytes, &statements));
    let original = String::from_utf8_lossy(bytes.get(statements).unwrap_or_default()).into_owned() + "\n";
    // The text of a region that was found begins behind the blanks of its line.
    let original = if original.starts_with(char::is_whitespace) { original } else { format!("{margin}{original}") };
    // What is computed first stands in a block with the rest.
    let (original, margin) = match region.computed.is_empty() {
        true => (original, margin),
        false => (indented(&original), margin + INDENTATION),
    };
    let options = EmitOptions { original, margin, ..options.clone() };
    let entry = optimized.program.entry(region.gdg);
    let alone = |region| Versioned { region, functions: String::new() };
    if optimized.keeps_source(entry) {
        let checked = emit::print_checked(optimized.program.gdg(entry), optimized.nest(entry)?, &options);
        return Ok(checked.map(alone));
    }
    let has_versions = optimized.program.gdg(entry).specialize_op.is_some();
    let outline = region.outline.as_ref().filter(|_| has_versions && function_start(region, is_preprocessed).is_some());
    let outlined = outline.map(|outline| versions::print(optimized, entry, outline, &options, names));
    match outlined.transpose()?.flatten() {
        Some(versioned) => Ok(Some(versioned)),
        None => Ok(Some(alone(optimized.region(entry, &options)?))),
    }
}

const INDENTATION: &str = "  ";

/// Lines that stand one level deeper, unless a line goes on in the next one: what stands there may be a string.
fn indented(code: &str) -> String {
    if code.lines().any(|line| line.ends_with('\\')) {
        return code.to_owned();
    }
    let indent =
        |line: &str| if line.trim().is_empty() { format!("{line}\n") } else { format!("{INDENTATION}{line}\n") };
    code.lines().map(indent).collect()
}

/// The code of a region after what it needs computed, in a block.
fn after_computed(code: String, region: &Region) -> String {
    if region.computed.is_empty() {
        return code;
    }
    let inner: String = code.chars().take_while(|c| c.is_whitespace()).collect();
    let margin = inner.strip_suffix(INDENTATION).unwrap_or(&inner);
    let mut text = format!("{margin}{{\n");
    for Computed { name, ty, value } in &region.computed {
        text += &format!("{inner}const {ty} {name} = {value};\n");
    }
    format!("{text}{}\n{margin}}}\n", code.trim_end_matches('\n'))
}

/// Where functions for the versions of a region go.
fn function_start(region: &Region, is_preprocessed: bool) -> Option<usize> {
    let outline = region.outline.as_ref()?;
    if is_preprocessed { Some(outline.preprocessed) } else { outline.original }
}

/// Where the comments and directives start that stand right before `offset`; `offset` if there are none. A comment that
/// code stands before stays where it is.
fn before_annotations(bytes: &[u8], mut offset: usize) -> usize {
    loop {
        let before = bytes[..offset].trim_ascii_end();
        let gap = &bytes[before.len()..offset];
        let line = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let text = before[line..].trim_ascii_start();
        let start = if text.is_empty() || gap.iter().filter(|byte| **byte == b'\n').count() > 1 {
            None
        } else if text.starts_with(b"//") || is_pragma(text) {
            Some(line)
        } else if text.ends_with(b"*/") {
            let start = before.windows(2).rposition(|pair| pair == b"/*");
            start.filter(|start| *start == 0 || bytes[start - 1] == b'\n')
        } else {
            None
        };
        match start {
            Some(start) => offset = start,
            None => return offset,
        }
    }
}

fn is_pragma(line: &[u8]) -> bool {
    line.strip_prefix(b"#").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"pragma"))
}

/// The text on lines of its own, with a line marker behind it for what stands at `offset`.
fn resynced(text: &str, preprocessed: &Preprocessed, offset: usize) -> String {
    let (file, line) = preprocessed.origin(offset);
    format!("\n{}\n# {line} {file:?}\n", with_directives_at_line_starts(text.trim_end()))
}

/// Where the first statement of a region begins: after blanks and pragmas.
fn first_statement(bytes: &[u8], statements: &Range<usize>) -> usize {
    let text = &bytes[statements.clone()];
    let mut start = 0;
    loop {
        start += text[start..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if !is_pragma(&text[start..]) {
            return statements.start + start;
        }
        let ends_line = |(at, byte): &(usize, &u8)| **byte == b'\n' && !text[..start + at].ends_with(b"\\");
        start = text[start..].iter().enumerate().find(ends_line).map_or(text.len(), |(at, _)| start + at);
    }
}

/// The blanks at the start of the line of `offset`.
fn indentation(bytes: &[u8], offset: usize) -> String {
    let start = bytes[..offset].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    bytes[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).map(|byte| char::from(*byte)).collect()
}

/// The code as it goes into the file: on lines of its own, in braces where the region was the only statement of an `if`,
/// and followed by a line marker in preprocessed text.
fn in_place(code: &str, region: &Region, bytes: &[u8], range: &Range<usize>, resync: Option<&Preprocessed>) -> String {
    let before = bytes[..range.start].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    let at_line_start =
        bytes[..range.start].iter().rev().take_while(|byte| **byte != b'\n').all(|byte| matches!(byte, b' ' | b'\t'));
    let is_block_item = matches!(before, Some(b';' | b'{' | b'}')) || region.is_pragma;
    let margin: String = code.chars().take_while(|c| c.is_whitespace()).collect();
    let mut text = match is_block_item {
        true => code.trim_end_matches('\n').to_owned(),
        false => format!("{margin}{{\n{}\n{margin}}}", code.trim_end_matches('\n')),
    };
    if at_line_start && range.start >= margin.len() && bytes[..range.start].ends_with(margin.as_bytes()) {
        // The blanks before the region are still there.
        text = text.strip_prefix(margin.as_str()).unwrap_or(&text).to_owned();
    } else if !at_line_start {
        text.insert(0, '\n');
    }
    match resync {
        Some(preprocessed) => {
            let (file, line) = preprocessed.origin(range.end);
            format!("{}\n# {line} {file:?}\n", with_directives_at_line_starts(&text))
        }
        None => text,
    }
}

/// In preprocessed text, a directive is one only if its line begins with it.
fn with_directives_at_line_starts(code: &str) -> String {
    let lines = code.lines().map(|line| if line.trim_start().starts_with('#') { line.trim_start() } else { line });
    let code = lines.collect::<Vec<_>>().join("\n");
    // The first line may stand behind blanks that are in the file.
    if code.starts_with('#') { format!("\n{code}") } else { code }
}
