//! Printing in other forms than isl's notation: schedules as YAML in block style, which people can read and edit, and
//! ASTs as C.

use polymill_isl_sys as sys;

use crate::convert::Pass;
use crate::{AstExpr, AstNode, Result, Schedule, ScheduleConstraints, ScheduleNode};

macro_rules! yaml {
    ($($type:ident = $print:ident;)*) => { $(
        impl $type {
            /// The YAML form with one key per line (`to_str` puts everything in one line). `read` reads both.
            pub fn to_yaml(&self) -> Result<String> {
                // SAFETY: each printer goes into the next one, and the last one is freed; a null printer stays null.
                self.ctx().print(|| unsafe {
                    let printer = sys::isl_printer_to_str(self.ctx().as_raw());
                    let printer = sys::isl_printer_set_yaml_style(printer, sys::ISL_YAML_STYLE_BLOCK);
                    let printer = sys::$print(printer, self.pass());
                    let text = sys::isl_printer_get_str(printer);
                    sys::isl_printer_free(printer);
                    text
                })
            }
        }
    )* };
}

yaml! {
    Schedule = isl_printer_print_schedule;
    ScheduleNode = isl_printer_print_schedule_node;
    ScheduleConstraints = isl_printer_print_schedule_constraints;
}

impl AstNode {
    /// The C code.
    pub fn to_c_str(&self) -> Result<String> {
        // SAFETY: the node is alive.
        self.ctx().print(|| unsafe { sys::isl_ast_node_to_C_str(self.pass()) })
    }
}

impl AstExpr {
    /// The C expression.
    pub fn to_c_str(&self) -> Result<String> {
        // SAFETY: the expression is alive.
        self.ctx().print(|| unsafe { sys::isl_ast_expr_to_C_str(self.pass()) })
    }
}
