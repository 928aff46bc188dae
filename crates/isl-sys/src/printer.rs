//! Functions on printers, as far as they are needed to print YAML in block style.

use std::ffi::*;

use crate::*;

functions! {
    fn isl_printer_to_str(ctx: *mut isl_ctx) -> *mut isl_printer;
    fn isl_printer_free(printer: *mut isl_printer) -> *mut isl_printer;
    fn isl_printer_set_yaml_style(printer: *mut isl_printer, yaml_style: c_int) -> *mut isl_printer;
    fn isl_printer_get_str(printer: *const isl_printer) -> *mut c_char;
    fn isl_printer_print_schedule(printer: *mut isl_printer, schedule: *const isl_schedule) -> *mut isl_printer;
    fn isl_printer_print_schedule_node(printer: *mut isl_printer, node: *const isl_schedule_node) -> *mut isl_printer;
    fn isl_printer_print_schedule_constraints(printer: *mut isl_printer, constraints: *const isl_schedule_constraints) -> *mut isl_printer;
}
