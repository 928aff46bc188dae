//! Printing tests of memory: whether pieces of it overlap, or rows of arrays.

use polymill_gdg::{Affine, DataRange, Disjoint, Gdg, Place, Reach, ScalarType, Values};

use super::definition::{affine_text, element, element_at, look_at_rows, scaled};
use super::target::{Helper, Helpers};
use super::types::{Precedence, Text};

/// `polymill_disjoint(&A[0], sizeof A[0], 0, n, &B[0], sizeof B[0], 0, n) && ...`, each of the ends with each of the other's; one call for
/// all that has rows; and one for each array of which values say where it is accessed. Where rows of a sparse matrix begin is tested
/// first: nothing else is looked up then but what the region looks up as well.
pub(super) fn disjoint_text(gdg: &Gdg, test: &Disjoint, helpers: &mut Helpers) -> Text {
    let mut calls = ascending_calls(gdg, test, helpers);
    let is_plain = |reach: &Reach| reach.rows.is_empty() && values_of(reach).is_none();
    for [one, other] in test.pairs.iter().filter(|pair| pair.iter().all(is_plain)) {
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
    let with_rows = test.with_rows();
    if !with_rows.is_empty() {
        helpers.insert(Helper::DisjointRows);
        let each = with_rows.iter().map(|reach| rows(gdg, test, &with_rows, reach, helpers)).collect::<Vec<_>>();
        let (name, n) = (Helper::DisjointRows.name(), each.len());
        calls.push(format!("{name}({n}, (struct polymill_rows[]){{{}}})", each.join(", ")));
    }
    calls.extend(values_calls(gdg, test, helpers));
    let precedence = if calls.len() == 1 { Precedence::Primary } else { Precedence::And };
    Text::new(calls.join(" && "), precedence, ScalarType::I32)
}

/// `polymill_ascending_int(&row[0], 0, n)` for all rows that the test takes to be in order.
fn ascending_calls(gdg: &Gdg, test: &Disjoint, helpers: &mut Helpers) -> Vec<String> {
    let mut calls = vec![];
    for rows in test.rows() {
        let call = look_at_rows(gdg, rows, Helper::Ascending(rows.ty), helpers);
        if !calls.contains(&call) {
            calls.push(call);
        }
    }
    calls
}

/// `polymill_disjoint_values_int(&column[0], 0, n, &x[0], sizeof x[0], 1, (struct polymill_piece[]){{&y[0], sizeof y[0], 0, n}})` for
/// each array whose subscripts are values.
fn values_calls(gdg: &Gdg, test: &Disjoint, helpers: &mut Helpers) -> Vec<String> {
    let mut calls = vec![];
    let mut done: Vec<&Reach> = vec![];
    for reach in test.pairs.iter().flatten() {
        let Some(values) = values_of(reach).filter(|_| !done.contains(&reach)) else { continue };
        done.push(reach);
        let others = test.pairs.iter().filter_map(|[one, other]| match (one == reach, other == reach) {
            (true, _) => Some(other),
            (_, true) => Some(one),
            _ => None,
        });
        let others: Vec<String> =
            others.flat_map(|other| pieces(gdg, other)).map(|piece| format!("{{{piece}}}")).collect();
        let helper = Helper::DisjointValues(values.ty);
        helpers.extend([Helper::Disjoint, Helper::Piece, helper]);
        let (place, (base, sized)) = (element(&values.elements.place), base_of(reach));
        let (name, n, others) = (helper.name(), others.len(), others.join(", "));
        for (first, behind) in ends(gdg, &values.elements) {
            let others = format!("(struct polymill_piece[]){{{others}}}");
            calls.push(format!("{name}(&{place}, {first}, {behind}, &{base}, sizeof {sized}, {n}, {others})"));
        }
    }
    calls
}

fn values_of(reach: &Reach) -> Option<&Values> {
    match &reach.data {
        Some(DataRange::Values(values)) => Some(values),
        _ => None,
    }
}

/// The address of element 0, its size, the first subscript and the one behind the last, for all that may be first with all that
/// may be last. (A pointer to an element that the array does not have would have no meaning.)
fn pieces(gdg: &Gdg, reach: &Reach) -> Vec<String> {
    if reach.first.is_empty() && reach.data.is_none() {
        let place = reach.name();
        return vec![format!("&{place}, sizeof {place}, 0, 1")];
    }
    let (base, sized) = base_of(reach);
    let ends = ends(gdg, reach).into_iter();
    ends.map(|(first, behind)| format!("&{base}, sizeof {sized}, {first}, {behind}")).collect()
}

/// Element 0, and what has the size that is between two elements: `p[0].x` and `p[0]`.
fn base_of(reach: &Reach) -> (String, String) {
    (element(&reach.place), element(&reach.place.up_to_subscript(0)))
}

/// The first subscript and the one behind the last, for all that may be first with all that may be last.
fn ends(gdg: &Gdg, reach: &Reach) -> Vec<(String, String)> {
    if let Some(DataRange::Rows(rows)) = &reach.data {
        // Without rows, none of the elements need be there.
        let [first, last] = [&rows.elements.first, &rows.elements.last].map(|ends| ends.first());
        let subscripts = [first, last].map(|end| end.map_or(String::new(), |end| affine_text(gdg, end).code));
        let are_there = subscripts.join(" < ");
        let end = |subscript: &String| format!("{are_there} ? {} : 0", element_at(&rows.elements.place, subscript));
        return vec![(end(&subscripts[0]), end(&subscripts[1]))];
    }
    let firsts = reach.first.iter().map(|first| scaled(gdg, first, &reach.stride));
    let lasts: Vec<_> = reach.last.iter().map(|last| scaled(gdg, &next(last), &reach.stride)).collect();
    firsts.flat_map(|first| lasts.iter().map(move |last| (first.clone(), last.clone())).collect::<Vec<_>>()).collect()
}

/// `{&a[0], 3, 1, {{sizeof a[0], 0, n}, {sizeof a[0][0], 0, m}}}`: where an array begins, a bit for each of `all` that it must not overlap
/// with, how often a pointer is followed, and for each step the size of elements, the first subscript and the one behind the last.
fn rows(gdg: &Gdg, test: &Disjoint, all: &[&Reach], reach: &Reach, helpers: &mut Helpers) -> String {
    let is_compared =
        |other: &Reach| test.pairs.iter().any(|[a, b]| (a == reach && b == other) || (a == other && b == reach));
    let compared = all.iter().enumerate().filter(|(_, other)| is_compared(other));
    let others = compared.fold(0_u64, |bits, (position, _)| bits | 1 << position);
    if reach.first.is_empty() {
        let place = reach.name();
        return format!("{{&{place}, {others}, 0, {{{{sizeof {place}, 0, 1}}}}}}");
    }
    let mut steps = vec![];
    for (position, range) in reach.rows.iter().enumerate() {
        let sized = element(&reach.place.up_to_subscript(position));
        steps.push(step(gdg, &sized, (&range.first, &range.last), &[], helpers));
    }
    let sized = element(&reach.place.up_to_subscript(reach.rows.len()));
    steps.push(step(gdg, &sized, (&reach.first, &reach.last), &reach.stride, helpers));
    // The first pointer that a subscript chooses; if there are none, the first element.
    let base = match reach.rows.is_empty() {
        true => element(&reach.place),
        false => element(&before_subscript(&reach.place, 1)),
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

/// The place that the subscript with this number is applied to.
fn before_subscript(place: &Place, number: usize) -> Place {
    let mut place = place.up_to_subscript(number);
    place.projections.pop();
    place
}
