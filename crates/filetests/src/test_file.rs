//! A filetest: one file with a command, an input, what is expected of it.

use std::path::{Path, PathBuf};

use crate::command::Outcome;
use crate::compare::same_text;

/// A file of `tests/`, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestFile {
    /// Where it is.
    pub path: PathBuf,
    /// The words of the command: what follows `test` in the first line.
    pub words: Vec<String>,
    /// The file as the command sees it: all of it but the expected output, comments included, so that line numbers are
    /// those of the file.
    pub input: String,
    /// The expected output, without the marks in front of its lines.
    pub expected: String,
    /// Errors and remarks that are expected, in order of lines.
    pub annotations: Vec<Message>,
}

/// An error or remark on a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Message {
    /// The line, from 1; the first line stands for messages without a place.
    pub line: usize,
    /// How grave it is: `error`, `warning`, `remark` or `note`.
    pub severity: &'static str,
    /// The message; for an annotation, a part of it.
    pub text: String,
}

const SEVERITIES: [&str; 4] = ["error", "warning", "remark", "note"];

/// What starts a line of expected output.
const EXPECTED: &str = "//|";

impl TestFile {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with the file, in a sentence.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        Self::parse(path, &text)
    }

    /// Takes the text of a file apart.
    ///
    /// # Errors
    /// The first line is not `// test COMMAND`, a quote in it is not closed, or input follows the expected output.
    pub fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let header = text.lines().next().and_then(|line| line.strip_prefix("// test "));
        let command = header.ok_or("the first line is not `// test COMMAND`")?;
        let command = command.split(" //").next().unwrap_or(command);
        let words = shlex::split(command).ok_or("a quote in the command is not closed")?;
        let n_input = text.lines().position(|line| line.starts_with(EXPECTED)).unwrap_or(text.lines().count());
        let lines: Vec<_> = text.lines().collect();
        let (input, expected) = lines.split_at(n_input);
        if let Some(at) = expected.iter().position(|line| !line.starts_with(EXPECTED)) {
            return Err(format!("line {}: input after the expected output (`{EXPECTED}`)", n_input + at + 1));
        }
        let strip =
            |line: &&str| line.strip_prefix(EXPECTED).map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned());
        Ok(Self {
            path: path.to_owned(),
            words,
            input: join_lines(input.iter().map(|line| (*line).to_owned())),
            expected: join_lines(expected.iter().filter_map(strip)),
            annotations: input.iter().enumerate().flat_map(|(index, line)| annotations(index + 1, line)).collect(),
        })
    }

    /// Compares what a command gave with what is expected.
    ///
    /// # Errors
    /// The differences, for people to read.
    pub fn check(&self, outcome: &Outcome) -> Result<(), String> {
        let mut complaints = self.check_messages(&outcome.messages);
        if !same_text(&self.expected, &outcome.text) {
            complaints
                .push(format!("the output differs (- expected, + found):\n{}", diff(&self.expected, &outcome.text)));
        }
        if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
    }

    /// Each annotation has its message. Each error and warning has its annotation, and so have remarks and notes in a file
    /// that mentions any.
    fn check_messages(&self, messages: &[Message]) -> Vec<String> {
        let fits = |annotation: &Message, message: &Message| {
            annotation.line == message.line
                && annotation.severity == message.severity
                && message.text.contains(&annotation.text)
        };
        let missing = self.annotations.iter().filter(|annotation| !messages.iter().any(|one| fits(annotation, one)));
        let is_complete = |severity| {
            matches!(severity, "error" | "warning") || self.annotations.iter().any(|one| one.severity == severity)
        };
        let unexpected = messages.iter().filter(|message| {
            is_complete(message.severity) && !self.annotations.iter().any(|annotation| fits(annotation, message))
        });
        let complaint = |what: &str, Message { line, severity, text }: &Message| {
            format!("{}:{line}: {what} {severity}: {text}", self.path.display())
        };
        missing
            .map(|annotation| complaint("missing", annotation))
            .chain(unexpected.map(|message| complaint("unexpected", message)))
            .collect()
    }

    /// The file with its expected output replaced.
    pub fn blessed(&self, outcome: &Outcome) -> String {
        let mark = |line: &str| if line.is_empty() { EXPECTED.to_owned() } else { format!("{EXPECTED} {line}") };
        self.input.clone() + &join_lines(outcome.text.lines().map(mark))
    }
}

fn join_lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| line + "\n").collect()
}

/// The messages that a line says are expected on it: `// error: text`, also several.
fn annotations(line: usize, text: &str) -> Vec<Message> {
    let comments = text.split("//").skip(1);
    let message = |comment: &str| {
        let (severity, text) = comment.split_once(':')?;
        let severity = SEVERITIES.into_iter().find(|known| *known == severity.trim())?;
        Some(Message { line, severity, text: text.trim().to_owned() })
    };
    comments.filter_map(message).collect()
}

/// The lines of both texts, those that only one has marked with `-` and `+`.
fn diff(expected: &str, found: &str) -> String {
    let diff = similar::TextDiff::from_lines(expected, found);
    diff.unified_diff().context_radius(3).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> TestFile {
        TestFile::parse(Path::new("a.c"), text).unwrap()
    }

    fn message(line: usize, severity: &'static str, text: &str) -> Message {
        Message { line, severity, text: text.to_owned() }
    }

    fn outcome(text: &str, messages: Vec<Message>) -> Outcome {
        Outcome { text: text.to_owned(), messages }
    }

    #[test]
    fn a_file_has_a_command_an_input_and_an_output() {
        let file = parse("// test opt --print='a b'\nint x;\n//| int x;\n//|\n//|  y\n");
        assert_eq!(file.words, ["opt", "--print=a b"]);
        assert_eq!(file.input, "// test opt --print='a b'\nint x;\n");
        assert_eq!(file.expected, "int x;\n\n y\n");
    }

    #[test]
    fn files_without_command_or_with_input_at_the_end_are_refused() {
        assert!(TestFile::parse(Path::new("a.c"), "int x;\n").is_err());
        assert!(TestFile::parse(Path::new("a.c"), "// test opt\n//| x\nint x;\n").is_err());
    }

    #[test]
    fn blessing_replaces_the_output() {
        let file = parse("// test opt\nint x;\n//| int x;\n");
        assert_eq!(file.blessed(&outcome("a\n\nb\n", vec![])), "// test opt\nint x;\n//| a\n//|\n//| b\n");
        assert_eq!(file.blessed(&outcome("int x;\n", vec![])), "// test opt\nint x;\n//| int x;\n");
    }

    #[test]
    fn errors_are_expected_on_their_lines() {
        let file = parse("// test opt\na // error: one // remark: two\nb\n");
        assert_eq!(file.annotations, [message(2, "error", "one"), message(2, "remark", "two")]);
        let fitting = vec![message(2, "error", "just one"), message(2, "remark", "two"), message(3, "note", "x")];
        file.check(&outcome("", fitting)).unwrap();
        let other = vec![message(3, "error", "one"), message(2, "remark", "two"), message(3, "remark", "two")];
        assert_eq!(
            file.check(&outcome("", other)).unwrap_err(),
            "a.c:2: missing error: one\na.c:3: unexpected error: one\na.c:3: unexpected remark: two"
        );
    }
}
