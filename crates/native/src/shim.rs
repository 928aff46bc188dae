use std::fmt::Write;

use crate::{ArgKind, Returns};

/// The name of the shim for `function`.
pub fn shim_name(function: &str) -> String {
    format!("polymill_shim_{function}")
}

/// C text for `void polymill_shim_F(void **args, void *result)`, which unpacks `args` and calls `function`.
///
/// It is to be appended to the text that defines the function (so that `static` functions can be called too, and C
/// converts each number to its parameter's type). Numbers are read through their pointer; memory is passed on.
///
/// ```
/// use polymill_native::{ArgKind, Returns, shim_text};
/// let text = shim_text("f", &[ArgKind::Int, ArgKind::Memory], Returns::Float);
/// assert!(text.contains("*(double *)result = f(*(long long *)args[0], args[1]);"));
/// ```
pub fn shim_text(function: &str, kinds: &[ArgKind], returns: Returns) -> String {
    let mut args = String::new();
    for (position, kind) in kinds.iter().enumerate() {
        let separator = if position == 0 { "" } else { ", " };
        // Writing to a `String` cannot fail.
        let _ = match kind {
            ArgKind::Int => write!(args, "{separator}*(long long *)args[{position}]"),
            ArgKind::Float => write!(args, "{separator}*(double *)args[{position}]"),
            ArgKind::Memory => write!(args, "{separator}args[{position}]"),
        };
    }
    let result = match returns {
        Returns::Nothing => "",
        Returns::Int => "*(long long *)result = ",
        Returns::Float => "*(double *)result = ",
    };
    let name = shim_name(function);
    format!(
        "\nvoid {name}(void **args, void *result);\n\
         void {name}(void **args, void *result) {{\n  (void)args;\n  (void)result;\n  {result}{function}({args});\n}}\n"
    )
}
