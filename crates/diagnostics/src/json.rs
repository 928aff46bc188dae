//! Diagnostics as JSON, for tools.

use serde::Serialize;

use crate::{Diagnostic, Label, Severity, SourceMap, Span};

/// Renders a diagnostic as one line of JSON without a newline: `severity`, `code`, `message`, `primary` and `secondary`
/// places, `notes` and `help`. A place has `file`, byte offsets `start` and `end`, `line`, `column` and `text`.
pub fn render_json(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let record = Record {
        severity: diagnostic.severity,
        code: diagnostic.code,
        message: &diagnostic.message,
        primary: diagnostic.primary.as_ref().map(|label| place_of_label(label, sources)),
        secondary: diagnostic.secondary.iter().map(|label| place_of_label(label, sources)).collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.iter().map(|help| help_record(help, sources)).collect(),
    };
    // Strings, numbers and lists always serialize.
    serde_json::to_string(&record).unwrap_or_default()
}

#[derive(Serialize)]
struct Record<'a> {
    severity: Severity,
    code: &'a str,
    message: &'a str,
    primary: Option<Place<'a>>,
    secondary: Vec<Place<'a>>,
    notes: &'a [String],
    help: Vec<HelpRecord<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    start: u32,
    end: u32,
    line: u32,
    column: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct HelpRecord<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    replacement: Option<Place<'a>>,
}

fn help_record<'a>(help: &'a crate::Help, sources: &'a SourceMap) -> HelpRecord<'a> {
    let replacement = help.replacement.as_ref().map(|edit| place(edit.span, &edit.text, sources));
    HelpRecord { text: &help.text, replacement }
}

fn place_of_label<'a>(label: &'a Label, sources: &'a SourceMap) -> Place<'a> {
    place(label.span, &label.text, sources)
}

fn place<'a>(span: Span, text: &'a str, sources: &'a SourceMap) -> Place<'a> {
    let file = sources.file(span.file);
    let (line, column) = file.map_or((0, 0), |file| {
        let location = file.location(span.start);
        (location.line, location.column)
    });
    Place { file: file.map_or("", |file| file.name()), start: span.start, end: span.end, line, column, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object_on_one_line() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.c", "int x;\nint y;\n");
        let span = Span::new(file, 7, 10);
        let remark =
            Diagnostic::remark("some-code", "a \"quote\"").at(span, "here").note("n").help_replace("h", span, "r");
        let expected = concat!(
            r#"{"severity":"remark","code":"some-code","message":"a \"quote\"","#,
            r#""primary":{"file":"a.c","start":7,"end":10,"line":2,"column":1,"text":"here"},"#,
            r#""secondary":[],"notes":["n"],"help":[{"text":"h","#,
            r#""replacement":{"file":"a.c","start":7,"end":10,"line":2,"column":1,"text":"r"}}]}"#
        );
        assert_eq!(render_json(&remark, &sources), expected);
    }
}
