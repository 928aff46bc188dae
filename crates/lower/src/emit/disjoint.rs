//! Printing tests of memory: whether pieces of it overlap, or rows of arrays.

use polymill_gdg::{Affine, Disjoint, Gdg, PathPart, Reach, ScalarType};

use super::definition::{element, scaled};
use super::dialect::{Helper, Helpers};
use super::types::{Precedence, Text};

/// `polymill_disjoint(&A[0], sizeof A[0], 0, n, &B[0], sizeof B[0], 0, n) && ...`, each of the ends with each of the other's; and one
/// call for all that has rows.
pub(super) fn disjoint_text(gdg: &Gdg, test: &Disjoint, helpers: &mut Helpers) -> Text {
    let mut calls = vec![];
    let with_rows = test.with_rows();
    for [one, other] in test.pairs.iter().filter(|[one, other]| one.rows.is_empty() && other.rows.is_empty()) {
        for piece in pieces(gdg, one) {
            for other in pieces(gdg, other) {
                let call = format!("{}({piece}, {other})", Helper::Disjoint.name());
                if !calls.contains(&call) {
                    helpers.insert(Helper::Disjoint);
                    calls.push(call);
                }
            }
        }
    }
    if !with_rows.is_empty() {
        helpers.insert(Helper::DisjointRows);
        let each = with_rows.iter().map(|reach| rows(gdg, test, &with_rows, reach, helpers)).collect::<Vec<_>>();
        let (name, n) = (Helper::DisjointRows.name(), each.len());
        calls.push(format!("{name}({n}, (struct polymill_rows[]){{{}}})", each.join(", ")));
    }
    let precedence = if calls.len() == 1 { Precedence::Primary } else { Precedence::And };
    Text::new(calls.join(" && "), precedence, ScalarType::I32)
}

/// The address of element 0, its size, the first subscript and the one behind the last, for all that may be first with all that
/// may be last. (A pointer to an element that the array does not have would have no meaning.)
fn pieces(gdg: &Gdg, reach: &Reach) -> Vec<String> {
    if reach.first.is_empty() {
        let place = reach.place();
        return vec![format!("&{place}, sizeof {place}, 0, 1")];
    }
    let whole = behind_subscript(&reach.path, 0);
    let (base, sized) = (element(&reach.path), element(&reach.path[..whole]));
    let firsts = reach.first.iter().map(|first| scaled(gdg, first, &reach.stride));
    let lasts: Vec<_> = reach.last.iter().map(|last| scaled(gdg, &next(last), &reach.stride)).collect();
    let piece = |first: &String, last: &String| format!("&{base}, sizeof {sized}, {first}, {last}");
    firsts.flat_map(|first| lasts.iter().map(move |last| piece(&first, last)).collect::<Vec<_>>()).collect()
}

/// `{&a[0], 3, 1, {{sizeof a[0], 0, n}, {sizeof a[0][0], 0, m}}}`: where an array begins, a bit for each of `all` that it must not overlap
/// with, how often a pointer is followed, and for each step the size of elements, the first subscript and the one behind the last.
fn rows(gdg: &Gdg, test: &Disjoint, all: &[&Reach], reach: &Reach, helpers: &mut Helpers) -> String {
    let is_compared =
        |other: &Reach| test.pairs.iter().any(|[a, b]| (a == reach && b == other) || (a == other && b == reach));
    let compared = all.iter().enumerate().filter(|(_, other)| is_compared(other));
    let others = compared.fold(0_u64, |bits, (position, _)| bits | 1 << position);
    if reach.first.is_empty() {
        let place = reach.place();
        return format!("{{&{place}, {others}, 0, {{{{sizeof {place}, 0, 1}}}}}}");
    }
    let mut steps = vec![];
    for (position, range) in reach.rows.iter().enumerate() {
        let sized = element(&reach.path[..behind_subscript(&reach.path, position)]);
        steps.push(step(gdg, &sized, (&range.first, &range.last), &[], helpers));
    }
    let sized = element(&reach.path[..behind_subscript(&reach.path, reach.rows.len())]);
    steps.push(step(gdg, &sized, (&reach.first, &reach.last), &reach.stride, helpers));
    // The first pointer that a subscript chooses; if there are none, the first element.
    let base = match reach.rows.is_empty() {
        true => element(&reach.path),
        false => element(&reach.path[..behind_subscript(&reach.path, 1) - 1]),
    };
    format!("{{&{base}, {others}, {}, {{{}}}}}", reach.rows.len(), steps.join(", "))
}

/// `{sizeof a[0], 0, n}`, from the smallest of the first subscripts to the largest of the last ones.
fn step(
    gdg: &Gdg,
    sized: &str,
    (first, last): (&[Affine], &[Affine]),
    stride: &[Affine],
    helpers: &mut Helpers,
) -> String {
    let mut extremum = |values: Vec<String>, helper: Helper| {
        let chosen = values.into_iter().reduce(|so_far, value| {
            helpers.insert(helper);
            format!("{}({so_far}, {value})", helper.name())
        });
        chosen.unwrap_or_default()
    };
    let first = extremum(first.iter().map(|each| scaled(gdg, each, stride)).collect(), Helper::Min);
    let behind = extremum(last.iter().map(|each| scaled(gdg, &next(each), stride)).collect(), Helper::Max);
    format!("{{sizeof {sized}, {first}, {behind}}}")
}

fn next(function: &Affine) -> Affine {
    Affine { constant: function.constant.saturating_add(1), ..function.clone() }
}

/// How many parts of a path there are up to the subscript with this number, including it.
fn behind_subscript(path: &[PathPart], number: usize) -> usize {
    let subscripts = path.iter().enumerate().filter(|(_, part)| !matches!(part, PathPart::Text(_)));
    subscripts.map(|(position, _)| position + 1).nth(number).unwrap_or(path.len())
}
