//! From a C file to a shared object.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use polymill_diagnostics::{Diagnostic, SourceMap, render_text};
use polymill_gdg::ScalarType;
use polymill_isl as isl;
use polymill_native::{ArgKind, Artifact, CCompiler, Product, Returns, SharedObject, shim_text};
use polymill_raise::syntax::parse;
use polymill_raise::{InputText, RaiseOptions, Raised, SourceInput, preprocess_file};

use super::interface::{self, CFunction, CKind};
use super::{Content, LibraryOptions};
use crate::array::tools_of;
use crate::{Compiler, Error, explain, output_file, rewrite};

/// What every file is compiled with.
const FLAGS: [&str; 2] = ["-O3", "-march=native"];

/// What the file makes, loaded by `load`; from the cache if it is there.
pub(super) fn built(
    path: &Path,
    options: &LibraryOptions,
    load: impl Fn(Artifact) -> Result<SharedObject, Error>,
) -> Result<(Content, SharedObject), Error> {
    let command = options.compiler.as_deref().unwrap_or("cc");
    let compiler = CCompiler::parse(command)?;
    let flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).chain(options.flags.clone()).collect();
    let own_flags = compiler.flags().iter().map(|flag| flag.to_string_lossy().into_owned());
    let reader = polymill_raise::Compiler::new(compiler.program().to_string_lossy());
    let reader = reader.with_flags(own_flags).with_flags(flags.clone());
    let bytes = output_file::read_bytes(path)?;
    // What cannot be preprocessed is reported when it is raised.
    let preprocessed = preprocess_file(path, &reader).ok();
    let key = preprocessed.map(|preprocessed| key(preprocessed.text(), &bytes, &flags, command, options));
    let kept = key.as_ref().and_then(|key| options.cache.get::<Content>(key));
    if let Some((content, object)) = kept
        && let Ok(object) = load(Artifact::of_bytes(Product::SharedObject, &object)?)
    {
        return Ok((content, object));
    }
    let source = SourceInput { path: path.to_owned(), text: InputText::File };
    let raise_options = RaiseOptions { compiler: reader, locate: true, ..RaiseOptions::default() };
    let raised = polymill_raise::raise(&isl::Context::new()?, &source, &raise_options);
    let (content, artifact) = compiled(path, &bytes, raised, &compiler, &flags, options)?;
    let bytes = std::fs::read(artifact.path()).map_err(Error::file("read", artifact.path()))?;
    let object = load(artifact)?;
    // Only what can be loaded is kept.
    if let Some(key) = key {
        options.cache.put(&key, &content, &bytes);
    }
    Ok((content, object))
}

fn key(preprocessed: &str, bytes: &[u8], flags: &[String], command: &str, options: &LibraryOptions) -> String {
    let mut hasher = DefaultHasher::new();
    (preprocessed, bytes, flags, command, format!("{:?}", options.optimizer)).hash(&mut hasher);
    tools_of(command).hash(&mut hasher);
    format!("{}-c-{:016x}-{}", env!("CARGO_PKG_VERSION"), hasher.finish(), preprocessed.len())
}

fn compiled(
    path: &Path,
    bytes: &[u8],
    raised: Raised,
    compiler: &CCompiler,
    flags: &[String],
    options: &LibraryOptions,
) -> Result<(Content, Artifact), Error> {
    let Some(preprocessed) = raised.preprocessed.clone() else {
        let said = raised.diagnostics.iter().map(|each| render_text(each, &raised.sources, false));
        return Err(Error::User(said.collect::<Vec<_>>().join("\n")));
    };
    let parsed = parse(&preprocessed, SourceMap::default().add("", ""), raised.dialect.clone());
    let (functions, left_out) =
        parsed.map(|parsed| interface::functions(&parsed.unit, &preprocessed)).unwrap_or_default();
    let rewritten = rewrite(&Compiler::new(options.optimizer.clone()), raised, bytes, false)?;
    let shims: String = functions.iter().map(shim_of).collect();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let build = |text: &[u8], openmp: bool| {
        let mut all: Vec<OsString> = flags.iter().map(Into::into).collect();
        all.extend(["-w".into(), "-iquote".into(), folder.clone().into()]);
        all.extend(openmp.then(|| "-fopenmp".into()));
        compiler.build_text(&format!("{}\n{shims}", String::from_utf8_lossy(text)), Product::SharedObject, &all)
    };
    let reports = explain::explain_all(&rewritten.optimized.program, &rewritten.optimized.mapped, &rewritten.sources)?;
    let said = rewritten.diagnostics.iter().cloned().chain(reports.iter().flat_map(explain::diagnostics));
    let mut said: Vec<String> = said.map(|each: Diagnostic| render_text(&each, &rewritten.sources, false)).collect();
    let (text, artifact) = match build(&rewritten.text, rewritten.uses_openmp) {
        Ok(artifact) => (rewritten.text.as_slice(), artifact),
        // What the user wrote decides whether something is wrong with it.
        Err(error) => {
            let artifact = build(bytes, false)?;
            said.insert(0, format!("remark: the transformed file does not compile; the original is used ({error})\n"));
            (bytes, artifact)
        }
    };
    let source = String::from_utf8_lossy(text).into_owned();
    Ok((Content { functions, left_out, source, explanation: said.join("\n") }, artifact))
}

/// What calls a function with arguments that lie in memory.
fn shim_of(function: &CFunction) -> String {
    let kinds = function.parameters.iter().map(|parameter| match parameter.kind {
        CKind::Number(ty) if ty.is_float() => ArgKind::Float,
        CKind::Number(_) => ArgKind::Int,
        CKind::Memory { .. } => ArgKind::Memory,
    });
    shim_text(&function.name, &kinds.collect::<Vec<_>>(), returns(function.result))
}

/// What a function returns, as its shim has it.
pub(super) fn returns(result: Option<ScalarType>) -> Returns {
    match result {
        None => Returns::Nothing,
        Some(ty) if ty.is_float() => Returns::Float,
        Some(_) => Returns::Int,
    }
}
