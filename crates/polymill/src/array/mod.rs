//! Programs over whole arrays, written in Rust and compiled to one parallel native function.
//!
//! # The first program
//!
//! `cargo add polymill ndarray`, and write what you want of whole arrays. [`compile`] traces the closure once, optimizes what it does, has
//! the system's C compiler make a function of it, and keeps that for the next time. The function takes views of `ndarray`'s arrays of any
//! sizes and strides.
//!
//! ```
//! use ndarray::{Array2, arr2};
//! use polymill::array::{Acc, Boundary, Ix2, compile};
//!
//! let blur = compile(|a: Acc<f32, Ix2>| {
//!     a.stencil(Boundary::Clamp, |s| (s[[0, -1]] + s[[0, 0]] + s[[0, 1]]) / 3.0)
//!         .stencil(Boundary::Clamp, |s| (s[[-1, 0]] + s[[0, 0]] + s[[1, 0]]) / 3.0)
//! })?;
//! let image = arr2(&[[0.0, 9.0, 0.0], [9.0, 9.0, 9.0], [0.0, 9.0, 0.0]]);
//! let out: Array2<f32> = blur.run(image.view())?;
//! assert_eq!(out[[1, 1]], 5.0);
//! # Ok::<(), polymill::Error>(())
//! ```
//!
//! From an empty folder to a picture, with `cargo add polymill image`:
//!
//! ```no_run
//! # mod image { // stands for the crate
//! #     pub enum ColorType { L8 }
//! #     pub fn save_buffer(_: &str, _: &[u8], _: u32, _: u32, _: ColorType) -> std::io::Result<()> { Ok(()) }
//! # }
//! use polymill::array::{Acc, Exp, Ix2, compile, generate};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mandelbrot = compile(|n: Exp<i64>| {
//!         let start: Acc<(f64, f64, u8), Ix2> = generate([n, n], |_| (0.0, 0.0, 0).into());
//!         let step = |at: [Exp<i64>; 2], z: Exp<(f64, f64, u8)>| {
//!             let ([v, u], (x, y, count)) = (at.map(|at| 2.5 * at.cast::<f64>() / n.cast::<f64>()), z.parts());
//!             (x * x - y * y + u - 1.9, 2.0 * x * y + v - 1.25, count + (x * x + y * y).lt(4.0).cast::<u8>()).into()
//!         };
//!         start.iterate(255, |z| z.imap(step)).map(|z| z.parts().2)
//!     })?;
//!     let pixels = mandelbrot.run(800)?.into_raw_vec_and_offset().0;
//!     Ok(image::save_buffer("mandelbrot.png", &pixels, 800, 800, image::ColorType::L8)?)
//! }
//! ```
//!
//! # Arrays, numbers and elements
//!
//! An [`Acc<T, D>`](Acc) stands for an array with `D` dimensions ([`Ix0`](tyalias@Ix0) to [`Ix6`](tyalias@Ix6)), an [`Exp<T>`](Exp)
//! for a number. Arguments and results are one of these, or several in tuples and in Rust's arrays. Elements are numbers, truth values,
//! and tuples and arrays of these ([`Element`]); the parts of an array of tuples are arrays of their own, so that an array of pairs is
//! given as a pair of views.
//!
//! ```
//! use ndarray::arr1;
//! use polymill::array::{Acc, Exp, Ix1, compile};
//!
//! // How far points are from a centre, and how many are near.
//! let distances = compile(|points: Acc<[f64; 2], Ix1>, center: [Exp<f64>; 2]| {
//!     let distances = points.map(|point| {
//!         let [x, y] = point.parts();
//!         (x - center[0]).hypot(y - center[1])
//!     });
//!     (distances, distances.map(|d| d.lt(2.0).cast::<i64>()).sum())
//! })?;
//! let (x, y) = (arr1(&[0.0, 3.0]), arr1(&[1.0, 5.0]));
//! let (distances, n_near) = distances.run(([x.view(), y.view()], [0.0, 1.0]))?;
//! assert_eq!((distances, n_near[()]), (arr1(&[0.0, 5.0]), 1));
//! # Ok::<(), polymill::Error>(())
//! ```
//!
//! # Operations
//!
//! Operations on elements ([`Acc::map`], [`Acc::zip_with`], [`generate`]), on what is around elements ([`Acc::stencil`],
//! [`Acc::windows`]), along dimensions ([`Acc::fold`], [`Acc::scanl`]), on the order of elements ([`Acc::transpose`], [`Acc::slice`]), and
//! those that repeat ([`Acc::iterate`], [`iterate_while`]) may be combined freely: what is only moved costs nothing, and stages that
//! belong together run together. [`polymill_arrays`] lists them all.
//!
//! ```
//! use ndarray::{arr1, arr2};
//! use polymill::array::{Acc, Ix1, Ix2, compile, generate, iterate_at_most};
//!
//! // The largest eigenvalue of a matrix: a product again and again, until nothing changes.
//! let largest = compile(|a: Acc<f64, Ix2>, start: Acc<f64, Ix1>| {
//!     let product = |x: Acc<f64, Ix1>| generate([a.len(0), a.len(1)], |[i, j]| a.at([i, j]) * x.at([j])).sum();
//!     let size = |x: Acc<f64, Ix1>| x.map(|x| x * x).sum().map(|square| square.sqrt());
//!     let changes = |(x, value): (Acc<f64, Ix1>, Acc<f64, _>)| {
//!         size(product(x)).zip_with(value, |new, old| (new - old).abs().gt(1e-12))
//!     };
//!     let (x, value) = iterate_at_most(1000, (start, size(start)), changes, |(x, _)| {
//!         let (image, value) = (product(x), size(product(x)));
//!         (image.map(|part| part / value.the()), value)
//!     });
//!     (value, x)
//! })?;
//! let (value, vector) = largest.run((arr2(&[[2.0, 1.0], [1.0, 2.0]]).view(), arr1(&[1.0, 0.0]).view()))?;
//! assert!((value[()] - 3.0).abs() < 1e-9 && (vector[0] - vector[1]).abs() < 1e-5);
//! # Ok::<(), polymill::Error>(())
//! ```
//!
//! # What may go wrong
//!
//! A program that has no meaning is an error when it is compiled; shapes that do not fit are one when it is called, before anything is
//! computed. Both name the operation and the line. Nothing else goes wrong: integers wrap, what is divided by zero is zero, and where an
//! index leads outside of an array, there is zero.
//!
//! ```
//! use ndarray::Array1;
//! use polymill::array::{Acc, Ix1, compile};
//!
//! let sum = compile(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| a + b)?;
//! let error = sum.run((Array1::zeros(3).view(), Array1::zeros(4).view())).unwrap_err();
//! assert!(error.to_string().ends_with("the shapes are [3] and [4], and should be the same"));
//! # Ok::<(), polymill::Error>(())
//! ```
//!
//! # The same each time, or faster
//!
//! Folds and scans keep the order that the program says, so that results are the same on each machine and with each number of threads.
//! A fold may say that the order does not matter ([`Acc::in_any_order`]), and [`CompileOptions::reassociates`] says so of all that is
//! computed; then sums of all elements run in lanes and threads. Those of integers do that anyway. [`CompileOptions`] also says how many
//! threads there are, where compiled programs are kept, and whether the interpreter stands in for a C compiler that is not there.
//!
//! # What was made
//!
//! [`Function::source`] is the C; [`Function::explain`] says of each loop what was done, and what stands in the way of more.

mod cache;
mod call;
mod compiled;
mod dynamic;
mod function;
mod parts;
mod stored;

pub use cache::Cache;
pub(crate) use cache::tools_of;
pub use call::{Input, Output};
pub use compiled::CompileOptions;
pub use dynamic::{AnyArray, AnyView, AnyViewMut, DynArgument, DynFunction};
pub use function::{Function, compile, compile_with};
pub use polymill_arrays::*;
pub use stored::Stored;
