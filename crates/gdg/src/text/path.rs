//! How an array element is spelled: `p[_].x[_*_]`, with `_` where subscripts go.

use super::parse::unescape;
use crate::PathPart;

pub(super) fn print(path: &[PathPart]) -> String {
    let part = |part: &PathPart| match part {
        PathPart::Text(text) => escape(text).replace("[_", "\\[_"),
        PathPart::Subscript => "[_]".to_owned(),
        PathPart::Linear { n_dims } => format!("[{}]", vec!["_"; *n_dims].join("*")),
    };
    path.iter().map(part).collect()
}

/// The inverse of [`print`]. Whatever is not a subscript is text.
pub(super) fn parse(text: &str) -> Vec<PathPart> {
    let mut parts = vec![];
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let subscript = rest.find(']').map(|end| &rest[..=end]).and_then(|text| Some((text, n_dims(text)?)));
        let length = match subscript {
            Some((text, n_dims)) => {
                parts.extend(take_text(&mut plain));
                parts.push(if n_dims == 1 { PathPart::Subscript } else { PathPart::Linear { n_dims } });
                text.len()
            }
            None => {
                let length = if c == '\\' { rest.chars().take(2).map(char::len_utf8).sum() } else { c.len_utf8() };
                plain.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    parts.extend(take_text(&mut plain));
    parts
}

fn take_text(escaped: &mut String) -> Option<PathPart> {
    let text = unescape(&std::mem::take(escaped));
    if text.is_empty() { None } else { Some(PathPart::Text(text)) }
}

/// 1 for `[_]`, 2 for `[_*_]`, and so on.
fn n_dims(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut dims = inside.split('*');
    dims.all(|dim| dim == "_").then(|| inside.split('*').count())
}

/// Text to stand between backticks.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('`', "\\`").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_print_and_parse() {
        let text = |text: &str| PathPart::Text(text.to_owned());
        let linear = PathPart::Linear { n_dims: 3 };
        for (path, printed) in [
            (vec![text("A"), PathPart::Subscript, PathPart::Subscript], "A[_][_]"),
            (vec![text("p"), PathPart::Subscript, text("->x"), linear], "p[_]->x[_*_*_]"),
            (vec![text("a[_]`\\"), PathPart::Subscript], "a\\[_]\\`\\\\[_]"),
            (vec![text("(*x)")], "(*x)"),
        ] {
            assert_eq!(print(&path), printed);
            assert_eq!(parse(printed), path);
        }
    }
}
