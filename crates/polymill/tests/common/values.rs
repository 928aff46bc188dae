//! Every operation on values against Rust's own, with values of each type, those at the ends among them.

use ndarray::ArrayD;

use super::options;
use super::plain::{Plain, site};
use super::strided::{Random, is_same_number, values, values_of};
use polymill::array::interpreter::{Given, Values, interpret};
use polymill::array::number::Number;
use polymill::array::untyped::{FUNCTIONS, Given as Symbolic, Parameter, Value, trace, zip_with};
use polymill::array::{DynArgument, DynFunction, Scalar};
use polymill_gdg::{BinaryOp, ScalarType, UnaryOp};
use rand::SeedableRng;

/// An operation on one or two values: how a program says it, and what it is.
struct Operation<T> {
    name: String,
    program: Box<dyn Fn(Value, Value) -> Value>,
    plain: Box<dyn Fn(T, T) -> Number>,
    /// Whether all bits are to be the same; otherwise, the last ones may differ.
    is_exact: bool,
}

impl<T> Operation<T> {
    fn new<U: Scalar>(
        name: impl Into<String>,
        program: impl Fn(Value, Value) -> Value + 'static,
        plain: impl Fn(T, T) -> U + 'static,
    ) -> Self {
        let plain = move |x, y| plain(x, y).number();
        Self { name: name.into(), program: Box::new(program), plain: Box::new(plain), is_exact: true }
    }

    fn binary<U: Scalar>(op: BinaryOp, plain: impl Fn(T, T) -> U + 'static) -> Self {
        Self::new(op.symbol(), move |x, y| x.binary(op, y, site()), plain)
    }

    fn unary<U: Scalar>(op: UnaryOp, plain: impl Fn(T) -> U + 'static) -> Self {
        Self::new(op.symbol(), move |x, _| x.unary(op, site()), move |x, _| plain(x))
    }
}

/// A type with all operations on its values.
trait Operands: Plain {
    fn operations() -> Vec<Operation<Self>>;
}

/// What all types have.
fn common<T: Plain>() -> Vec<Operation<T>> {
    vec![
        Operation::binary(BinaryOp::Lt, |x, y| x < y),
        Operation::binary(BinaryOp::Le, |x, y| x <= y),
        Operation::binary(BinaryOp::Gt, |x, y| x > y),
        Operation::binary(BinaryOp::Ge, |x, y| x >= y),
        Operation::binary(BinaryOp::Eq, |x, y| x == y),
        Operation::binary(BinaryOp::Ne, |x, y| x != y),
        Operation::new("min", |x, y| x.min(y, site()), |x, y| if y < x { y } else { x }),
        Operation::new("max", |x, y| x.max(y, site()), |x, y| if y > x { y } else { x }),
        Operation::new(
            "select",
            |x, y| x.binary(BinaryOp::Eq, y, site()).select(T::constant(3), x, site()),
            |x, y| if x == y { T::of(3) } else { x },
        ),
        Operation::new("cast to bool", |x, _| x.cast(ScalarType::Bool, site()), |x, _| x != T::default()),
    ]
}

/// Conversions of numbers to all other types of numbers.
macro_rules! casts {
    ($($to:ty)+) => {
        vec![$(Operation::new(
            concat!("cast to ", stringify!($to)),
            |x, _| x.cast(<$to as Scalar>::TYPE, site()),
            |x, _| x as $to,
        )),+]
    };
}

impl Operands for bool {
    fn operations() -> Vec<Operation<Self>> {
        let mut all = common();
        all.extend([
            Operation::unary(UnaryOp::Not, |x: bool| !x),
            Operation::binary(BinaryOp::And, |x, y| x && y),
            Operation::binary(BinaryOp::Or, |x, y| x || y),
            Operation::binary(BinaryOp::BitAnd, |x, y| x & y),
            Operation::binary(BinaryOp::BitOr, |x, y| x | y),
            Operation::binary(BinaryOp::BitXor, |x, y| x ^ y),
        ]);
        all.extend::<Vec<_>>(casts! { i8 i16 i32 i64 u8 u16 u32 u64 });
        let float = |ty| move |x: Value, _| x.cast(ty, site());
        all.push(Operation::new("cast to f32", float(ScalarType::F32), |x, _| f32::from(x)));
        all.push(Operation::new("cast to f64", float(ScalarType::F64), |x, _| f64::from(x)));
        all
    }
}

