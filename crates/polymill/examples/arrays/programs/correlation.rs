//! The correlation of the columns of a matrix.

use ndarray::Ix2;
use polymill::Error;
use polymill::array::{Acc, compile, generate};

use super::{Outcome, matrix, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|data: Acc<f64, Ix2>| {
        let (rows, columns) = (data.len(0), data.len(1));
        let n = rows.value().cast::<f64>();
        let mean = data.fold_axis(0, 0.0, |sum, x| sum + x).map(|sum| sum / n);
        let centred = data.imap(|[_, j], x| x - mean.at([j]));
        let variance = centred.map(|x| x * x).fold_axis(0, 0.0, |sum, x| sum + x).map(|sum| sum / n);
        let deviation = variance.map(|x| x.sqrt().le(0.1).select(x * 0.0 + 1.0, x.sqrt()));
        let scaled = centred.imap(|[_, j], x| x / (n.sqrt() * deviation.at([j])));
        generate([columns.clone(), columns, rows], |[i, j, k]| scaled.at([k, i]) * scaled.at([k, j])).sum()
    })?;
    let data = matrix(size + size / 5, size);
    let (value, seconds) = timed(|| program.run(data.view()))?;
    let first = value.get((0, 0)).copied().unwrap_or_default();
    let summary = format!("a column goes together with itself by {first:.6}");
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: None })
}
