//! Attention: the softmax of scores, times values.

use ndarray::{Array2, Ix2};
use polymill::Error;
use polymill::array::{Acc, compile, generate};

use super::{Outcome, noise, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|q: Acc<f32, Ix2>, k: Acc<f32, Ix2>, v: Acc<f32, Ix2>| {
        let scale = q.len(1).value().cast::<f32>().sqrt();
        let scores = generate([q.len(0), k.len(0), q.len(1)], |[i, j, d]| q.at([i, d]) * k.at([j, d])).sum();
        let scores = scores.map(|x| x / scale);
        let most = scores.fold(f32::MIN, |most, x| most.max(x));
        let weights = scores.imap(|[i, _], x| (x - most.at([i])).exp());
        let total = weights.sum();
        let mixed = generate([q.len(0), v.len(1), k.len(0)], |[i, d, j]| weights.at([i, j]) * v.at([j, d])).sum();
        mixed.imap(|[i, _], x| x / total.at([i]))
    })?;
    let [q, k, v] =
        [1, 2, 3].map(|seed| Array2::from_shape_fn((size, 64), |(i, j)| noise(i * 64 + j + seed * 7919) as f32));
    let (out, seconds) = timed(|| program.run((q.view(), k.view(), v.view())))?;
    let summary = format!("the mean of the result is {:.6}", out.mean().unwrap_or_default());
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: None })
}
