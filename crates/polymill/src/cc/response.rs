//! Response files: `@FILE` stands for the arguments in FILE, as in gcc and clang.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// How deep response files may name each other; gcc stops at 2000 files.
const MAX_DEPTH: usize = 64;

/// `args` with every `@FILE` replaced by the arguments in FILE, also in the files' own words.
///
/// As in gcc, an `@FILE` that cannot be read stays a plain word. `None` if the files never end.
pub fn expand(args: &[OsString]) -> Option<Vec<OsString>> {
    expand_within(args, MAX_DEPTH)
}

fn expand_within(args: &[OsString], depth: usize) -> Option<Vec<OsString>> {
    let mut expanded = Vec::with_capacity(args.len());
    for arg in args {
        match response_text(arg) {
            None => expanded.push(arg.clone()),
            Some(_) if depth == 0 => return None,
            Some(text) => expanded.extend(expand_within(&split(&text), depth - 1)?),
        }
    }
    Some(expanded)
}

fn response_text(arg: &OsStr) -> Option<String> {
    let path = arg.to_str()?.strip_prefix('@')?;
    std::fs::read_to_string(Path::new(path)).ok()
}

/// Splits as gcc does: at white space; quotes of both kinds group; a backslash takes the next character as it is.
fn split(text: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', _) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

/// The text of a response file with these arguments; `None` if one of them is not UTF-8.
pub fn text_of(args: &[OsString]) -> Option<String> {
    let mut text = String::new();
    for arg in args {
        for c in arg.to_str()?.chars() {
            if c.is_whitespace() || matches!(c, '\\' | '"' | '\'') {
                text.push('\\');
            }
            text.push(c);
        }
        if arg.is_empty() {
            text.push_str("\"\"");
        }
        text.push('\n');
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn os(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn words_are_split_as_gcc_splits_them() {
        assert_eq!(split("-O2  -DA=\"a b\"\n'-I x' \\\"q\\\" \"\""), os(&["-O2", "-DA=a b", "-I x", "\"q\"", ""]));
    }

    #[test]
    fn what_is_written_reads_back() {
        let args = os(&["-DS=\"a b\"", "it's", "", "back\\slash", "-c"]);
        assert_eq!(split(&text_of(&args).unwrap()), args);
    }

    #[test]
    fn files_nest_and_missing_files_stay_words() {
        let dir = tempfile::tempdir().unwrap();
        let (outer, inner) = (dir.path().join("outer"), dir.path().join("inner"));
        std::fs::write(&inner, "-DB x.c").unwrap();
        std::fs::write(&outer, format!("-DA @{}", inner.display())).unwrap();
        let args = vec!["-c".into(), OsString::from(format!("@{}", outer.display())), "@missing".into()];
        assert_eq!(expand(&args).unwrap(), os(&["-c", "-DA", "-DB", "x.c", "@missing"]));
    }

    #[test]
    fn a_file_that_names_itself_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("loop");
        let word = OsString::from(format!("@{}", path.display()));
        std::fs::write(&path, word.to_str().unwrap()).unwrap();
        assert_eq!(expand(&[word]), None);
    }
}
