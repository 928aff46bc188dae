//! Declaring functions that run regions that were built.

use polymill_gdg::{AccessKind, Affine, Array, ArrayId, Gdg, Projection, Storage};

use super::definition::affine_text;
use super::type_name;
use crate::{Error, Result};

/// The declarator of a function that is given all that a region uses: `void f(long n, const float a[restrict n], float b[restrict n])`.
/// The parameters come first, then the arrays, in the order in which the GDG has them. Nothing may overlap.
///
/// # Errors
/// isl's; [`Error::Unsupported`], if a parameter or an array is not a variable, or a size is not linear.
///
/// ```
/// use polymill_gdg::Program;
///
/// let text = "gdg f { param n: i64 array a: f32[n] live_in array s: f32 = `(*s)` live_out }";
/// let program = Program::parse(&polymill_isl::Context::new()?, text)?;
/// let declarator = polymill_lower::emit::declarator(&program.gdgs()[0], "f")?;
/// assert_eq!(declarator, "void f(long n, const float a[restrict n], const float *restrict s)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn declarator(gdg: &Gdg, name: &str) -> Result<String> {
    let mut parameters = vec![];
    for param in gdg.params.iter().filter(|param| param.definition().is_none()) {
        let variable = param.place().filter(|place| place.is_variable());
        let variable = variable.ok_or_else(|| Error::Unsupported(format!("`{}` is no variable", param.name)))?;
        parameters.push(format!("{} {}", type_name(param.ty), variable.root));
    }
    for (index, array) in gdg.arrays.iter().enumerate().filter(|(_, array)| array.storage == Storage::External) {
        parameters.push(declared(gdg, ArrayId::new(index), array)?);
    }
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    Ok(format!("void {name}({parameters})"))
}

fn declared(gdg: &Gdg, id: ArrayId, array: &Array) -> Result<String> {
    let accesses = gdg.statements.iter().flat_map(|statement| &statement.accesses);
    let is_written = |kind: AccessKind| matches!(kind, AccessKind::MustWrite | AccessKind::MayWrite);
    let is_constant = !accesses.into_iter().any(|access| access.array == id && is_written(access.kind));
    let ty = format!("{}{}", if is_constant { "const " } else { "" }, type_name(array.element));
    let name = &array.place.root;
    if array.place.projections == [Projection::Deref] {
        return Ok(format!("{ty} *restrict {name}"));
    }
    let unsupported = || Error::Unsupported(format!("`{}` cannot be declared", array.name));
    if !array.place.is_of_variable() {
        return Err(unsupported());
    }
    let mut declared = format!("{ty} {name}");
    for (dimension, extent) in array.extents.iter().enumerate() {
        let extent = extent.as_ref().ok_or_else(unsupported)?;
        let size = if extent.isa_aff()? { Affine::of(&extent.as_aff()?, &gdg.params)? } else { None };
        let size = affine_text(gdg, &size.ok_or_else(unsupported)?).code;
        declared += &if dimension == 0 { format!("[restrict {size}]") } else { format!("[{size}]") };
    }
    Ok(declared)
}
