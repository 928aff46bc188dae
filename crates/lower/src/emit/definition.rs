//! Printing what the generated code computes itself: estimates of work, tests of memory.

use polymill_gdg::{Affine, Definition, Disjoint, Extent, Gdg, ParamId, PathPart, Reach, ScalarType, Work};

use super::dialect::{Helper, Helpers};
use super::integer::{INDEX, param_spelling};
use super::types::{Precedence, Text};

/// The value of a parameter that the source does not have.
pub(super) fn definition_text(gdg: &Gdg, definition: &Definition, helpers: &mut Helpers) -> Text {
    match definition {
        Definition::Work(work) => work_text(gdg, work),
        Definition::Disjoint(test) => {
            helpers.insert(Helper::Disjoint);
            disjoint_text(gdg, test)
        }
        Definition::Ascending(test) => {
            let helper = Helper::Ascending(test.ty);
            helpers.insert(helper);
            let addresses = test.elements.functions().map(|end| address(&test.elements, &affine_text(gdg, end).code));
            let addresses: Vec<_> = addresses.collect();
            Text::primary(format!("{}({})", helper.name(), addresses.join(", ")), ScalarType::I32)
        }
        Definition::StaticBound(bound) => match &bound.value {
            Some(value) => affine_text(gdg, value),
            // No loop nest that needs it passes validation.
            None => Text::primary("", INDEX),
        },
    }
}

/// An estimate of work, in floating point, which does not overflow: `1.0 * n * m`.
fn work_text(gdg: &Gdg, work: &Work) -> Text {
    let spelled = |param: &ParamId| spelled(gdg, *param).above(Precedence::Multiplicative);
    let product = |extents: &Vec<Extent>| {
        let mut code = "1.0".to_owned();
        for extent in extents {
            code += &match extent.terms.as_slice() {
                [(1, param)] => format!(" * {}", spelled(param)),
                terms => {
                    let terms = terms.iter().map(|(factor, param)| format!("{factor}.0 * {}", spelled(param)));
                    format!(" * ({})", terms.collect::<Vec<_>>().join(" + ").replace("+ -", "- "))
                }
            };
        }
        code
    };
    let sum = work.products.iter().map(product).collect::<Vec<_>>().join(" + ");
    let precedence = if work.products.len() == 1 { Precedence::Multiplicative } else { Precedence::Additive };
    Text::new(sum, precedence, ScalarType::F64)
}

/// `polymill_disjoint(&A[0], &A[n], &B[0], &B[n]) && ...`, each of the ends with each of the other's.
fn disjoint_text(gdg: &Gdg, test: &Disjoint) -> Text {
    let mut calls = vec![];
    for [one, other] in &test.pairs {
        for (first, last) in ends(gdg, one) {
            for (other_first, other_last) in ends(gdg, other) {
                let call = format!("{}({first}, {last}, {other_first}, {other_last})", Helper::Disjoint.name());
                if !calls.contains(&call) {
                    calls.push(call);
                }
            }
        }
    }
    let precedence = if calls.len() == 1 { Precedence::Primary } else { Precedence::And };
    Text::new(calls.join(" && "), precedence, ScalarType::I32)
}

/// The first address and the one behind the last, for all that may be first with all that may be last.
fn ends(gdg: &Gdg, reach: &Reach) -> Vec<(String, String)> {
    if reach.first.is_empty() {
        let place = format!("&{}", reach.place());
        return vec![(place.clone(), format!("{place} + 1"))];
    }
    let behind = |last: &Affine| match reach.path.last() {
        Some(PathPart::Subscript) => {
            let next = Affine { constant: last.constant.saturating_add(1), ..last.clone() };
            address(reach, &scaled(gdg, &next, &reach.stride))
        }
        _ => format!("{} + 1", address(reach, &scaled(gdg, last, &reach.stride))),
    };
    let firsts = reach.first.iter().map(|first| address(reach, &scaled(gdg, first, &reach.stride)));
    let lasts: Vec<_> = reach.last.iter().map(behind).collect();
    firsts.flat_map(|first| lasts.iter().map(move |last| (first.clone(), last.clone()))).collect()
}

/// `&p[subscript].x`
fn address(reach: &Reach, subscript: &str) -> String {
    let part = |part: &PathPart| match part {
        PathPart::Text(text) => text.clone(),
        _ => format!("[{subscript}]"),
    };
    format!("&{}", reach.path.iter().map(part).collect::<String>())
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
    gdg.params.get(param.index()).map_or_else(|| Text::primary("", INDEX), param_spelling)
}
