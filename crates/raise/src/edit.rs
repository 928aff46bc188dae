//! Replacing regions in a file.

use std::ops::Range;
use std::path::Path;

use crate::preprocess::{Compiler, Preprocessed, preprocess_text};
use crate::syntax::{Token, tokenize};

/// Text to put in the place of some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced.
    pub range: Range<usize>,
    /// By what.
    pub text: String,
}

/// Makes edits, which do not overlap, in any order. Edits outside of the text are left out.
///
/// ```
/// use polymill_raise::{Edit, apply_edits};
/// let edits = [Edit { range: 4..5, text: "y".to_owned() }, Edit { range: 0..3, text: "long".to_owned() }];
/// assert_eq!(apply_edits(b"int x;", &edits), b"long y;");
/// ```
pub fn apply_edits(bytes: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut result = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for edit in edits {
        let Some(kept) = bytes.get(at..edit.range.start) else { continue };
        result.extend_from_slice(kept);
        result.extend_from_slice(edit.text.as_bytes());
        at = edit.range.end;
    }
    result.extend_from_slice(bytes.get(at..).unwrap_or(&[]));
    result
}

/// A region in the original file and in the preprocessed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// What is replaced in the original file.
    pub original: Range<usize>,
    /// The statements in it, without pragmas.
    pub statements: Range<usize>,
    /// What is replaced in the preprocessed text.
    pub preprocessed: Range<usize>,
}

/// Drops the places that are not the same code in both texts: replacing it in the original and preprocessing again has
/// to change the preprocessed text in that place and nowhere else.
pub(crate) fn confirm(
    places: &mut [Option<Place>],
    original: &[u8],
    path: &Path,
    compiler: &Compiler,
    preprocessed: &Preprocessed,
) {
    let is_right = |places: &[Place]| {
        let edits: Vec<Edit> = places.iter().map(|place| marker(original, &place.original)).collect();
        let again = preprocess_text(&apply_edits(original, &edits), path, compiler);
        again.is_ok_and(|again| same_outside(preprocessed.text(), again.text(), places))
    };
    let all: Vec<Place> = places.iter().flatten().cloned().collect();
    if all.is_empty() || is_right(&all) {
        return;
    }
    for place in places {
        if place.as_ref().is_some_and(|one| !is_right(std::slice::from_ref(one))) {
            *place = None;
        }
    }
}

/// Stands for a region.
const MARKER: &str = "polymill_region";

/// Puts the marker in the place of a region, with as many lines.
fn marker(original: &[u8], range: &Range<usize>) -> Edit {
    let replaced = original.get(range.clone()).unwrap_or(&[]);
    let n_lines = replaced.iter().filter(|byte| **byte == b'\n').count();
    Edit { range: range.clone(), text: format!("{MARKER};{}", "\n".repeat(n_lines)) }
}

/// Whether two preprocessed texts have the same tokens, but for markers in the place of regions.
fn same_outside(before: &str, after: &str, places: &[Place]) -> bool {
    let is_replaced =
        |token: &Token| places.iter().position(|place| place.preprocessed.contains(&(token.start as usize)));
    let mut expected: Vec<&str> = vec![];
    let mut last = None;
    for token in tokenize(before).tokens {
        let is_before =
            |place: &&Place| place.preprocessed.is_empty() && place.preprocessed.start == token.start as usize;
        expected.extend(places.iter().filter(is_before).flat_map(|_| [MARKER, ";"]));
        let place = is_replaced(&token);
        match place {
            None => expected.push(token_text(&token, before)),
            Some(_) if place == last => {}
            Some(_) => expected.extend([MARKER, ";"]),
        }
        last = place;
    }
    let found = tokenize(after).tokens;
    found.len() == expected.len() && found.iter().zip(expected).all(|(token, text)| token_text(token, after) == text)
}

fn token_text<'t>(token: &Token, text: &'t str) -> &'t str {
    text.get(token.range()).unwrap_or("")
}
