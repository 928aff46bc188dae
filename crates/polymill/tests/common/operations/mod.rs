//! The operations of the array language, each as a program and as a plain definition.

mod axes;
mod elements;
mod folds;
mod stencils;
mod updates;

use std::rc::Rc;

use ndarray::{ArrayD, IxDyn};
use polymill::array::graph::Graph;
use polymill::array::interpreter::Values;
use polymill::array::number::Number;
use polymill::array::untyped::{Array, Boundary, Given, Neighbourhood, Parameter, Value, generate, trace, zip_with};
use polymill::array::{AnyArray, Len};
use polymill_gdg::{BinaryOp, ScalarType};
use rand::RngExt;

use super::plain::{Plain, along, at, from_fn, inserted, int, scanned, segments, site, with, without};
use super::strided::{AnyStrided, Random, Strided, Typed};

use self::axes::*;
use self::elements::*;
use self::folds::*;
use self::stencils::*;
use self::updates::*;

/// An operation: a case of it for so many dimensions, if there is one.
pub type Operation = fn(&mut Random, usize) -> Option<Case>;

type ProgramOf = Box<dyn Fn(&Symbolic) -> Vec<Array>>;
type ArgumentsOf = Box<dyn Fn(&mut Random) -> Vec<Argument>>;
type PlainOf = Box<dyn Fn(&Known) -> Vec<AnyArray>>;

/// A program of one operation, and what it means.
pub struct Case {
    parameters: Vec<Parameter>,
    program: ProgramOf,
    /// Draws arguments.
    pub arguments: ArgumentsOf,
    /// The results.
    pub plain: PlainOf,
}

/// An argument of a run.
pub enum Argument {
    Number(i64),
    Array(Box<dyn AnyStrided>),
}

/// The arguments, in a program.
pub struct Symbolic<'a>(&'a [Given]);

/// The arguments, in a run.
pub struct Known<'a>(pub &'a [Argument]);

impl Case {
    fn new(
        parameters: impl IntoIterator<Item = Parameter>,
        arguments: impl Fn(&mut Random) -> Vec<Argument> + 'static,
        program: impl Fn(&Symbolic) -> Vec<Array> + 'static,
        plain: impl Fn(&Known) -> Vec<AnyArray> + 'static,
    ) -> Self {
        let (arguments, program, plain) = (Box::new(arguments), Box::new(program), Box::new(plain));
        Self { parameters: parameters.into_iter().collect(), program, arguments, plain }
    }

    /// A function of one array with elements of one type.
    fn of_one<T: Plain, U: Typed>(
        n_dims: usize,
        program: impl Fn(Array) -> Array + 'static,
        plain: impl Fn(&ArrayD<T>) -> ArrayD<U> + 'static,
    ) -> Option<Self> {
        Some(Self::new(
            [array::<T>(n_dims)],
            move |random| vec![any::<T>(random, n_dims)],
            move |given| vec![program(given.array(0))],
            move |given| vec![U::any_array(plain(&given.array(0)))],
        ))
    }

    /// The program.
    pub fn graph(&self) -> Graph {
        trace(&self.parameters, site().location, |given| (self.program)(&Symbolic(given))).unwrap()
    }
}

impl Symbolic<'_> {
    fn array(&self, position: usize) -> Array {
        match self.0[position] {
            Given::Array(array) => array,
            Given::Number(_) => panic!("argument {position} is a number"),
        }
    }

    fn len(&self, position: usize) -> Len {
        match self.0[position] {
            Given::Number(value) => value.len(site()),
            Given::Array(_) => panic!("argument {position} is an array"),
        }
    }

    fn lens(&self, from: usize) -> Vec<Len> {
        (from..self.0.len()).map(|position| self.len(position)).collect()
    }
}

