//! Random programs as C: the kernels.

use std::fmt::Write;

use super::program::{
    Access, Array, AssignOp, Bound, Cond, Expr, Extent, Form, Index, IndexBase, Loop, ParamKind, Place, Program,
    Spelling, Stmt, Sum, Var,
};

/// The kernels of some programs as one C file without `main`; see [`driver_source`](super::driver_source). What is
/// global is named with the program's position in the slice.
pub fn kernels_source(programs: &[Program]) -> String {
    let mut out = PRELUDE.to_owned();
    for (position, program) in programs.iter().enumerate() {
        let printer = Printer { program, suffix: format!("_{position}") };
        out.push_str(&printer.declarations());
        out.push_str(&printer.kernel());
    }
    out
}

/// What kernels may use.
pub(super) const PRELUDE: &str = "#include <math.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static inline long least(long a, long b) { return a < b ? a : b; }
static inline long greatest(long a, long b) { return a > b ? a : b; }
__attribute__((const)) static double blend(double a, double b) { return 0.5 * a - 0.25 * b; }
";

/// Prints one program.
pub(super) struct Printer<'a> {
    pub program: &'a Program,
    /// Added to global names.
    pub suffix: String,
}

impl Printer<'_> {
    /// Macros, structs and globals.
    pub fn declarations(&self) -> String {
        let mut out = String::new();
        let first_run = self.program.runs.first();
        for (position, param) in self.program.params.iter().enumerate() {
            if param.kind == ParamKind::Macro {
                let value = first_run.map_or(1, |values| values[position]);
                let _ = writeln!(out, "#define {} {value}", self.param(position));
            }
        }
        out + &self.structs() + &self.globals("")
    }

    /// The types of the arrays of structs.
    pub fn structs(&self) -> String {
        let groups = self.groups();
        let mut out = String::new();
        for (group, fields) in groups {
            let fields = fields.iter().map(|array| format!("{} {};", array.ty, array.name)).collect::<Vec<_>>();
            let _ = writeln!(out, "struct {} {{ {} }};", self.struct_name(group), fields.join(" "));
        }
        out
    }

    /// The global arrays, with a storage class.
    pub fn globals(&self, class: &str) -> String {
        let mut out = String::new();
        for array in self.program.arrays.iter().filter(|array| array.form == Form::Global) {
            let _ = writeln!(out, "{class}{} {}{};", array.ty, self.array_name(array), self.brackets(&array.extents));
        }
        out
    }

    /// Arrays of structs with their fields.
    pub fn groups(&self) -> Vec<(usize, Vec<&Array>)> {
        let mut groups: Vec<(usize, Vec<&Array>)> = vec![];
        for array in &self.program.arrays {
            if let Form::Field { group } = array.form {
                match groups.iter_mut().find(|(other, _)| *other == group) {
                    Some((_, fields)) => fields.push(array),
                    None => groups.push((group, vec![array])),
                }
            }
        }
        groups
    }

    pub fn struct_name(&self, group: usize) -> String {
        format!("item{group}{}", self.suffix)
    }

    /// The kernel function's header, without `{` or `;`.
    pub fn signature(&self) -> String {
        let mut arguments = vec![];
        for (position, param) in self.program.params.iter().enumerate() {
            if let ParamKind::Argument(ty) = param.kind {
                arguments.push(format!("{ty} {}", self.param(position)));
            }
        }
        let mut groups = vec![];
        for array in &self.program.arrays {
            match array.form {
                Form::Global | Form::Local | Form::Owned { .. } => {}
                Form::Field { group } if groups.contains(&group) => {}
                Form::Field { group } => {
                    groups.push(group);
                    let sizes = self.brackets(&array.extents);
                    arguments.push(format!("struct {} s{group}{sizes}", self.struct_name(group)));
                }
                _ => arguments.push(self.argument(array)),
            }
        }
        let arguments = if arguments.is_empty() { "void".to_owned() } else { arguments.join(", ") };
        format!("void {}{}({arguments})", self.program.name, self.suffix)
    }

    fn argument(&self, array: &Array) -> String {
        let position = self.program.arrays.iter().position(|each| std::ptr::eq(each, array));
        let is_written = position.is_none_or(|position| assigns(&self.program.body, position));
        let is_const = array.index_limit.is_some() && !is_written;
        let ty = format!("{}{}", if is_const { "const " } else { "" }, array.ty);
        let name = &array.name;
        let keyword = |restrict: bool| if restrict { "restrict " } else { "" };
        match array.form {
            Form::Sized { restrict } => {
                let sizes = self.brackets(&array.extents).replacen('[', &format!("[{}", keyword(restrict)), 1);
                format!("{ty} {name}{sizes}")
            }
            Form::Pointer { restrict } if array.extents.len() > 1 => {
                format!("{ty} (*{}{name}){}", keyword(restrict), self.brackets(&array.extents[1..]))
            }
            Form::Pointer { restrict } | Form::Linear { restrict } => format!("{ty} *{}{name}", keyword(restrict)),
            Form::Rows { .. } => format!("{ty} {}{name}", "*".repeat(array.extents.len())),
            Form::Global | Form::Local | Form::Field { .. } | Form::Owned { .. } => String::new(),
        }
    }

    /// The kernel function.
    pub fn kernel(&self) -> String {
        let mut out = format!("{}\n{{\n", self.signature());
        self.allocate(&mut out);
        self.stmts(&mut out, 1, &self.program.prologue);
        if self.program.pragma {
            out.push_str("#pragma scop\n");
        }
        self.stmts(&mut out, 1, &self.program.body);
        if self.program.pragma {
            out.push_str("#pragma endscop\n");
        }
        self.stmts(&mut out, 1, &self.program.epilogue);
        for array in self.owned() {
            let _ = writeln!(out, "  free({});", array.name);
        }
        out + "}\n\n"
    }

    fn owned(&self) -> impl Iterator<Item = &Array> {
        self.program.arrays.iter().filter(|array| matches!(array.form, Form::Owned { .. }))
    }

    fn allocate(&self, out: &mut String) {
        for array in self.owned() {
            let Array { name, ty, extents, .. } = array;
            let is_linear = array.form == Form::Owned { is_linear: true } || extents.len() < 2;
            let rows = if is_linear { extents.as_slice() } else { &extents[..1] };
            let count: Vec<_> =
                rows.iter().map(|extent| format!("(size_t){}", in_parentheses(self.extent(extent)))).collect();
            let count = count.join(" * ");
            let _ = match is_linear {
                true => writeln!(out, "  {ty} *{name} = ({ty} *)calloc({count}, sizeof({ty}));"),
                false => {
                    let columns = self.brackets(&extents[1..]);
                    writeln!(out, "  {ty} (*{name}){columns} = calloc({count}, sizeof *{name});")
                }
            };
        }
    }

    fn stmts(&self, out: &mut String, depth: usize, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(out, depth, stmt));
    }

    fn stmt(&self, out: &mut String, depth: usize, stmt: &Stmt) {
        let indent = "  ".repeat(depth);
        let _ = match stmt {
            Stmt::Assign { target, op, value } => {
                let target = match target {
                    Place::Element(access) => self.access(access),
                    Place::Scalar(name) => name.clone(),
                };
                let value = self.expr(value, 0);
                match op {
                    AssignOp::Set => writeln!(out, "{indent}{target} = {value};"),
                    AssignOp::Add => writeln!(out, "{indent}{target} += {value};"),
                    AssignOp::Sub => writeln!(out, "{indent}{target} -= {value};"),
                    AssignOp::Mul => writeln!(out, "{indent}{target} *= {value};"),
                    AssignOp::Increment if target.starts_with('*') => writeln!(out, "{indent}({target})++;"),
                    AssignOp::Increment => writeln!(out, "{indent}{target}++;"),
                }
            }
            Stmt::Declare { name, ty, value: None } => writeln!(out, "{indent}{ty} {name};"),
            Stmt::Declare { name, ty, value: Some(value) } => {
                writeln!(out, "{indent}{ty} {name} = {};", self.expr(value, 0))
            }
            Stmt::DeclareArray(array) => {
                let array = &self.program.arrays[*array];
                writeln!(out, "{indent}{} {}{};", array.ty, array.name, self.brackets(&array.extents))
            }
            Stmt::Loop(inner) if inner.is_while => {
                let [start, test, step] = self.header(inner);
                let _ = writeln!(out, "{indent}{{\n{indent}  {start};\n{indent}  while ({test}) {{");
                self.stmts(out, depth + 2, &inner.body);
                writeln!(out, "{indent}    {step};\n{indent}  }}\n{indent}}}")
            }
            Stmt::Loop(inner) => {
                let braces = !matches!(inner.body[..], [Stmt::Assign { .. } | Stmt::Loop(_)]);
                let opening = if braces { " {" } else { "" };
                let written = writeln!(out, "{indent}for ({}){opening}", self.header(inner).join("; "));
                self.stmts(out, depth + 1, &inner.body);
                if braces { writeln!(out, "{indent}}}") } else { written }
            }
            Stmt::If { condition, then, otherwise } => {
                let _ = writeln!(out, "{indent}if ({}) {{", self.condition(condition));
                self.stmts(out, depth + 1, then);
                if !otherwise.is_empty() {
                    let _ = writeln!(out, "{indent}}} else {{");
                    self.stmts(out, depth + 1, otherwise);
                }
                writeln!(out, "{indent}}}")
            }
        };
    }

    /// What a loop starts with, its test, and its step.
    fn header(&self, inner: &Loop) -> [String; 3] {
        let Loop { iterator, declares, from, to, compare, step, .. } = inner;
        let ty = declares.map_or(String::new(), |ty| format!("{ty} "));
        let step = match step {
            1 => format!("{iterator}++"),
            -1 => format!("{iterator}--"),
            2 => format!("{iterator} = {iterator} + 2"),
            step if *step > 0 => format!("{iterator} += {step}"),
            step => format!("{iterator} -= {}", -step),
        };
        let (from, to) = (self.bound(from), self.bound(to));
        [format!("{ty}{iterator} = {from}"), format!("{iterator} {} {to}", compare.symbol()), step]
    }

    fn bound(&self, bound: &Bound) -> String {
        let (spelling, left, right, names, symbol) = match bound {
            Bound::Index(index) => return self.index(index),
            Bound::Min(spelling, left, right) => (spelling, left, right, ["MIN", "least"], "<"),
            Bound::Max(spelling, left, right) => (spelling, left, right, ["MAX", "greatest"], ">"),
        };
        let (left, right) = (self.bound(left), self.bound(right));
        match spelling {
            Spelling::Macro => format!("{}({left}, {right})", names[0]),
            Spelling::Function => format!("{}({left}, {right})", names[1]),
            Spelling::Ternary => format!("({left} {symbol} {right} ? {left} : {right})"),
        }
    }

    fn access(&self, access: &Access) -> String {
        let array = &self.program.arrays[access.array];
        let name = self.array_name(array);
        let subscripts: String = access.indices.iter().map(|index| format!("[{}]", self.index(index))).collect();
        match array.form {
            Form::Pointer { restrict } if access.indices.is_empty() => {
                if restrict {
                    format!("*{name}")
                } else {
                    format!("{name}[0]")
                }
            }
            Form::Linear { .. } | Form::Owned { is_linear: true } => {
                format!("{name}[{}]", self.linear(array, &access.indices))
            }
            Form::Field { group } => format!("s{group}{subscripts}.{name}"),
            _ => format!("{name}{subscripts}"),
        }
    }

    /// The position of an element in row-major order.
    fn linear(&self, array: &Array, indices: &[Index]) -> String {
        let mut text = String::new();
        for (dim, index) in indices.iter().enumerate() {
            let index = self.index(index);
            if dim == 0 {
                text = index;
            } else {
                text = format!(
                    "{} * {} + {index}",
                    in_parentheses(text),
                    in_parentheses(self.extent(&array.extents[dim]))
                );
            }
        }
        text
    }

    pub fn array_name(&self, array: &Array) -> String {
        if array.form == Form::Global { format!("{}{}", array.name, self.suffix) } else { array.name.clone() }
    }

    pub fn param(&self, position: usize) -> String {
        let param = &self.program.params[position];
        if param.kind == ParamKind::Macro { format!("{}{}", param.name, self.suffix) } else { param.name.clone() }
    }

    pub fn brackets(&self, extents: &[Extent]) -> String {
        extents.iter().map(|extent| format!("[{}]", self.extent(extent))).collect()
    }

    pub fn extent(&self, extent: &Extent) -> String {
        let terms = extent.factors.iter().enumerate().map(|(position, factor)| (*factor, self.param(position)));
        print_sum(terms.filter(|(factor, _)| *factor != 0), extent.constant)
    }

    fn index(&self, index: &Index) -> String {
        match &index.base {
            IndexBase::Sum(sum) => self.sum(sum, index.offset),
            IndexBase::Div(sum, divisor) => {
                plus(format!("{} / {divisor}", in_parentheses(self.sum(sum, 0))), index.offset)
            }
            IndexBase::Rem(sum, divisor) => {
                plus(format!("{} % {divisor}", in_parentheses(self.sum(sum, 0))), index.offset)
            }
            IndexBase::Element(access) => plus(self.access(access), index.offset),
        }
    }

    fn sum(&self, sum: &Sum, offset: i64) -> String {
        let name = |var: &Var| match var {
            Var::Param(position) => self.param(*position),
            Var::Iterator(name) => name.clone(),
        };
        print_sum(sum.terms.iter().map(|(factor, var)| (*factor, name(var))), sum.constant + offset)
    }

    fn condition(&self, condition: &Cond) -> String {
        match condition {
            Cond::Index(compare, left, right) => {
                format!("{} {} {}", self.index(left), compare.symbol(), self.index(right))
            }
            Cond::Data(compare, left, right) => {
                format!("{} {} {}", self.expr(left, 11), compare.symbol(), self.expr(right, 11))
            }
            Cond::And(left, right) => format!("({}) && ({})", self.condition(left), self.condition(right)),
            Cond::Or(left, right) => format!("({}) || ({})", self.condition(left), self.condition(right)),
            Cond::Not(inner) => format!("!({})", self.condition(inner)),
        }
    }

    /// An expression, in parentheses if it binds less than `level`.
    fn expr(&self, expr: &Expr, level: u8) -> String {
        let (text, own) = match expr {
            Expr::Int(value) => (value.to_string(), if *value < 0 { 14 } else { 15 }),
            Expr::Float(text) => (text.clone(), if text.starts_with('-') { 14 } else { 15 }),
            Expr::Load(access) => {
                let text = self.access(access);
                let own = if text.starts_with('*') { 14 } else { 15 };
                (text, own)
            }
            Expr::Scalar(name) => (name.clone(), 15),
            Expr::Sum(sum) => {
                let text = self.sum(sum, 0);
                let is_atom = text.chars().all(char::is_alphanumeric);
                (text, if is_atom { 15 } else { 12 })
            }
            // A space, so that two signs do not become a decrement.
            Expr::Unary(op, operand) => (format!("{op}{}", self.expr(operand, 15)), 14),
            Expr::Cast(ty, operand) => (format!("({ty}){}", self.expr(operand, 15)), 14),
            Expr::Binary(op, left, right) => {
                let own = precedence(op);
                (format!("{} {op} {}", self.expr(left, own), self.expr(right, own + 1)), own)
            }
            Expr::Call(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.expr(argument, 0)).collect();
                (format!("{name}({})", arguments.join(", ")), 15)
            }
            Expr::Select(condition, then, otherwise) => {
                let condition = self.condition(condition);
                (format!("{condition} ? {} : {}", self.expr(then, 4), self.expr(otherwise, 4)), 3)
            }
        };
        if own < level { format!("({text})") } else { text }
    }
}

