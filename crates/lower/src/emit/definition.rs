//! Printing what the generated code computes itself: estimates of work, tests of memory.

use polymill_gdg::{
    Affine, BoundValue, Definition, Disjoint, Extent, Gdg, ParamId, PathPart, Reach, RowBounds, ScalarType, Work,
};

use super::dialect::{Helper, Helpers};
use super::integer::{INDEX, param_text};
use super::types::{Precedence, Text};

/// The value of a parameter that the source does not have.
pub(super) fn definition_text(gdg: &Gdg, definition: &Definition, helpers: &mut Helpers) -> Text {
    match definition {
        Definition::Work(work) => work_text(gdg, work, helpers),
        Definition::Disjoint(test) => disjoint_text(gdg, test, helpers),
        Definition::Ascending(test) => {
            Text::primary(look_at_rows(gdg, test, Helper::Ascending(test.ty), helpers), ScalarType::I32)
        }
        Definition::Even(test) => {
            let helper = Helper::Even(test.lengths.ty);
            helpers.insert(helper);
            let call = format!("{}({}, {})", helper.name(), row_arguments(gdg, &test.lengths), test.most);
            Text::primary(call, ScalarType::I32)
        }
        Definition::StaticBound(bound) => match &bound.value {
            Some(BoundValue::Derived(value) | BoundValue::Promised(value)) => affine_text(gdg, value),
            Some(BoundValue::Largest(elements)) => {
                Text::primary(look_at_rows(gdg, elements, Helper::Largest(elements.ty), helpers), INDEX)
            }
            // No loop nest that needs it passes validation.
            None => Text::primary("", INDEX),
        },
    }
}

/// A call of a helper: `polymill_ascending_int(&row[0], 0, n)`.
fn look_at_rows(gdg: &Gdg, rows: &RowBounds, helper: Helper, helpers: &mut Helpers) -> String {
    helpers.insert(helper);
    format!("{}({})", helper.name(), row_arguments(gdg, rows))
}

/// What helpers look at: `&row[0], 0, n`.
pub(super) fn row_arguments(gdg: &Gdg, rows: &RowBounds) -> String {
    let ends: Vec<_> = rows.elements.functions().map(|end| affine_text(gdg, end).code).collect();
    format!("&{}, {}", element(&rows.elements.path), ends.join(", "))
}

/// An estimate of work, in floating point, which does not overflow: `1.0 * n * m`.
fn work_text(gdg: &Gdg, work: &Work, helpers: &mut Helpers) -> Text {
    let spelled = |param: &ParamId| spelled(gdg, *param).above(Precedence::Multiplicative);
    let product = |extents: &Vec<Extent>| {
        let factor = |extent: &Extent| match extent {
            Extent::Rows(rows) => look_at_rows(gdg, rows, Helper::RowElements(rows.ty), helpers),
            Extent::Linear(terms) => match terms.as_slice() {
                [(1, param)] => spelled(param),
                terms => {
                    let terms = terms.iter().map(|(factor, param)| format!("{factor}.0 * {}", spelled(param)));
                    format!("({})", terms.collect::<Vec<_>>().join(" + ").replace("+ -", "- "))
                }
            },
        };
        // The number of elements is floating point anyway.
        let one = (!matches!(extents.first(), Some(Extent::Rows(_)))).then(|| "1.0".to_owned());
        one.into_iter().chain(extents.iter().map(factor)).collect::<Vec<_>>().join(" * ")
    };
    let sum = work.products.iter().map(product).collect::<Vec<_>>().join(" + ");
    let precedence = if work.products.len() == 1 { Precedence::Multiplicative } else { Precedence::Additive };
    Text::new(sum, precedence, ScalarType::F64)
}

