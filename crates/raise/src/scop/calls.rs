//! Calls of functions without side effects.

use std::collections::BTreeSet;

use polymill_gdg::{Expr, ExprKind, ScalarType};

use super::convert::convert;
use super::work::Work;
use crate::Result;
use crate::syntax::{self, Function, Initializer, Purity, Stmt, StmtKind, Unit, VarId};

/// Functions of `math.h` and `stdlib.h` whose result depends on their arguments alone (`errno` and floating-point flags
/// aside), without the suffixes `f` and `l`.
const PURE_FUNCTIONS: [&str; 62] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ilogb",
    "ldexp",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "nearbyint",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "abs",
    "labs",
    "llabs",
    "isnan",
    "isinf",
    "isfinite",
    "signbit",
    "isnormal",
    "exp10",
    "pow10",
];

/// Those of them that never set `errno`.
const KEEP_ERRNO: [&str; 22] = [
    "abs",
    "atan",
    "cbrt",
    "ceil",
    "copysign",
    "fabs",
    "floor",
    "fmax",
    "fmin",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "labs",
    "llabs",
    "nearbyint",
    "rint",
    "round",
    "signbit",
    "trunc",
    "asinh",
    "tanh",
];

/// What `errno` is in the headers of C libraries.
const ERRNO: [&str; 4] = ["__errno_location", "__errno", "___errno", "__error"];

/// Compilers' own functions that take arguments of any floating-point type and return `int`.
const CLASSIFICATIONS: [&str; 12] = [
    "__builtin_isnan",
    "__builtin_isinf",
    "__builtin_isinf_sign",
    "__builtin_isfinite",
    "__builtin_isnormal",
    "__builtin_signbit",
    "__builtin_isgreater",
    "__builtin_isgreaterequal",
    "__builtin_isless",
    "__builtin_islessequal",
    "__builtin_islessgreater",
    "__builtin_isunordered",
];

/// Functions are expanded in place no deeper than this.
const MAX_EXPANSIONS: usize = 8;

/// A function that may be called in a scop.
struct Callee {
    /// `None` for arguments that stay as they are.
    params: Option<Vec<ScalarType>>,
    result: ScalarType,
    reads_memory: bool,
}

impl<'a> Work<'_, 'a> {
    /// The value of a call of a function without side effects.
    pub fn call(
        &mut self,
        callee: &'a syntax::Expr,
        arguments: &'a [syntax::Expr],
        whole: &'a syntax::Expr,
    ) -> Result<Expr> {
        let syntax::ExprKind::Function(name) = &callee.kind else {
            return Err(self.obstacle("call", "a call through a pointer", whole, "call a function by its name"));
        };
        if name == "__builtin_expect"
            && let [value, _] = arguments
        {
            return Ok(convert(self.value(value)?, self.builder.unit.dialect.model.long(true)));
        }
        let Some(function) = find(self.builder.unit, name) else {
            let (message, help) = match is_math(name) {
                true if may_tell_errno(self.builder.unit, name) => (
                    format!("`{name}` is called, which may set `errno`, and this file looks at `errno`"),
                    "compile with `-fno-math-errno` if that does not matter here",
                ),
                _ => (
                    match self.builder.unit.kept_calls.get(name) {
                        Some(why) => format!("`{name}` is called, and not looked into, because {why}"),
                        None => format!("`{name}` is called, and nothing says that it has no side effects"),
                    },
                    "mark the function `__attribute__((const))` (or `pure`) if it has none",
                ),
            };
            return Err(self.obstacle("call", message, whole, help));
        };
        if function.params.as_ref().is_some_and(|params| params.len() != arguments.len()) {
            let message = format!("`{name}` is called with a wrong number of arguments");
            return Err(self.obstacle("call", message, whole, ""));
        }
        let mut values = vec![];
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.value(argument)?;
            let ty = function.params.as_ref().map_or(value.ty, |params| params[index]);
            values.push(convert(value, ty));
        }
        if let Some(value) = self.expand(name, &values, function.result)? {
            return Ok(value);
        }
        self.reads_memory |= function.reads_memory;
        Ok(Expr { ty: function.result, kind: ExprKind::Call(name.clone(), values) })
    }

    /// The value of an integer function that is but one expression, such as `min`: that expression.
    fn expand(&mut self, name: &str, values: &[Expr], result: ScalarType) -> Result<Option<Expr>> {
        let is_integer = result.is_integer() && values.iter().all(|value| value.ty.is_integer());
        let expansion = expansion(self.builder.unit, name).filter(|_| is_integer && self.n_expanding < MAX_EXPANSIONS);
        let Some((function, body)) = expansion else { return Ok(None) };
        let inner = function.params.iter().copied().zip(values.iter().cloned()).collect();
        let outer = std::mem::replace(&mut self.arguments, inner);
        self.n_expanding += 1;
        let value = self.value(body);
        self.n_expanding -= 1;
        self.arguments = outer;
        Ok(Some(convert(value?, result)))
    }
}