impl Known<'_> {
    fn array<T: Typed>(&self, position: usize) -> ArrayD<T> {
        match &self.0[position] {
            Argument::Array(array) => array.any().downcast_ref::<Strided<T>>().unwrap().view().to_owned(),
            Argument::Number(_) => panic!("argument {position} is a number"),
        }
    }

    fn integers(&self, position: usize) -> Vec<i128> {
        match &self.0[position] {
            Argument::Array(array) => {
                let Values { elements, .. } = array.values();
                elements.into_iter().map(Number::to_int).collect()
            }
            Argument::Number(_) => panic!("argument {position} is a number"),
        }
    }

    fn size(&self, position: usize) -> usize {
        match self.0[position] {
            Argument::Number(value) => usize::try_from(value).unwrap(),
            Argument::Array(_) => panic!("argument {position} is an array"),
        }
    }

    fn sizes(&self, from: usize) -> Vec<usize> {
        (from..self.0.len()).map(|position| self.size(position)).collect()
    }
}

fn array<T: Plain>(n_dims: usize) -> Parameter {
    Parameter::Array { element: T::TYPE, n_dims }
}

const NUMBER: Parameter = Parameter::Number(ScalarType::I64);

fn numbers(n: usize) -> impl Iterator<Item = Parameter> {
    std::iter::repeat_n(NUMBER, n)
}

/// A size of an array with so many dimensions.
fn size(random: &mut Random, n_dims: usize) -> usize {
    random.random_range(0..=[0, 11, 6, 4, 3, 3, 2][n_dims])
}

fn shape(random: &mut Random, n_dims: usize) -> Vec<usize> {
    (0..n_dims).map(|_| size(random, n_dims)).collect()
}

fn filled<T: Plain>(random: &mut Random, shape: &[usize], element: impl FnMut(&mut Random) -> T) -> Argument {
    Argument::Array(Box::new(Strided::new(random, shape, true, element)))
}

fn some<T: Plain>(random: &mut Random, shape: &[usize]) -> Argument {
    filled(random, shape, T::random)
}

/// An array of any sizes.
fn any<T: Plain>(random: &mut Random, n_dims: usize) -> Argument {
    let shape = shape(random, n_dims);
    some::<T>(random, &shape)
}

/// A dimension, if there is one.
fn axis(random: &mut Random, n_dims: usize) -> Option<usize> {
    (n_dims > 0).then(|| random.random_range(0..n_dims))
}

/// The numbers of a linear function of an index, which also leads outside.
#[derive(Clone)]
struct Linear {
    factors: Vec<i64>,
    constant: i64,
}

impl Linear {
    fn new(random: &mut Random, n: usize) -> Self {
        Self { factors: (0..n).map(|_| random.random_range(-1..3)).collect(), constant: random.random_range(-2..3) }
    }

    fn several(random: &mut Random, n: usize, n_results: usize) -> Vec<Self> {
        (0..n_results).map(|_| Self::new(random, n)).collect()
    }

    fn plain(&self, index: &[i64]) -> i64 {
        index.iter().zip(&self.factors).fold(self.constant, |sum, (at, factor)| sum + at * factor)
    }

    fn value(&self, index: &[Value]) -> Value {
        index.iter().zip(&self.factors).fold(int(self.constant), |sum, (at, factor)| {
            sum.binary(BinaryOp::Add, at.binary(BinaryOp::Mul, int(*factor), site()), site())
        })
    }

    fn plains(all: &[Self], index: &[i64]) -> Vec<i64> {
        all.iter().map(|each| each.plain(index)).collect()
    }

    fn values(all: &[Self], index: &[Value]) -> Vec<Value> {
        all.iter().map(|each| each.value(index)).collect()
    }
}

fn signed(index: &[usize]) -> Vec<i64> {
    index.iter().map(|at| *at as i64).collect()
}

/// All operations, by name.
pub fn operations<T: Plain>() -> Vec<(&'static str, Operation)> {
    macro_rules! all {
        ($($name:ident)+) => { vec![$((stringify!($name), $name::<T> as Operation)),+] };
    }
    all! {
        map imap zip_with_any tuples generated gather backpermute element
        permute_axes transpose reverse slice take_and_drop init_and_tail concat flatten reshape replicate
        fold fold1 scan scan_and_fold fold_segments scan_segments stencil stencil2
        permute scatter filter compress iterate
    }
}
