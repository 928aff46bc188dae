//! Building GDGs: what front ends make them with.
//!
//! A [`Builder`] hands out ids and expressions; accesses follow from what a statement loads and stores.
//!
//! ```
//! use polymill_gdg::build::Builder;
//! use polymill_gdg::{Array, Expr, Param, ScalarType};
//! use polymill_isl as isl;
//!
//! let context = isl::Context::new()?;
//! let mut builder = Builder::new(&context, "scale")?;
//! let n = builder.param(Param::variable("n", ScalarType::I64))?;
//! builder.restrict("{ : n >= 0 }")?;
//! let extent = builder.function("{ [(n)] }")?;
//! let x = builder.array(Array::external("x", ScalarType::F64, vec![Some(extent)]))?;
//!
//! let mut scale = builder.statement("S", "{ S[i] : 0 <= i < n }", &["i"])?;
//! let i = scale.iterator(0);
//! let element = scale.load(x, vec![i.clone()])?;
//! scale.store(x, vec![i], Expr::constant(ScalarType::F64, "2.0") * element)?;
//! scale.finish()?;
//!
//! let gdg = builder.finish()?;
//! assert_eq!(gdg.statements[0].accesses.len(), 2);
//! assert_eq!(gdg.param_named("n"), Some(n));
//! # Ok::<(), polymill_gdg::Error>(())
//! ```

mod derive;
mod order;
mod statement;

use std::panic::Location;

use polymill_isl as isl;

use crate::{Array, ArrayId, Error, Gdg, Origin, Param, ParamId, Program, Result, is_name};

pub use derive::{Derivation, Use};
pub use order::Order;
pub use statement::StatementBuilder;

/// A GDG that is being built.
#[derive(Debug)]
pub struct Builder {
    gdg: Gdg,
    /// The order of what was added to the innermost loop that is open.
    order: Vec<Order>,
    /// The orders of what was added before it to those around it.
    open: Vec<Vec<Order>>,
}

impl Builder {
    /// An empty GDG, valid for all parameters.
    ///
    /// # Errors
    /// isl's.
    pub fn new(context: &isl::Context, name: &str) -> Result<Self> {
        Ok(Self { gdg: Gdg::new(context, name, Origin::Built)?, order: vec![], open: vec![] })
    }

    /// Declares a parameter.
    ///
    /// # Errors
    /// A bug, with the caller's location: the name is none, or taken.
    #[track_caller]
    pub fn param(&mut self, param: Param) -> Result<ParamId> {
        ensure(is_name(&param.name), || format!("`{}` is no name", param.name))?;
        ensure(self.gdg.param_named(&param.name).is_none(), || format!("there are two parameters `{}`", param.name))?;
        self.gdg.params.push(param);
        Ok(ParamId::new(self.gdg.params.len() - 1))
    }

    /// Declares an array.
    ///
    /// # Errors
    /// A bug, with the caller's location: the name is none, or taken, or the sizes do not fit the place.
    #[track_caller]
    pub fn array(&mut self, array: Array) -> Result<ArrayId> {
        ensure(is_name(&array.name), || format!("`{}` is no name", array.name))?;
        ensure(self.gdg.array_named(&array.name).is_none(), || format!("there are two arrays `{}`", array.name))?;
        let n_subscripts = array.place.n_subscripts();
        ensure(n_subscripts == array.n_dims(), || {
            format!("{n_subscripts} subscripts for `{}`, which has {} dimensions", array.name, array.n_dims())
        })?;
        self.gdg.arrays.push(array);
        Ok(ArrayId::new(self.gdg.arrays.len() - 1))
    }

    /// Says for which parameters the GDG is valid, beyond what was said, in isl's notation: `{ : n >= 1 }`.
    ///
    /// # Errors
    /// isl's.
    pub fn restrict(&mut self, valid: &str) -> Result<()> {
        self.restrict_to(&self.gdg.read_set(valid)?)
    }

    /// As [`Builder::restrict`], with a set of parameters.
    ///
    /// # Errors
    /// isl's.
    pub fn restrict_to(&mut self, valid: &isl::Set) -> Result<()> {
        self.gdg.context = self.gdg.context.intersect(valid)?;
        Ok(())
    }

    /// A function of the parameters, in isl's notation: `{ [(n + 1)] }`.
    ///
    /// # Errors
    /// isl's.
    pub fn function(&self, text: &str) -> Result<isl::PwAff> {
        Ok(self.gdg.read_function(text)?)
    }

