//! Reading a preprocessed file.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use polymill_diagnostics::{Diagnostic, FileId, Span};
use tree_sitter::{Node, ParseOptions, ParseState, Parser, Tree};

use super::chunk::{BracketError, Chunk, chunks};
use super::convert::{Conversion, Names, first_error};
use super::shadow::Shadow;
use super::token::{Token, TokenKind, Tokens, tokenize};
use super::{Dialect, Unit};
use crate::{Error, Preprocessed, Result};

/// What was read, and what could not be.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The file's declarations and functions.
    pub unit: Unit,
    /// All tokens of the text.
    pub tokens: Tokens,
    /// One warning for each declaration of the main file that could not be read. Places are in the preprocessed text.
    pub diagnostics: Vec<Diagnostic>,
}

/// How often tree-sitter may report progress on one declaration before it is stopped: in proportion to the text, with
/// much to spare. Error recovery alone can take longer.
const STEPS_PER_BYTE: usize = 50;

/// Reads a preprocessed file; `file` stands for its text in the places of diagnostics.
///
/// # Errors
/// [`Error::User`] if the text as a whole is not C: its brackets do not match, or nothing in it can be read.
pub fn parse(source: &Preprocessed, file: FileId, dialect: Dialect) -> Result<Parsed> {
    let text = source.text();
    let tokens = tokenize(text);
    let all = &tokens.tokens;
    let chunks = chunks(all, text).map_err(|error| bracket_error(&error, all, file))?;
    let mut parser = Parser::new();
    let language = parser.set_language(&tree_sitter_c::LANGUAGE.into());
    language.map_err(|error| Error::Bug(format!("tree-sitter's C grammar: {error}")))?;
    let is_main: Vec<_> = chunks.iter().map(|chunk| source.is_main(all[chunk.tokens.start].start as usize)).collect();
    let directives: Vec<usize> = tokens.directives.iter().map(|directive| directive.start).collect();
    let mut reader = Reader {
        parser,
        text,
        tokens: all,
        file,
        unit: Unit { dialect, ..Unit::default() },
        names: Names::new(),
        used: words_of(chunks.iter().zip(&is_main).filter(|(_, is_main)| **is_main).map(|(chunk, _)| chunk), all, text),
        directives: &directives,
        diagnostics: vec![],
    };
    let main_words = reader.used.iter().map(|word| (*word).to_owned()).collect();
    let in_headers = chunks.iter().zip(&is_main).filter(|(chunk, is_main)| chunk.body.is_some() && !**is_main);
    reader.add_calls_of_used(in_headers.map(|(chunk, _)| chunk).collect());
    let mut n_read = 0;
    for (chunk, is_main) in chunks.iter().zip(is_main) {
        n_read += usize::from(reader.read(chunk, is_main) && is_main);
    }
    let Reader { mut unit, diagnostics, .. } = reader;
    unit.words = main_words;
    unit.is_complete = diagnostics.is_empty();
    if let Some(first) = diagnostics.first().filter(|_| n_read == 0) {
        let error = Diagnostic { severity: polymill_diagnostics::Severity::Error, ..first.clone() };
        return Err(Error::User(Box::new(error.note("nothing in this file could be read as C"))));
    }
    let is_pragma = |range: &&Range<usize>| text[range.start + 1..range.end].trim_start().starts_with("pragma");
    unit.pragmas = tokens.directives.iter().filter(is_pragma).filter(|it| source.is_main(it.start)).cloned().collect();
    mark_thread_private(&mut unit, text);
    Ok(Parsed { unit, tokens, diagnostics })
}

struct Reader<'a> {
    parser: Parser,
    text: &'a str,
    tokens: &'a [Token],
    file: FileId,
    unit: Unit,
    names: Names,
    /// All words of the main file, and what the functions in headers call that it uses.
    used: BTreeSet<&'a str>,
    /// Where directives stand.
    directives: &'a [usize],
    diagnostics: Vec<Diagnostic>,
}

/// What looks like a cast may have others in it, which show only once it is read as an expression.
const MAX_PARSES: usize = 8;

