//! Whether a difference says something: not if what the original function computes is not defined.

use polymill_native::Callable;

use super::{Differential, Reference, at, compare_results, difference, how_it_failed};
use crate::{Error, Result};

/// Ways to build the original that make no difference to what is defined. Compilers that do not know the flags say
/// nothing about it.
const OTHER_BUILDS: [&[&str]; 3] =
    [&["-O0"], &["-O0", "-ftrivial-auto-var-init=pattern"], &["-ftrivial-auto-var-init=zero"]];

/// Stops where the behaviour of C is not defined.
const STRICT: &[&str] = &["-O1", "-fsanitize=undefined,float-cast-overflow", "-fsanitize-undefined-trap-on-error"];

impl Differential<'_> {
    /// An error if what the original function computes depends on what is behind its arrays or on how it is built, or has
    /// undefined behaviour: then the transformed one may well compute something else.
    pub(super) fn check_original(&self, original: &Callable, reference: &Reference) -> Result<()> {
        let at = at(&self.arguments(&reference.sizes));
        if !self.computes_the_same(original, reference, true) {
            let reason = format!("the original function reads memory that is not its own{at}");
            return Err(Error::Unsupported(reason));
        }
        for flags in OTHER_BUILDS {
            let Ok(other) = self.build(self.original, flags) else { continue };
            if !self.computes_the_same(&other, reference, false) {
                let reason = format!("what the original function computes{at} depends on how it is built");
                return Err(Error::Unsupported(format!("{reason} ({})", flags.join(" "))));
            }
        }
        let Ok(strict) = self.build(self.original, STRICT) else { return Ok(()) };
        let mut found = reference.before.clone();
        match self.call(&strict, &mut found, &reference.sizes, 1) {
            Ok(_) | Err(polymill_native::Error::TimedOut { .. }) => Ok(()),
            Err(error) => {
                let reason = format!("the original function has undefined behaviour{at}: {}", how_it_failed(&error));
                Err(Error::Unsupported(reason))
            }
        }
    }

    /// Whether another call of the original function, or one of another build, gives the same.
    fn computes_the_same(&self, original: &Callable, reference: &Reference, has_other_guards: bool) -> bool {
        let Reference { sizes, before, expected, result } = reference;
        let mut again = if has_other_guards { before.with_other_guards() } else { before.clone() };
        let Ok(other) = self.call(original, &mut again, sizes, 1) else { return false };
        let again = again.with_guards_of(expected);
        difference(self.function, sizes, expected, &again).is_none() && compare_results(*result, other).is_none()
    }
}
