//! Diagnostics as text, in rustc's style.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Patch, Renderer, Snippet};

use crate::{Diagnostic, FileId, Help, Label, Severity, SourceFile, SourceMap, Span};

/// Renders a diagnostic with the source lines it is about. With `color`, ANSI escapes are put in.
pub fn render_text(diagnostic: &Diagnostic, sources: &SourceMap, color: bool) -> String {
    let title = level(diagnostic.severity).primary_title(&diagnostic.message).id(diagnostic.code);
    let mut group = title.elements(snippets(diagnostic, sources));
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    for help in diagnostic.help.iter().filter(|help| help.replacement.is_none()) {
        group = group.element(Level::HELP.message(&help.text));
    }
    let mut report = vec![group];
    report.extend(diagnostic.help.iter().filter_map(|help| patch(help, sources)));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.render(&report);
    text.push('\n');
    text
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name("remark"),
        Severity::Note => Level::NOTE,
    }
}

/// One snippet a file, the primary label's file first.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Snippet<'a, Annotation<'a>>> {
    let labels = || {
        let primary = diagnostic.primary.iter().map(|label| (AnnotationKind::Primary, label));
        primary.chain(diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label)))
    };
    let mut files: Vec<FileId> = vec![];
    for (_, label) in labels() {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let snippet = |id: FileId| {
        let file = sources.file(id)?;
        let here = labels().filter(|(_, label)| label.span.file == id);
        let annotations = here.map(|(kind, label)| annotation(kind, label, file));
        Some(snippet_of(file).annotations(annotations))
    };
    files.into_iter().filter_map(snippet).collect()
}

fn annotation<'a>(kind: AnnotationKind, label: &'a Label, file: &SourceFile) -> Annotation<'a> {
    let annotation = kind.span(clamp(label.span, file));
    if label.text.is_empty() { annotation } else { annotation.label(&label.text) }
}

fn patch<'a>(help: &'a Help, sources: &'a SourceMap) -> Option<Group<'a>> {
    let replacement = help.replacement.as_ref()?;
    let title = Level::HELP.secondary_title(&help.text);
    let Some(file) = sources.file(replacement.span.file) else { return Some(Group::with_title(title)) };
    let patch = Patch::new(clamp(replacement.span, file), &replacement.text);
    Some(title.element(snippet_of(file).patch(patch)))
}

fn snippet_of<'a, T: Clone>(file: &'a SourceFile) -> Snippet<'a, T> {
    Snippet::source(file.text()).path(file.name()).line_start(file.first_line() as usize)
}

/// The span within the file's text and on character boundaries, which the renderer insists on.
fn clamp(span: Span, file: &SourceFile) -> std::ops::Range<usize> {
    let text = file.text();
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (span.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagnostic: &Diagnostic, sources: &SourceMap, expected: &str) {
        let text = render_text(diagnostic, sources, false);
        assert_eq!(text.trim(), expected.trim(), "\n{text}");
    }

    fn source() -> (SourceMap, FileId) {
        let mut sources = SourceMap::default();
        let file = sources.add("a.c", "for (i = 0; i < n; i++)\n  goto out;\n");
        (sources, file)
    }

    #[test]
    fn error_with_labels_note_and_help() {
        let (sources, file) = source();
        let error = Diagnostic::error("goto-in-scop", "`goto` in a scop")
            .at(Span::new(file, 26, 35), "jumps out of the region")
            .also_at(Span::new(file, 0, 23), "of this loop")
            .note("the code stays as it was")
            .help("use a condition");
        check(
            &error,
            &sources,
            r"
error[goto-in-scop]: `goto` in a scop
 --> a.c:2:3
  |
1 | for (i = 0; i < n; i++)
  | ----------------------- of this loop
2 |   goto out;
  |   ^^^^^^^^^ jumps out of the region
  |
  = note: the code stays as it was
  = help: use a condition",
        );
    }

    #[test]
    fn remark_with_replacement() {
        let (sources, file) = source();
        let span = Span::new(file, 26, 35);
        let remark = Diagnostic::remark("x", "y").at(span, "").help_replace("drop it", span, ";");
        let text = render_text(&remark, &sources, false);
        assert!(text.starts_with("remark[x]: y\n --> a.c:2:3\n"), "{text}");
        assert!(text.contains("help: drop it") && text.contains("2 +   ;"), "{text}");
    }

    #[test]
    fn excerpts_of_one_file_show_their_own_lines() {
        let mut sources = SourceMap::default();
        let later = sources.add_excerpt("a.mtx", "2 1 5\n", 1000);
        let earlier = sources.add_excerpt("a.mtx", "2 1 4\n", 8);
        let error =
            Diagnostic::error("x", "y").at(Span::new(later, 0, 3), "").also_at(Span::new(earlier, 0, 3), "first");
        check(
            &error,
            &sources,
            r"
error[x]: y
    --> a.mtx:1000:1
     |
1000 | 2 1 5
     | ^^^
     |
    ::: a.mtx:8:1
     |
   8 | 2 1 4
     | --- first",
        );
    }

    #[test]
    fn spans_outside_the_text_do_not_fail() {
        let (sources, file) = source();
        let far = Diagnostic::error("x", "y").at(Span::new(file, 500, 900), "far");
        assert!(render_text(&far, &sources, true).contains("far"));
        let unknown = Diagnostic::error("x", "y").at(Span::new(FileId(7), 0, 1), "where");
        check(&unknown, &sources, "error[x]: y");
    }
}
