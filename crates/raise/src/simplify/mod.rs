//! Rewrites syntax trees to the forms that raising reads. The text of the file stays as it is: what is not transformed in the
//! end keeps the form in which it was written.

mod copies;
pub(crate) mod counted;
mod inductions;
mod inline;
mod pointer_counters;
mod pointers;
mod returns;
mod steps;

use crate::repeated::repeated_functions;
use crate::scop::Escapes;
use crate::syntax::Unit;

/// Simplifies all functions of a unit, whose preprocessed text is `text`; says which variables escape.
pub(crate) fn simplify(unit: &mut Unit, text: &str) -> Escapes {
    unit.repeated_functions = repeated_functions(unit);
    inline::inline_calls(unit, text);
    copies::split_copies(unit);
    let escapes = Escapes::of(unit);
    pointers::split_pointers(unit, &escapes);
    counted::write_as_for(unit, &escapes);
    pointer_counters::count_with_integers(unit, &escapes);
    steps::move_into_body(unit, &escapes);
    counted::copy_counters(unit, &escapes);
    inductions::substitute_inductions(unit, &escapes);
    escapes
}
