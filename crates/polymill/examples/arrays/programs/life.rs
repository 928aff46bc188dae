//! Conway's game of life, on a torus.

use ndarray::{Array2, Ix2};
use polymill::Error;
use polymill::array::{Acc, Boundary, Exp, compile};

use super::{Outcome, noise, timed};

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|cells: Acc<u8, Ix2>, generations: Exp<i64>| {
        cells.iterate(generations, |cells| {
            cells.stencil(Boundary::Wrap, |s| {
                let above = s[[-1, -1]] + s[[-1, 0]] + s[[-1, 1]];
                let below = s[[1, -1]] + s[[1, 0]] + s[[1, 1]];
                let neighbours = above + s[[0, -1]] + s[[0, 1]] + below;
                (neighbours.eq(3) | (neighbours.eq(2) & s[[0, 0]].eq(1))).cast()
            })
        })
    })?;
    let cells = Array2::from_shape_fn((size, size), |(i, j)| u8::from(noise(i * size + j) < 0.3));
    let (cells, seconds) = timed(|| program.run((cells.view(), 200)))?;
    let alive = cells.iter().filter(|cell| **cell == 1).count();
    let picture = cells.mapv(|cell| if cell == 1 { [20, 90, 40] } else { [240, 240, 225] });
    let summary = format!("{alive} cells are alive");
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}
