//! Strategies: which passes run, in which order. All of them stand here.

use crate::Pass;
use crate::passes::{
    Arrange, Borders, Buffer, Contract, Dataflow, Disambiguate, Distribute, Forward, IfConvert, Inspect, Pack, Place,
    Prefetch, Privatize, Reassociate, Schedule, Separate, Share, Specialize, Transpose, Unroll, Vectorize,
};

/// A list of passes for a target.
pub struct Strategy {
    passes: Vec<Box<dyn Pass>>,
}

impl Strategy {
    /// These passes, in order.
    pub fn new(passes: Vec<Box<dyn Pass>>) -> Self {
        Self { passes }
    }

    /// C with OpenMP for the processors of a shared-memory machine.
    pub fn openmp() -> Self {
        Self {
            passes: vec![
                Box::new(Disambiguate),
                Box::new(Specialize),
                Box::new(Privatize),
                Box::new(Forward),
                Box::new(Borders),
                Box::new(Transpose),
                Box::new(Dataflow),
                Box::new(Separate),
                Box::new(Inspect),
                Box::new(IfConvert),
                Box::new(Reassociate),
                Box::new(Schedule),
                Box::new(Place),
                Box::new(Distribute),
                Box::new(Unroll),
                Box::new(Arrange),
                Box::new(Vectorize),
                Box::new(Pack),
                Box::new(Prefetch),
                Box::new(Contract),
                Box::new(Share),
            ],
        }
    }

    /// The source's own order, in which temporaries do not serialize loops: what a schedule by hand is applied to.
    pub fn expanded() -> Self {
        Self { passes: vec![Box::new(Privatize)] }
    }

    /// As [`Strategy::expanded`], and values that are only moved are where they go to: the statements that are left are those of
    /// Polly, which does the same (DeLICM).
    pub fn forwarded() -> Self {
        Self { passes: vec![Box::new(Privatize), Box::new(Forward)] }
    }

    /// The source's own order, with versions for arrays that do not overlap, in which temporaries do not serialize loops: what
    /// stages are run in strips from.
    pub fn separate() -> Self {
        Self { passes: vec![Box::new(Disambiguate), Box::new(Specialize), Box::new(Privatize), Box::new(Dataflow)] }
    }

    /// An order that the user gave: nothing is moved, but arrays become as small as the order lets them.
    pub fn given() -> Self {
        Self { passes: vec![Box::new(Dataflow), Box::new(Buffer), Box::new(Contract)] }
    }

    /// The source's own order: dependences are analysed, nothing is moved.
    pub fn original() -> Self {
        Self { passes: vec![Box::new(Dataflow)] }
    }

    /// The passes, in order.
    pub fn passes(&self) -> &[Box<dyn Pass>] {
        &self.passes
    }
}

/// Every pass there is, with its default options.
pub fn passes() -> Vec<Box<dyn Pass>> {
    let mut all = Strategy::openmp().passes;
    all.push(Box::new(Buffer));
    all
}
