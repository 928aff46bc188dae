//! Random array programs of all operations.

use std::rc::Rc;

use polymill::array::graph::Graph;
use polymill::array::number::Number;
use polymill::array::untyped::{Array, Boundary, Given, Parameter, Site, Value, generate, trace, zip_with};
use polymill::array::{Len, Place};
use polymill_gdg::BinaryOp::{self, Add, BitAnd, BitXor, Div, Eq, Gt, Lt, Mul, Or, Rem, Shl, Shr, Sub};
use polymill_gdg::{ScalarType, UnaryOp};
use rand::RngExt;

use super::strided::Random;

const I64: ScalarType = ScalarType::I64;
const F64: ScalarType = ScalarType::F64;

/// The types of elements; those that are here twice come more often.
const TYPES: [ScalarType; 12] = [
    F64,
    F64,
    ScalarType::F32,
    int(32, true),
    int(32, true),
    I64,
    int(8, false),
    int(16, true),
    int(64, false),
    int(8, true),
    int(32, false),
    ScalarType::Bool,
];

const fn int(bits: u8, signed: bool) -> ScalarType {
    ScalarType::Int { bits, signed }
}

/// The most dimensions of an array.
const MAX_DIMS: usize = 4;

fn site() -> Site {
    Site::new("operation", Place::caller())
}

fn pick<T: Copy>(random: &mut Random, all: &[T]) -> T {
    all[random.random_range(0..all.len())]
}

fn chance(random: &mut Random, one_of: u32) -> bool {
    random.random_range(0..one_of) == 0
}

fn constant(ty: ScalarType, value: i64) -> Value {
    Value::constant(ty, Number::Int(i128::from(value)))
}

fn half(ty: ScalarType) -> Value {
    Value::constant(ty, Number::Float(0.5))
}

fn op(op: BinaryOp, x: Value, y: Value) -> Value {
    x.binary(op, y, site())
}

fn type_of(x: Value) -> ScalarType {
    x.types(site())[0]
}

/// A random program with up to so many operations.
pub fn random_program(random: &mut Random, most: usize) -> Graph {
    let mut parameters: Vec<Parameter> = (0..random.random_range(2..5))
        .map(|_| Parameter::Array { element: pick(random, &TYPES), n_dims: pick(random, &[0, 1, 1, 1, 2, 2, 2, 3, 4]) })
        .collect();
    parameters.extend([Parameter::Number(I64), Parameter::Number(F64)]);
    let program = |given: &[Given]| {
        let (mut arrays, mut numbers) = (vec![], vec![]);
        for each in given {
            match each {
                Given::Array(array) => arrays.push(*array),
                Given::Number(value) => numbers.push(*value),
            }
        }
        let mut draw = Draw { random, arrays, numbers };
        let n = draw.random.random_range(1..=15_usize);
        for _ in 0..n.min(most) {
            let made = draw.operation();
            draw.arrays.extend(made);
        }
        // The last ones, and some of those that they were made of.
        let n_results = draw.random.random_range(1..4);
        let mut results = vec![];
        for at in 0..n_results {
            let n = draw.arrays.len();
            results.push(if at < 2 { draw.arrays[n - 1 - at.min(n - 1)] } else { pick(draw.random, &draw.arrays) });
        }
        results
    };
    trace(&parameters, site().location, program).unwrap()
}

/// What draws a program.
struct Draw<'a> {
    random: &'a mut Random,
    /// The arrays so far.
    arrays: Vec<Array>,
    numbers: Vec<Value>,
}

