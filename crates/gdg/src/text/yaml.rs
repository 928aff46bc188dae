//! isl's YAML for schedule trees. isl trusts its input, so the shape of a tree is checked here first.

use polymill_isl as isl;
use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use super::names::Names;
use super::syntax::IslText;
use crate::{Error, Result};

/// Reads a tree in block or flow style. The parameters need not be repeated in its strings.
pub(super) fn read(names: &Names, text: &IslText) -> Result<isl::Schedule> {
    let prefix = names.prefix();
    let error = |Broken { at, message }: Broken| {
        let offset = text.value.char_indices().nth(at).map_or(text.value.len(), |(offset, _)| offset);
        names.error(text.offset + offset, &message)
    };
    // In flow style, the braces around the tree are those of the item.
    let in_braces = format!("{{{}}}", text.value);
    let tree = to_flow(&text.value, &prefix).or_else(|broken| to_flow(&in_braces, &prefix).map_err(|_| broken));
    isl::Schedule::read(names.ctx, &tree.map_err(error)?).map_err(|error| tree_error(names, text, error))
}

fn tree_error(names: &Names, text: &IslText, error: isl::Error) -> Error {
    match error {
        isl::Error::Quota(_) | isl::Error::Alloc(_) => Error::Isl(error),
        error => names.error(text.offset, &format!("isl does not take this tree: {error}")),
    }
}

/// What is wrong at a character.
struct Broken {
    at: usize,
    message: String,
}

type Checked<T> = std::result::Result<T, Broken>;

/// How deep a tree may be: as much as the stack bears, far more than loops are nested.
const MAX_DEPTH: usize = 200;

/// The same tree in flow style, with parameters in all sets and relations.
fn to_flow(yaml: &str, prefix: &str) -> Checked<String> {
    let mut reading = Reading { events: Parser::new_from_str(yaml), prefix, at: 0, depth: 0 };
    while matches!(reading.peek()?, Event::StreamStart | Event::DocumentStart(_)) {
        reading.next()?;
    }
    let tree = reading.node()?;
    while matches!(reading.peek()?, Event::DocumentEnd) {
        reading.next()?;
    }
    match reading.next()? {
        Event::StreamEnd => Ok(tree),
        _ => Err(reading.broken("expected the end of the tree")),
    }
}

/// A tree, half read.
struct Reading<'a> {
    events: Parser<'a, saphyr_parser::StrInput<'a>>,
    prefix: &'a str,
    /// The character where the last event starts.
    at: usize,
    depth: usize,
}

impl<'a> Reading<'a> {
    fn peek(&mut self) -> Checked<Event<'a>> {
        match self.events.peek() {
            Some(Ok((event, span))) => {
                self.at = span.start.index();
                Ok(event.clone())
            }
            Some(Err(error)) => Err(Broken { at: error.marker().index(), message: error.info().to_owned() }),
            None => Ok(Event::StreamEnd),
        }
    }

    fn next(&mut self) -> Checked<Event<'a>> {
        let event = self.peek()?;
        let _: Option<std::result::Result<(Event, Span), _>> = self.events.next();
        Ok(event)
    }

    fn broken(&self, message: &str) -> Broken {
        Broken { at: self.at, message: message.to_owned() }
    }

    /// A node: a mapping with the keys that isl knows.
    fn node(&mut self) -> Checked<String> {
        if !matches!(self.next()?, Event::MappingStart(..)) {
            return Err(self.broken("expected a node of the tree, such as `schedule: \"...\"`"));
        }
        if self.depth == MAX_DEPTH {
            return Err(self.broken(&format!("nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let mut entries = vec![];
        while !matches!(self.peek()?, Event::MappingEnd) {
            entries.push(self.entry()?);
        }
        self.next()?;
        self.depth -= 1;
        Ok(format!("{{ {} }}", entries.join(", ")))
    }

    fn entry(&mut self) -> Checked<String> {
        let key = self.scalar()?;
        let value = match key.as_str() {
            "domain" | "context" | "filter" | "guard" | "schedule" | "options" | "contraction" | "expansion"
            | "extension" => {
                let text = self.string()?;
                format!("\"{}\"", with_params(&text, self.prefix))
            }
            "mark" => format!("\"{}\"", self.string()?),
            "permutable" => self.flag()?,
            "coincident" => self.list(Self::flag)?,
            "child" => self.node()?,
            "sequence" | "set" => self.list(Self::node)?,
            _ => return Err(self.broken(&format!("`{key}` is not a key of a schedule tree"))),
        };
        Ok(format!("{key}: {value}"))
    }

    fn list(&mut self, item: fn(&mut Self) -> Checked<String>) -> Checked<String> {
        if !matches!(self.next()?, Event::SequenceStart(..)) {
            return Err(self.broken("expected a list"));
        }
        let mut items = vec![];
        while !matches!(self.peek()?, Event::SequenceEnd) {
            items.push(item(self)?);
        }
        self.next()?;
        Ok(format!("[ {} ]", items.join(", ")))
    }

    fn flag(&mut self) -> Checked<String> {
        match self.scalar()?.as_str() {
            flag @ ("0" | "1") => Ok(flag.to_owned()),
            _ => Err(self.broken("expected 0 or 1")),
        }
    }

    fn scalar(&mut self) -> Checked<String> {
        match self.next()? {
            Event::Scalar(text, ScalarStyle::Plain, ..) => Ok(text.into_owned()),
            _ => Err(self.broken("expected a word")),
        }
    }

    fn string(&mut self) -> Checked<String> {
        match self.next()? {
            Event::Scalar(text, ScalarStyle::DoubleQuoted | ScalarStyle::SingleQuoted, ..) => {
                match text.find(['"', '\\', '\n']) {
                    None => Ok(text.into_owned()),
                    Some(_) => Err(self.broken("this text has characters that isl does not take")),
                }
            }
            _ => Err(self.broken("expected text in double quotes")),
        }
    }
}

/// Puts the parameters before a set or relation that does not have any.
fn with_params(text: &str, prefix: &str) -> String {
    let has_params =
        text.starts_with('[') && text.split_once(']').is_some_and(|(_, rest)| rest.trim_start().starts_with("->"));
    if has_params { text.to_owned() } else { format!("{prefix}{text}") }
}
