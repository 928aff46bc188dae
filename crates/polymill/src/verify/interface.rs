//! How a C function is called, from its declaration.

use polymill_raise::syntax::{
    ArrayType, Expr, ExprKind, Extent, Number, Storage, Type, UnaryOp, Unit, VarId, Variable,
};
use polymill_verify::{Argument, Element, Field, Function, Memory, Returned, Size, Sizes};

use super::reached::{Reached, root};

/// A function that can be run.
pub(super) struct Interface {
    /// How it is called. The sizes of memory are named by [`size_name`]; their values come with each call.
    pub function: Function,
    /// Where these sizes come from.
    pub shapes: Vec<Shape>,
    /// Whether `__pencil_kill` is called, and the file does not define it.
    pub is_kill_missing: bool,
}

/// The dimensions of a parameter or global variable.
pub(super) struct Shape {
    /// The parameter's or variable's name.
    pub name: String,
    /// From the outermost dimension to the innermost.
    pub dims: Vec<Dim>,
    /// The size of an element.
    pub element_bytes: i64,
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
        let reached = Reached::from(unit, function);
        let mut interface = Self {
            function: Function {
                name: name.to_owned(),
                arguments: vec![],
                globals: vec![],
                result: result(unit, name)?,
                is_repeated: reached.keeps_values(unit),
            },
            shapes: vec![],
            is_kill_missing: reached.is_kill_missing(unit),
        };
        for id in &function.params {
            let argument = interface.argument(unit, unit.var(*id))?;
            interface.function.arguments.push(argument);
        }
        for id in &reached.vars {
            let made = interface.global(unit, *id);
            // What only other functions use keeps the values that it starts with.
            if reached.own_vars.contains(id) {
                made?;
            }
        }
        interface.end_lives(unit, &reached)?;
        Ok(interface)
    }

    /// The sizes of what pointers point to, which no declaration says.
    pub fn open_sizes(&self) -> Vec<String> {
        let open = |shape: &Shape| matches!(shape.dims.first(), Some(Dim::Open)).then(|| size_name(&shape.name, 0));
        self.shapes.iter().filter_map(open).collect()
    }

    /// Notes what calls of `__pencil_kill` say that nobody uses any more.
    fn end_lives(&mut self, unit: &Unit, reached: &Reached<'_>) -> Result<(), String> {
        for place in &reached.killed {
            let id = root(place).ok_or("it is not known what `__pencil_kill` is about")?;
            let Variable { name, storage, .. } = unit.var(id);
            let Function { arguments, globals, .. } = &mut self.function;
            let own = arguments.iter_mut().filter_map(|argument| match argument {
                Argument::Memory(memory) if *storage == Storage::Param => Some(memory),
                _ => None,
            });
            let globals = globals.iter_mut().filter(|_| is_global(*storage));
            match own.chain(globals).find(|memory| memory.name == *name) {
                Some(memory) => memory.is_dead = true,
                // Nobody sees the values of other variables; those behind pointers are somebody's.
                None if matches!(unit.var(id).ty.ty, Type::Pointer(_)) => {
                    return Err(format!("it is not known what `{name}`, which is killed, points to"));
                }
                None => {}
            }
        }
        Ok(())
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
        if !is_global(variable.storage) || is_const(variable) {
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
        let made = match element {
            Type::Scalar(scalar) => Element::Scalar(*scalar),
            _ => Element::Struct { n_bytes, fields: fields(numbers.numbers), views: fields(numbers.views) },
        };
        let sizes = (0..dims.len()).map(|dim| Size::argument(&size_name(&name, dim))).collect();
        let element_bytes = i64::try_from(n_bytes).map_err(|_| unusable())?;
        self.shapes.push(Shape { name: name.clone(), dims, element_bytes });
        Ok(Memory { name, element: made, sizes, is_dead: false })
    }
}

fn fields(numbers: Vec<Number>) -> Vec<Field> {
    let field = |Number { spelling, offset, ty, repeats }: Number| Field { name: spelling, offset, ty, repeats };
    numbers.into_iter().map(field).collect()
}

