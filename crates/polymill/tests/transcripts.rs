//! The transcripts in the documents: what they show is what the tool prints.
//!
//! In a `console` block, the line after `$ ` is run by the shell in the repository's root, and the rest of the block must
//! be its standard output. `POLYMILL_BLESS=1` writes into the documents what the commands print now.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENTS: [&str; 2] = ["README.md", "ARCHITECTURE.md"];

#[test]
fn transcripts_show_what_the_tool_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in DOCUMENTS {
        let path = root.join(name);
        let written = std::fs::read_to_string(&path).unwrap();
        let printed = with_transcripts(&written, |line| output(&root, line));
        if std::env::var_os("POLYMILL_BLESS").is_some() {
            std::fs::write(&path, printed).unwrap();
        } else {
            assert!(
                written == printed,
                "{name} shows what is no longer printed: {}\nPOLYMILL_BLESS=1 cargo test -p polymill --test transcripts",
                first_difference(&written, &printed)
            );
        }
    }
}

#[test]
fn a_transcript_is_replaced_and_the_text_around_it_stays() {
    let text = "a\n```console\n$ date\nold\n```\n```sh\n$ date\n```\n";
    let expected = "a\n```console\n$ date\n<date>\n```\n```sh\n$ date\n```\n";
    assert_eq!(with_transcripts(text, |line| format!("<{line}>\n")), expected);
}

/// The document with the output of each command in its place.
fn with_transcripts(document: &str, mut run: impl FnMut(&str) -> String) -> String {
    let mut text = String::new();
    let mut lines = document.lines().peekable();
    while let Some(line) = lines.next() {
        text.extend([line, "\n"]);
        let command = (line == "```console").then(|| lines.peek().and_then(|line| line.strip_prefix("$ "))).flatten();
        let Some(command) = command else { continue };
        text.extend(["$ ", command, "\n", &run(command)]);
        while lines.next_if(|line| *line != "```").is_some() {}
    }
    text
}

/// What a command prints, with the `polymill` that was just built.
fn output(root: &Path, line: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_BIN_EXE_polymill")).parent().unwrap().to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&others))).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(root).env("PATH", path);
    command.env_remove("POLYMILL_CC").env_remove("POLYMILL_FLAGS").env_remove("POLYMILL_CC_RUNNING");
    command.env("XDG_CONFIG_HOME", root.join("none"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn first_difference(written: &str, printed: &str) -> String {
    let number = written.lines().zip(printed.lines()).take_while(|(left, right)| left == right).count();
    let line = |text: &str| text.lines().nth(number).unwrap_or_default().to_owned();
    format!("line {}\n  written: {}\n  printed: {}", number + 1, line(written), line(printed))
}
