//! How a C function is called, from its declaration.

use std::collections::BTreeSet;

use polymill_raise::syntax::{ArrayType, Expr, ExprKind, Extent, Storage, Type, UnaryOp, Unit, VarId, Variable};
use polymill_verify::{Argument, Element, Field, Function, Memory, Returned, Size, Sizes};

/// A function that can be run.
pub(super) struct Interface {
    /// How it is called. The sizes of memory are named by [`size_name`]; their values come with each call.
    pub function: Function,
    /// Where these sizes come from.
    pub shapes: Vec<Shape>,
}

/// The dimensions of a parameter or global variable.
pub(super) struct Shape {
    /// The parameter's or variable's name.
    pub name: String,
    /// From the outermost dimension to the innermost.
    pub dims: Vec<Dim>,
}

/// The size of a dimension.
pub(super) enum Dim {
    /// As declared.
    Declared(Extent),
    /// A pointer does not say how much there is behind it.
    Open,
}

/// What the size of a dimension is called among the sizes of a call; no variable of C has such a name.
pub(super) fn size_name(memory: &str, dim: usize) -> String {
    format!("{memory}[{dim}]")
}

impl Interface {
    /// The interface of a function of the main file, or why it cannot be run by itself.
    pub fn of(unit: &Unit, name: &str) -> Result<Self, String> {
        let function = unit.function(name).ok_or_else(|| format!("`{name}` could not be read"))?;
        let mut interface = Self {
            function: Function {
                name: name.to_owned(),
                arguments: vec![],
                globals: vec![],
                result: result(unit, name)?,
            },
            shapes: vec![],
        };
        for id in &function.params {
            let argument = interface.argument(unit, unit.var(*id))?;
            interface.function.arguments.push(argument);
        }
        let mut globals = BTreeSet::new();
        function.body.for_each_expr(&mut |expr| {
            if let ExprKind::Var(id) = expr.kind {
                globals.insert(id);
            }
        });
        for id in globals {
            interface.global(unit, id)?;
        }
        Ok(interface)
    }

    fn argument(&mut self, unit: &Unit, variable: &Variable) -> Result<Argument, String> {
        let name = variable.name.clone();
        match &variable.ty.ty {
            Type::Scalar(scalar) if scalar.is_integer() => Ok(Argument::Int(name)),
            Type::Scalar(_) => Ok(Argument::Float(name)),
            Type::Pointer(target) => {
                let memory = self.memory(unit, name, vec![Dim::Open], &target.ty)?;
                Ok(Argument::Memory(memory))
            }
            other => Err(format!("no values are made for `{name}` of type `{}`", unit.describe(other))),
        }
    }

    /// Notes a variable of the function's body if it is global.
    fn global(&mut self, unit: &Unit, id: VarId) -> Result<(), String> {
        let variable = unit.var(id);
        let is_global = matches!(variable.storage, Storage::Global | Storage::StaticGlobal);
        if !is_global || variable.ty.qualifiers.is_const {
            return Ok(());
        }
        let memory = self.memory(unit, variable.name.clone(), vec![], &variable.ty.ty)?;
        self.function.globals.push(memory);
        Ok(())
    }

    fn memory(&mut self, unit: &Unit, name: String, mut dims: Vec<Dim>, ty: &Type) -> Result<Memory, String> {
        let mut element = ty;
        while let Type::Array(array) = element {
            let ArrayType { element: inner, extent } = &**array;
            dims.push(Dim::Declared(extent.clone()));
            element = &inner.ty;
        }
        let unusable =
            || format!("no values are made for `{name}`, which has elements of type `{}`", unit.describe(element));
        let n_bytes = unit.size_of(element).ok_or_else(unusable)?;
        let numbers = unit.numbers_of(element).ok_or_else(unusable)?;
        let element = match (element, numbers.as_slice()) {
            (Type::Scalar(scalar), _) => Element::Scalar(*scalar),
            _ => {
                let field = |(name, offset, ty): (String, usize, _)| Field { name: name[1..].to_owned(), offset, ty };
                Element::Struct { n_bytes, fields: numbers.into_iter().map(field).collect() }
            }
        };
        let sizes = (0..dims.len()).map(|dim| Size::argument(&size_name(&name, dim))).collect();
        self.shapes.push(Shape { name: name.clone(), dims });
        Ok(Memory { name, element, sizes })
    }
}

fn result(unit: &Unit, name: &str) -> Result<Returned, String> {
    let prototype = unit.prototypes.get(name).ok_or_else(|| format!("the type of `{name}` is not known"))?;
    match &prototype.ty.result.ty {
        Type::Scalar(scalar) if scalar.is_integer() => Ok(Returned::Int),
        Type::Scalar(_) => Ok(Returned::Float),
        _ => Ok(Returned::Nothing),
    }
}

/// The value of an integer expression of parameters.
pub(super) fn value(expr: &Expr, unit: &Unit, sizes: &Sizes) -> Option<i64> {
    let of = |operand: &Expr| value(operand, unit, sizes);
    match &expr.kind {
        ExprKind::Int(value) => i64::try_from(*value).ok(),
        ExprKind::Var(id) => {
            let variable = unit.var(*id);
            match variable.constant {
                Some(constant) => i64::try_from(constant).ok(),
                None => sizes.get(&variable.name).copied().filter(|_| variable.storage == Storage::Param),
            }
        }
        ExprKind::Unary(UnaryOp::Neg, operand) => of(operand)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, operand) | ExprKind::Cast(operand) => of(operand),
        ExprKind::Binary(op, left, right) => i64::try_from(op.apply(of(left)?.into(), of(right)?.into())?).ok(),
        _ => None,
    }
}
