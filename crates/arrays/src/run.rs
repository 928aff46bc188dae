//! What must be known to run a program: sizes, from those of the arguments.

use crate::graph::{Check, Condition, Graph};
use crate::lower::MAX_SIZE;
use crate::size::{Size, Symbol, SymbolId};
use crate::{Error, Result};

/// The sizes of a run.
///
/// ```
/// use polymill_arrays::run::{Argument, Sizes};
/// use polymill_arrays::{Acc, Ix1, trace};
///
/// let program = trace(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| a + b)?;
/// let arguments = |n, m| [Argument::Array(vec![n]), Argument::Array(vec![m])];
/// assert_eq!(Sizes::of(program.graph(), &arguments(3, 3))?.symbols(), [3, 3]);
/// assert!(Sizes::of(program.graph(), &arguments(3, 4)).is_err());
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sizes {
    values: Vec<i64>,
}

/// An argument, as far as sizes depend on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An array of this shape.
    Array(Vec<usize>),
    /// An integer.
    Integer(i128),
    /// Another number.
    Other,
}

impl Sizes {
    /// The sizes with these arguments. They are what the program wants of them.
    ///
    /// # Errors
    /// [`Error::Shapes`], [`Error::Size`], [`Error::TooLarge`] with the operation that wants something else.
    pub fn of(graph: &Graph, arguments: &[Argument]) -> Result<Self> {
        let mut sizes = Self { values: vec![] };
        for (symbol, location) in graph.symbols.iter().zip(graph.symbol_locations.iter().copied()) {
            let size = sizes.symbol(symbol, arguments);
            if size < 0 {
                return Err(Error::Size { operation: "size", size, least: 0, location });
            }
            if size >= MAX_SIZE {
                return Err(Error::TooLarge { operation: "size", location });
            }
            sizes.values.push(size);
        }
        graph.checks.iter().try_for_each(|check| sizes.check(check))?;
        for array in &graph.arrays {
            let shape: Vec<i64> = array.shape.iter().map(|size| sizes.value(size)).collect();
            let n_bytes = shape.iter().try_fold(1_i64, |product, size| product.checked_mul((*size).max(1)));
            if shape.iter().any(|size| *size >= MAX_SIZE) || n_bytes.is_none_or(|n| n >= MAX_SIZE << 8) {
                return Err(Error::TooLarge { operation: array.operation, location: array.location });
            }
        }
        Ok(sizes)
    }

    /// The values of symbols.
    pub fn symbols(&self) -> &[i64] {
        &self.values
    }

    /// The value of a size; the largest number there is where it does not fit.
    pub fn value(&self, size: &Size) -> i64 {
        let value = |symbol: SymbolId| self.values.get(symbol.0).copied();
        size.value(&value).unwrap_or(i64::MAX)
    }

    /// A shape.
    pub fn shape(&self, shape: &[Size]) -> Vec<usize> {
        shape.iter().map(|size| usize::try_from(self.value(size)).unwrap_or(0)).collect()
    }

    fn symbol(&self, symbol: &Symbol, arguments: &[Argument]) -> i64 {
        let fit = |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
        match symbol {
            Symbol::Axis { input, axis } => match arguments.get(*input) {
                Some(Argument::Array(shape)) => {
                    shape.get(*axis).map_or(0, |size| i64::try_from(*size).unwrap_or(i64::MAX))
                }
                _ => 0,
            },
            Symbol::Number { input } => match arguments.get(*input) {
                Some(Argument::Integer(value)) => fit(*value),
                _ => 0,
            },
            Symbol::Product(one, other) => self.value(one).saturating_mul(self.value(other)),
            Symbol::Quotient(size, divisor) => self.value(size).div_euclid(*divisor),
            Symbol::Least(one, other) => self.value(one).min(self.value(other)),
        }
    }

    fn check(&self, Check { holds, operation, location }: &Check) -> Result<()> {
        let (operation, location) = (*operation, *location);
        match holds {
            Condition::Equal { left, right, axis } => {
                if self.value(&left[*axis]) == self.value(&right[*axis]) {
                    return Ok(());
                }
                let [left, right] = [left, right].map(|shape| shape.iter().map(|size| self.value(size)).collect());
                Err(Error::Shapes { operation, left, right, location })
            }
            Condition::AtLeast(size, least) => {
                let (size, least) = (self.value(size), *least);
                if size >= least { Ok(()) } else { Err(Error::Size { operation, size, least, location }) }
            }
        }
    }
}
