//! How the functions of a file are called, from their declarations.

use std::fmt;

use polymill_gdg::ScalarType;
use polymill_raise::Preprocessed;
use polymill_raise::syntax::{
    ArrayType, BinaryOp, Expr, ExprKind, Extent, Function, Qualified, Storage, Type, Unit, Variable,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A function of a library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CFunction {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub parameters: Vec<CParameter>,
    /// The type of the number that it returns, if it returns one.
    #[serde(with = "optional_type")]
    pub result: Option<ScalarType>,
}

/// A parameter of a function.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CParameter {
    /// Its name; empty, if it has none.
    pub name: String,
    /// What it is.
    pub kind: CKind,
}

/// What a parameter is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum CKind {
    /// A number.
    Number(#[serde(serialize_with = "write_type", deserialize_with = "read_type")] ScalarType),
    /// An array, or a pointer to its first element.
    Memory {
        /// The type of its elements.
        #[serde(serialize_with = "write_type", deserialize_with = "read_type")]
        element: ScalarType,
        /// The sizes of its dimensions; one that is open, if it is a pointer.
        extents: Vec<CExtent>,
        /// Whether the function may not write to it.
        is_const: bool,
        /// Whether nothing else that is written to overlaps with it.
        is_restrict: bool,
    },
}

/// The size of a dimension.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CExtent {
    /// The declaration does not say it, or not in one of the other ways.
    Open,
    /// A constant.
    Constant(i64),
    /// The value of another parameter.
    Parameter(String),
    /// What is computed from two of them.
    Binary(CExtentOp, Box<CExtent>, Box<CExtent>),
}

/// An operation in the size of a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CExtentOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

impl CExtent {
    /// The size, if the declaration says it; `parameter` tells the values of parameters.
    pub fn size(&self, parameter: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        match self {
            Self::Open => None,
            Self::Constant(size) => Some(*size),
            Self::Parameter(name) => parameter(name),
            Self::Binary(op, left, right) => {
                let (left, right) = (left.size(parameter)?, right.size(parameter)?);
                match op {
                    CExtentOp::Add => left.checked_add(right),
                    CExtentOp::Sub => left.checked_sub(right),
                    CExtentOp::Mul => left.checked_mul(right),
                }
            }
        }
    }
}

impl fmt::Display for CExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_product = |extent: &Self| match extent {
            Self::Binary(CExtentOp::Add | CExtentOp::Sub, ..) => format!("({extent})"),
            _ => extent.to_string(),
        };
        match self {
            Self::Open => Ok(()),
            Self::Constant(size) => write!(f, "{size}"),
            Self::Parameter(name) => f.write_str(name),
            Self::Binary(CExtentOp::Add, left, right) => write!(f, "{left} + {right}"),
            Self::Binary(CExtentOp::Sub, left, right) => write!(f, "{left} - {}", in_product(right)),
            Self::Binary(CExtentOp::Mul, left, right) => write!(f, "{} * {}", in_product(left), in_product(right)),
        }
    }
}

impl fmt::Display for CParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            CKind::Number(ty) => write!(f, "{ty} {}", self.name),
            CKind::Memory { element, extents, is_const, .. } => {
                let qualifier = if *is_const { "const " } else { "" };
                write!(f, "{qualifier}{element} {}", self.name)?;
                extents.iter().try_for_each(|extent| write!(f, "[{extent}]"))
            }
        }
    }
}

impl fmt::Display for CFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<String> = self.parameters.iter().map(ToString::to_string).collect();
        match self.result {
            Some(ty) => write!(f, "{ty} ")?,
            None => write!(f, "void ")?,
        }
        write!(f, "{}({})", self.name, parameters.join(", "))
    }
}

/// The functions of the main file that other files could call, and those that cannot be called from here, with the reason.
pub(super) fn functions(unit: &Unit, preprocessed: &Preprocessed) -> (Vec<CFunction>, Vec<(String, String)>) {
    let (mut functions, mut left_out) = (vec![], vec![]);
    for function in unit.functions.iter().filter(|function| function.is_main) {
        if is_static(function, preprocessed) || function.name == "main" {
            left_out.push((function.name.clone(), "it is not for other files".to_owned()));
            continue;
        }
        match interface(unit, function) {
            Ok(interface) => functions.push(interface),
            Err(reason) => left_out.push((function.name.clone(), reason)),
        }
    }
    (functions, left_out)
}

