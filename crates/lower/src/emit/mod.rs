//! Printers of the loop AST: a family of languages that share C's expressions and statements.
//!
//! Printers take a [`Validated`](crate::Validated) loop nest and decide nothing: each node prints in one way.

mod c;
mod definition;
mod disjoint;
mod head;
mod integer;
mod print;
mod region;
mod target;
mod types;
mod value;
mod wrap;

use std::collections::BTreeSet;

pub use c::OpenMp;
pub use head::head;
pub use region::{helpers, print_checked, print_family, print_function, print_region};
pub use target::{Helper, Helpers, Target, VectorType};
pub use types::type_name;

/// In which language code is printed, and how it is laid out.
#[derive(Clone, Debug)]
pub struct EmitOptions {
    /// The language.
    pub target: &'static dyn Target,
    /// Spaces for each level of nesting.
    pub indent: usize,
    /// The column before which lines should end.
    pub width: usize,
    /// What stands before each line: the indentation of the region in its file.
    pub margin: String,
    /// Whether the region stands where a single statement is expected, such as after `if (...)` without braces.
    pub as_statement: bool,
    /// The region's original code, with its own indentation, to run where the assumptions of the loop nest do not hold.
    pub original: String,
    /// Whether the code checks what the user promised of the parameters, and stops the program where that does not hold.
    pub check_promises: bool,
    /// Whether the code counts which version runs how often with which parameters, and says so when the program ends.
    pub trace_dispatch: bool,
    /// Whether each access to an element counts itself, in an array [`COUNTERS`] that who uses the code declares: loads of the
    /// array with number `n` at `2 * n`, stores at `2 * n + 1`. Scalars that the code declares are not counted.
    pub count_accesses: bool,
    /// Functions of `math.h` that may set `errno`, at which nobody looks.
    pub silent_functions: BTreeSet<String>,
}

/// The name of the array in which accesses are counted.
pub const COUNTERS: &str = "polymill_counts";

impl Default for EmitOptions {
    fn default() -> Self {
        Self {
            target: &OpenMp,
            indent: 2,
            width: 100,
            margin: String::new(),
            as_statement: false,
            original: String::new(),
            check_promises: false,
            trace_dispatch: false,
            count_accesses: false,
            silent_functions: BTreeSet::new(),
        }
    }
}

/// A version that the code of a specializer GDG may run.
#[derive(Clone)]
pub struct Version<'a> {
    /// The name of its GDG.
    pub name: &'a str,
    /// What is said about it in a comment.
    pub comment: String,
    /// What runs it.
    pub code: VersionCode<'a>,
}

/// The head of a function, and what it passes back.
#[derive(Clone, Debug)]
pub struct Head {
    /// The declarator: `static void f(int n, double *sum_at)`.
    pub declarator: String,
    /// Numbers that it keeps in variables of its own while it runs.
    pub passed_back: Vec<PassedBack>,
}

/// A number that a function finds and leaves where a pointer leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassedBack {
    /// The variable that holds it, as it is declared: `double sum`.
    pub declaration: String,
    /// The variable's name.
    pub name: String,
    /// The name of the pointer.
    pub pointer: String,
}

/// What runs a version.
#[derive(Clone)]
pub enum VersionCode<'a> {
    /// The region's original code.
    Original,
    /// The loops of a GDG.
    Loops(&'a polymill_gdg::Gdg, &'a crate::Validated<crate::LoopNest>),
    /// A statement, such as the call of a function.
    Statement(String),
}

/// Code that was printed, and what it needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Whole lines.
    pub code: String,
    /// The helpers that it calls; their definitions belong at the top of the file.
    pub helpers: Helpers,
    /// How often an expression or a part of one was printed: the work, which is to grow no faster than the code.
    pub n_printed: u64,
}
