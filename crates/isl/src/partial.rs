//! Functions that give more than one result.

use polymill_isl_sys as sys;

use crate::convert::{Pass, Receive};
use crate::{BasicMap, BasicSet, Map, PwMultiAff, Result, Set, UnionMap};

/// `name(&self, domain: &D) -> R = c;`: an optimum, and the part of the domain for which there is none.
macro_rules! partial {
    ($($type:ident { $($(#[$doc:meta])* $name:ident(&self, $domain:ty) -> $result:ty = $c:ident;)* })*) => { $(
        impl $type { $(
            $(#[$doc])*
            #[doc = concat!("\n\nAlso returns the part of `domain` that has none.\n\nisl: `", stringify!($c), "`.")]
            pub fn $name(&self, domain: &$domain) -> Result<($result, Set)> {
                domain.ctx().same_as(self.ctx())?;
                let mut empty = std::ptr::null_mut();
                // SAFETY: both arguments are given away; both results are ours, and either may be null.
                unsafe {
                    let optimum = sys::$c(self.pass(), domain.pass(), &raw mut empty);
                    let optimum = <$result>::receive(self.ctx(), optimum);
                    let empty = Set::receive(self.ctx(), empty);
                    Ok((optimum?, empty?))
                }
            }
        )* }
    )* };
}

partial! {
    BasicSet {
        /// The lexicographically smallest element for each value of the parameters in `domain`.
        partial_lexmin(&self, BasicSet) -> Set = isl_basic_set_partial_lexmin;
        /// The lexicographically largest element for each value of the parameters in `domain`.
        partial_lexmax(&self, BasicSet) -> Set = isl_basic_set_partial_lexmax;
        /// The lexicographically smallest element for each value of the parameters in `domain`, as a function.
        partial_lexmin_pw_multi_aff(&self, BasicSet) -> PwMultiAff = isl_basic_set_partial_lexmin_pw_multi_aff;
        /// The lexicographically largest element for each value of the parameters in `domain`, as a function.
        partial_lexmax_pw_multi_aff(&self, BasicSet) -> PwMultiAff = isl_basic_set_partial_lexmax_pw_multi_aff;
    }
    Set {
        /// The lexicographically smallest element for each value of the parameters in `domain`.
        partial_lexmin(&self, Set) -> Set = isl_set_partial_lexmin;
        /// The lexicographically largest element for each value of the parameters in `domain`.
        partial_lexmax(&self, Set) -> Set = isl_set_partial_lexmax;
    }
    BasicMap {
        /// The lexicographically smallest image of each element of `domain`.
        partial_lexmin(&self, BasicSet) -> Map = isl_basic_map_partial_lexmin;
        /// The lexicographically largest image of each element of `domain`.
        partial_lexmax(&self, BasicSet) -> Map = isl_basic_map_partial_lexmax;
        /// The lexicographically smallest image of each element of `domain`, as a function.
        partial_lexmin_pw_multi_aff(&self, BasicSet) -> PwMultiAff = isl_basic_map_partial_lexmin_pw_multi_aff;
        /// The lexicographically largest image of each element of `domain`, as a function.
        partial_lexmax_pw_multi_aff(&self, BasicSet) -> PwMultiAff = isl_basic_map_partial_lexmax_pw_multi_aff;
    }
    Map {
        /// The lexicographically smallest image of each element of `domain`.
        partial_lexmin(&self, Set) -> Map = isl_map_partial_lexmin;
        /// The lexicographically largest image of each element of `domain`.
        partial_lexmax(&self, Set) -> Map = isl_map_partial_lexmax;
    }
}

/// `name(&self) = c;`: a relation, and whether it is exact or an overapproximation.
macro_rules! approximated {
    ($($type:ident { $($(#[$doc:meta])* $name:ident(&self) = $c:ident;)* })*) => { $(
        impl $type { $(
            $(#[$doc])*
            #[doc = concat!(
                "\n\nAlso returns whether the result is exact; if not, it is too large.\n\nisl: `",
                stringify!($c),
                "`.",
            )]
            pub fn $name(&self) -> Result<($type, bool)> {
                let mut exact = sys::isl_bool(0);
                // SAFETY: the argument is given away, the result ours.
                unsafe {
                    let closure = sys::$c(self.pass(), &raw mut exact);
                    let closure = $type::receive(self.ctx(), closure)?;
                    Ok((closure, bool::receive(self.ctx(), exact)?))
                }
            }
        )* }
    )* };
}

approximated! {
    Map {
        /// The pairs that one or more steps connect.
        transitive_closure(&self) = isl_map_transitive_closure;
        /// Maps the pairs that one or more steps connect, as wrapped relations, to the number of steps.
        reaching_path_lengths(&self) = isl_map_reaching_path_lengths;
    }
    UnionMap {
        /// The pairs that one or more steps connect.
        transitive_closure(&self) = isl_union_map_transitive_closure;
    }
}