/// Whether the words before a function's name say that it is for this file only.
fn is_static(function: &Function, preprocessed: &Preprocessed) -> bool {
    let text = preprocessed.text().get(function.span.clone()).unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c: char| !is_part(c)).take_while(|word| *word != function.name).any(|word| word == "static")
}

fn interface(unit: &Unit, function: &Function) -> Result<CFunction, String> {
    let prototype = unit.prototypes.get(&function.name).ok_or("its type is not known")?;
    let result = match &prototype.ty.result.ty {
        Type::Scalar(ty) => Some(number(*ty).ok_or_else(|| format!("it returns a number of type {ty}"))?),
        Type::Void => None,
        other => return Err(format!("it returns a value of type `{}`", unit.describe(other))),
    };
    if !prototype.ty.is_prototype && !function.params.is_empty() {
        return Err("its parameters are not all known".to_owned());
    }
    let kinds = function.params.iter().map(|id| {
        let variable = unit.var(*id);
        let kind = kind(unit, variable)?;
        Ok(CParameter { name: variable.name.clone(), kind })
    });
    Ok(CFunction { name: function.name.clone(), parameters: kinds.collect::<Result<_, String>>()?, result })
}

fn kind(unit: &Unit, variable: &Variable) -> Result<CKind, String> {
    let unusable = || format!("its parameter `{}` is of type `{}`", variable.name, unit.describe(&variable.ty.ty));
    match &variable.ty.ty {
        Type::Scalar(ty) => number(*ty).map(CKind::Number).ok_or_else(unusable),
        Type::Pointer(target) => {
            let mut extents = vec![variable.extent.as_ref().map_or(CExtent::Open, |extent| extent_of(unit, extent))];
            let mut element: &Qualified = target;
            while let Type::Array(array) = &element.ty {
                let ArrayType { element: inner, extent } = &**array;
                extents.push(extent_of(unit, extent));
                element = inner;
            }
            let Type::Scalar(ty) = element.ty else { return Err(unusable()) };
            let is_const = element.qualifiers.is_const;
            let element = number(ty).ok_or_else(unusable)?;
            Ok(CKind::Memory { element, extents, is_const, is_restrict: variable.ty.qualifiers.is_restrict })
        }
        _ => Err(unusable()),
    }
}

/// The type, if numbers of it can be given from here.
fn number(ty: ScalarType) -> Option<ScalarType> {
    let fits = match ty {
        ScalarType::Bool => true,
        ScalarType::Int { bits, .. } => bits <= 64,
        ScalarType::Float { bits } => bits == 32 || bits == 64,
    };
    fits.then_some(ty)
}

fn extent_of(unit: &Unit, extent: &Extent) -> CExtent {
    let known = match extent {
        Extent::Constant(size) => i64::try_from(*size).ok().map(CExtent::Constant),
        Extent::Variable(expr) => extent_of_expr(unit, expr),
        Extent::Unknown => None,
    };
    known.unwrap_or(CExtent::Open)
}

/// The size that an expression of parameters and constants is.
fn extent_of_expr(unit: &Unit, expr: &Expr) -> Option<CExtent> {
    match &expr.kind {
        ExprKind::Int(value) => i64::try_from(*value).ok().map(CExtent::Constant),
        ExprKind::Var(id) if unit.var(*id).storage == Storage::Param => {
            Some(CExtent::Parameter(unit.var(*id).name.clone()))
        }
        ExprKind::Cast(inner) => extent_of_expr(unit, inner),
        ExprKind::Binary(op, left, right) => {
            let op = match op {
                BinaryOp::Add => CExtentOp::Add,
                BinaryOp::Sub => CExtentOp::Sub,
                BinaryOp::Mul => CExtentOp::Mul,
                _ => return None,
            };
            let (left, right) = (extent_of_expr(unit, left)?, extent_of_expr(unit, right)?);
            Some(CExtent::Binary(op, Box::new(left), Box::new(right)))
        }
        _ => None,
    }
}

fn write_type<S: Serializer>(ty: &ScalarType, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(ty)
}

fn read_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ScalarType, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

/// A type that need not be there, as a text.
mod optional_type {
    use super::*;

    pub fn serialize<S: Serializer>(ty: &Option<ScalarType>, serializer: S) -> Result<S::Ok, S::Error> {
        ty.map(|ty| ty.to_string()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ScalarType>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}
