//! Printing what the generated code computes itself: estimates of work, tests of memory.

use polymill_gdg::{Affine, BoundValue, Definition, Extent, Gdg, ParamId, Place, RowBounds, ScalarType, Work};

use super::disjoint::disjoint_text;
use super::integer::{INDEX, param_text};
use super::target::{Helper, Helpers};
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
        Definition::Equal(pairs) => {
            let pairs = pairs.iter().map(|[one, other]| format!("{one} == {other}"));
            Text::new(pairs.collect::<Vec<_>>().join(" && "), Precedence::And, ScalarType::I32)
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
pub(super) fn look_at_rows(gdg: &Gdg, rows: &RowBounds, helper: Helper, helpers: &mut Helpers) -> String {
    helpers.insert(helper);
    format!("{}({})", helper.name(), row_arguments(gdg, rows))
}

/// What helpers look at: `&row[0], 0, n`.
pub(super) fn row_arguments(gdg: &Gdg, rows: &RowBounds) -> String {
    let ends: Vec<_> = rows.elements.functions().map(|end| affine_text(gdg, end).code).collect();
    format!("&{}, {}", element(&rows.elements.place), ends.join(", "))
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

/// `p[0].x`
pub(super) fn element(place: &Place) -> String {
    element_at(place, "0")
}

/// `p[i].x`
pub(super) fn element_at(place: &Place, subscript: &str) -> String {
    place.spelled(|_| format!("[{subscript}]"))
}

/// The function times all of the factors.
pub(super) fn scaled(gdg: &Gdg, function: &Affine, factors: &[Affine]) -> String {
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
pub(super) fn affine_text(gdg: &Gdg, function: &Affine) -> Text {
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
