//! Raw declarations of the functions of [isl](https://libisl.sourceforge.io), the integer set library, that
//! `polymill-isl` uses. No headers are needed to build this; see `build.rs` for how the library is found.
//!
//! The manual of these functions is isl's own. What isl's headers say in annotations is said here in types:
//!
//! - an object that is given away (`__isl_take`) is `*mut isl_x`, one that is lent (`__isl_keep`) is `*const isl_x`;
//! - a returned `*mut` belongs to the caller, a returned `*const` does not;
//! - [`isl_stat`], [`isl_bool`] and [`isl_size`] are types of their own, -1 being an error in each.
//!
//! One file per kind of object; names, also of the types, are C's.

#![allow(unsafe_code, non_camel_case_types, non_upper_case_globals, missing_docs)]

#[cfg(not(all(unix, target_pointer_width = "64")))]
compile_error!("polymill-isl-sys is written for 64-bit Unix systems, where C's long has 64 bits");

/// Declares C functions; for the tests, also lists their names and addresses.
macro_rules! functions {
    ($(fn $name:ident($($arg:ident: $of:ty),* $(,)?) $(-> $result:ty)?;)*) => {
        unsafe extern "C" {
            $(pub fn $name($($arg: $of),*) $(-> $result)?;)*
        }

        #[cfg(test)]
        pub(crate) fn addresses() -> Vec<(&'static str, *const ())> {
            vec![$((stringify!($name), $name as *const ())),*]
        }
    };
}

mod types;
pub use types::*;
mod aff;
pub use aff::*;
mod ast_build;
pub use ast_build::*;
mod ast_expr;
pub use ast_expr::*;
mod ast_node;
pub use ast_node::*;
mod basic_map;
pub use basic_map::*;
mod basic_set;
pub use basic_set::*;
mod constraint;
pub use constraint::*;
mod ctx;
pub use ctx::*;
mod flow;
pub use flow::*;
mod id;
pub use id::*;
mod map;
pub use map::*;
mod multi_aff;
pub use multi_aff::*;
mod multi_pw_aff;
pub use multi_pw_aff::*;
mod multi_union_pw_aff;
pub use multi_union_pw_aff::*;
mod point;
pub use point::*;
mod polynomial;
pub use polynomial::*;
mod printer;
pub use printer::*;
mod pw_aff;
pub use pw_aff::*;
mod pw_multi_aff;
pub use pw_multi_aff::*;
mod schedule;
pub use schedule::*;
mod schedule_node;
pub use schedule_node::*;
mod set;
pub use set::*;
mod space;
pub use space::*;
mod union_map;
pub use union_map::*;
mod union_pw_aff;
pub use union_pw_aff::*;
mod union_pw_multi_aff;
pub use union_pw_multi_aff::*;
mod union_set;
pub use union_set::*;
mod val;
pub use val::*;

#[cfg(test)]
mod tests {
    /// Taking the address of a function makes the linker look for it.
    #[test]
    fn every_declared_function_is_in_the_library() {
        let all = [
            crate::aff::addresses(),
            crate::ast_build::addresses(),
            crate::ast_expr::addresses(),
            crate::ast_node::addresses(),
            crate::basic_map::addresses(),
            crate::basic_set::addresses(),
            crate::constraint::addresses(),
            crate::ctx::addresses(),
            crate::flow::addresses(),
            crate::id::addresses(),
            crate::map::addresses(),
            crate::multi_aff::addresses(),
            crate::multi_pw_aff::addresses(),
            crate::multi_union_pw_aff::addresses(),
            crate::point::addresses(),
            crate::polynomial::addresses(),
            crate::printer::addresses(),
            crate::pw_aff::addresses(),
            crate::pw_multi_aff::addresses(),
            crate::schedule::addresses(),
            crate::schedule_node::addresses(),
            crate::set::addresses(),
            crate::space::addresses(),
            crate::union_map::addresses(),
            crate::union_pw_aff::addresses(),
            crate::union_pw_multi_aff::addresses(),
            crate::union_set::addresses(),
            crate::val::addresses(),
        ];
        let mut names: Vec<_> = all.into_iter().flatten().inspect(|f| assert!(!f.1.is_null())).map(|f| f.0).collect();
        let n_declared = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_declared, "a function is declared twice");
    }
}