/// A function that is but one expression without side effects, and that expression: calls of it with integers stand for it.
pub(super) fn expansion<'a>(unit: &'a Unit, name: &str) -> Option<(&'a Function, &'a syntax::Expr)> {
    let function = unit.function(name)?;
    let body = returned(&function.body)?;
    let is_call = |e: &syntax::Expr| matches!(e.kind, syntax::ExprKind::Call(..));
    (!body.has_assignment() && !body.any(&is_call)).then_some((function, body))
}

/// The expression that a function returns, if that is all it does.
fn returned(body: &Stmt) -> Option<&syntax::Expr> {
    match &body.kind {
        StmtKind::Block(children) => match children.as_slice() {
            [only] => returned(only),
            _ => None,
        },
        StmtKind::Return(Some(value)) => Some(value),
        _ => None,
    }
}

/// Whether calls of the function stand for the expression that it returns.
pub(crate) fn is_expanded(unit: &Unit, name: &str) -> bool {
    expansion(unit, name).is_some()
}

/// Whether the function has no side effects, and its result depends on its arguments alone.
pub(crate) fn is_plain_function(unit: &Unit, name: &str) -> bool {
    find(unit, name).is_some_and(|function| !function.reads_memory)
}

fn find(unit: &Unit, name: &str) -> Option<Callee> {
    if CLASSIFICATIONS.contains(&name) {
        return Some(Callee { params: None, result: ScalarType::I32, reads_memory: false });
    }
    let declared = unit.prototypes.get(name);
    let Some(prototype) = declared else {
        return builtin(unit, name);
    };
    let params: Option<Vec<_>> = prototype.ty.params.iter().map(syntax::Type::scalar).collect();
    let (params, result) = (params?, prototype.ty.result.ty.scalar()?);
    let is_pure_here = || unit.function(name).is_some_and(|function| is_const(unit, function, &mut BTreeSet::new()));
    let reads_memory = match prototype.purity {
        Purity::Const => false,
        _ if is_pure_here() => false,
        _ if is_library_function(unit, name) => false,
        Purity::Pure => true,
        Purity::None => return None,
    };
    Some(Callee { params: Some(params), result, reads_memory })
}

fn is_math(name: &str) -> bool {
    let known = |name: &str| PURE_FUNCTIONS.contains(&name);
    known(name) || name.strip_suffix(['f', 'l']).is_some_and(known)
}

/// Whether a declared function is one of the standard library's: C reserves their names, unless the file defines its own.
fn is_library_function(unit: &Unit, name: &str) -> bool {
    let is_own = unit.function(name).is_some() || !unit.is_complete;
    let is_declared_here = unit.prototypes.get(name).is_some_and(|prototype| prototype.is_main);
    is_math(name)
        && unit.dialect.builtins.contains(name)
        && !(is_declared_here && is_own)
        && !may_tell_errno(unit, name)
}

/// Whether a function may set `errno` where the file looks at it. Each thread has an `errno` of its own, and what is
/// computed in another order sets it in another order.
fn may_tell_errno(unit: &Unit, name: &str) -> bool {
    let keeps = |name: &str| KEEP_ERRNO.contains(&name);
    let uses_errno = ERRNO.iter().any(|name| unit.words.contains(*name));
    unit.dialect.math_errno && uses_errno && !keeps(name) && !name.strip_suffix(['f', 'l']).is_some_and(keeps)
}

