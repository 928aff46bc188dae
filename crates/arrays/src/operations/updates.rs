//! Operations whose results are made step by step: permutations and iterations.

use ndarray::{Dim, Ix};

use crate::acc::{combination, index, site};
use crate::graph::ArrayKind;
use crate::trace;
use crate::{Acc, Element, Exp, Len, Rank};

impl<T: Element, D: Rank> Acc<T, D> {
    /// What an operation makes of this array if it is applied `count` times, each time to what it made before.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Boundary, Exp, Ix1, trace};
    /// // Heat spreads.
    /// trace(|a: Acc<f64, Ix1>, steps: Exp<i64>| {
    ///     a.iterate(steps, |a| a.stencil(Boundary::Clamp, |s| (s[[-1]] + s[[0]] + s[[1]]) / 3.0))
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn iterate(self, count: impl Into<Len>, function: impl FnOnce(Acc<T, D>) -> Acc<T, D>) -> Acc<T, D> {
        let site = site("iterate");
        let initial = self.own(site);
        let shape = self.sizes(site);
        let state = Acc::<T, D>::node(shape.clone(), ArrayKind::State, site);
        let result = function(state).own(site);
        let found = trace::with(|trace| trace.graph.array(result).shape.clone());
        trace::with(|trace| trace.same_shape(&shape, &found, site.operation, site.location));
        let kind = ArrayKind::Iterate { initial, count: count.into().0, state: state.id, result };
        Acc::node(shape, kind, site)
    }

    /// Combines the elements of this array with those of `initial`, each at the place that a function of its index says; places outside
    /// of it are left out. So histograms are counted.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Exp, Ix1, generate, trace};
    /// trace(|a: Acc<u8, Ix1>| {
    ///     let zeros = generate([256], |_| Exp::from(0));
    ///     a.map(|_| Exp::from(1_u32)).permute(zeros, |[i]| [a.at([i]).cast()], |count, one| count + one)
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn permute<E: Rank>(
        self,
        initial: Acc<T, E>,
        target: impl FnOnce(D::Index) -> E::Index,
        combine: impl FnOnce(Exp<T>, Exp<T>) -> Exp<T>,
    ) -> Acc<T, E> {
        let site = site("permute");
        let (shape, initial) = (initial.sizes(site), initial.own(site));
        let (variables, index) = index(D::N);
        let target = E::to_parts(target(D::from_parts(&index))).iter().map(|each| each.own()).collect();
        let items = self.element(&index, site).components();
        let combination = combination(combine);
        let extents = self.sizes(site);
        let kind = ArrayKind::Permute { index: variables, extents, initial, target, combination, items };
        Acc::node(shape, kind, site)
    }
}

impl<T: Element> Acc<T, Dim<[Ix; 1]>> {
    /// The array `initial`, with these elements at these places; the last one, where several belong to one place. Those that belong to
    /// no place are left out. There are as many places as elements.
    #[track_caller]
    pub fn scatter(self, places: Acc<i64, Dim<[Ix; 1]>>, initial: Acc<T, Dim<[Ix; 1]>>) -> Acc<T, Dim<[Ix; 1]>> {
        let site = site("scatter");
        let (shape, others) = (self.sizes(site), places.sizes(site));
        trace::with(|trace| trace.same_shape(&shape, &others, site.operation, site.location));
        self.permute(initial, |[i]| [places.at([i])], |_, new| new)
    }
}