fn precedence(op: &str) -> u8 {
    match op {
        "|" => 6,
        "^" => 7,
        "&" => 8,
        "<<" | ">>" => 11,
        "+" | "-" => 12,
        _ => 13,
    }
}

/// A sum with what is positive first.
fn print_sum(terms: impl Iterator<Item = (i64, String)>, constant: i64) -> String {
    let mut terms: Vec<_> = terms.collect();
    terms.sort_by_key(|(factor, _)| *factor < 0);
    let mut text = match terms.first() {
        Some((factor, _)) if *factor > 0 => String::new(),
        _ => constant.to_string(),
    };
    let constant = if text.is_empty() { constant } else { 0 };
    for (factor, name) in terms {
        let sign = if factor < 0 { " - " } else { " + " };
        let scaled = if factor.abs() == 1 { name } else { format!("{} * {name}", factor.abs()) };
        text = if text.is_empty() { scaled } else { format!("{text}{sign}{scaled}") };
    }
    plus(text, constant)
}

fn plus(text: String, offset: i64) -> String {
    match offset {
        0 => text,
        1.. => format!("{text} + {offset}"),
        _ => format!("{text} - {}", -offset),
    }
}

fn in_parentheses(text: String) -> String {
    if text.chars().all(char::is_alphanumeric) { text } else { format!("({text})") }
}

/// Whether statements assign to elements of an array.
fn assigns(stmts: &[Stmt], array: usize) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Assign { target: Place::Element(access), .. } => access.array == array,
        Stmt::Loop(inner) => assigns(&inner.body, array),
        Stmt::If { then, otherwise, .. } => assigns(then, array) || assigns(otherwise, array),
        Stmt::Assign { .. } | Stmt::Declare { .. } | Stmt::DeclareArray(_) => false,
    })
}