/// Functions of the library that may set `errno`, at which the file does not look.
pub(crate) fn silent_functions(unit: &Unit) -> BTreeSet<String> {
    let may_set = |name: &&&str| unit.dialect.math_errno && !KEEP_ERRNO.contains(name);
    let names = PURE_FUNCTIONS.iter().filter(may_set).flat_map(|name| [(*name).to_owned(), format!("{name}f")]);
    let is_declared = |name: &str| {
        unit.prototypes.get(name).is_some_and(|own| {
            let ty = if name.ends_with('f') { ScalarType::F32 } else { ScalarType::F64 };
            own.ty.result.ty.scalar() == Some(ty)
        })
    };
    names.filter(|name| is_declared(name) && is_library_function(unit, name)).collect()
}

/// `__builtin_sqrtf` and the like, which need no declaration.
fn builtin(unit: &Unit, name: &str) -> Option<Callee> {
    let plain = name.strip_prefix("__builtin_")?;
    let constant = |result| Some(Callee { params: Some(vec![]), result, reads_memory: false });
    match plain {
        "inff" | "huge_valf" => return constant(ScalarType::F32),
        "inf" | "huge_val" => return constant(ScalarType::F64),
        "infl" | "huge_vall" => return constant(unit.dialect.model.long_double()),
        _ => {}
    }
    let (ty, base) = match plain.strip_suffix(['f', 'l']).filter(|base| PURE_FUNCTIONS.contains(base)) {
        Some(base) if plain.ends_with('f') => (ScalarType::F32, base),
        Some(base) => (unit.dialect.model.long_double(), base),
        None => (ScalarType::F64, plain),
    };
    let n_params = match base {
        "fabs" | "sqrt" | "floor" | "ceil" | "trunc" | "round" | "rint" | "nearbyint" | "exp" | "exp2" | "log"
        | "log2" | "log10" | "sin" | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "cbrt" => 1,
        "fmin" | "fmax" | "fmod" | "pow" | "hypot" | "copysign" | "atan2" => 2,
        "fma" => 3,
        _ => return None,
    };
    if may_tell_errno(unit, plain) {
        return None;
    }
    Some(Callee { params: Some(vec![ty; n_params]), result: ty, reads_memory: false })
}

/// Whether the result of a function of the file depends on its arguments alone, and it changes nothing but its own
/// variables. `open` are functions that are being looked at: recursion might not end.
fn is_const<'u>(unit: &'u Unit, function: &'u Function, open: &mut BTreeSet<&'u str>) -> bool {
    if !open.insert(&function.name) {
        return false;
    }
    let mut own: BTreeSet<VarId> = function.params.iter().copied().collect();
    let mut is_const = true;
    function.body.for_each(&mut |stmt| match &stmt.kind {
        StmtKind::Declare(declarations) => {
            for declaration in declarations {
                own.insert(declaration.var);
                let var = unit.var(declaration.var);
                is_const &= var.is_automatic() && var.ty.ty.scalar().is_some() && !var.ty.qualifiers.is_volatile;
                is_const &= !matches!(declaration.init, Some(Initializer::List(_)));
            }
        }
        StmtKind::Goto | StmtKind::Unsupported(_) => is_const = false,
        _ => {}
    });
    function.body.for_each_expr(&mut |expr| {
        use syntax::ExprKind as C;
        is_const &= match &expr.kind {
            C::Var(var) => own.contains(var) || unit.var(*var).constant.is_some(),
            C::Call(callee, _) => match &callee.kind {
                C::Function(name) => is_const_call(unit, name, open),
                _ => false,
            },
            C::Index(..) | C::Deref(_) | C::AddressOf(_) | C::Member { .. } | C::String | C::Unsupported(_) => false,
            _ => true,
        };
    });
    open.remove(function.name.as_str());
    is_const
}

fn is_const_call<'u>(unit: &'u Unit, name: &'u str, open: &mut BTreeSet<&'u str>) -> bool {
    match (unit.function(name), unit.prototypes.get(name)) {
        (Some(function), _) => is_const(unit, function, open),
        (None, Some(prototype)) => prototype.purity == Purity::Const || is_library_function(unit, name),
        (None, None) => builtin(unit, name).is_some() || CLASSIFICATIONS.contains(&name),
    }
}
