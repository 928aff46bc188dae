//! Gray and Scott's reaction: two substances spread, and one becomes the other.

use ndarray::{Array2, Ix2};
use polymill::Error;
use polymill::array::{Acc, Boundary, Exp, Neighbourhood, compile, zip_with4};

use super::{Outcome, timed};

fn spread(s: &Neighbourhood<f32, Ix2>) -> Exp<f32> {
    s[[-1, 0]] + s[[1, 0]] + s[[0, -1]] + s[[0, 1]] - 4.0 * s[[0, 0]]
}

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|u: Acc<f32, Ix2>, v: Acc<f32, Ix2>, steps: Exp<i64>| {
        let both = u.zip(v).iterate(steps, |both| {
            let (u, v) = both.unzip();
            let [du, dv] = [u, v].map(|a| a.stencil(Boundary::Wrap, spread));
            zip_with4(u, v, du, dv, |u, v, du, dv| {
                let reaction = u * v * v;
                (u + 0.16 * du - reaction + 0.035 * (1.0 - u), v + 0.08 * dv + reaction - 0.095 * v).into()
            })
        });
        both.unzip().1
    })?;
    let is_middle = |i: usize, j: usize| i.abs_diff(size / 2) < size / 10 && j.abs_diff(size / 2) < size / 14;
    let u = Array2::from_shape_fn((size, size), |(i, j)| if is_middle(i, j) { 0.5 } else { 1.0 });
    let v = Array2::from_shape_fn((size, size), |(i, j)| if is_middle(i, j) { 0.25 } else { 0.0 });
    let (v, seconds) = timed(|| program.run((u.view(), v.view(), 2000)))?;
    let picture = v.mapv(|v| [(v * 300.0).min(255.0) as u8, (v * 600.0).min(255.0) as u8, 90]);
    let summary = format!("there is {:.3} of the second substance", v.sum());
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}