/// Where names stand that casts take for types. (All types of the copy are `int` or keywords.)
fn names_as_types(root: Node<'_>) -> Vec<Range<usize>> {
    let mut found = vec![];
    // Code may be nested too deeply for recursion.
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.kind() == "cast_expression"
            && let Some(ty) = node.child_by_field_name("type").and_then(|ty| ty.child_by_field_name("type"))
            && ty.kind() == "type_identifier"
        {
            found.push(ty.byte_range());
        }
        open.extend(node.named_children(&mut node.walk()));
    }
    found
}

impl Reader<'_> {
    /// Reads one external declaration; the result is whether there was something and it could be read.
    fn read(&mut self, chunk: &Chunk, is_main: bool) -> bool {
        if !is_main && self.is_unused(chunk) {
            return false;
        }
        let result = match &chunk.body {
            Some(body) if !is_main => self.read_function_of_header(chunk, body),
            _ => self.read_range(chunk.tokens.clone(), false, is_main),
        };
        let Err(diagnostic) = result else { return true };
        self.define_failed_type(chunk);
        if is_main {
            self.diagnostics.push(*diagnostic);
        }
        false
    }

    /// Reads a function that a header defines. If there are directives in its body, or it cannot be read, it is only declared.
    fn read_function_of_header(
        &mut self,
        chunk: &Chunk,
        body: &Range<usize>,
    ) -> std::result::Result<(), Box<Diagnostic>> {
        let end_of = |token: usize| self.tokens.get(token).map_or(0, |token| token.end as usize);
        let place = end_of(body.start)..end_of(body.end - 1);
        let has_directive = self.directives.iter().any(|directive| place.contains(directive));
        if !has_directive && self.read_range(chunk.tokens.clone(), false, false).is_ok() {
            return Ok(());
        }
        self.read_range(chunk.tokens.start..body.start, true, false)
    }

    /// Reads some tokens as a declaration; what ends before its body gets a semicolon.
    fn read_range(
        &mut self,
        range: Range<usize>,
        is_cut: bool,
        is_main: bool,
    ) -> std::result::Result<(), Box<Diagnostic>> {
        let (names, first) = (&self.names, range.start);
        let mut shadow = Shadow::new(self.tokens, self.text, range, &|name| names.is_type(name));
        if is_cut {
            shadow.text.push(';');
        }
        let result = match self.parse_expressions(&mut shadow) {
            Some(tree) => self.convert(&tree, &shadow, is_main),
            None => Err(self.failure(first)),
        };
        if result.is_err() {
            self.names.leave_all();
        }
        result
    }

    /// Adds what functions call that are used to what is used, and so on; `chunks` define functions.
    fn add_calls_of_used(&mut self, mut chunks: Vec<&Chunk>) {
        loop {
            let (used, others): (Vec<&Chunk>, Vec<&Chunk>) =
                chunks.into_iter().partition(|chunk| !self.is_unused(chunk));
            if used.is_empty() {
                return;
            }
            for body in used.into_iter().filter_map(|chunk| chunk.body.clone()) {
                let words = self.tokens[body].windows(2).filter(|pair| is_called(pair, self.text));
                self.used.extend(words.map(|pair| pair[0].text(self.text)));
            }
            chunks = others;
        }
    }

    /// Parses, until no cast is to a name that is no type: `(i * (n * m)) + j` could be one to a type of functions.
    fn parse_expressions(&mut self, shadow: &mut Shadow) -> Option<Tree> {
        let mut tree = self.parse(&shadow.text)?;
        for _ in 0..MAX_PARSES {
            let found = names_as_types(tree.root_node());
            if found.is_empty() {
                break;
            }
            for name in found {
                shadow.text.replace_range(name, "0");
            }
            tree = self.parse(&shadow.text)?;
        }
        Some(tree)
    }

    fn parse(&mut self, text: &str) -> Option<Tree> {
        let mut n_steps = 0;
        let limit = 10_000 + text.len() * STEPS_PER_BYTE;
        let mut progress = |_: &ParseState| {
            n_steps += 1;
            if n_steps > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        let tree = self.parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or(&[]), None, Some(options));
        if tree.is_none() {
            self.parser.reset();
        }
        tree
    }

    fn convert(&mut self, tree: &Tree, shadow: &Shadow, is_main: bool) -> std::result::Result<(), Box<Diagnostic>> {
        let root = tree.root_node();
        if let Some(error) = first_error(root) {
            let token = shadow.origin(error.start_byte(), error.end_byte()).0;
            return Err(self.failure(token));
        }
        let mut cursor = root.walk();
        for node in root.named_children(&mut cursor) {
            let mut conversion = Conversion {
                unit: &mut self.unit,
                names: &mut self.names,
                tokens: self.tokens,
                text: self.text,
                shadow,
                file: self.file,
                is_main,
                depth: 0,
            };
            conversion.external(node)?;
        }
        Ok(())
    }

    fn failure(&self, token: usize) -> Box<Diagnostic> {
        let token = self.tokens.get(token).or(self.tokens.last());
        let (start, end) = token.map_or((0, 0), |token| (token.start as usize, token.end as usize));
        let message = "this declaration could not be read as C; it is left as it is";
        Box::new(
            Diagnostic::warning("not-c", message).at(Span::new(self.file, start, end), "unexpected here, or before"),
        )
    }

    /// Whether a declaration of a header introduces nothing that the main file names: a function or variable.
    fn is_unused(&self, chunk: &Chunk) -> bool {
        let words = || self.tokens[chunk.tokens.clone()].iter().map(|token| token.text(self.text));
        let has_types = words().any(|word| matches!(word, "typedef" | "{" | "enum" | "struct" | "union"));
        if has_types && chunk.body.is_none() {
            return false;
        }
        let head = chunk.body.as_ref().map_or(chunk.tokens.end, |body| body.start);
        if chunk.body.is_some() {
            // Names of parameters say nothing.
            let mut called = self.tokens[chunk.tokens.start..head].windows(2).filter(|pair| is_called(pair, self.text));
            return !called.any(|pair| self.used.contains(pair[0].text(self.text)));
        }
        !self.tokens[chunk.tokens.start..head].iter().any(|token| self.used.contains(token.text(self.text)))
    }

    /// A `typedef` that could not be read still makes its last name a type.
    fn define_failed_type(&mut self, chunk: &Chunk) {
        let tokens = &self.tokens[chunk.tokens.clone()];
        let is_typedef = tokens.iter().take(2).any(|token| token.text(self.text) == "typedef");
        let name = tokens.iter().rev().find(|token| token.kind == TokenKind::Word);
        if let Some(name) = name.filter(|_| is_typedef) {
            self.names.define_opaque_type(name.text(self.text));
        }
    }
}