fn is_global(storage: Storage) -> bool {
    matches!(storage, Storage::Global | Storage::StaticGlobal)
}

/// Whether nothing may be written to a variable, or to the elements of an array.
pub(super) fn is_const(variable: &Variable) -> bool {
    let mut ty = &variable.ty;
    while let (false, Type::Array(array)) = (ty.qualifiers.is_const, &ty.ty) {
        ty = &array.element;
    }
    ty.qualifiers.is_const
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

#[cfg(test)]
mod tests {
    use polymill_diagnostics::SourceMap;
    use polymill_raise::Preprocessed;
    use polymill_raise::syntax::{Dialect, parse};

    use super::*;

    fn interface(text: &str) -> Result<Interface, String> {
        let preprocessed = Preprocessed::from_text(text, "a.c");
        let unit = parse(&preprocessed, SourceMap::default().add("", ""), Dialect::default()).unwrap().unit;
        Interface::of(&unit, "f")
    }

    #[test]
    fn variables_of_called_functions_are_filled_and_compared() {
        let text = "int table[64], other; static double sum; char *name; const int fixed[2];
            static int inner(int i) { return fixed[i & 1] + table[i & 63] + *name; }
            static int outer(int i) { return i > 0 ? inner(i) : outer(i + 1); }
            int unused(void) { return other; }
            void f(int n) { for (int i = 0; i < n; i++) sum += outer(i); }";
        let Function { globals, is_repeated, .. } = interface(text).unwrap().function;
        assert_eq!(globals.iter().map(|memory| memory.name.as_str()).collect::<Vec<_>>(), ["table", "sum"]);
        assert!(!is_repeated);
        let error = interface(&text.replace("sum += outer(i)", "sum += *name")).err();
        assert_eq!(error.unwrap(), "no values are made for `name`, which has elements of type `i8 *`");
    }

    #[test]
    fn a_function_with_values_of_its_own_is_called_twice() {
        let repeated = |declaration: &str| {
            let text = format!("int g(int i) {{ {declaration} return t[i]; }} int f(int n) {{ return g(n); }}");
            interface(&text).unwrap().function.is_repeated
        };
        assert!(repeated("static int t[3];"));
        assert!(!repeated("static const int t[3] = { 1, 2, 3 };") && !repeated("int t[3] = { 1, 2, 3 };"));
    }

    #[test]
    fn unions_are_made_of_the_member_with_the_most_bytes() {
        let made = |members: &str| {
            let text = format!("struct s {{ int n; union {{ {members} }}; }} x; void f(void) {{ x.n = 1; }}");
            let Element::Struct { fields, views, .. } = interface(&text)?.function.globals.remove(0).element else {
                return Err("no struct".to_owned());
            };
            let names = |fields: Vec<Field>| fields.into_iter().map(|field| field.name).collect::<Vec<_>>().join(" ");
            Ok(format!("{} | {}", names(fields), names(views)))
        };
        assert_eq!(made("int i[2]; double d;").unwrap(), ".n .i[] | .d");
        assert_eq!(made("int i; double d[9];").unwrap(), ".n .d[] | .i");
        assert_eq!(made("char *p; struct { short a, b[70000]; } q[3];").unwrap(), ".n .q[].a .q[].b[] | ");
        assert!(made("char *p;").is_err());
    }

    #[test]
    fn what_is_killed_is_known() {
        let dead = |kill: &str| {
            let text = format!(
                "void __pencil_kill(); double g[9];
                 void f(int n, double a[n], double (*b)[4]) {{ double t, *p = a; {kill}; g[0] = b[0][1] + *p; }}"
            );
            let Interface { function, is_kill_missing, .. } = interface(&text)?;
            assert!(is_kill_missing);
            let dead = function.memory().filter(|memory| memory.is_dead).map(|memory| memory.name.clone());
            Ok::<_, String>(dead.collect::<Vec<_>>())
        };
        assert_eq!(dead("__pencil_kill(a, t); __pencil_kill(g)").unwrap(), ["a", "g"]);
        assert_eq!(dead("__pencil_kill(b)").unwrap(), ["b"]);
        assert!(dead("__pencil_kill(p)").is_err());
    }
}
