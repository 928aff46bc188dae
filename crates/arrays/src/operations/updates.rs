//! Operations whose results are made step by step: permutations and iterations.

use ndarray::{Dim, Ix};

use crate::untyped::{self, Site, Value};
use crate::{Acc, Arrays, Element, Exp, Len, Rank};

/// What a function makes of an array, or of several in a tuple, if it is applied again and again, each time to what it made before, while
/// a condition holds. The condition is computed from the arrays, too; it is looked at before each time, also before the first one.
///
/// How often that is, is not known before: the program runs in parts, each of which is compiled and in parallel. Where a loop may not end,
/// [`iterate_at_most`] has a limit.
///
/// ```
/// # use polymill_arrays::{Acc, Boundary, Exp, Ix1, iterate_while, trace};
/// // Heat spreads until nothing changes much any more.
/// trace(|a: Acc<f64, Ix1>, tolerance: Exp<f64>| {
///     let step = |a: Acc<f64, Ix1>| a.stencil(Boundary::Clamp, |s| (s[[-1]] + s[[0]] + s[[1]]) / 3.0);
///     let change = |a: Acc<f64, Ix1>| a.zip_with(step(a), |x, y| (x - y).abs()).fold(0.0, |most, x| most.max(x));
///     iterate_while(a, |a| change(a).map(|most| most.gt(tolerance)), step)
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[track_caller]
pub fn iterate_while<A: Arrays>(
    initial: A,
    condition: impl FnOnce(A) -> Acc<bool, Dim<[Ix; 0]>>,
    function: impl FnOnce(A) -> A,
) -> A {
    repeated(initial, None, condition, function, Site::caller("iterate_while"))
}

/// As [`iterate_while`], at most `limit` times.
///
/// ```
/// # use polymill_arrays::{Acc, Exp, Ix0, iterate_at_most, trace};
/// // A square root, as Newton found it; a hundred steps are enough.
/// trace(|x: Acc<f64, Ix0>| {
///     let is_far = |y: Acc<f64, Ix0>| y.zip_with(x, |y, x| (y * y - x).abs().gt(1e-9));
///     iterate_at_most(100, x, is_far, |y| y.zip_with(x, |y, x| (y + x / y) / 2.0))
/// })?;
/// # Ok::<(), polymill_arrays::Error>(())
/// ```
#[track_caller]
pub fn iterate_at_most<A: Arrays>(
    limit: impl Into<Len>,
    initial: A,
    condition: impl FnOnce(A) -> Acc<bool, Dim<[Ix; 0]>>,
    function: impl FnOnce(A) -> A,
) -> A {
    repeated(initial, Some(limit.into()), condition, function, Site::caller("iterate_at_most"))
}

fn repeated<A: Arrays>(
    initial: A,
    limit: Option<Len>,
    condition: impl FnOnce(A) -> Acc<bool, Dim<[Ix; 0]>>,
    function: impl FnOnce(A) -> A,
    site: Site,
) -> A {
    let typed = |arrays: &[untyped::Array]| A::next(&mut arrays.iter().copied(), site);
    let condition = |states: &[untyped::Array]| condition(typed(states)).own(site);
    let function = |states: &[untyped::Array]| function(typed(states)).own(site);
    typed(&untyped::iterate_while(&initial.own(site), limit, condition, function, site))
}

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
        let (count, site) = (count.into(), Site::caller("iterate"));
        Acc::of(self.own(site).iterate(count, |state| function(Acc::of(state)).own(site), site))
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
        let site = Site::caller("permute");
        let target = |index: &[Value]| E::to_values(target(D::from_values(index)), site);
        let combine = |x, y| combine(Exp::of(x), Exp::of(y)).own(site);
        Acc::of(self.own(site).permute(initial.own(site), target, combine, site))
    }
}

impl<T: Element> Acc<T, Dim<[Ix; 1]>> {
    /// The array `initial`, with these elements at these places; the last one, where several belong to one place. Those that belong to
    /// no place are left out. There are as many places as elements.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // Elements in another order: `places` says where each one goes.
    /// trace(|a: Acc<f64, Ix1>, places: Acc<i64, Ix1>| a.scatter(places, a))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    pub fn scatter(self, places: Acc<i64, Dim<[Ix; 1]>>, initial: Acc<T, Dim<[Ix; 1]>>) -> Acc<T, Dim<[Ix; 1]>> {
        let site = Site::caller("scatter");
        Acc::of(self.own(site).scatter(places.own(site), initial.own(site), site))
    }

    /// The elements for which a function holds, in order, with zeros behind; and how many they are.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// // The mean of what is positive.
    /// trace(|a: Acc<f64, Ix1>| {
    ///     let (positive, count) = a.filter(|x| x.gt(0.0));
    ///     positive.sum().zip_with(count, |sum, n| sum / n.cast::<f64>())
    /// })?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    #[allow(clippy::type_complexity)] // an alias would hide what it is
    pub fn filter(self, keeps: impl FnOnce(Exp<T>) -> Exp<bool>) -> (Acc<T, Dim<[Ix; 1]>>, Acc<i64, Dim<[Ix; 0]>>) {
        let site = Site::caller("filter");
        let (kept, count) = self.own(site).filter(|x| keeps(Exp::of(x)).own(site), site);
        (Acc::of(kept), Acc::of(count))
    }

    /// As [`Acc::filter`], with the elements where an array says so, which is as long.
    ///
    /// ```
    /// # use polymill_arrays::{Acc, Ix1, trace};
    /// trace(|a: Acc<f64, Ix1>, mask: Acc<bool, Ix1>| a.compress(mask))?;
    /// # Ok::<(), polymill_arrays::Error>(())
    /// ```
    #[track_caller]
    #[allow(clippy::type_complexity)] // as above
    pub fn compress(self, mask: Acc<bool, Dim<[Ix; 1]>>) -> (Acc<T, Dim<[Ix; 1]>>, Acc<i64, Dim<[Ix; 0]>>) {
        let site = Site::caller("compress");
        let (kept, count) = self.own(site).compress(mask.own(site), site);
        (Acc::of(kept), Acc::of(count))
    }
}
