//! A region as a program of its own, that fills its arrays, runs, and says what it did.

use std::collections::BTreeMap;
use std::fmt::Write;

use polymill_gdg::{Array, ArrayId, Gdg, Storage};
use polymill_isl as isl;
use polymill_lower::emit::{self, COUNTERS, type_name};
use polymill_lower::{Tidying, lower};

use crate::Error;

/// The values of the source's parameters.
pub(super) type Sizes = BTreeMap<String, i64>;

/// Writes the program. It takes the number of times to run the region, 1 if not given, and prints a number for what is left in the
/// arrays, `result N`, and with `counts` for each array `count NUMBER LOADS STORES`.
///
/// # Errors
/// [`Error::Unsupported`] if a region cannot stand alone: it has a parameter whose value is not given, or memory that is no array
/// of its own.
pub(super) fn program(gdg: &Gdg, sizes: &Sizes, counts: bool) -> Result<String, Error> {
    let nest = lower(gdg, &if counts { Tidying::none() } else { Tidying::default() })?;
    let options = emit::EmitOptions {
        margin: "    ".to_owned(),
        original: "    abort();\n".to_owned(),
        count_accesses: counts,
        ..emit::EmitOptions::default()
    };
    let region = emit::print_region(gdg, &nest, &options)?;
    let mut text = "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n".to_owned();
    text += &emit::helpers(&emit::OpenMp, &region.helpers, region.code.contains("#pragma omp"));
    writeln!(text, "static unsigned long {COUNTERS}[{}];", 2 * gdg.arrays.len().max(1)).map_err(unwritten)?;
    text += PRELUDE;
    for param in gdg.params.iter().filter(|param| param.definition().is_none()) {
        let spelled = param.spelled();
        let value = sizes.get(&param.name).or_else(|| sizes.get(&spelled));
        let value = value.ok_or_else(|| Error::User(format!("give a value for `{spelled}`: --sizes={spelled}=N")))?;
        named(&spelled)?;
        writeln!(text, "  const {} {spelled} = {value};", type_name(param.ty)).map_err(unwritten)?;
    }
    let mut results = String::new();
    for (index, array) in gdg.arrays.iter().enumerate() {
        let accesses = gdg.accesses(|access| access.array.index() == index)?;
        if array.storage == Storage::Local || accesses.is_empty()? {
            continue;
        }
        let n_elements = declare(&mut text, array, &numbers(gdg, ArrayId::new(index), sizes)?)?;
        let name = named(&name(array)?)?;
        let start = if array.is_scalar() { format!("&{name}") } else { name };
        let ty = type_name(array.element);
        writeln!(
            text,
            "  random_state = {};\n  for (size_t n = 0; n < {n_elements}; n++)\n    (({ty} *){start})[n] = ({ty})(next_random() % 64) / ({ty})4;",
            88_172_645_463_325_252_u64 + index as u64
        )
        .map_err(unwritten)?;
        if array.live_out {
            writeln!(results, "  hash({start}, {n_elements} * sizeof({ty}));").map_err(unwritten)?;
        }
    }
    write!(text, "  for (int run = argc > 1 ? atoi(argv[1]) : 1; run > 0; run--) {{\n{}  }}\n{results}", region.code)
        .map_err(unwritten)?;
    text += "  printf(\"result %lu\\n\", hashed);\n";
    if counts {
        writeln!(
            text,
            "  for (int n = 0; n < {}; n++)\n    printf(\"count %d %lu %lu\\n\", n, {COUNTERS}[2 * n], {COUNTERS}[2 * n + 1]);",
            gdg.arrays.len()
        )
        .map_err(unwritten)?;
    }
    text += "  return 0;\n}\n";
    Ok(text)
}

const PRELUDE: &str = "
static unsigned long random_state, hashed = 14695981039346656037u;

static unsigned long next_random(void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}

static void hash(const void *start, size_t size)
{
  for (size_t n = 0; n < size; n++)
    hashed = (hashed ^ ((const unsigned char *)start)[n]) * 1099511628211u;
}

int main(int argc, char **argv)
{
";

fn unwritten(error: std::fmt::Error) -> Error {
    Error::Bug(error.to_string())
}

/// A name, if that is all that stands there.
fn named(spelling: &str) -> Result<String, Error> {
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name(spelling) {
        return Ok(spelling.to_owned());
    }
    Err(Error::Unsupported(format!(
        "`{spelling}` is no variable of its own, so that the region cannot be run by itself"
    )))
}

fn name(array: &Array) -> Result<String, Error> {
    let is_plain = array.place.projections.iter().all(|projection| projection.n_subscripts() > 0);
    if is_plain {
        return Ok(array.place.root.clone());
    }
    Err(Error::Unsupported(format!("`{}` is no array of its own, so that the region cannot be run", array.name)))
}

/// How many elements there are in each dimension: what is declared, and what is used.
fn numbers(gdg: &Gdg, id: ArrayId, sizes: &Sizes) -> Result<Vec<i64>, Error> {
    let array = gdg.array(id);
    let at = at(gdg, sizes)?;
    let used = isl::Set::from_union_set(&gdg.accesses(|access| access.array == id)?.range()?)?.intersect_params(&at)?;
    let mut numbers = vec![];
    for (dimension, extent) in array.extents.iter().enumerate() {
        let declared = extent.as_ref().map(|extent| extent.intersect_params(&at)?.max_val()).transpose()?;
        let used = used.dim_max_val(dimension)?;
        let n = match (declared, used.is_int()?) {
            (Some(declared), _) if declared.is_int()? => declared.to_i64()?,
            (_, true) => used.to_i64()? + 1,
            _ => 1,
        };
        numbers.push(n.max(1));
    }
    Ok(numbers)
}

/// The bytes of an array.
pub(super) fn n_bytes(gdg: &Gdg, id: ArrayId, sizes: &Sizes) -> Result<i64, Error> {
    let n_elements: i64 = numbers(gdg, id, sizes)?.into_iter().product();
    Ok(n_elements * i64::from(gdg.array(id).element.size()))
}

/// Declares an array; returns how many elements it has.
fn declare(text: &mut String, array: &Array, numbers: &[i64]) -> Result<i64, Error> {
    let mut declared = format!("  static {} {}", type_name(array.element), named(&name(array)?)?);
    let mut numbers = numbers.iter().copied();
    let mut n_elements = 1;
    for projection in &array.place.projections {
        let n = numbers.by_ref().take(projection.n_subscripts()).product::<i64>();
        n_elements *= n;
        write!(declared, "[{n}]").map_err(unwritten)?;
    }
    writeln!(text, "{declared};").map_err(unwritten)?;
    Ok(n_elements)
}

/// The values of the parameters as a set.
pub(super) fn at(gdg: &Gdg, sizes: &Sizes) -> Result<isl::Set, Error> {
    let mut conditions = vec![];
    for param in &gdg.params {
        if let Some(value) = sizes.get(&param.name).or_else(|| sizes.get(&param.spelled())) {
            conditions.push(format!("{} = {value}", param.name));
        }
    }
    let names: Vec<_> = gdg.params.iter().map(|param| param.name.as_str()).collect();
    let text = format!("[{}] -> {{ : {} }}", names.join(", "), conditions.join(" and "));
    Ok(isl::Set::read(gdg.context.ctx(), &text)?)
}
