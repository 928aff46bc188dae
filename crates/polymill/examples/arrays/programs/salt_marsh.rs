//! A salt marsh: sediment settles, water washes it away, and plants hold it.

use ndarray::{Array2, Ix2};
use polymill::Error;
use polymill::array::{Acc, Boundary, Exp, Neighbourhood, compile, zip_with3, zip_with6};

use super::{Outcome, noise, timed};

const STEP: f64 = 0.02;

fn spread(s: &Neighbourhood<f64, Ix2>) -> Exp<f64> {
    s[[-1, 0]] + s[[1, 0]] + s[[0, -1]] + s[[0, 1]] - 4.0 * s[[0, 0]]
}

fn unzip(fields: Acc<(f64, f64, f64), Ix2>) -> (Acc<f64, Ix2>, Acc<f64, Ix2>, Acc<f64, Ix2>) {
    (fields.map(|field| field.parts().0), fields.map(|field| field.parts().1), fields.map(|field| field.parts().2))
}

pub fn run(size: usize) -> Result<Outcome, Error> {
    let program = compile(|s: Acc<f64, Ix2>, w: Acc<f64, Ix2>, p: Acc<f64, Ix2>, steps: Exp<i64>| {
        let start = zip_with3(s, w, p, |s, w, p| (s, w, p).into());
        let end = start.iterate(steps, |fields| {
            let (s, w, p) = unzip(fields);
            let [s_around, w_around, p_around] = [s, w, p].map(|field| field.stencil(Boundary::Clamp, spread));
            zip_with6(s, w, p, s_around, w_around, p_around, |s, w, p, s_around, w_around, p_around| {
                let ds = 1.0 - 0.8 * s * w / (1.0 + p) - 0.2 * s + 0.6 * s_around;
                // Water flows to where its surface is lower: it leaves the heights to the plants.
                let dw = 0.22 - 0.3 * w + 10.0 * (s_around + w_around);
                let dp = p * (1.0 - p) - p * w + 0.6 * p_around;
                (s + STEP * ds, (w + STEP * dw).max(0.0), p + STEP * dp).into()
            })
        });
        unzip(end)
    })?;
    let sediment = Array2::from_shape_fn((size, size), |(i, j)| 0.9 + 0.2 * noise(i * size + j));
    let water = Array2::from_elem((size, size), 0.5);
    let plants = Array2::from_shape_fn((size, size), |(i, j)| {
        let there = noise(i * size + j + 7919);
        if there < 0.1 { there * 10.0 } else { 0.0 }
    });
    let ((_, water, plants), seconds) = timed(|| program.run((sediment.view(), water.view(), plants.view(), 3000)))?;
    let picture = Array2::from_shape_fn((size, size), |at| {
        let (water, plants) = (water[at].min(1.5) / 1.5, plants[at].min(1.0));
        [150.0 * (1.0 - water) + 20.0, 90.0 + 110.0 * plants, 200.0 * water + 30.0].map(|x: f64| x as u8)
    });
    let summary = format!("plants cover {:.4} of the marsh", plants.mean().unwrap_or_default());
    Ok(Outcome { source: program.source().to_owned(), seconds, summary, picture: Some(picture) })
}