    /// Starts a statement with this domain, `{ S[i] : 0 <= i < n }`, and as many iterators, which count in 64 bits.
    ///
    /// # Errors
    /// isl's; a bug, with the caller's location: the name is taken, or the domain is that of another statement.
    #[track_caller]
    pub fn statement(&mut self, name: &str, domain: &str, iterators: &[&str]) -> Result<StatementBuilder<'_>> {
        let location = Location::caller();
        let domain = self.gdg.read_set(domain)?;
        StatementBuilder::start(self, name, domain, iterators, location)
    }

    /// As [`Builder::statement`], with the domain as a set.
    ///
    /// # Errors
    /// As there.
    #[track_caller]
    pub fn statement_on(&mut self, name: &str, domain: isl::Set, iterators: &[&str]) -> Result<StatementBuilder<'_>> {
        StatementBuilder::start(self, name, domain, iterators, Location::caller())
    }

    /// Begins a loop over the next iterator of all statements that are added until [`Builder::close_loop`].
    pub fn open_loop(&mut self) {
        self.open.push(std::mem::take(&mut self.order));
    }

    /// Ends the loop that was begun last.
    pub fn close_loop(&mut self) {
        if let Some(before) = self.open.pop() {
            let body = Order::Sequence(std::mem::replace(&mut self.order, before));
            self.order.push(Order::upward(self.open.len(), body));
        }
    }

    /// What was built so far.
    pub fn gdg(&self) -> &Gdg {
        &self.gdg
    }

    /// The finished GDG.
    ///
    /// # Errors
    /// isl's; a bug, if something does not fit.
    pub fn finish(mut self) -> Result<Gdg> {
        while !self.open.is_empty() {
            self.close_loop();
        }
        let order = Order::Sequence(self.order);
        let schedule = order.schedule(&self.gdg.statements)?;
        let schedule = match schedule {
            Some(schedule) => schedule,
            None => isl::Schedule::empty(&self.gdg.context.get_space()?)?,
        };
        (self.gdg.original, self.gdg.schedule) = (schedule.clone(), schedule);
        let mut program = Program::default();
        let id = program.add(self.gdg);
        program.validate()?;
        Ok(program.gdg(id).clone())
    }
}

/// An error with the caller's location, if something does not hold.
#[track_caller]
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<()> {
    if holds { Ok(()) } else { Err(misuse(&message(), Location::caller())) }
}

fn misuse(message: &str, location: &Location<'_>) -> Error {
    Error::Bug(format!("{message} ({}:{})", location.file(), location.line()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Expr, ScalarType};

    fn builder() -> Builder {
        let mut builder = Builder::new(&isl::Context::new().unwrap(), "f").unwrap();
        builder.param(Param::variable("n", ScalarType::I64)).unwrap();
        let extent = builder.function("{ [(n)] }").unwrap();
        builder.array(Array::external("x", ScalarType::F64, vec![Some(extent)])).unwrap();
        builder
    }

    #[test]
    fn what_does_not_fit_is_said_with_the_callers_line() {
        let mut builder = builder();
        let twice = builder.param(Param::variable("n", ScalarType::I64)).unwrap_err().to_string();
        assert!(twice.contains("there are two parameters `n`") && twice.contains(file!()), "{twice}");
        let name = builder.array(Array::external("max", ScalarType::F64, vec![])).unwrap_err().to_string();
        assert!(name.contains("`max` is no name"), "{name}");
        let domain = builder.statement("S", "{ T[i] : i = 0 }", &["i"]).err().unwrap().to_string();
        assert!(domain.contains("`S`"), "{domain}");
        let iterators = builder.statement("S", "{ S[i] : i = 0 }", &[]).err().unwrap().to_string();
        assert!(iterators.contains("1 dimensions"), "{iterators}");
    }

    #[test]
    fn what_an_instance_may_skip_is_an_access_that_may_happen() {
        let mut builder = builder();
        let x = builder.gdg().array_named("x").unwrap();
        let mut statement = builder.statement("S", "{ S[i] : 0 <= i < n }", &["i"]).unwrap();
        let i = statement.iterator(0);
        let zero = Expr::constant(ScalarType::F64, "0.0");
        let element = statement.load(x, vec![i.clone()]).unwrap();
        let is_negative = Expr::of(crate::BinaryOp::Lt, element, zero.clone());
        statement.store_if(is_negative, x, vec![i], zero).unwrap();
        statement.finish().unwrap();
        let gdg = builder.finish().unwrap();
        let text = Program::from_iter([gdg]).to_string();
        assert!(text.contains("built") && text.contains("if (x[i] < 0.0)"), "{text}");
        let kinds: Vec<_> = Program::parse(&isl::Context::new().unwrap(), &text).unwrap().gdgs()[0].statements[0]
            .accesses
            .iter()
            .map(|access| access.kind.to_string())
            .collect();
        assert_eq!(kinds, ["read", "may_write"]);
    }
}
