//! Products of vectors and matrices.

use ndarray::{Array1, Array2, Ix1, Ix2};
use polymill::Error;
use polymill::array::{Acc, Exp, compile, generate};

use super::{Outcome, matrix, noise, timed};

/// The product of two matrices, from whole arrays: rows and columns are repeated, multiplied and summed. None of this is ever in memory.
fn product(a: Acc<f64, Ix2>, b: Acc<f64, Ix2>) -> Acc<f64, Ix2> {
    let rows = a.replicate(1, b.len(1));
    let columns = b.transpose().replicate(0, a.len(0));
    (rows * columns).sum()
}

pub fn dot(size: usize) -> Result<Outcome, Error> {
    let program = compile(|a: Acc<f64, Ix1>, b: Acc<f64, Ix1>| (a * b).sum())?;
    let a = Array1::from_shape_fn(size, noise);
    let (value, seconds) = timed(|| program.run((a.view(), a.view())))?;
    outcome(program.source(), seconds, value[()])
}

pub fn two(size: usize) -> Result<Outcome, Error> {
    let program = compile(
        |a: Acc<f64, Ix2>, b: Acc<f64, Ix2>, c: Acc<f64, Ix2>, d: Acc<f64, Ix2>, alpha: Exp<f64>, beta: Exp<f64>| {
            product(product(a, b) * alpha, c) + d * beta
        },
    )?;
    let a = matrix(size, size);
    let (value, seconds) = timed(|| program.run((a.view(), a.view(), a.view(), a.view(), 1.5, 1.2)))?;
    outcome(program.source(), seconds, middle(&value))
}

pub fn two_by_index(size: usize) -> Result<Outcome, Error> {
    let program = compile(
        |a: Acc<f64, Ix2>, b: Acc<f64, Ix2>, c: Acc<f64, Ix2>, d: Acc<f64, Ix2>, alpha: Exp<f64>, beta: Exp<f64>| {
            let terms = generate([a.len(0), b.len(1), a.len(1)], |[i, j, k]| alpha * a.at([i, k]) * b.at([k, j]));
            let tmp = terms.fold(0.0, |sum, x| sum + x);
            let terms = generate([a.len(0), c.len(1), b.len(1)], |[i, j, k]| tmp.at([i, k]) * c.at([k, j]));
            terms.sum() + d * beta
        },
    )?;
    let a = matrix(size, size);
    let (value, seconds) = timed(|| program.run((a.view(), a.view(), a.view(), a.view(), 1.5, 1.2)))?;
    outcome(program.source(), seconds, middle(&value))
}

pub fn gemm(size: usize) -> Result<Outcome, Error> {
    let program = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>, c: Acc<f64, Ix2>, alpha: Exp<f64>, beta: Exp<f64>| {
        product(a, b) * alpha + c * beta
    })?;
    let a = matrix(size, size);
    let (value, seconds) = timed(|| program.run((a.view(), a.view(), a.view(), 1.5, 1.2)))?;
    outcome(program.source(), seconds, middle(&value))
}

pub fn syr2k(size: usize) -> Result<Outcome, Error> {
    let program = compile(|a: Acc<f64, Ix2>, b: Acc<f64, Ix2>, c: Acc<f64, Ix2>, alpha: Exp<f64>, beta: Exp<f64>| {
        let terms = generate([a.len(0), a.len(0), a.len(1)], |[i, j, k]| {
            alpha * (a.at([i, k]) * b.at([j, k]) + b.at([i, k]) * a.at([j, k]))
        });
        terms.sum() + c * beta
    })?;
    let a = matrix(size, size);
    let (value, seconds) = timed(|| program.run((a.view(), a.view(), a.view(), 1.5, 1.2)))?;
    outcome(program.source(), seconds, middle(&value))
}

fn middle(array: &Array2<f64>) -> f64 {
    let (n, m) = array.dim();
    array.get((n / 2, m / 2)).copied().unwrap_or_default()
}

fn outcome(source: &str, seconds: f64, value: f64) -> Result<Outcome, Error> {
    Ok(Outcome {
        source: source.to_owned(),
        seconds,
        summary: format!("a value of the result is {value}"),
        picture: None,
    })
}