/// `#pragma omp threadprivate(x)`: each thread has its own `x`.
fn mark_thread_private(unit: &mut Unit, text: &str) {
    for pragma in &unit.pragmas {
        let Some((_, names)) = text[pragma.clone()].split_once("threadprivate") else { continue };
        let names = tokenize(names).tokens.into_iter().map(|token| token.text(names).to_owned());
        let names: BTreeSet<String> = names.collect();
        unit.vars.iter_mut().filter(|var| names.contains(&var.name)).for_each(|var| var.is_odd = true);
    }
}

/// Whether the first of two tokens is a word, and the second opens a parenthesis.
fn is_called(pair: &[Token], text: &str) -> bool {
    matches!(pair, [word, open] if word.kind == TokenKind::Word && open.text(text) == "(")
}

fn words_of<'a, 'b>(chunks: impl Iterator<Item = &'b Chunk>, tokens: &[Token], text: &'a str) -> BTreeSet<&'a str> {
    // Words that most headers use and that say nothing about what is used.
    const COMMON: [&str; 14] = [
        "int", "void", "extern", "const", "char", "long", "unsigned", "double", "float", "static", "inline", "short",
        "signed", "size_t",
    ];
    let words = chunks.flat_map(|chunk| &tokens[chunk.tokens.clone()]);
    let words = words.filter(|token| token.kind == TokenKind::Word).map(|token| token.text(text));
    words.filter(|word| !COMMON.contains(word)).collect()
}

fn bracket_error(error: &BracketError, tokens: &[Token], file: FileId) -> Error {
    let (start, end) = tokens.get(error.token).map_or((0, 0), |token| (token.start as usize, token.end as usize));
    let diagnostic = Diagnostic::error("not-c", format!("this is not complete C: {}", error.message))
        .at(Span::new(file, start, end), "this one");
    Error::User(Box::new(diagnostic))
}
