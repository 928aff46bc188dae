//! A translation unit: what a preprocessed file declares and defines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Dialect, Expr, Extent, FunctionType, Qualified, Stmt, StructId, StructType};

/// A C file as far as raising needs it: functions of the main file with their bodies, those of headers that it names, and
/// declarations from everywhere.
#[derive(Clone, Default, Debug)]
pub struct Unit {
    /// All variables: globals, parameters, locals.
    pub vars: Vec<Variable>,
    /// All structures and unions.
    pub structs: Vec<StructType>,
    /// The functions that the main file defines and that could be read, and those of headers that the main file uses, in order.
    pub functions: Vec<Function>,
    /// All functions that are declared, by name.
    pub prototypes: BTreeMap<String, Prototype>,
    /// What the file's variables start with.
    pub initializers: Vec<Expr>,
    /// Whether all functions of the main file could be read.
    pub is_complete: bool,
    /// The bytes of the main file's `#pragma` lines, in order.
    pub pragmas: Vec<Range<usize>>,
    /// What the compiler takes C to mean.
    pub dialect: Dialect,
    /// The words of the main file, after preprocessing.
    pub words: BTreeSet<String>,
    /// Why calls of functions that the main file defines stay calls.
    pub kept_calls: BTreeMap<String, &'static str>,
    /// The functions that are known to run many times.
    pub repeated_functions: BTreeSet<String>,
}

/// A variable of a [`Unit`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// A declared variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type; arrays in parameter lists are pointers.
    pub ty: Qualified,
    /// How many elements a parameter has that is declared as an array.
    pub extent: Option<Extent>,
    /// Where it lives.
    pub storage: Storage,
    /// Its value if it is `const` and starts with an integer constant.
    pub constant: Option<i128>,
    /// Whether it may not be used at all: kept in a register by an `asm`, an alias of another symbol, ...
    pub is_odd: bool,
    /// Where its name stands in its declaration, in the preprocessed text.
    pub span: Range<usize>,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// A parameter of a function.
    Param,
    /// A local variable.
    Local,
    /// A local variable that keeps its value.
    StaticLocal,
    /// A variable of this file.
    StaticGlobal,
    /// A variable of the program.
    Global,
}

/// A function that the main file or a header defines.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// Its body, a block.
    pub body: Stmt,
    /// The bytes of its definition in the preprocessed text.
    pub span: Range<usize>,
    /// Whether the main file defines it.
    pub is_main: bool,
}

/// A declared function.
#[derive(Clone, PartialEq, Debug)]
pub struct Prototype {
    /// Its type.
    pub ty: FunctionType,
    /// What its attributes promise.
    pub purity: Purity,
    /// Whether the main file declares or defines it.
    pub is_main: bool,
    /// An attribute that says how its own code is to be made.
    pub own_options: Option<String>,
    /// Whether an attribute says that calls of it stay calls.
    pub stays_called: bool,
}

/// What a function's attributes promise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Purity {
    /// Nothing.
    #[default]
    None,
    /// `pure`: it changes nothing.
    Pure,
    /// `const`: its result depends on its arguments alone.
    Const,
}

impl Unit {
    /// The variable with this id.
    pub fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.0 as usize]
    }

    /// The structure with this id.
    pub fn struct_type(&self, id: StructId) -> &StructType {
        &self.structs[id.0 as usize]
    }

    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The member `name` of a structure, also inside its anonymous members.
    pub fn field(&self, id: StructId, name: &str) -> Option<&super::Field> {
        let fields = self.struct_type(id).fields.as_ref()?;
        let inside = |field: &super::Field| match field.ty.ty {
            super::Type::Struct(inner) if field.name.is_empty() && inner != id => Some(inner),
            _ => None,
        };
        fields
            .iter()
            .find(|field| field.name == name)
            .or_else(|| fields.iter().filter_map(inside).find_map(|inner| self.field(inner, name)))
    }

    /// Whether a structure has members whose size is no constant, as GNU C allows inside of functions.
    pub fn has_variable_size(&self, id: StructId) -> bool {
        let is_variable = |field: &super::Field| {
            let mut innermost = &field.ty.ty;
            while let super::Type::Array(array) = innermost {
                innermost = &array.element.ty;
            }
            let is_inner =
                matches!(innermost, super::Type::Struct(inner) if *inner != id && self.has_variable_size(*inner));
            is_inner || super::types::sizes_of(&field.ty.ty).next().is_some()
        };
        self.struct_type(id).fields.as_ref().is_some_and(|fields| fields.iter().any(is_variable))
    }

    /// A type for messages, with the names of structures.
    pub fn describe(&self, ty: &super::Type) -> String {
        match ty {
            super::Type::Struct(id) => format!("struct {}", self.struct_type(*id).name),
            super::Type::Pointer(target) => format!("{} *", self.describe(&target.ty)),
            other => other.to_string(),
        }
    }

    /// The value of an integer constant expression.
    pub fn constant(&self, expr: &Expr) -> Option<i128> {
        super::constant::evaluate(expr, self)
    }
}

impl Variable {
    /// Whether it lives on the stack of its function.
    pub fn is_automatic(&self) -> bool {
        matches!(self.storage, Storage::Param | Storage::Local)
    }
}