/// `polymill_disjoint(&A[0], sizeof A[0], 0, n, &B[0], sizeof B[0], 0, n) && ...`, each of the ends with each of the other's.
fn disjoint_text(gdg: &Gdg, test: &Disjoint, helpers: &mut Helpers) -> Text {
    let mut calls = vec![];
    let rows = test.with_rows();
    for [one, other] in test.pairs.iter().filter(|[one, _]| !rows.contains(&one)) {
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
    if !rows.is_empty() {
        helpers.insert(Helper::DisjointRows);
        calls.push(rows_text(gdg, test, &rows, helpers));
    }
    let precedence = if calls.len() == 1 { Precedence::Primary } else { Precedence::And };
    Text::new(calls.join(" && "), precedence, ScalarType::I32)
}

/// `polymill_disjoint_rows(2, (struct polymill_rows[]){{&a[0], 3, 1, {{sizeof a[0], 0, n}, {sizeof a[0][0], 0, m}}}, ...})`: for each
/// array where it begins, a bit for each that it must not overlap with, how often a pointer is followed, and for each step the size
/// of elements, the first subscript and the one behind the last.
fn rows_text(gdg: &Gdg, test: &Disjoint, all: &[&Reach], helpers: &mut Helpers) -> String {
    let others = |reach: &Reach| {
        let with =
            |[one, other]: &[Reach; 2]| [(one, other), (other, one)].map(|(a, b)| (a == reach).then(|| b.clone()));
        let with: Vec<Reach> = test.pairs.iter().flat_map(with).flatten().collect();
        let bits = all.iter().enumerate().filter(|(_, other)| with.contains(other));
        bits.fold(0_u64, |bits, (position, _)| bits | 1 << position)
    };
    let mut end = |functions: &[Affine], stride: &[Affine], helper: Helper, behind: i64| {
        let value = |function: &Affine| {
            let function = Affine { constant: function.constant.saturating_add(behind), ..function.clone() };
            scaled(gdg, &function, stride)
        };
        let mut values = functions.iter().map(value);
        let first = values.next().unwrap_or_default();
        values.fold(first, |so_far, value| {
            helpers.insert(helper);
            format!("{}({so_far}, {value})", helper.name())
        })
    };
    let mut family = |reach: &&Reach| {
        if reach.first.is_empty() {
            let place = reach.place();
            return format!("{{&{place}, {}, 0, {{{{sizeof {place}, 0, 1}}}}}}", others(reach));
        }
        let is_subscript = |(_, part): &(usize, &PathPart)| !matches!(part, PathPart::Text(_));
        let subscripts = reach.path.iter().enumerate().filter(is_subscript).map(|(position, _)| position);
        let ends = reach.rows.iter().map(|ends| (&ends.first, &ends.last, [].as_slice()));
        let ends = ends.chain([(&reach.first, &reach.last, reach.stride.as_slice())]);
        let step = |(position, (first, last, stride)): (usize, (&Vec<Affine>, &Vec<Affine>, &[Affine]))| {
            let (first, behind) = (end(first, stride, Helper::Min, 0), end(last, stride, Helper::Max, 1));
            format!("{{sizeof {}, {first}, {behind}}}", element(&reach.path[..=position]))
        };
        let steps: Vec<String> = subscripts.zip(ends).map(step).collect();
        let base = element(&row_pointer(&reach.path));
        format!("{{&{base}, {}, {}, {{{}}}}}", others(reach), reach.rows.len(), steps.join(", "))
    };
    let families: Vec<String> = all.iter().map(&mut family).collect();
    format!("{}({}, (struct polymill_rows[]){{{}}})", Helper::DisjointRows.name(), all.len(), families.join(", "))
}

/// How the first pointer is spelled that a subscript chooses, or the element if there are no pointers: the path up to the second
/// subscript.
fn row_pointer(path: &[PathPart]) -> Vec<PathPart> {
    let mut n_subscripts = 0;
    let is_before = |part: &&PathPart| {
        n_subscripts += part.n_subscripts();
        n_subscripts <= 1
    };
    path.iter().take_while(is_before).cloned().collect()
}

/// The address of element 0, its size, the first subscript and the one behind the last, for all that may be first with all that
/// may be last. (A pointer to an element that the array does not have would have no meaning.)
fn pieces(gdg: &Gdg, reach: &Reach) -> Vec<String> {
    if reach.first.is_empty() {
        let place = reach.place();
        return vec![format!("&{place}, sizeof {place}, 0, 1")];
    }
    let behind = |last: &Affine| {
        let next = Affine { constant: last.constant.saturating_add(1), ..last.clone() };
        scaled(gdg, &next, &reach.stride)
    };
    let whole =
        reach.path.iter().position(|part| !matches!(part, PathPart::Text(_))).map_or(0, |position| position + 1);
    let (base, sized) = (element(&reach.path), element(&reach.path[..whole]));
    let firsts = reach.first.iter().map(|first| scaled(gdg, first, &reach.stride));
    let lasts: Vec<_> = reach.last.iter().map(behind).collect();
    let piece = |first: &String, last: &String| format!("&{base}, sizeof {sized}, {first}, {last}");
    firsts.flat_map(|first| lasts.iter().map(move |last| piece(&first, last)).collect::<Vec<_>>()).collect()
}

/// `p[0].x`
fn element(path: &[PathPart]) -> String {
    let part = |part: &PathPart| match part {
        PathPart::Text(text) => text.clone(),
        _ => "[0]".to_owned(),
    };
    path.iter().map(part).collect()
}

/// The function times all of the factors.
fn scaled(gdg: &Gdg, function: &Affine, factors: &[Affine]) -> String {
    let value = affine_text(gdg, function);
    if value.code == "0" {
        return value.code;
    }
    let factors = factors.iter().map(|factor| affine_text(gdg, factor));
    let mut factors = std::iter::once(value).chain(factors).filter(|factor| factor.code != "1");
    let (first, second) = (factors.next(), factors.next());
    match (first, second) {
        (None, _) => "1".to_owned(),
        (Some(only), None) => only.code,
        (Some(first), Some(second)) => {
            let first = if first.ty == INDEX { first } else { first.cast(INDEX) };
            let others = std::iter::once(second).chain(factors);
            others.fold(first.at(Precedence::Multiplicative), |code, factor| {
                format!("{code} * {}", factor.above(Precedence::Multiplicative))
            })
        }
    }
}

/// The value; computed with 64 bits, if there is anything to compute.
fn affine_text(gdg: &Gdg, function: &Affine) -> Text {
    match (function.terms.as_slice(), function.constant) {
        ([], constant) => return Text::primary(constant.to_string(), ScalarType::I32),
        ([(1, param)], 0) => return spelled(gdg, *param),
        _ => {}
    }
    let mut code = String::new();
    for (position, (factor, param)) in function.terms.iter().enumerate() {
        let name = spelled(gdg, *param).above(Precedence::Multiplicative);
        let is_negative = *factor < 0;
        code += match (position, is_negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        code += &match factor.unsigned_abs() {
            1 if position > 0 => name,
            1 => format!("(long){name}"),
            size => format!("{size}L * {name}"),
        };
    }
    match function.constant {
        0 => {}
        constant if constant < 0 => code += &format!(" - {}", constant.unsigned_abs()),
        constant => code += &format!(" + {constant}"),
    }
    Text::new(code, Precedence::Additive, INDEX)
}

fn spelled(gdg: &Gdg, param: ParamId) -> Text {
    gdg.params.get(param.index()).map_or_else(|| Text::primary("", INDEX), |param| param_text(gdg, param))
}