impl Draw<'_> {
    /// An array, rather a new one.
    fn any(&mut self) -> Array {
        let n = self.arrays.len();
        let from = if chance(self.random, 2) { n.saturating_sub(3) } else { 0 };
        self.arrays[self.random.random_range(from..n)]
    }

    /// The last array for which this holds.
    fn last(&self, fits: impl Fn(Array) -> bool) -> Option<Array> {
        self.arrays.iter().rev().copied().find(|array| fits(*array))
    }

    fn axis(&mut self, a: Array) -> Option<usize> {
        let n_dims = a.n_dims(site());
        (n_dims > 0).then(|| self.random.random_range(0..n_dims))
    }

    /// A value of another type.
    fn converted(&mut self, x: Value) -> Value {
        let to = pick(self.random, &TYPES);
        x.cast(to, site())
    }

    /// A function of a value, of the same type.
    fn function(&mut self, x: Value) -> Value {
        let parts = x.parts(site());
        let parts: Vec<Value> = parts.into_iter().map(|part| self.function_of_part(part)).collect();
        Value::tuple(&parts, site())
    }

    fn function_of_part(&mut self, x: Value) -> Value {
        let ty = type_of(x);
        let (kind, number) = (self.random.random_range(0..8), self.random.random_range(-5..6));
        let c = constant(ty, number);
        if ty == ScalarType::Bool {
            return match kind {
                0..3 => x.unary(UnaryOp::Not, site()),
                3..5 => op(BitXor, x, c),
                _ => x,
            };
        }
        match kind {
            0 => op(Add, op(Mul, x, constant(ty, 3)), c),
            1 => op(Lt, x, c).select(op(Sub, x, constant(ty, 1)), op(Mul, x, c), site()),
            2 => x.max(c, site()),
            3 => op(Div, x, c),
            4 => {
                let narrow = x.cast(int(8, true), site());
                op(Add, narrow.cast(ty, site()), c)
            }
            _ if ty.is_float() => match kind {
                5 => Value::call("sqrt", &[x.abs(site())], site()),
                6 => Value::call("floor", &[op(Mul, x, half(ty))], site()),
                _ => op(Add, op(Mul, x, half(ty)), self.numbers[1].cast(ty, site())),
            },
            5 => op(Rem, x.abs(site()), constant(ty, 7)),
            6 => op(BitAnd, op(BitXor, x, c), constant(ty, 1023)),
            _ => op(Shr, op(Shl, x, c), constant(ty, 2)),
        }
    }

    /// How two values become one of the same type.
    fn combination(&mut self) -> impl Fn(Value, Value) -> Value + use<> {
        let kind = self.random.random_range(0..6);
        move |x, y| {
            let both = |x: Value, y: Value| {
                let ty = type_of(x);
                match kind {
                    _ if ty == ScalarType::Bool => op(if kind < 3 { BitXor } else { Or }, x, y),
                    0 | 1 => op(Add, x, y),
                    2 => x.max(y, site()),
                    3 if ty.is_float() => op(Add, op(Mul, x, half(ty)), y),
                    3 => op(Sub, op(Mul, x, constant(ty, 3)), y),
                    4 => op(Sub, x, y),
                    _ => op(Gt, x, y).select(op(Sub, y, x), y, site()),
                }
            };
            let pairs = x.parts(site()).into_iter().zip(y.parts(site()));
            Value::tuple(&pairs.map(|(x, y)| both(x, y)).collect::<Vec<_>>(), site())
        }
    }

    /// A value that an accumulation begins with.
    fn initial(&mut self, a: Array) -> Value {
        let types = a.types(site());
        let parts: Vec<Value> = types.into_iter().map(|ty| constant(ty, self.random.random_range(-2..3))).collect();
        Value::tuple(&parts, site())
    }

    /// A place of a number of indices: a linear function, or the remainder of one.
    fn place(&mut self, index: &[Value]) -> Value {
        let linear = index.iter().fold(constant(I64, self.random.random_range(-2..3)), |sum, at| {
            op(Add, sum, op(Mul, *at, constant(I64, self.random.random_range(-1..4))))
        });
        if chance(self.random, 3) { op(Rem, linear, constant(I64, 5)) } else { linear }
    }

    fn places(&mut self, index: &[Value], n: usize) -> Vec<Value> {
        (0..n).map(|_| self.place(index)).collect()
    }

    /// A size of an array, or a small one.
    fn size(&mut self) -> Len {
        let a = self.any();
        match self.axis(a) {
            Some(axis) if chance(self.random, 2) => a.len(axis, site()),
            _ if chance(self.random, 3) => self.numbers[0].len(site()),
            _ => self.random.random_range(0..5_usize).into(),
        }
    }

    fn boundary(&mut self, a: Array) -> Boundary {
        match self.random.random_range(0..5) {
            0 => Boundary::Clamp,
            1 => Boundary::Mirror,
            2 => Boundary::Wrap,
            3 => Boundary::Constant(self.initial(a)),
            _ => {
                let (types, factor) = (a.types(site()), self.random.random_range(-2..4));
                Boundary::Function(Rc::new(move |index| {
                    let sum = index
                        .iter()
                        .fold(constant(I64, 1), |sum, at| op(Add, op(Mul, sum, constant(I64, factor)), *at));
                    let parts: Vec<Value> = types.iter().map(|ty| sum.cast(*ty, site())).collect();
                    Some(Value::tuple(&parts, site()))
                }))
            }
        }
    }

    fn offset(&mut self, n_dims: usize) -> Vec<i64> {
        (0..n_dims).map(|_| pick(self.random, &[0, 0, 0, 1, -1, 2, -2, 3])).collect()
    }

    fn stencil(&mut self, a: Array) -> Array {
        let (boundary, combine) = (self.boundary(a), self.combination());
        let offsets: Vec<Vec<i64>> =
            (0..self.random.random_range(1..4)).map(|_| self.offset(a.n_dims(site()))).collect();
        a.stencil(boundary, |s| offsets.iter().map(|by| s.at(by)).reduce(&combine).unwrap(), site())
    }

    /// Another array of the same shape.
    fn like(&mut self, a: Array) -> Array {
        let shape = |a: Array| format!("{:?}", a.shape(site()));
        let fits: Vec<Array> = self.arrays.iter().copied().filter(|other| shape(*other) == shape(a)).collect();
        match fits.as_slice() {
            [] => a.map(|x| self.function(x), site()),
            _ => pick(self.random, &fits),
        }
    }

    /// Lengths of segments, of which there are few.
    fn lengths(&mut self) -> Option<Array> {
        let fits = |a: Array| {
            let types = a.types(site());
            types.len() == 1 && types[0].is_integer() && types[0] != ScalarType::Bool && a.n_dims(site()) == 1
        };
        let all = self.last(fits)?;
        let few = all.take(0, all.len(0, site()).least(&6.into(), Place::caller()), site());
        let ty = all.types(site())[0];
        Some(few.map(|length| op(Rem, length, constant(ty, 6)), site()))
    }

    /// What becomes of an array in each step of an iteration.
    fn step(&mut self, a: Array) -> Array {
        match self.random.random_range(0..5) {
            0 => a.map(|x| self.function(x), site()),
            1 => self.stencil(a),
            2 => match self.axis(a) {
                Some(axis) => a.scan(axis, None, self.combination(), chance(self.random, 2), site()),
                None => a,
            },
            3 => match self.axis(a) {
                Some(axis) => a.reverse(axis, site()),
                None => a,
            },
            _ => {
                let by = self.offset(a.n_dims(site()));
                let (boundary, combine) = (self.boundary(a), self.combination());
                a.stencil(boundary, |s| combine(s.at(&by), s.at(&vec![0; by.len()])), site())
            }
        }
    }

    /// An operation, until one is possible.
    fn operation(&mut self) -> Vec<Array> {
        loop {
            let a = self.any();
            let made = match self.random.random_range(0..5) {
                0 => self.of_elements(a),
                1 => self.moved(a),
                2 => self.accumulated(a),
                3 => self.segmented(a),
                _ => self.updated(a),
            };
            if let Some(made) = made {
                return made;
            }
        }
    }

    fn of_elements(&mut self, a: Array) -> Option<Vec<Array>> {
        let n_dims = a.n_dims(site());
        Some(vec![match self.random.random_range(0..11) {
            0 | 1 => a.map(|x| self.function(x), site()),
            2 => a.map(|x| self.converted(x.parts(site())[0]), site()),
            3 => a.imap(
                |index, x| {
                    let parts = x.parts(site());
                    let place = self.place(index).cast(type_of(parts[0]), site());
                    let first = self.combination()(parts[0], place);
                    Value::tuple(&[&[first], &parts[1..]].concat(), site())
                },
                site(),
            ),
            4 | 5 => {
                let (b, combine) = (self.like(a), self.combination());
                let function = |x: &[Value]| {
                    let (x, y) = (x[0].parts(site())[0], x[1].parts(site())[0]);
                    combine(x, y.cast(type_of(x), site()))
                };
                zip_with(&[a, b], function, site())
            }
            6 if a.types(site()).len() < 3 => {
                let b = self.like(a);
                let b = b.map(|x| x.parts(site())[0], site());
                zip_with(&[a, b], |x| Value::tuple(x, site()), site())
            }
            6 => a.map(|x| x.parts(site())[1], site()),
            7 => {
                let n = self.random.random_range(0..4);
                let sizes: Vec<Len> = (0..n).map(|_| self.size()).collect();
                let ty = pick(self.random, &TYPES);
                generate(sizes, |index| self.place(index).cast(ty, site()), site())
            }
            8 => {
                let places =
                    self.any().map(|x| op(Rem, x.parts(site())[0].cast(I64, site()), constant(I64, 9)), site());
                let row = self.last(|a| a.n_dims(site()) == 1)?;
                row.gather(places, site())
            }
            9 => {
                let n = self.random.random_range(0..4);
                let sizes: Vec<Len> = (0..n).map(|_| self.size()).collect();
                a.backpermute(sizes, |index| self.places(index, n_dims), site())
            }
            _ => {
                let index = self.places(&[], n_dims);
                Array::of_value(a.element(&index, site()), site())
            }
        }])
    }

    fn moved(&mut self, a: Array) -> Option<Vec<Array>> {
        let (n_dims, axis) = (a.n_dims(site()), self.axis(a));
        let least = |len: Len, other: Len| len.least(&other, Place::caller());
        Some(vec![match self.random.random_range(0..13) {
            0 => {
                let mut order: Vec<usize> = (0..n_dims).collect();
                (0..n_dims).for_each(|axis| order.swap(axis, self.random.random_range(axis..n_dims)));
                a.permute_axes(&order, site())
            }
            1 | 2 => a.transpose(site()),
            3 => a.reverse(axis?, site()),
            4 | 5 => {
                let end = least(self.size(), a.len(axis?, site()));
                let start = least(self.random.random_range(0..4_usize).into(), end.clone());
                a.slice(axis?, start, end, self.random.random_range(1..4), site())
            }
            6 => a.take(axis?, least(self.size(), a.len(axis?, site())), site()),
            7 => a.drop(axis?, least(self.size(), a.len(axis?, site())), site()),
            8 => {
                // One more, so that there is one to be left out.
                let more = a.concat(axis?, a.stencil(Boundary::Wrap, |s| s.at(&vec![0; n_dims]), site()), site());
                if chance(self.random, 2) { more.init(axis?, site()) } else { a.tail(axis?, site()) }
            }
            9 => a.concat(axis?, a.map(|x| self.function(x), site()), site()),
            10 => a.flatten(site()),
            11 => {
                let turned = a.shape(site()).into_iter().rev().collect();
                a.reshape(turned, site())
            }
            _ if n_dims < MAX_DIMS => a.replicate(self.random.random_range(0..=n_dims), self.size(), site()),
            _ => return None,
        }])
    }

    fn accumulated(&mut self, a: Array) -> Option<Vec<Array>> {
        let (axis, combine) = (self.axis(a)?, self.combination());
        let initial = (!chance(self.random, 3)).then(|| self.initial(a));
        let is_downward = chance(self.random, 2);
        Some(match self.random.random_range(0..9) {
            0..3 => vec![a.fold(axis, Some(self.initial(a)), combine, site())],
            3 => vec![a.fold(axis, initial, combine, site())],
            4..7 => vec![a.scan(axis, initial, combine, is_downward, site())],
            7 => {
                let (scan, fold) = a.scan_and_fold(axis, self.initial(a), combine, is_downward, site());
                vec![scan, fold]
            }
            _ if a.n_dims(site()) == 2 => {
                // A product of matrices.
                let (rows, b) = (a.len(0, site()), self.function_of(a));
                let both = [a.replicate(1, rows.clone(), site()), b.replicate(0, rows, site())];
                let products = zip_with(&both, |x| combine(x[0], x[1]), site());
                vec![products.fold(2, Some(self.initial(a)), self.combination(), site())]
            }
            _ => return None,
        })
    }

    fn function_of(&mut self, a: Array) -> Array {
        a.map(|x| self.function(x), site())
    }

    fn segmented(&mut self, a: Array) -> Option<Vec<Array>> {
        let (axis, lengths, combine) = (self.axis(a), self.lengths()?, self.combination());
        axis?;
        let initial = chance(self.random, 2).then(|| self.initial(a));
        Some(vec![match chance(self.random, 2) {
            true => a.fold_segments(lengths, self.initial(a), combine, site()),
            false => a.scan_segments(lengths, initial, combine, chance(self.random, 2), site()),
        }])
    }

    fn updated(&mut self, a: Array) -> Option<Vec<Array>> {
        let n_dims = a.n_dims(site());
        Some(match self.random.random_range(0..8) {
            0 | 1 => vec![self.stencil(a)],
            2 => {
                let (b, combine) = (self.like(a), self.combination());
                let (one, other) = (self.boundary(a), self.boundary(b));
                let (by, by_other) = (self.offset(n_dims), self.offset(n_dims));
                let function = |s: &_, t: &_| {
                    let near = |s: &polymill::array::untyped::Neighbourhood, by: &[i64]| s.at(by).parts(site())[0];
                    let (x, y) = (near(s, &by), near(t, &by_other));
                    combine(x, y.cast(type_of(x), site()))
                };
                vec![a.stencil2(one, (b, other), function, site())]
            }
            3 => {
                let types = a.types(site());
                let initial = self.last(|b| b.types(site()) == types)?;
                let n = initial.n_dims(site());
                let combine = self.combination();
                let by_value = chance(self.random, 2);
                let target = |index: &[Value]| {
                    let mut places = self.places(index, n);
                    if let (true, Some(first)) = (by_value, places.first_mut()) {
                        let value = a.element(index, site()).parts(site())[0].cast(I64, site());
                        *first = op(Rem, value, constant(I64, 7));
                    }
                    places
                };
                vec![a.permute(initial, target, combine, site())]
            }
            4 if n_dims == 1 => {
                let places = a.map(|x| op(Rem, x.parts(site())[0].cast(I64, site()), constant(I64, 9)), site());
                vec![a.scatter(places, self.like_type(a), site())]
            }
            5 if n_dims == 1 => {
                let keeps = |x: Value| {
                    let first = x.parts(site())[0];
                    op(Gt, first, constant(type_of(first), 0))
                };
                let (kept, count) = a.filter(keeps, site());
                vec![kept, count]
            }
            6 if n_dims == 1 => {
                let other = self.like(a);
                let mask = other.map(
                    |x| {
                        let first = x.parts(site())[0];
                        op(Eq, first, constant(type_of(first), 0)).unary(UnaryOp::Not, site())
                    },
                    site(),
                );
                let (kept, count) = a.compress(mask, site());
                vec![kept, count]
            }
            7 => {
                let count = if chance(self.random, 3) { 2.into() } else { self.numbers[0].len(site()) };
                vec![a.iterate(count, |state| self.step(state), site())]
            }
            _ => return None,
        })
    }

    /// An array in one dimension with elements of the same types.
    fn like_type(&mut self, a: Array) -> Array {
        let types = a.types(site());
        self.last(|b| b.n_dims(site()) == 1 && b.types(site()) == types).unwrap_or(a)
    }
}