macro_rules! integers {
    ($($type:ty: $abs:expr;)+) => {
        $(impl Operands for $type {
            fn operations() -> Vec<Operation<Self>> {
                let abs: fn($type) -> $type = $abs;
                let mut all = common();
                all.extend([
                    Operation::unary(UnaryOp::Neg, |x: $type| x.wrapping_neg()),
                    Operation::unary(UnaryOp::BitNot, |x: $type| !x),
                    Operation::new("abs", |x, _| x.abs(site()), move |x, _| abs(x)),
                    Operation::binary(BinaryOp::Add, |x: $type, y| x.wrapping_add(y)),
                    Operation::binary(BinaryOp::Sub, |x: $type, y| x.wrapping_sub(y)),
                    Operation::binary(BinaryOp::Mul, |x: $type, y| x.wrapping_mul(y)),
                    Operation::binary(BinaryOp::Div, |x: $type, y| if y == 0 { 0 } else { x.wrapping_div(y) }),
                    Operation::binary(BinaryOp::Rem, |x: $type, y| if y == 0 { 0 } else { x.wrapping_rem(y) }),
                    Operation::binary(BinaryOp::BitAnd, |x, y| x & y),
                    Operation::binary(BinaryOp::BitOr, |x, y| x | y),
                    Operation::binary(BinaryOp::BitXor, |x, y| x ^ y),
                    Operation::binary(BinaryOp::Shl, |x: $type, y| x.wrapping_shl(y as u32)),
                    Operation::binary(BinaryOp::Shr, |x: $type, y| x.wrapping_shr(y as u32)),
                ]);
                all.extend::<Vec<_>>(casts! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 });
                all
            }
        })+
    };
}

integers! {
    i8: i8::wrapping_abs;
    i16: i16::wrapping_abs;
    i32: i32::wrapping_abs;
    i64: i64::wrapping_abs;
    u8: |x| x;
    u16: |x| x;
    u32: |x| x;
    u64: |x| x;
}

macro_rules! floats {
    ($($type:ident)+) => {
        $(impl Operands for $type {
            fn operations() -> Vec<Operation<Self>> {
                let mut all = common();
                all.extend([
                    Operation::unary(UnaryOp::Neg, |x: $type| -x),
                    Operation::new("abs", |x, _| x.abs(site()), |x: $type, _| x.abs()),
                    Operation::binary(BinaryOp::Add, |x: $type, y: $type| x + y),
                    Operation::binary(BinaryOp::Sub, |x: $type, y: $type| x - y),
                    Operation::binary(BinaryOp::Mul, |x: $type, y: $type| x * y),
                    Operation::binary(BinaryOp::Div, |x: $type, y: $type| x / y),
                ]);
                all.extend::<Vec<_>>(casts! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 });
                for (name, n_arguments) in FUNCTIONS {
                    let function: fn($type, $type) -> $type = match name {
                        "fabs" => |x, _| x.abs(),
                        "sqrt" => |x, _| x.sqrt(),
                        "cbrt" => |x, _| x.cbrt(),
                        "exp" => |x, _| x.exp(),
                        "exp2" => |x, _| x.exp2(),
                        "expm1" => |x, _| x.exp_m1(),
                        "log" => |x, _| x.ln(),
                        "log2" => |x, _| x.log2(),
                        "log10" => |x, _| x.log10(),
                        "log1p" => |x, _| x.ln_1p(),
                        "sin" => |x, _| x.sin(),
                        "cos" => |x, _| x.cos(),
                        "tan" => |x, _| x.tan(),
                        "asin" => |x, _| x.asin(),
                        "acos" => |x, _| x.acos(),
                        "atan" => |x, _| x.atan(),
                        "atan2" => $type::atan2,
                        "sinh" => |x, _| x.sinh(),
                        "cosh" => |x, _| x.cosh(),
                        "tanh" => |x, _| x.tanh(),
                        "floor" => |x, _| x.floor(),
                        "ceil" => |x, _| x.ceil(),
                        "trunc" => |x, _| x.trunc(),
                        "rint" => |x, _| x.round_ties_even(),
                        "round" => |x, _| x.round(),
                        "fmod" => |x, y| x % y,
                        "pow" => $type::powf,
                        "hypot" => $type::hypot,
                        _ => panic!("what is {name}?"),
                    };
                    let program = move |x, y| Value::call(name, &[x, y][..n_arguments], site());
                    let is_exact = matches!(
                        name,
                        "fabs" | "sqrt" | "floor" | "ceil" | "trunc" | "rint" | "round" | "fmod"
                    );
                    all.push(Operation { is_exact, ..Operation::new(name, program, function) });
                }
                all
            }
        })+
    };
}

