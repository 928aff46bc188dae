//! The heads of functions that run regions that were built.

use polymill_gdg::{Affine, Array, ArrayId, Gdg, Projection, Storage};

use super::definition::affine_text;
use super::{Head, PassedBack, type_name};
use crate::{Error, Result};

/// The head of a function that is given all that a region uses: `void f(long n, const float a[restrict n], float b[restrict n])`.
/// The parameters come first, then the arrays, in the order in which the GDG has them. Nothing may overlap. Numbers that the region writes
/// are variables, which the function leaves where pointers lead.
///
/// # Errors
/// isl's; [`Error::Unsupported`], if a parameter or an array is not a variable, or a size is not linear.
///
/// ```
/// use polymill_gdg::Program;
///
/// let text = "gdg f { param n: i64 array a: f32[n] live_in array s: f32 = `(*s)` live_out }";
/// let program = Program::parse(&polymill_isl::Context::new()?, text)?;
/// let head = polymill_lower::emit::head(&program.gdgs()[0], "f")?;
/// assert_eq!(head.declarator, "void f(long n, const float a[restrict n], const float *restrict s)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn head(gdg: &Gdg, name: &str) -> Result<Head> {
    let mut parameters = vec![];
    let mut passed_back = vec![];
    for param in gdg.params.iter().filter(|param| param.definition().is_none()) {
        let variable = param.place().filter(|place| place.is_variable());
        let variable = variable.ok_or_else(|| Error::Unsupported(format!("`{}` is no variable", param.name)))?;
        parameters.push(format!("{} {}", type_name(param.ty), variable.root));
    }
    for (index, array) in gdg.arrays.iter().enumerate().filter(|(_, array)| array.storage == Storage::External) {
        let id = ArrayId::new(index);
        if array.place.is_variable() && is_written(gdg, id) {
            let (ty, name) = (type_name(array.element), array.place.root.clone());
            let pointer = gdg.free_name(&format!("{name}_at"));
            parameters.push(format!("{ty} *restrict {pointer}"));
            passed_back.push(PassedBack { declaration: format!("{ty} {name}"), name, pointer });
        } else {
            parameters.push(declared(gdg, id, array)?);
        }
    }
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    Ok(Head { declarator: format!("void {name}({parameters})"), passed_back })
}

fn is_written(gdg: &Gdg, id: ArrayId) -> bool {
    let mut accesses = gdg.statements.iter().flat_map(|statement| &statement.accesses);
    accesses.any(|access| access.array == id && access.kind.is_write())
}

fn declared(gdg: &Gdg, id: ArrayId, array: &Array) -> Result<String> {
    let ty = format!("{}{}", if is_written(gdg, id) { "" } else { "const " }, type_name(array.element));
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
