//! The integral image: each element is the sum of all elements above and to the left.

use ndarray::{Array2, Ix2};
use polymill::Error;
use polymill::array::{Acc, compile};

use super::{Outcome, noise, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|image: Acc<f32, Ix2>| {
        let rows = |a: Acc<f32, Ix2>| a.scanl1(|sum, x| sum + x);
        rows(rows(image).transpose()).transpose()
    })?;
    let image = Array2::from_shape_fn((size, size), |(i, j)| noise(i * size + j) as f32);
    let (sums, seconds) = timed(|| program.run(image.view()))?;
    let all = sums.last().copied().unwrap_or_default();
    let picture = sums.mapv(|sum| [(sum / all.max(1.0) * 255.0) as u8; 3]);
    let summary = format!("the sum of all is {all}");
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}