floats! { f32 f64 }

fn is_near(a: Number, b: Number) -> bool {
    let (x, y) = (a.to_float(), b.to_float());
    is_same_number(a, b) || (x - y).abs() <= 1e-6 * x.abs().max(y.abs()) || (x == 0.0 && y == 0.0)
}

/// Compares all operations on pairs of values of one type: interpreted, and compiled.
fn check<T: Operands>() {
    let mut random = Random::seed_from_u64(1);
    let n = 500;
    // Each with itself, too.
    let a = ArrayD::from_shape_simple_fn(ndarray::IxDyn(&[n]), || T::random(&mut random));
    let b =
        ArrayD::from_shape_fn(
            ndarray::IxDyn(&[n]),
            |at| {
                if at[0] % 9 == 0 { a[[at[0]]] } else { T::random(&mut random) }
            },
        );
    let parameter = Parameter::Array { element: T::TYPE, n_dims: 1 };
    for operations in T::operations().chunks(24) {
        let program = |given: &[Symbolic]| match given {
            [Symbolic::Array(a), Symbolic::Array(b)] => {
                let each = |operation: &Operation<T>| zip_with(&[*a, *b], |x| (operation.program)(x[0], x[1]), site());
                operations.iter().map(each).collect()
            }
            _ => vec![],
        };
        let graph = trace(&[parameter, parameter], site().location, program).unwrap();
        let given = [&a, &b].map(|array| Given::Array(vec![values_of(array.view())]));
        let interpreted = interpret(&graph, &given).unwrap();
        let arguments = [&a, &b].map(|array| DynArgument::Array(T::any_view(array.view())));
        let function = DynFunction::compile(graph, &options("machine.toml")).unwrap();
        let compiled: Vec<Values> = function.run(arguments.into()).unwrap().iter().map(values).collect();
        for (operation, results) in operations.iter().zip(interpreted.iter().zip(&compiled)) {
            for (who, result) in [("interpreted", results.0), ("compiled", results.1)] {
                for ((x, y), found) in a.iter().zip(&b).zip(&result.elements) {
                    let expected = (operation.plain)(*x, *y);
                    let fits = if operation.is_exact { is_same_number } else { is_near };
                    let (name, ty) = (&operation.name, T::TYPE);
                    assert!(
                        fits(*found, expected),
                        "{name} of {x:?} and {y:?} of {ty} is {expected:?}, {who} {found:?}"
                    );
                }
            }
        }
    }
}

macro_rules! types {
    ($($name:ident $type:ty;)+) => {
        $(#[test]
        fn $name() {
            check::<$type>();
        })+
    };
}

types! {
    values_of_bool bool;
    values_of_i8 i8;
    values_of_i16 i16;
    values_of_i32 i32;
    values_of_i64 i64;
    values_of_u8 u8;
    values_of_u16 u16;
    values_of_u32 u32;
    values_of_u64 u64;
    values_of_f32 f32;
    values_of_f64 f64;
}
